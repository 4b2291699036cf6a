// Builds the bundles in `dist/`: one file each, rebuilt if a source is newer, with a second file for the licences of its
// packages. better-sqlite3 and playwright-core are not bundled, because they locate files relative to their package folders.

import { rmSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../root.mjs';
import { withConstants } from './constants.mjs';
import { packed } from './packed.mjs';

export const entries = { gprsim: 'src/main.ts', library: 'src/library/start.ts', bench: 'bench/main.ts' };

const sources = ['src', 'sim', 'bench', 'package.json', 'package-lock.json'];

/** Builds the bundle if it is missing or a source is newer. Returns its file URL. */
export async function freshBundle(name) {
  const file = bundleFile(name);
  const built = await stat(file).catch(() => undefined);
  if (!built || built.mtimeMs < (await newestSourceMs())) {
    process.stderr.write(
      `gprsim: building ${relative(root, file)}, because ${built ? 'a source has changed' : 'it is missing'}\n`,
    );
    await build(name);
  }
  return pathToFileURL(file).href;
}

/**
 * esbuild plugin that requires Node's HTTP module instead of importing it: an import reads all its exports, and one of them loads
 * an HTTP client, which takes a fifth of every start.
 */
const requiredHttp = {
  name: 'required-http',
  setup({ onLoad, onResolve }) {
    const namespace = 'required-http';
    onResolve({ filter: /^(node:)?http$/ }, ({ namespace: from }) =>
      from === namespace ? { path: 'node:http', external: true } : { path: 'node:http', namespace },
    );
    onLoad({ filter: /./, namespace }, () => ({ contents: "module.exports = require('node:http');" }));
  },
};

export async function build(name) {
  // The bundle gets this time, so that a source saved during the build counts as newer.
  const startedAt = new Date();
  const esbuild = await import('esbuild');
  const { licencesOf, packagesOf } = await import('./licences.mjs');
  const { define, source } = await import('../executable/fetch-classes.mjs');
  const { unused } = await import('../executable/unused.mjs');
  // Without stop(), esbuild's service would stay a child process of the program.
  const { outputFiles, metafile } = await esbuild
    .build({
      absWorkingDir: root,
      entryPoints: [entries[name]],
      outfile: bundleFile(name),
      bundle: true,
      write: false,
      metafile: true,
      // `packagesOf` needs paths inside node_modules, even if node_modules is a link.
      preserveSymlinks: true,
      platform: 'node',
      format: 'esm',
      target: 'node22.18',
      external: ['better-sqlite3', 'playwright-core'],
      plugins: [packed, unused, requiredHttp],
      define,
      sourcemap: 'linked',
      // CommonJS packages in the bundle need these.
      banner: {
        js: [
          "import { createRequire as bundleRequire } from 'node:module';",
          'const require = bundleRequire(import.meta.url);',
          'const __filename = import.meta.filename;',
          'const __dirname = import.meta.dirname;',
          source,
        ].join(' '),
      },
      logLevel: 'silent',
    })
    .finally(() => esbuild.stop());
  const licences = await licencesOf(await packagesOf(Object.keys(metafile.inputs)));
  await replaceFile(join(root, 'dist', `${name}.licences.json`), JSON.stringify(licences), startedAt);
  // Write the program last, so that its map and licences exist when it appears.
  for (const output of outputFiles.toSorted(
    (a, b) => Number(b.path.endsWith('.map')) - Number(a.path.endsWith('.map')),
  )) {
    const isMap = output.path.endsWith('.map');
    await replaceFile(
      output.path,
      isMap ? output.contents : asciiOf(withConstants(output.text, root)),
      startedAt,
    );
  }
  return bundleFile(name);
}

/** V8 keeps a source in ASCII in half the memory. Outside comments, esbuild has escaped all other characters. */
function asciiOf(source) {
  return source.replaceAll(/[^\0-\x7F]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function bundleFile(name) {
  return join(root, 'dist', `${name}.mjs`);
}

/** Replaces a file atomically, because several processes may build at once. */
export async function replaceFile(file, contents, modifiedAt = new Date()) {
  await mkdir(dirname(file), { recursive: true });
  const own = join(dirname(file), `.${basename(file)}.${process.pid}`);
  const endEarly = () => {
    rmSync(own, { force: true });
    process.exit(130);
  };
  process.once('SIGINT', endEarly).once('SIGTERM', endEarly);
  try {
    await writeFile(own, contents);
    await utimes(own, modifiedAt, modifiedAt);
    await rename(own, file);
  } catch (error) {
    await rm(own, { force: true });
    throw error;
  } finally {
    process.off('SIGINT', endEarly).off('SIGTERM', endEarly);
  }
}

/** Returns the newest change of a source or a folder; removing a file changes its folder. */
async function newestSourceMs() {
  // Of the fixtures, only the built-in scenarios are sources: users write files beside them.
  const builtin = await readFile(join(root, 'src/scenario/builtin.ts'), 'utf8');
  const scenarios = [...builtin.matchAll(/fixtures\/scenarios\/\w+\.json/g)].map(([path]) => path);
  const times = await Promise.all([...sources, ...scenarios].map((source) => newestMs(join(root, source))));
  return Math.max(...times);
}

async function newestMs(path) {
  const status = await stat(path).catch(() => undefined);
  if (!status?.isDirectory()) return status?.mtimeMs ?? 0;
  const names = await readdir(path);
  return Math.max(status.mtimeMs, ...(await Promise.all(names.map((name) => newestMs(join(path, name))))));
}
