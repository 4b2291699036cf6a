// The cache of what V8 compiles of the program for a start: it takes a third off the time of every start, and is the same
// bytes for the same program.

import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { nodeFlags } from './node-flags.mjs';

const warm = fileURLToPath(new URL('warm.cjs', import.meta.url));

/** Where a cache has the hash of the flags that V8 ran with. */
const flags = [12, 16];

const flagsOfNode = `process.stdout.write(new vm.Script('0').createCachedData().subarray(${flags}))`;

const isTaken = `process.exitCode = Number(
  new vm.Script(fs.readFileSync('gprsim.cjs', 'utf8'), { cachedData: fs.readFileSync('gprsim.cache') }).cachedDataRejected
)`;

/** Adds the cache to a folder of assets. @param node the Node that will use it, which must run here */
export async function addCache(node, folder) {
  const run = (...args) =>
    execFileSync(node, args, {
      cwd: folder,
      env: { TMPDIR: folder },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
  // Compiled functions age with each collection of garbage, and their ages are in the cache: without flushing they have none.
  run('--predictable', '--random-seed=1', '--no-flush-bytecode', warm, folder);
  // The flags change when things are compiled, never what becomes of them: the cache is good with those of the executable.
  const file = join(folder, 'gprsim.cache');
  const cache = await readFile(file);
  run(...nodeFlags, '-e', flagsOfNode).copy(cache, flags[0]);
  await writeFile(file, cache);
  run(...nodeFlags, '-e', isTaken);
}
