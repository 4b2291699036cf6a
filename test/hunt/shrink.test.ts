// The smallest faults: what is removed, what stays, and what becomes shorter.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readCases, spelled } from '../../src/hunt/faults/cases.ts';
import type { CallFault, Fault, WorldFault } from '../../src/hunt/faults/faults.ts';
import { ratesOf } from '../../src/hunt/faults/faults.ts';
import { drawnPlan, listedPlan } from '../../src/hunt/faults/plan.ts';
import { shrunk } from '../../src/hunt/shrink.ts';

const busy = (nth: number, times = 1): CallFault => ({ fault: 'busy', operation: 'getGpr', nth, times });
const lost = (nth: number): CallFault => ({ fault: 'lost', operation: 'createGpr', nth, times: 1 });
const jump = (atMs: number, forMs: number): WorldFault => ({ fault: 'jump', atMs, forMs });

async function smallest(
  faults: readonly Fault[],
  fails: (faults: readonly Fault[]) => boolean,
  runsMax = 200,
) {
  let runs = 0;
  const failed = async (fewer: readonly Fault[]) => {
    runs++;
    return fails(fewer) ? fewer : undefined;
  };
  const settings = { failed, stepMs: 10_000, runsMax };
  const found = await shrunk(faults, { ...settings, jobs: 1 });
  const ran = runs;
  assert.deepEqual(await shrunk(faults, { ...settings, jobs: 5 }), found);
  return { found, runs: ran };
}

test('of many faults, the two that matter stay', async () => {
  const many = [...Array.from({ length: 30 }, (_, i) => busy(3 * i + 1)), lost(2), jump(50_000, 600_000)];
  const { found } = await smallest(many, (faults) => {
    const kinds = faults.map(({ fault }) => fault);
    return kinds.includes('lost') && kinds.includes('jump');
  });
  assert.deepEqual(
    found?.map(({ fault }) => fault),
    ['lost', 'jump'],
  );
});

test('a run that fails without faults needs none', async () => {
  assert.deepEqual(await smallest([busy(1), lost(1)], () => true), { found: [], runs: 1 });
});

test('a fault moves to an earlier call when those before it are gone', async () => {
  const { found } = await smallest([busy(1, 2), busy(3)], (faults) =>
    faults.some((fault) => 'nth' in fault && fault.nth === 1),
  );
  assert.equal(found?.length, 1);
});

test('faults become shorter', async () => {
  const { found } = await smallest([busy(2, 4), jump(0, 21_600_000)], (faults) => {
    const [first, second] = faults as [CallFault?, WorldFault?];
    return first?.times !== undefined && first.times >= 2 && (second?.forMs ?? 0) >= 300_000;
  });
  assert.deepEqual(found, [busy(2, 2), jump(0, 300_000)]);
});

test('shrinking ends after its runs', async () => {
  const { runs } = await smallest(
    Array.from({ length: 64 }, (_, i) => lost(i + 1)),
    (faults) => faults.length >= 60,
    10,
  );
  assert.equal(runs, 10);
});

test('a list of faults meets the same calls and instants as the draws that it came from', () => {
  const drawn = drawnPlan(5, ratesOf('hostile'));
  const calls = Array.from({ length: 200 }, (_, i) => ['getGpr', i + 1] as const);
  const ofCalls = calls.flatMap(([operation, number]) => drawn.ofCall(operation, number) ?? []);
  const ofWorld = calls.flatMap(([, number]) => drawn.ofWorld(10_000 * number, number));
  assert.ok(ofCalls.length > 20 && ofWorld.length > 10);
  const listed = listedPlan(readAgain([...ofCalls, ...ofWorld]));
  assert.deepEqual(
    calls.flatMap(([operation, number]) => listed.ofCall(operation, number) ?? []),
    ofCalls,
  );
  assert.deepEqual(
    calls.flatMap(([, number]) => listed.ofWorld(10_000 * number, number)),
    ofWorld,
  );
});

/** The faults as a file of cases keeps them. */
function readAgain(faults: readonly Fault[]): readonly Fault[] {
  const file = {
    scenario: 'quiet',
    step: '10s',
    cases: [{ seed: 1, kind: 'leak', faults: faults.map(spelled) }],
  };
  return readCases(JSON.stringify(file)).cases[0]!.faults;
}

test('a wrong file of cases names all that is wrong', () => {
  assert.throws(() => readCases('{'), /^Error: is no JSON: /);
  const wrong = {
    scenario: 'quiet',
    step: 'soon',
    cases: [{ seed: -1, kind: 'leak', faults: [{ fault: 'lost', operation: 'createGpr', nth: 0 }] }],
  };
  assert.throws(
    () => readCases(JSON.stringify(wrong)),
    (error: Error) => {
      for (const where of ['step: ', 'cases.0.seed: ', 'cases.0.faults.0.nth: '])
        assert.ok(error.message.includes(where), error.message);
      return true;
    },
  );
});
