// The program of an executable: chunks, which its entry loads from its assets.

import { entries } from '../bundling/bundle.mjs';
import { chunksOf } from '../bundling/chunks.mjs';
import { packagesOf } from '../bundling/licences.mjs';

/** Returns the assets by name, which include the program, and the folders of the bundled packages. */
export async function programOf() {
  const { files, first, metafile } = await chunksOf('gprsim', entries.gprsim, { target: 'node24' });
  const assets = {};
  const esbuild = await import('esbuild');
  try {
    // In the same order in every build.
    for (const [file, text] of [...files].sort(([a], [b]) => (a < b ? -1 : 1)))
      if (!file.endsWith('.map'))
        assets[file === first ? 'gprsim.cjs' : file] = await minified(esbuild, text);
  } finally {
    await esbuild.stop();
  }
  const inputs = Object.values(metafile.outputs).flatMap((output) => Object.keys(output.inputs));
  return { assets, packages: await packagesOf([...new Set(inputs)]) };
}

async function minified({ transform }, text) {
  const { code } = await transform(text, {
    target: 'node24',
    // Names stay and lines are short, so that stack traces in bug reports are readable.
    minifySyntax: true,
    minifyWhitespace: true,
    lineLimit: 120,
    legalComments: 'none',
    banner: '(function (exports, require, module) {',
    footer: '})',
    logLevel: 'silent',
  });
  return code;
}
