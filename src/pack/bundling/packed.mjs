// A module `*.packed.ts` runs during the build, and the bundle gets its exports, such as the content of files.
// If the content comes from packages, it exports their names as `packages`.

import { pathToFileURL } from 'node:url';

/** esbuild plugin that puts the exports into the bundle. */
export const packed = {
  name: 'packed',
  setup({ onLoad }) {
    onLoad({ filter: /\.packed\.ts$/ }, async ({ path }) => ({
      contents: Object.entries(await exportsOf(path))
        .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
        .join('\n'),
      loader: 'js',
    }));
  },
};

/** Returns the names of packages whose files a source puts into the bundle without importing them. */
export async function packagesPackedBy(path) {
  return path.endsWith('.packed.ts') ? ((await exportsOf(path)).packages ?? []) : [];
}

function exportsOf(path) {
  return import(pathToFileURL(path).href);
}
