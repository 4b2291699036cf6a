// A module `*.packed.ts` is run when a bundle is built, and the bundle gets what it exports: files become part of the
// program. What it exports as `packages` names the packages whose files are among them.

import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Puts the exports into the bundle as they are. */
export const packed = loading((_path, exported) =>
  Object.entries(exported)
    .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
    .join('\n'),
);

/** Adds the exports to the assets of an executable, by name as text; they are read when the module is first wanted. */
export function packedInto(assets) {
  return loading((path, exported) => {
    const asset = basename(path).replace(/\.ts$/, '.json');
    assets[asset] = JSON.stringify(exported);
    const names = Object.keys(exported).join(', ');
    return [
      `import sea from 'node:sea';`,
      `const { ${names} } = JSON.parse(sea.getAsset('${asset}', 'utf8'));`,
      `export { ${names} };`,
    ].join('\n');
  });
}

/** Names of the packages whose files a source puts into the bundle without importing them. */
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
