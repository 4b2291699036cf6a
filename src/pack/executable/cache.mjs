// Adds V8's code cache of the functions that a start needs. It makes every start a third faster. The same program always
// gives the same bytes.

import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { nodeFlags } from './node-flags.mjs';

const warm = fileURLToPath(new URL('warm.cjs', import.meta.url));

/** Byte range of the hash of V8's flags in a code cache. */
const flags = [12, 16];

const flagsOfNode = `process.stdout.write(new vm.Script('0').createCachedData().subarray(${flags}))`;

const isTaken = `process.exitCode = Number(
  new vm.Script(fs.readFileSync('gprsim.cjs', 'utf8'), { cachedData: fs.readFileSync('gprsim.cache') }).cachedDataRejected
)`;

/** @param node path of the Node binary that goes into the executable; this machine must be able to run it */
export async function addCache(node, folder) {
  const run = (...args) =>
    execFileSync(node, args, {
      cwd: folder,
      env: { TMPDIR: folder },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
  // The cache contains the age of each compiled function, which garbage collections increase; --no-flush-bytecode turns
  // ages off.
  run('--predictable', '--random-seed=1', '--no-flush-bytecode', warm, folder);
  // These flags affect when V8 compiles, not the result, so the cache is also valid with the flags of the executable.
  const file = join(folder, 'gprsim.cache');
  const cache = await readFile(file);
  run(...nodeFlags, '-e', flagsOfNode).copy(cache, flags[0]);
  await writeFile(file, cache);
  run(...nodeFlags, '-e', isTaken);
}
