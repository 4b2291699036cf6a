// Properties of queue policies on random logs of a machine with interchangeable processors.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type BuiltWorld, buildWorld, engineOf } from '../../../sim/build.ts';
import { NEVER, Simulation, textOf } from '../../../sim/index.ts';
import { NONE } from '../../../sim/tables/gprs/gpr-table.ts';
import { property } from '../../support/property.ts';
import { World } from '../../support/world.ts';
import { type Log, logs, machine } from './machine-logs.ts';

/** The starts of the jobs. The checker sees all facts. */
function startsOf(log: Log, queue: string): number[] {
  const world = new World(machine(log, queue)).run(NEVER);
  const startOf = new Map<string, number>();
  const created: string[] = [];
  for (const { kind, gprId, atMs } of world.facts) {
    if (kind === 'gpr.created') created.push(gprId!);
    if (kind === 'gpr.provisioning') startOf.set(gprId!, atMs);
  }
  return created.map((gprId) => startOf.get(gprId)!);
}

property('under strict, jobs start in order of arrival', 100, logs, (log) => {
  const starts = startsOf(log, 'strict');
  assert.deepEqual(
    starts,
    starts.toSorted((a, b) => a - b),
  );
});

property('backfill never delays the blocked head beyond its reservation', 100, logs, (log) => {
  const { processors, jobs } = log;
  const starts = startsOf(log, 'backfill');
  jobs.forEach((job, j) => {
    // The job is the head from this instant on: it has arrived, and all before it have started.
    const headMs = Math.max(job.arrivalMs, ...starts.slice(0, j));
    if (starts[j] <= headMs) return;
    const running = jobs
      .map(({ exitMs, runMs, gpusPerNode }, i) => ({
        startMs: starts[i]!,
        endMs: starts[i]! + runMs,
        plannedMs: starts[i]! + exitMs,
        gpusPerNode,
      }))
      .filter(({ startMs, endMs }) => startMs <= headMs && endMs > headMs);
    const freeAt = (atMs: number) =>
      running.reduce(
        (free, { plannedMs, gpusPerNode }) => (plannedMs > atMs ? free - gpusPerNode : free),
        processors,
      );
    const reservedMs = Math.min(
      ...running.map(({ plannedMs }) => plannedMs).filter((atMs) => freeAt(atMs) >= job.gpusPerNode),
    );
    assert.ok(starts[j] <= reservedMs, `job ${j} starts at ${starts[j]}, reserved ${reservedMs}`);
  });
});

/** Calls `see` with each waiting GPR at the end of each instant: its number and its plan. */
function plansOf(world: BuiltWorld, see: (number: number, planMs: number) => void): void {
  const { core, index } = world;
  const engine = engineOf(world);
  for (let atMs = core.nextAt(); atMs < NEVER; atMs = core.nextAt()) {
    engine.runTo(atMs);
    core.facts.drop();
    for (const { rows, size } of core.pools[0].heads.lanes) {
      for (const row of rows.subarray(0, size)) {
        assert.notEqual(index.rowOf(core.gprs.uid[row]), NONE);
        see(Math.floor(core.gprs.rank[row] % 2 ** 40), core.gprs.plannedAt[row]);
      }
    }
  }
}

property(
  'under conservative, no job starts later than first planned, and no plan becomes later',
  100,
  logs,
  (log) => {
    const starts = startsOf(log, 'conservative');
    const plans = new Map<number, number>();
    plansOf(buildWorld(machine(log, 'conservative')), (number, planMs) => {
      assert.ok(planMs <= (plans.get(number) ?? Infinity), `job ${number}`);
      assert.ok(starts[number]! <= planMs, `job ${number}`);
      plans.set(number, planMs);
    });
  },
);

