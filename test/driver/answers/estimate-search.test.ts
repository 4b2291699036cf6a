// The search for the estimates of one GPR examines a bounded number of changes, one run in a step. Where its pages end does not
// depend on the runs in which the changes are stored.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EstimateRun } from '../../../sim/index.ts';
import { recordedEstimates } from '../../../src/driver/reads/estimates/estimate-search.ts';
import type { Searched } from '../../../src/driver/reads/fact-search.ts';

const UID = 7;
const CHANGES = 700_000;
const EXAMINED_MAX = 200_000;

/** A file whose changes are of other GPRs but for the last. Counts how many runs are read. */
function longLife(changesOfRun: number) {
  const read = { runs: 0 };
  const runOf = (seq: number): EstimateRun => {
    const firstSeq = seq - ((seq - 1) % changesOfRun);
    const count = Math.min(changesOfRun, CHANGES + 1 - firstSeq);
    const words = Array.from({ length: count }, (_, i) => {
      const uid = firstSeq + i === CHANGES ? UID : UID + 1;
      return [60_000 * (firstSeq + i), uid, 1e12, 1];
    });
    return { firstSeq, count, words: Float64Array.from(words.flat()) };
  };
  const simulation = { uidOf: () => UID, nowMs: 60_000 * CHANGES, viewFacts: () => [] };
  const tail = { allAfter: () => [] };
  const searched = {
    past: () => ({
      facts: 0,
      branch: 1,
      estimates: CHANGES,
      estimateSpan: () => ({ first: 1, last: CHANGES }),
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
  for (const changesOfRun of [7, 64, 4096]) {
    const { read, searched } = longLife(changesOfRun);
    const ends: number[] = [];
    for (let after = 0; after < CHANGES; ) {
      const pending = recordedEstimates('gpr', after, 100, searched);
      for (;;) {
        const runs = read.runs;
        const isDone = pending.run(1);
        assert.ok(read.runs - runs <= 1, 'a step reads one run');
        if (isDone) break;
      }
      const { waits, next, total } = pending.answer();
      assert.equal(total, CHANGES);
      const found = next < total ? [] : [[CHANGES]];
      assert.deepEqual(
        waits.map(({ changes }) => changes.map(({ seq }) => seq)),
        found,
      );
      ends.push(next);
      after = next;
    }
    assert.deepEqual(ends, [EXAMINED_MAX, 2 * EXAMINED_MAX, 3 * EXAMINED_MAX, CHANGES]);
    assert.ok(
      read.runs <= CHANGES / changesOfRun + 2 * ends.length,
      'a run is read again only by the next page',
    );
  }
});
