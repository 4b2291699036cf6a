// Likely starts in small worlds in which what has been seen leaves one future.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { finish } from '../../../../sim/base/pending.ts';
import { type GeneratedWorkload, type Scenario, Seen, Simulation } from '../../../../sim/index.ts';
import { COLORS, generated, request, SECOND, scenarioOf } from '../../../support/scenario.ts';

const ASKED_AT = 30_000 * SECOND;

/** Twenty GPRs that take the whole node one after another. */
function twenty(seen: Partial<GeneratedWorkload>): GeneratedWorkload {
  return generated({
    count: 20,
    interArrivalMeanMs: 1_000 * SECOND,
    gpus: [8],
    priority: { low: 1, medium: 0, high: 0 },
    exitDurationMs: { from: 200 * SECOND, to: 300 * SECOND },
    ...seen,
  });
}

/** Such GPRs, and much later some more of one workspace at almost the same time. */
function scenarioWith(seen: Partial<GeneratedWorkload>, later: object = {}, count = 2): Scenario {
  const big = { gpusPerNode: 8, exitMs: 1_000 * SECOND, ...later };
  const steps = Array.from({ length: count }, (_, i) => ({
    atMs: ASKED_AT + i * SECOND,
    command: request(COLORS[0], big),
  }));
  return { ...scenarioOf(), workload: [twenty(seen), { kind: 'script', steps }] };
}

/** The answer after a time that the first of the later ones has run. @returns from then until the start of the last one, s */
function askedAfter(scenario: Scenario, ranS: number): (number | null)[] {
  const simulation = new Simulation(scenario);
  const seen = new Seen(0);
  simulation.runSome(ASKED_AT + ranS * SECOND, Number.POSITIVE_INFINITY);
  seen.follow(simulation.takeFacts());
  const answer = finish(simulation.likelyStarts({ seen, samples: 20 }));
  assert.ok(answer.ok);
  const { p10, p50, p90, within } = answer.gprs.at(-1)!;
  assert.equal(within, 1);
  return [p10, p50, p90].map((ms) => ms && (ms - ASKED_AT) / SECOND);
}

test('a GPR will likely run for the share of its exit duration that others ran, if it has not run longer', () => {
  const half = scenarioWith({ runtimeShareMilli: { from: 500, to: 500 } });
  assert.deepEqual(askedAfter(half, 10), [500, 500, 500]);
  assert.deepEqual(askedAfter(half, 499), [500, 500, 500]);
  assert.deepEqual(askedAfter(half, 501), [1_000, 1_000, 1_000]);
});

test('a GPR with a far shorter exit duration shows nothing of the run time', () => {
  const half = scenarioWith({ runtimeShareMilli: { from: 500, to: 500 } });
  const short = twenty({ exitDurationMs: { from: SECOND, to: SECOND } });
  assert.deepEqual(askedAfter({ ...half, workload: [short, ...half.workload] }, 10), [500, 500, 500]);
});

test('GPRs of a workspace with an exit duration that has not been seen run alike', () => {
  const few = scenarioWith({ runtimeShareMilli: { from: 100, to: 100 } }, {}, 3);
  const most = twenty({ runtimeShareMilli: { from: 900, to: 900 } });
  const [p10, p50, p90] = askedAfter({ ...few, workload: [most, ...few.workload] }, 10);
  assert.deepEqual([p10, p90], [200, 1_800]);
  assert.ok(p50 === 200 || p50 === 1_800, `${p50}`);
});

test('without ended GPRs, a GPR runs for its whole exit duration', () => {
  const alone = { ...scenarioWith({}), workload: scenarioWith({}).workload.slice(1) };
  assert.deepEqual(askedAfter(alone, 10), [1_000, 1_000, 1_000]);
});

test('a GPR that enforces an idle time-out goes idle when others did, and ends after its own time-out', () => {
  const idle = scenarioWith(
    { idleMilli: 1_000, idleTimeOutMs: 60 * SECOND },
    { enforceIdleTimeOut: true, idleTimeOutMs: 100 * SECOND },
  );
  const [p10, p50, p90] = askedAfter(idle, 1);
  assert.ok(p10! >= 100 && p10! < p50! && p50! < p90! && p90! <= 1_000, `${[p10, p50, p90]}`);
  const busy = scenarioWith(
    { idleMilli: 1_000, idleTimeOutMs: 60 * SECOND },
    { enforceIdleTimeOut: false, idleTimeOutMs: null },
  );
  assert.deepEqual(askedAfter(busy, 1), [1_000, 1_000, 1_000]);
});

test('the answer has the GPRs in the order of the queue', () => {
  const simulation = new Simulation(
    scenarioOf({
      script: [100, 50, 150, 200].map((priority, i) => ({
        atMs: i * SECOND,
        command: request(COLORS[i], { priority, gpusPerNode: 8 }),
      })),
    }),
  );
  simulation.runSome(10 * SECOND, Number.POSITIVE_INFINITY);
  const seen = new Seen(0);
  seen.follow(simulation.takeFacts());
  const answer = finish(simulation.likelyStarts({ seen, samples: 10 }));
  assert.ok(answer.ok);
  const workspaces = answer.gprs.map(({ gprId }) => simulation.views.gpr(gprId)!.workspace);
  assert.deepEqual(workspaces, [COLORS[3], COLORS[2], COLORS[1]]);
});
