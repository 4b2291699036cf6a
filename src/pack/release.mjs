// npm run release [-- --out FOLDER] [--tag TAG] [TARGET...]: builds a release: an executable for each target, the
// package, and their checksums. The default targets are all platforms whose Node is locked.

import './require-node.mjs';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { targets } from './executable/targets.mjs';
import { root } from './root.mjs';

const { version } = await packageAt('.');

try {
  await release();
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}

async function release() {
  const { values, positionals } = parseArgs({
    options: { out: { type: 'string', default: join(root, 'dist/release') }, tag: { type: 'string' } },
    allowPositionals: true,
  });
  if (values.tag !== undefined && values.tag !== `v${version}`) {
    throw new Error(`the tag ${values.tag} does not match package.json; it must be v${version}`);
  }
  const out = resolve(values.out);
  await mkdir(out, { recursive: true });
  if ((await readdir(out)).length > 0)
    throw new Error(`${out} is not empty; remove it or use another folder`);
  const names = positionals.length > 0 ? positionals : await lockedTargets();
  for (const name of names) {
    run(process.execPath, join(root, 'src/pack/build-exe.mjs'), name);
    const { file } = targets[name];
    await copyFile(
      join(root, 'dist', file),
      join(out, `gprsim-${version}-${name}${/\.exe$/.exec(file) ?? ''}`),
    );
  }
  npm('pack', '--pack-destination', out);
  await writeChecksums(out);
  for (const name of (await readdir(out)).sort()) console.log(relative(process.cwd(), join(out, name)));
}

/** Returns the targets whose Node is a locked dependency in the version of the Node that runs the build. */
async function lockedTargets() {
  const { optionalDependencies } = await packageAt('src/pack/platform');
  const isLocked = ({ nodePackage }) => optionalDependencies[nodePackage] === process.versions.node;
  const names = Object.keys(targets);
  const left = names.filter((name) => !isLocked(targets[name]));
  if (left.length > 0)
    console.log(`skipped, because Node ${process.versions.node} is not locked for them: ${left.join(', ')}`);
  return names.filter((name) => isLocked(targets[name]));
}

/** Writes checksums in the format of `sha256sum --check`. */
async function writeChecksums(folder) {
  const lines = [];
  for (const name of (await readdir(folder)).sort()) {
    const sha256 = createHash('sha256').update(await readFile(join(folder, name)));
    lines.push(`${sha256.digest('hex')}  ${name}\n`);
  }
  await writeFile(join(folder, 'SHA256SUMS'), lines.join(''));
}

async function packageAt(folder) {
  return JSON.parse(await readFile(join(root, folder, 'package.json'), 'utf8'));
}

function npm(...args) {
  const { npm_execpath: script } = process.env;
  if (script === undefined) run('npm', ...args);
  else run(process.execPath, script, ...args);
}

function run(program, ...args) {
  const { status, error } = spawnSync(program, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
  if (status !== 0) throw new Error(error?.message ?? `${args.join(' ')} failed`);
}
