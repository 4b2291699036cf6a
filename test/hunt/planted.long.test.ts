// Bugs that are planted in a careful client: a hunt finds each, with a small case that fails again in the same way.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readCases } from '../../src/hunt/faults/cases.ts';
import { hunt } from '../../src/library/index.ts';
import { runs } from '../support/runs.ts';
import { bugs, carefulClient, clientWithBug } from './clients.ts';
import { repeated } from './repeated.ts';

const SEEDS = 1000;
const isQuick = runs < 1;
const planted = Object.keys(bugs).filter((_, index) => !isQuick || index % 6 === 0);
/** How often a case is run again. */
const AGAIN = isQuick ? 4 : 20;

test('the careful client survives', async () => {
  const result = await hunt({ seeds: isQuick ? 60 : SEEDS, jobs: 16 }, carefulClient);
  assert.equal(result.failures, 0, result.text);
});

test(`a hunt of ${SEEDS} seeds finds the bugs, most by one or two faults`, async (t) => {
  const sizes: number[] = [];
  for (const name of planted) {
    const result = await hunt({ seeds: SEEDS, jobs: 16, untilFailure: 1 }, clientWithBug(name));
    const [smallest] = result.cases;
    if (smallest === undefined) {
      t.diagnostic(`not found: ${name}`);
      continue;
    }
    const { seed, kind, faults, hash } = smallest;
    t.diagnostic(`${name}: ${kind}, ${faults.length} faults, seed ${seed}`);
    sizes.push(faults.length);
    const file = { scenario: 'quiet', step: '10s', cases: [{ seed, kind, faults, hash }] };
    const again = await repeated(readCases(JSON.stringify(file)), AGAIN, clientWithBug(name));
    assert.deepEqual([...new Set(again.map((run) => `${run.kind} ${run.hash}`))], [`${kind} ${hash}`], name);
  }
  assert.ok(sizes.length >= planted.length - (isQuick ? 0 : 2), `${sizes.length} bugs found`);
  const median = sizes.toSorted((one, other) => one - other)[sizes.length >> 1]!;
  assert.ok(median <= 2, `the median case has ${median} faults`);
});
