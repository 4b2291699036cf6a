// thread.ts as one script. A bundle of the program has the script instead of this module, and starts its threads from it:
// it needs no files beside it.

import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';

const { outputFiles } = buildSync({
  absWorkingDir: fileURLToPath(new URL('../../..', import.meta.url)),
  entryPoints: [fileURLToPath(new URL('thread.ts', import.meta.url))],
  bundle: true,
  write: false,
  platform: 'node',
  format: 'cjs',
  target: 'node24',
  // Names stay: whoever reports a failure has only its stack to show.
  minifySyntax: true,
  minifyWhitespace: true,
  lineLimit: 120,
  logLevel: 'silent',
});

export const script: string = outputFiles[0].text;
