// The programs that play scripts, as text: a thread's, and the one for a compiler of C++.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';

export const player: string = buildSync({
  entryPoints: [fileURLToPath(new URL('player.ts', import.meta.url))],
  bundle: true,
  write: false,
  platform: 'node',
  // A thread that is given its program as text takes CommonJS only.
  format: 'cjs',
  target: 'node24',
}).outputFiles[0].text;

export const std: string = readFileSync(new URL('std.cpp', import.meta.url), 'utf8');
