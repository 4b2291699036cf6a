// Properties of queue policies on random logs of a machine with interchangeable processors.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { NEVER, Simulation, textOf } from '../../../sim/index.ts';
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

/** At 10 s, when its exit duration is over, the machine fails until 20 s: the GPR is queued again, with no time left. */
function worldOfTimeless(): { readonly world: World; readonly timeless: string } {
  const world = new World(machine({ processors: 4, cycle: 'event', jobs: [] }, 'conservative')).at(0);
  const timeless = world.create('user', { gpusPerNode: 4, exitMs: 10_000, requeueOnFailure: true });
  world
    .at(10_000)
    .do({ kind: 'node.down', cluster: 'machine', node: 'machine-machine-0', repairAfterMs: 10_000 });
  assert.equal(world.gpr(timeless).state, 'Queued');
  return { world, timeless };
}

test('a GPR with no time left keeps its planned start when another one arrives', () => {
  const { world, timeless } = worldOfTimeless();
  const first = world.create('user', { gpusPerNode: 4, exitMs: 10_000, priority: 200 });
  const second = world.at(25_000).create('user', { gpusPerNode: 1, exitMs: 5_000, priority: 200 });
  world.run(60_000);
  const starts = [first, timeless, second].map((gprId) => world.starts(gprId).at(-1));
  assert.deepEqual(starts, [20_000, 30_000, 30_001]);
});

test('a GPR with no time left keeps its planned start when another one leaves the queue', () => {
  const { world, timeless } = worldOfTimeless();
  const other = world.create('user', { gpusPerNode: 1, exitMs: 5_000 });
  const last = world.create('user', { gpusPerNode: 1, exitMs: 5_000 });
  world.do({ kind: 'gpr.delete', gprId: last });
  world.run(60_000);
  const starts = [timeless, other].map((gprId) => world.starts(gprId).at(-1));
  assert.deepEqual(starts, [20_000, 20_001]);
});
