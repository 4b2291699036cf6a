// Flips bits of a world's files, one at a time, in every table, the log and the head record.
//   GPRSIM_SEED=<integer> or =random   other bits
//   GPRSIM_RUNS=<number>               multiplies the number of flips

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { temporaryFolder } from '../support/folder.ts';
import { seed } from '../support/property.ts';
import { runs } from '../support/runs.ts';
import { type Flipped, Flips } from './flips.ts';

const FLIPS = runs * 210;

test('a flipped bit anywhere in the files of a world is harmless or reported', async (t) => {
  const flips = await Flips.of(temporaryFolder(t), seed);
  const flipped: (Flipped & { number: number })[] = [];
  for (let number = 0; number < FLIPS; number++) flipped.push({ number, ...(await flips.flip(number)) });
  const counts = Object.groupBy(flipped, ({ result }) => result);
  t.diagnostic(`seed ${seed}: ${Object.entries(counts).map(([result, all]) => `${all.length} ${result}`)}`);
  assert.deepEqual(counts.wrong ?? [], []);
  // The harness changes what matters.
  assert.ok(counts.reported!.length > FLIPS / 2, 'most flips are reported');
});
