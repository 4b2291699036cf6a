// Adds V8's code caches of the functions that the start of some commands needs. They make every start faster. The same program
// always gives the same bytes.

import { execFileSync } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { nodeFlags } from './node-flags.mjs';

const inFolder = (file) => fileURLToPath(new URL(file, import.meta.url));

/** The commands. Each one adds its functions to the caches of the commands before it. */
const COMMANDS = [
  'version',
  '--help',
  'run tiny',
  'serve demo --paused --db :memory: --listen 127.0.0.1:0 --json',
];

/** Byte range of the hash of V8's flags in a code cache. */
const flags = [12, 16];

const flagsOfNode = `process.stdout.write(new vm.Script('0').createCachedData().subarray(${flags}))`;

const areTaken = `for (const file of fs.readdirSync('.').filter((name) => name.endsWith('.cache'))) {
  const source = fs.readFileSync(file.replace('.cache', ''), 'latin1');
  if (new vm.Script(source, { cachedData: fs.readFileSync(file) }).cachedDataRejected) throw new Error(file);
}`;

/** @param node path of the Node binary that goes into the executable; this machine must be able to run it */
export async function addCaches(node, folder) {
  const run = (...args) =>
    execFileSync(node, args, {
      cwd: folder,
      env: { TMPDIR: folder },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
  // The cache contains the age of each compiled function, which garbage collections increase; --no-flush-bytecode turns
  // ages off.
  const deterministic = ['--predictable', '--random-seed=1', '--no-flush-bytecode'];
  for (const command of COMMANDS)
    run(...deterministic, inFolder('warm.cjs'), inFolder('boot.cjs'), folder, ...command.split(' '));
  // These flags affect when V8 compiles, not the result, so the caches are also valid with the flags of the executable.
  const hash = run(...nodeFlags, '-e', flagsOfNode);
  for (const name of await readdir(folder)) {
    if (!name.endsWith('.cache')) continue;
    const cache = await readFile(join(folder, name));
    hash.copy(cache, flags[0]);
    await writeFile(join(folder, name), cache);
  }
  run(...nodeFlags, '-e', areTaken);
}
