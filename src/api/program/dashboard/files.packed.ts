// The files of the dashboard, compressed. The build replaces this module by its exports, so that the bundle needs no further
// files.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { type BuildOptions, buildSync } from 'esbuild';

const source = (path: string) => fileURLToPath(new URL(`../../../dashboard/${path}`, import.meta.url));

export const packages: readonly string[] = ['preact', '@preact/signals', '@preact/signals-core'];

/** @param how what esbuild does to make it smaller */
function built(path: string, how: BuildOptions): Buffer {
  const { outputFiles } = buildSync({
    entryPoints: [source(path)],
    bundle: true,
    ...how,
    write: false,
    format: 'esm',
    target: 'es2022',
    inject: [source('jsx.ts')],
    jsxFactory: 'h',
    jsxFragment: 'Fragment',
    define: { 'window.__PREACT_SIGNALS_DEVTOOLS__': 'false' },
    // Without the tsconfig.json of the page, which is about types, and without declarations of fields that have no value.
    tsconfigRaw: { compilerOptions: { useDefineForClassFields: false } },
    legalComments: 'none',
    logLevel: 'silent',
  });
  return Buffer.from(outputFiles[0].contents);
}

/** Packages keep their licenses out of their exports. */
function licences(): Buffer {
  const texts = packages.map((name) => {
    const path = new URL(`../../../../node_modules/${name}/LICENSE`, import.meta.url);
    return `${name}\n\n${readFileSync(path, 'utf8')}`;
  });
  return Buffer.from(texts.join('\n\n'));
}

const contents: Readonly<Record<string, Buffer>> = {
  'page.html': readFileSync(source('page.html')),
  'page.js': built('main.tsx', { minify: true }),
  'page.css': built('styles/page.css', { minify: true }),
  'licences.txt': licences(),
};

/** How many symbols share a code depends on `memLevel`: the shortest result counts. */
function packed(content: Buffer): Buffer {
  const results = [7, 8, 9].map((memLevel) => gzipSync(content, { level: 9, memLevel }));
  return results.reduce((best, next) => (next.length < best.length ? next : best));
}

/** By name, as gzip in base64. */
export const files: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(contents).map(([name, content]) => [name, packed(content).toString('base64')]),
);
