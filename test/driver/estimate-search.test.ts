// The search for the estimates of one GPR examines a bounded number of changes, one run in a step.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EstimateRun } from '../../sim/index.ts';
import { recordedEstimates } from '../../src/driver/reads/estimate-search.ts';
import type { Searched } from '../../src/driver/reads/fact-search.ts';

const UID = 7;
const RUNS = 20_000;

/** A file with many runs of one change, of other GPRs but for the last. Counts how many are read. */
function longLife() {
  const read = { runs: 0 };
  const runOf = (seq: number): EstimateRun => {
    const uid = seq === RUNS ? UID : UID + 1;
    return { firstSeq: seq, count: 1, words: Float64Array.of(60_000 * seq, uid, 1e12, 1) };
  };
  const simulation = { uidOf: () => UID, nowMs: 60_000 * RUNS, viewFacts: () => [] };
  const tail = { allAfter: () => [] };
  const searched = {
    past: () => ({
      facts: 0,
      branch: 1,
      estimates: RUNS,
      estimateSpan: () => ({ first: 1, last: RUNS }),
      factSpan: () => ({ first: 1, last: 0 }),
      estimateRunsFrom(seq: number, limit: number) {
        read.runs += limit;
        return [runOf(seq)];
      },
    }),
    simulation: () => simulation,
    tail: () => tail,
    gpr: () => ({ createdAtMs: 0, endedAtMs: null }),
  };
  return { read, searched: searched as unknown as Searched };
}

test('a page examines a bounded number of changes, and the pages together find what there is', () => {
  const { read, searched } = longLife();
  let pages = 0;
  for (let after = 0; ; pages++) {
    const pending = recordedEstimates('gpr', after, 100, searched);
    const before = read.runs;
    for (;;) {
      const runs = read.runs;
      const isDone = pending.run(1);
      assert.ok(read.runs - runs <= 1, 'a step reads one run');
      if (isDone) break;
    }
    assert.ok(read.runs - before < RUNS / 4, 'a page ends long before the life of the GPR');
    const { waits, next, total } = pending.answer();
    assert.ok(next > after);
    after = next;
    if (next < total) {
      assert.deepEqual(waits, []);
      continue;
    }
    assert.deepEqual(
      waits.map(({ changes }) => changes.map(({ seq }) => seq)),
      [[RUNS]],
    );
    break;
  }
  assert.ok(pages >= 4, `${pages} pages`);
  assert.equal(read.runs, RUNS, 'no run is read twice');
});
