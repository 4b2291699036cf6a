// A module `*.packed.ts` runs during the build, and the bundle gets its exports, such as the content of files.
// If the content comes from packages, it exports their names as `packages`.

import { relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../root.mjs';

/** esbuild plugin that puts the exports into the bundle. */
export const packed = loading((_path, exported) =>
  Object.entries(exported)
    .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
    .join('\n'),
);

/** esbuild plugin that adds the exports to the assets of an executable; the program reads them when it loads the module. */
export function packedInto(assets) {
  return loading((path, exported) => {
    // Modules of several folders share a name.
    const asset = relative(root, path).replaceAll(/[\\/]/g, '-').replace(/\.ts$/, '.json');
    assets[asset] = JSON.stringify(exported);
    const names = Object.keys(exported).join(', ');
    return [
      `import sea from 'node:sea';`,
      `const { ${names} } = JSON.parse(sea.getAsset('${asset}', 'utf8'));`,
      `export { ${names} };`,
    ].join('\n');
  });
}

/** Returns the names of packages whose files a source puts into the bundle without importing them. */
export async function packagesPackedBy(path) {
  return path.endsWith('.packed.ts') ? ((await exportsOf(path)).packages ?? []) : [];
}

function loading(contentsOf) {
  return {
    name: 'packed',
    setup({ onLoad }) {
      onLoad({ filter: /\.packed\.ts$/ }, async ({ path }) => ({
        contents: contentsOf(path, { ...(await exportsOf(path)) }),
        loader: 'js',
      }));
    },
  };
}

function exportsOf(path) {
  return import(pathToFileURL(path).href);
}
