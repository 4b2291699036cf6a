// The measurement of frames as the text of a script for a page.

import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';

/** Sets the global `measured` to the exports of the module. */
export const script: string = buildSync({
  entryPoints: [fileURLToPath(new URL('page/frames.ts', import.meta.url))],
  bundle: true,
  write: false,
  format: 'iife',
  globalName: 'measured',
  target: 'es2022',
}).outputFiles[0].text;
