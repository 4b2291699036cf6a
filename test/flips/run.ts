// node test/flips/run.ts [--flips N] [--seed N] [--flip N]
// Flips bits of a world's files, one at a time, in every table, the log and the head record, and counts what comes of it.
// Exits with 1 if a flip is served as if nothing had happened.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Flips } from './flips.ts';

const { values } = parseArgs({
  options: {
    flips: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    flip: { type: 'string' },
  },
});

const folder = mkdtempSync(join(tmpdir(), 'gprsim-flips-'));
try {
  const flips = await Flips.of(folder, Number(values.seed));
  const only = values.flip;
  const numbers =
    only === undefined ? Array.from({ length: Number(values.flips) }, (_, i) => i) : [Number(only)];
  const counts: Record<string, Record<string, number>> = {};
  for (const number of numbers) {
    const { place, result, why } = await flips.flip(number);
    for (const key of [place, 'in all']) {
      counts[key] ??= { harmless: 0, reported: 0, wrong: 0 };
      counts[key][result]++;
    }
    if (only !== undefined) console.log(`${place}: ${result}: ${why}`);
    if (result !== 'wrong') continue;
    console.log(`${place}: ${why}\n  node test/flips/run.ts --seed ${values.seed} --flip ${number}`);
    process.exitCode = 1;
  }
  if (only === undefined) console.table(counts);
} finally {
  rmSync(folder, { recursive: true });
}
