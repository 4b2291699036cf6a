// Bundles the program as one CommonJS file, which the executable runs.

import { entries } from '../bundling/bundle.mjs';
import { withConstants } from '../bundling/constants.mjs';
import { packagesOf } from '../bundling/licences.mjs';
import { packedInto } from '../bundling/packed.mjs';
import { root } from '../root.mjs';
import { define, source } from './fetch-classes.mjs';
import { unused } from './unused.mjs';

/** Returns the assets by name, which include the program, and the folders of the bundled packages. */
export async function programOf() {
  const assets = {};
  const esbuild = await import('esbuild');
  try {
    const { text, inputs } = await bundle(esbuild, assets);
    assets['gprsim.cjs'] = await minified(esbuild, text);
    // esbuild loads modules in any order.
    const sorted = Object.fromEntries(Object.entries(assets).sort(([a], [b]) => (a < b ? -1 : 1)));
    return { assets: sorted, packages: await packagesOf(inputs) };
  } finally {
    await esbuild.stop();
  }
}

async function bundle({ build }, assets) {
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: [entries.gprsim],
    outfile: 'gprsim.cjs',
    bundle: true,
    write: false,
    metafile: true,
    platform: 'node',
    format: 'cjs',
    target: 'node24',
    // The bundle contains the paths of modules; they must not depend on where links lead.
    preserveSymlinks: true,
    plugins: [packedInto(assets), unused],
    define,
    logLevel: 'silent',
  });
  const inputs = Object.keys(Object.values(metafile.outputs)[0].inputs);
  return { text: withConstants(outputFiles[0].text, root), inputs };
}

async function minified({ transform }, text) {
  const { code } = await transform(text, {
    target: 'node24',
    // Names stay and lines are short, so that stack traces in bug reports are readable.
    minifySyntax: true,
    minifyWhitespace: true,
    lineLimit: 120,
    legalComments: 'none',
    banner: `(function (exports, require, module) {\n${source}`,
    footer: '})',
    logLevel: 'silent',
  });
  return code;
}