property(
  'under conservative with exact exit durations, each job starts at its first plan and its estimate',
  100,
  logs,
  ({ jobs, ...log }) => {
    const exact = { ...log, jobs: jobs.map((job) => ({ ...job, exitMs: job.runMs })) };
    const starts = startsOf(exact, 'conservative');
    plansOf(buildWorld(machine(exact, 'conservative')), (number, planMs) => {
      assert.equal(planMs, starts[number]);
    });
    const simulation = new Simulation(machine(exact, 'conservative'));
    const [middle] = exact.jobs.slice(exact.jobs.length >> 1);
    simulation.runTo(middle!.arrivalMs);
    const created = simulation.viewFacts(simulation.takeFacts()).filter(({ kind }) => kind === 'gpr.created');
    const known = created.map(({ gprId }) => simulation.estimate(gprId!).startMs);
    known.forEach((startMs, j) => {
      if (startMs !== null) assert.equal(startMs, starts[j]);
    });
  },
);

/** Jobs of 4 processors: 3 until 10 s by their exit duration, 4, 2 and 1. */
const few: Log = {
  processors: 4,
  cycle: 'event',
  jobs: [
    { arrivalMs: 0, gpusPerNode: 3, exitMs: 10_000, runMs: 4_000 },
    { arrivalMs: 1_000, gpusPerNode: 4, exitMs: 5_000, runMs: 5_000 },
    { arrivalMs: 1_000, gpusPerNode: 2, exitMs: 20_000, runMs: 20_000 },
    { arrivalMs: 2_000, gpusPerNode: 1, exitMs: 9_000, runMs: 1_000 },
    { arrivalMs: 2_000, gpusPerNode: 1, exitMs: 8_000, runMs: 1_000 },
  ],
};

test('an early end moves plans to the front, in the order of the queue', () => {
  // At 1 s, the plans are 10 s for the second job and 15 s for the third. The fourth would delay the second (it would end at 11 s)
  // and is planned at 15 s; the fifth ends at 10 s and starts at 2 s, on the last processor, for 1 s. At 4 s, all four are free.
  assert.deepEqual(startsOf(few, 'conservative'), [0, 4_000, 9_000, 9_000, 2_000]);
  // Under backfill, the reservation of the second job alone counts.
  assert.deepEqual(startsOf(few, 'backfill'), [0, 4_000, 9_000, 9_000, 2_000]);
});

property(
  'a world under conservative goes on exactly after it was saved, also in an open round',
  60,
  fc.tuple(logs, fc.nat(1000), fc.boolean()),
  ([log, place, isOpen]) => {
    const scenario = machine(log, 'conservative');
    const whole = new Simulation(scenario);
    whole.runTo(NEVER);
    const atMs = Math.floor((whole.nowMs * place) / 1000);
    const first = new Simulation(scenario);
    if (isOpen) first.openAt(atMs);
    else first.runTo(atMs);
    first.dropFacts();
    const second = Simulation.restore(scenario, first.save());
    second.runTo(NEVER);
    assert.equal(second.clock().hash, whole.clock().hash);
  },
);

/** Nine of ten processors are taken until 100 s. Then `wide` GPRs wait for all of them, for a second each, and at last one for one processor. */
const waitingLog = (wide: number): Log => ({
  processors: 10,
  cycle: 'instant',
  jobs: [
    { arrivalMs: 0, gpusPerNode: 9, exitMs: 100_000, runMs: 100_000 },
    ...Array.from({ length: wide }, () => ({ arrivalMs: 1000, gpusPerNode: 10, exitMs: 1000, runMs: 1000 })),
    { arrivalMs: 2000, gpusPerNode: 1, exitMs: 1000, runMs: 1000 },
  ],
});

test('under conservative, only the first 5,000 GPRs that wait have plans', () => {
  assert.equal(startsOf(waitingLog(4999), 'conservative').at(-1), 2000);
  // When the first of the 5,000 starts, the last GPR is among the first 5,000, and the others have plans until 5,100 s.
  assert.equal(startsOf(waitingLog(5000), 'conservative').at(-1), 5_100_000);

  const world = new World(machine(waitingLog(5000), 'conservative')).run(2000);
  const { sentence, plannedStartMs } = world.simulation.explain(
    world.facts.findLast(({ kind }) => kind === 'gpr.created')!.gprId!,
  )!;
  assert.deepEqual(
    [plannedStartMs, textOf(sentence)],
    [
      null,
      'needs 1 × 1 GPU of machine in machine: 1 GPU is free; its start is planned when it is one of the first 5000 GPRs that wait',
    ],
  );
});
