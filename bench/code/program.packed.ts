// The bundle of the counted program, as text.

import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';

const root: string = fileURLToPath(new URL('../..', import.meta.url));
const { withConstants } = await import(
  new URL('../../src/pack/bundling/constants.mjs', import.meta.url).href
);

const bundle: string = buildSync({
  absWorkingDir: root,
  entryPoints: ['bench/code/counted.ts'],
  bundle: true,
  write: false,
  platform: 'node',
  format: 'esm',
  target: 'node22.18',
}).outputFiles[0].text;

export const program: string = withConstants(bundle, root);
