// pkg puts program and assets into a copy of Node. It takes its Nodes from a store below the home folder and fetches
// those that it misses, and it works in a temporary folder: both are given to it here, made for this build alone, so
// that it fetches nothing and nothing of this machine comes into the file.

import { copyFile, mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import pkg from '@yao-pkg/pkg/lib-es5/sea.js';
import { nodeFlags } from './node-flags.mjs';

/** Builds the executable in the folder `work`, with every file of a folder as an asset; its path. */
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
      // Its path is part of the file: it is given as seen from the folder that pkg makes in the temporary one.
      main: '../boot.cjs',
      disableExperimentalSEAWarning: true,
      useSnapshot: false,
      // The program has a cache of its own, which is the same with every build.
      useCodeCache: false,
      execArgv: nodeFlags,
      // NODE_OPTIONS is of the user's other programs.
      execArgvExtension: 'none',
      assets,
    },
  });
  return output;
}

/** Puts a Node where pkg looks for one that it has fetched, checked and unpacked before. */
async function fillStore(store, version, { platform, arch }, binary) {
  const name = `node-v${version}-${platform === 'macos' ? 'darwin' : platform}-${arch}`;
  const isWindows = platform === 'win';
  const archive = join(store, `${name}.${isWindows ? 'zip' : 'tar.gz'}`);
  const unpacked = isWindows ? join(store, `${name}.exe`) : join(store, name, 'bin', 'node');
  await mkdir(join(unpacked, '..'), { recursive: true });
  await symlink(binary, unpacked);
  for (const file of [archive, `${archive}.ok`, `${unpacked}.ok`]) await writeFile(file, '');
}
