// npm run build:exe [-- TARGET...]: builds an executable with everything inside: Node, SQLite's addon, the program, and
// all licences. The default target is this platform. The executable contains the version of Node that runs the build, so
// one commit with its locked packages gives the same bytes on every machine.

import './require-node.mjs';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { licencesOfExecutable } from './bundling/licences.mjs';
import { addCaches } from './executable/cache.mjs';
import { inject } from './executable/inject.mjs';
import { nodeBinary } from './executable/node-binary.mjs';
import { programOf } from './executable/program.mjs';
import { hostTarget, targets } from './executable/targets.mjs';
import { root } from './root.mjs';

const dist = join(root, 'dist');
const names = process.argv.slice(2);
const unknown = names.filter((name) => !Object.hasOwn(targets, name));

if (unknown.length > 0) {
  console.error(`unknown target ${unknown.join(', ')}; targets are ${Object.keys(targets).join(', ')}`);
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
    // Only the target's Node can make the caches, so an executable for another platform has none and starts more slowly.
    if (target === targets[hostTarget()]) await addCaches(node.binary, folder);
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
