// The programs that play scripts, as text: the bundle for a worker thread, and the C++ source.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';

export const player: string = buildSync({
  entryPoints: [fileURLToPath(new URL('player.ts', import.meta.url))],
  bundle: true,
  write: false,
  platform: 'node',
  // A worker with its program as text supports only CommonJS.
  format: 'cjs',
  target: 'node24',
}).outputFiles[0].text;

export const std: string = readFileSync(new URL('std.cpp', import.meta.url), 'utf8');
