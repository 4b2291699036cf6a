// The bundles of `dist/` that run under Node: one file each, built from the sources when those are newer. Only
// better-sqlite3 stays outside, since its addon is found through its own package folder. Each bundle has a file beside it
// with the licences of the packages in it.

import { mkdir, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { withConstants } from './constants.mjs';
import { packed } from './packed.mjs';
import { root } from './root.mjs';

/** Name of a bundle to its first source. */
export const entries = { gprsim: 'src/main.ts', library: 'src/library/start.ts', bench: 'bench/main.ts' };

const sources = ['src', 'sim', 'fixtures', 'bench', 'package.json', 'package-lock.json'];

/** Builds the bundle if a source is newer; the address to import it by. */
export async function freshBundle(name) {
  const file = bundleFile(name);
  const built = await stat(file).catch(() => undefined);
  if (!built || built.mtimeMs < (await newestSourceMs())) await build(name);
  return pathToFileURL(file).href;
}

/** Builds the bundle `dist/<name>.mjs`; its path. */
export async function build(name) {
  // A source saved while the build runs must count as newer than the bundle.
  const startedAt = new Date();
  const esbuild = await import('esbuild');
  const { licencesOf, packagesOf } = await import('./licences.mjs');
  const { define, source } = await import('./executable/fetch-classes.mjs');
  const isLibrary = name === 'library';
  // Its service would stay as a child of the program for as long as that runs.
  const { outputFiles, metafile } = await esbuild
    .build({
      absWorkingDir: root,
      entryPoints: [entries[name]],
      outfile: bundleFile(name),
      bundle: true,
      write: false,
      metafile: true,
      // Paths of packages tell which they are, wherever node_modules lies.
      preserveSymlinks: true,
      platform: 'node',
      format: 'esm',
      target: 'node22.18',
      external: ['better-sqlite3'],
      plugins: [packed],
      sourcemap: 'linked',
      // CommonJS packages inside an ES module look for these.
      banner: {
        js: [
          "import { createRequire as bundleRequire } from 'node:module';",
          'const require = bundleRequire(import.meta.url);',
          'const __filename = import.meta.filename;',
          'const __dirname = import.meta.dirname;',
          // The program may replace the classes of fetch; a library leaves them as its process has them.
          isLibrary ? source : '',
        ].join(' '),
      },
      ...(isLibrary && { define }),
      logLevel: 'silent',
    })
    .finally(() => esbuild.stop());
  const licences = await licencesOf(await packagesOf(Object.keys(metafile.inputs)));
  await replaceFile(join(root, 'dist', `${name}.licences.json`), JSON.stringify(licences), startedAt);
  // The program last: whoever finds it finds its map and its licences beside it.
  for (const output of outputFiles.toSorted(
    (a, b) => Number(b.path.endsWith('.map')) - Number(a.path.endsWith('.map')),
  )) {
    const isMap = output.path.endsWith('.map');
    await replaceFile(output.path, isMap ? output.contents : withConstants(output.text, root), startedAt);
  }
  return bundleFile(name);
}

function bundleFile(name) {
  return join(root, 'dist', `${name}.mjs`);
}

/** Several processes may build at once: each writes a file of its own and renames it, so that none reads half a file. */
async function replaceFile(file, contents, modifiedAt) {
  await mkdir(dirname(file), { recursive: true });
  const own = join(dirname(file), `.${basename(file)}.${process.pid}`);
  try {
    await writeFile(own, contents);
    await utimes(own, modifiedAt, modifiedAt);
    await rename(own, file);
  } catch (error) {
    await rm(own, { force: true });
    throw error;
  }
}

/** Newest change of a source, or of a folder, which is where a removed file shows. */
async function newestSourceMs() {
  const times = await Promise.all(sources.map((source) => newestMs(join(root, source))));
  return Math.max(...times);
}

async function newestMs(path) {
  const status = await stat(path).catch(() => undefined);
  if (!status?.isDirectory()) return status?.mtimeMs ?? 0;
  const names = await readdir(path);
  return Math.max(status.mtimeMs, ...(await Promise.all(names.map((name) => newestMs(join(path, name))))));
}
