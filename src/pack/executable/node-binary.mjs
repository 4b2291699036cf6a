// The Node that goes into an executable: of the version that runs the build, from the package that is installed, or from
// the registry for another platform.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fetchNode } from '../node-package.mjs';
import { root } from '../root.mjs';
import { hostTarget, targets } from './targets.mjs';

const version = process.versions.node;

/** Path of the binary and text of its licence. @param work a folder for what has to be fetched */
export async function nodeBinary(target, work) {
  const installed = await inPackage(target, root);
  if (installed !== undefined) return installed;
  try {
    fetchNode(target.nodePackage, version, work);
  } catch (error) {
    throw new Error(
      `${error.message}. An executable has the Node that builds it, here ${version}; without a connection, or where ` +
        `there is no such package, build with one whose package is installed. Installed with npm ci: ${hostTarget()} ` +
        `(${targets[hostTarget()]?.nodePackage ?? 'none'}).`,
    );
  }
  const fetched = await inPackage(target, work);
  if (fetched !== undefined) return fetched;
  throw new Error(`npm brought no ${target.nodePackage} ${version}.`);
}

async function inPackage({ nodePackage, binary }, under) {
  const folder = join(under, 'node_modules', nodePackage);
  const about = await readFile(join(folder, 'package.json'), 'utf8').catch(() => undefined);
  if (about === undefined || JSON.parse(about).version !== version) return undefined;
  return { binary: join(folder, binary), licence: await licenceIn(folder) };
}

/** Not every package has it; that of this machine is of the same version. */
async function licenceIn(folder) {
  const read = (path) => readFile(join(path, 'LICENSE'), 'utf8');
  const host = targets[hostTarget()]?.nodePackage ?? '';
  return read(folder).catch(() => read(join(root, 'node_modules', host)));
}
