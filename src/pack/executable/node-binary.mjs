// Finds the Node for an executable, in the version that runs the build: in the installed package, or fetched by npm.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fetchNode } from '../node-package.mjs';
import { root } from '../root.mjs';
import { hostTarget, targets } from './targets.mjs';

const version = process.versions.node;

export async function nodeBinary(target, work) {
  const installed = await inPackage(target, root);
  if (installed !== undefined) return installed;
  try {
    fetchNode(target.nodePackage, version, work);
  } catch (error) {
    throw new Error(
      `${error.message}. The executable needs the Node version that runs the build, ${version}. ` +
        'If the registry has no such package or cannot be reached, build with a Node whose package is installed. ' +
        `npm ci installs ${targets[hostTarget()]?.nodePackage ?? 'none'} for ${hostTarget()}.`,
    );
  }
  const fetched = await inPackage(target, work);
  if (fetched !== undefined) return fetched;
  throw new Error(
    `npm reported success, but ${target.nodePackage} ${version} is not in ${work}/node_modules`,
  );
}

async function inPackage({ nodePackage, binary }, under) {
  const folder = join(under, 'node_modules', nodePackage);
  const about = await readFile(join(folder, 'package.json'), 'utf8').catch(() => undefined);
  if (about === undefined || JSON.parse(about).version !== version) return undefined;
  return { binary: join(folder, binary), licence: await licenceIn(folder) };
}

/** Returns the licence of Node. If the package has none, it takes the one of this machine's package, the same version. */
async function licenceIn(folder) {
  const read = (path) => readFile(join(path, 'LICENSE'), 'utf8');
  const host = targets[hostTarget()]?.nodePackage ?? '';
  return read(folder).catch(() => read(join(root, 'node_modules', host)));
}
