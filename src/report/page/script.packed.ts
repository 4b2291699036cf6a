// The script of the page as one text. The build replaces this module by it.

import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';

const { outputFiles } = buildSync({
  entryPoints: [fileURLToPath(new URL('../script/main.ts', import.meta.url))],
  bundle: true,
  write: false,
  format: 'iife',
  target: 'es2022',
  minify: true,
  charset: 'utf8',
  tsconfigRaw: { compilerOptions: {} },
  logLevel: 'silent',
});

export const script: string = outputFiles[0].text;
