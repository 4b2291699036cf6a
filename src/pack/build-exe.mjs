// npm run build:exe [-- TARGET...]: builds the program as one file that needs nothing beside it, without a target for
// this platform. Node, SQLite's addon, the program and the licences of all of them are inside. It is the Node that runs
// this, so that the same commit gives the same bytes wherever its locked packages are installed.

import './require-node.mjs';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { addCache } from './executable/cache.mjs';
import { inject } from './executable/inject.mjs';
import { nodeBinary } from './executable/node-binary.mjs';
import { programOf } from './executable/program.mjs';
import { hostTarget, targets } from './executable/targets.mjs';
import { licencesOfExecutable } from './licences.mjs';
import { root } from './root.mjs';

const dist = join(root, 'dist');
const names = process.argv.slice(2);
const unknown = names.filter((name) => !Object.hasOwn(targets, name));

if (unknown.length > 0) {
  console.error(`There is no target ${unknown.join(', ')}. There are: ${Object.keys(targets).join(', ')}.`);
  process.exitCode = 2;
} else {
  try {
    for (const name of names.length > 0 ? names : [hostTarget()]) await buildFor(targets[name]);
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}

async function buildFor(target) {
  await mkdir(dist, { recursive: true });
  // Whatever is written on the way lies here, and goes at the end.
  const work = await mkdtemp(join(dist, '.executable-'));
  try {
    const node = await nodeBinary(target, work);
    const { assets, packages } = await programOf();
    assets['licences.json'] = JSON.stringify(await licencesOfExecutable(packages, node.licence));
    assets['better_sqlite3.node'] = await readFile(
      join(root, 'node_modules/better-sqlite3/prebuilds', target.addon),
    );
    const folder = join(work, 'assets');
    await mkdir(folder);
    for (const [name, content] of Object.entries(assets)) await writeFile(join(folder, name), content);
    // What is for another platform starts more slowly: only its own Node could make the cache.
    if (target === targets[hostTarget()]) await addCache(node.binary, folder);
    const built = await inject(target, work, node.binary, folder);
    const file = join(dist, target.file);
    await rename(built, file);
    const content = await readFile(file);
    const sha256 = createHash('sha256').update(content).digest('hex');
    console.log(`${relative(root, file)}  ${(content.length / 1e6).toFixed(1)} MB  sha256 ${sha256}`);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}
