// Builds the bundles in `dist/`, and rebuilds them if a source is newer: a file that starts the program, its chunks, and a file
// with the licences of its packages. better-sqlite3 and playwright-core are not bundled, because they locate files relative to
// their package folders.

import { rmSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../root.mjs';

export const entries = { gprsim: 'src/main.ts', library: 'src/library/index.ts', bench: 'bench/main.ts' };

const DAY_MS = 24 * 60 * 60 * 1000;

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

/** Builds the bundle. Chunks of earlier builds stay for this time, because a program that runs may load them. */
export async function build(name, keptMs = DAY_MS) {
  // The bundle gets this time, so that a source saved during the build counts as newer.
  const startedAt = new Date();
  const { licencesOf, packagesOf } = await import('./licences.mjs');
  const { chunksOf } = await import('./chunks.mjs');
  const { files, first, exports, metafile } = await chunksOf(name, entries[name], {
    target: 'node22.18',
    external: ['better-sqlite3', 'playwright-core'],
  });
  const licences = await licencesOf(await packagesOf(Object.keys(metafile.inputs)));
  files.set(`${name}.licences.json`, JSON.stringify(licences));
  // Write the program last, so that its chunks and licences exist when it appears.
  files.set(
    `${name}.mjs`,
    [
      "import { createRequire } from 'node:module';",
      // A chunk may need it late. Without it, the program ends at once.
      "import.meta.resolve('better-sqlite3');",
      `const program = createRequire(import.meta.url)('./${first}');`,
      ...exports.map((exported) => `export const ${exported} = program.${exported};`),
      '',
    ].join('\n'),
  );
  for (const [file, content] of files) await replaceFile(join(root, 'dist', file), content, startedAt);
  await removeChunks(name, files, Date.now() - keptMs);
  return bundleFile(name);
}

/** Removes the chunks of earlier builds that are older than an instant. */
async function removeChunks(name, files, beforeMs) {
  const dist = join(root, 'dist');
  for (const file of await readdir(dist)) {
    if (!file.startsWith(`${name}-`) || !/\.cjs(\.map)?$/.test(file) || files.has(file)) continue;
    const path = join(dist, file);
    const status = await stat(path).catch(() => undefined);
    if (status?.mtimeMs < beforeMs) await rm(path, { force: true });
  }
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
