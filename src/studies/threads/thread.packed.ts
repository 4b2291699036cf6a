// thread.ts as one script. The build replaces this module with the finished script, so that the bundle needs no further
// file to start threads.

import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';

const { outputFiles } = buildSync({
  absWorkingDir: fileURLToPath(new URL('../..', import.meta.url)),
  entryPoints: [fileURLToPath(new URL('thread.ts', import.meta.url))],
  bundle: true,
  write: false,
  platform: 'node',
  format: 'cjs',
  target: 'node24',
  // Identifiers stay: they make the stacks in bug reports readable.
  minifySyntax: true,
  minifyWhitespace: true,
  lineLimit: 120,
  logLevel: 'silent',
});

export const script: string = outputFiles[0].text;
