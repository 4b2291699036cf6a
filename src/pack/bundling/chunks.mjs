// Makes a program of several files, its chunks: each command loads only what it needs. esbuild splits a program into modules of
// ECMAScript only. This module turns them into CommonJS, because V8 inlines a constant of a function, and not one that a module
// exports or imports.

import { basename } from 'node:path';
import { define, source } from '../executable/fetch-classes.mjs';
import { unused } from '../executable/unused.mjs';
import { root } from '../root.mjs';
import { withConstants } from './constants.mjs';
import { direct } from './direct.mjs';
import { packed } from './packed.mjs';

/** @returns the chunks, the first of which runs the entry, with their maps; the names that the entry exports; esbuild's metafile */
export async function chunksOf(name, entry, { target, external = [] }) {
  const esbuild = await import('esbuild');
  const names = `${name}-[name]-[hash]`;
  // Without stop(), esbuild's service would stay a child process of the program.
  const { outputFiles, metafile } = await esbuild
    .build({
      absWorkingDir: root,
      entryPoints: [entry],
      outdir: 'dist',
      entryNames: names,
      chunkNames: names,
      outExtension: { '.js': '.cjs' },
      bundle: true,
      splitting: true,
      write: false,
      metafile: true,
      // `packagesOf` needs paths inside node_modules, even if node_modules is a link.
      preserveSymlinks: true,
      platform: 'node',
      format: 'esm',
      target,
      external,
      plugins: [direct, packed, unused],
      define: { ...define, 'import.meta.dirname': '__dirname' },
      sourcemap: 'linked',
      logLevel: 'silent',
    })
    .finally(() => esbuild.stop());
  const outputs = Object.entries(metafile.outputs);
  const [path, { exports }] = outputs.find(([, { entryPoint }]) => entryPoint === entry);
  const fetchClasses = `${name}-fetch-classes.cjs`;
  const files = new Map([[fetchClasses, `${source}\nmodule.exports = { fetchClasses };\n`]]);
  for (const { path, text } of outputFiles) {
    const isMap = path.endsWith('.map');
    files.set(basename(path), isMap ? text : asciiOf(withConstants(commonJs(text, fetchClasses), root)));
  }
  return { files, first: basename(path), exports, metafile };
}

/** Turns esbuild's module into CommonJS. The number of lines stays, for the source map. */
function commonJs(text, fetchClasses) {
  const body = text
    .replaceAll(
      /^import \{([^}]*)\} from ("[^"]+");$/gm,
      (_, names, from) => `const {${names.replaceAll(' as ', ': ')}} = require(${from});`,
    )
    .replaceAll(/^import (?:\* as )?([\w$]+) from ("[^"]+");$/gm, 'const $1 = require($2);')
    .replaceAll(/^import ("[^"]+");$/gm, 'require($1);')
    .replaceAll(/\bimport\(("\.\/[^"]+")\)/g, 'Promise.resolve().then(() => require($1))')
    .replace(
      /^export \{([^}]*)\};$/m,
      (_, names) => `module.exports = {${names.replaceAll(/([\w$]+) as ([\w$]+)/g, '$2: $1')}};`,
    );
  return /\bfetchClasses\b/.test(body)
    ? `const { fetchClasses } = require('./${fetchClasses}'); ${body}`
    : body;
}

/** V8 keeps a source in ASCII in half the memory. Outside comments, esbuild has escaped all other characters. */
function asciiOf(source) {
  return source.replaceAll(/[^\0-\x7F]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
