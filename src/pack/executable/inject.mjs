// Runs pkg, which puts the program and assets into a copy of Node. pkg reads Nodes from a store in the home folder,
// fetches missing ones, and works in the temporary folder. Both folders are set to new ones for this build, so that pkg
// fetches nothing and no path of this machine gets into the file.

import { copyFile, mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import pkg from '@yao-pkg/pkg/lib-es5/sea.js';
import { nodeFlags } from './node-flags.mjs';

/** Builds the executable in `work` from the Node `binary` and the assets in `folder`; returns its path. */
export async function inject(target, work, binary, folder) {
  const version = process.versions.node;
  const { platform, arch } = target;
  await fillStore(join(work, '.pkg-cache', 'sea'), version, target, binary);
  process.env.HOME = work;
  process.env.USERPROFILE = work;
  for (const name of ['TMPDIR', 'TEMP', 'TMP']) process.env[name] = work;

  const assets = Object.fromEntries((await readdir(folder)).sort().map((name) => [name, join(folder, name)]));
  const boot = join(work, 'boot.cjs');
  await copyFile(new URL('boot.cjs', import.meta.url), boot);
  const output = join(work, basename(target.file));
  await pkg.default(boot, {
    targets: [{ nodeRange: `node${version}`, platform, arch, output }],
    signature: true,
    seaConfig: {
      // This path becomes part of the file, so it is relative to the folder that pkg makes inside `work`.
      main: '../boot.cjs',
      disableExperimentalSEAWarning: true,
      useSnapshot: false,
      // The program has a reproducible cache instead (`cache.mjs`).
      useCodeCache: false,
      execArgv: nodeFlags,
      // Ignore NODE_OPTIONS, which users set for other programs.
      execArgvExtension: 'none',
      assets,
    },
  });
  return output;
}

/** Puts a Node into pkg's store in such a way that pkg takes it as fetched, checked and unpacked. */
async function fillStore(store, version, { platform, arch }, binary) {
  const name = `node-v${version}-${platform === 'macos' ? 'darwin' : platform}-${arch}`;
  const isWindows = platform === 'win';
  const archive = join(store, `${name}.${isWindows ? 'zip' : 'tar.gz'}`);
  const unpacked = isWindows ? join(store, `${name}.exe`) : join(store, name, 'bin', 'node');
  await mkdir(join(unpacked, '..'), { recursive: true });
  await symlink(binary, unpacked);
  for (const file of [archive, `${archive}.ok`, `${unpacked}.ok`]) await writeFile(file, '');
}
