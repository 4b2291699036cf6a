// Explanations under `conservative`: the planned start, and which planned GPR a start now would delay.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type BuiltWorld, buildWorld, engineOf } from '../../../sim/build.ts';
import { NEVER, Simulation, textOf } from '../../../sim/index.ts';
import { plannedEnd } from '../../../sim/kernel/gprs/planned-end.ts';
import { explain } from '../../../sim/reading/waits/waiting-explanation.ts';
import { property } from '../../support/property.ts';
import { SECOND } from '../../support/scenario.ts';
import { World } from '../../support/world.ts';
import { type Log, logs, machine } from '../scheduling/machine-logs.ts';

/** The rows of the waiting GPRs, by rank. */
function waiting({ core }: BuiltWorld): number[] {
  const { gprs, pools } = core;
  const rows = pools[0].heads.lanes.flatMap(({ rows, size }) => [...rows.subarray(0, size)]);
  return rows.sort((a, b) => gprs.rank[a] - gprs.rank[b]);
}

/** The processors that running GPRs and the plans of waiting ones leave at an instant. */
function freeAt(world: BuiltWorld, atMs: number, without: number): number {
  const { gprs, rules, pools, demands } = world.core;
  let free = pools[0].capacity.gpuCounts[0];
  pools[0].eachRunning(gprs, (row) => {
    if (plannedEnd(gprs, rules, row) > atMs) free -= gprs.gpusHeld[row];
  });
  for (const row of waiting(world)) {
    const plan = gprs.plannedAt[row];
    const isHeld = row !== without && plan <= atMs && atMs < plan + gprs.exitLeftMs[row];
    if (isHeld) free -= demands.gpus[gprs.demand[row]];
  }
  return free;
}

/** Of the waiting GPRs that a GPR would delay, the one with the first plan; undefined if it does not fit now. */
function delayedBy(world: BuiltWorld, row: number): number | undefined {
  const { gprs, demands, now } = world.core;
  const needs = demands.gpus[gprs.demand[row]];
  const [first] = waiting(world)
    .filter((other) => {
      const plan = gprs.plannedAt[other];
      const overlaps = plan >= now && plan < now + gprs.exitLeftMs[row];
      return other !== row && overlaps && freeAt(world, plan, row) < needs;
    })
    .sort((a, b) => gprs.plannedAt[a] - gprs.plannedAt[b] || gprs.rank[a] - gprs.rank[b]);
  return world.core.pools[0].capacity.fits(gprs.demand[row]) ? first : undefined;
}

/** Explains each waiting GPR at the end of each instant. Returns the hash at the end, and the planned starts by id. */
function explainAll(log: Log): { hash: string; plans: Map<string, number[]> } {
  const world = buildWorld(machine(log, 'conservative'));
  const { core, ids } = world;
  const engine = engineOf(world);
  const plans = new Map<string, number[]>();
  for (let atMs = core.nextAt(); atMs < NEVER; atMs = core.nextAt()) {
    engine.runTo(atMs);
    for (const row of waiting(world)) {
      const uid = core.gprs.uid[row];
      const delayed = delayedBy(world, row);
      const { plannedStartMs, behind, behindBecause } = explain(world, uid)!;
      assert.equal(plannedStartMs, core.gprs.plannedAt[row]);
      assert.equal(behind, delayed === undefined ? null : ids.gprId(core.gprs.uid[delayed]));
      assert.equal(behindBecause, delayed === undefined ? null : 'backfill-reservation');
      const gprId = ids.gprId(uid);
      plans.set(gprId, [...(plans.get(gprId) ?? []), plannedStartMs!]);
    }
  }
  return { hash: core.facts.digest(), plans };
}

function startsOf(simulation: Simulation): Map<string, number> {
  simulation.runTo(NEVER);
  const facts = simulation.viewFacts(simulation.takeFacts());
  const starts = facts.filter(({ kind }) => kind === 'gpr.provisioning');
  return new Map(starts.map(({ gprId, atMs }) => [gprId!, atMs]));
}

property('explanations name the plans, also who would be delayed, and change nothing', 100, logs, (log) => {
  const simulation = new Simulation(machine(log, 'conservative'));
  const starts = startsOf(simulation);
  const { hash, plans } = explainAll(log);
  assert.equal(hash, simulation.clock().hash);
  for (const [gprId, plansMs] of plans)
    for (const planMs of plansMs) assert.ok(starts.get(gprId)! <= planMs, gprId);
});

property('with exact exit durations, each named instant is the start', 100, logs, ({ jobs, ...log }) => {
  const exact = { ...log, jobs: jobs.map((job) => ({ ...job, exitMs: job.runMs })) };
  const starts = startsOf(new Simulation(machine(exact, 'conservative')));
  for (const [gprId, plansMs] of explainAll(exact).plans)
    for (const planMs of plansMs) assert.equal(planMs, starts.get(gprId), gprId);
});

/** 8 processors, of which a job holds 5 for 100 s. */
const long: Log = {
  processors: 8,
  cycle: 'instant',
  jobs: [{ arrivalMs: 0, gpusPerNode: 5, exitMs: 100 * SECOND, runMs: 100 * SECOND }],
};

test('the sentence names what is free, or the GPR that would be delayed, and whether a plan is still to be made', () => {
  const world = new World(machine(long, 'conservative'));
  world.run(0).at(SECOND);
  const create = (gpusPerNode: number, seconds: number) =>
    world.create('user', {
      ...{ cluster: 'machine', instanceType: 'machine', gpusPerNode, nodeCount: 1 },
      exitMs: seconds * SECOND,
    });
  const large = create(8, 10);
  const explained = (gprId: string) => {
    const { sentence, plannedStartMs, behind } = world.simulation.explain(gprId)!;
    return { sentence: textOf(sentence), plannedStartMs, behind };
  };
  const needs = (gpus: string) => `needs 1 × ${gpus} of machine in machine`;
  assert.deepEqual(explained(large), {
    sentence: `${needs('8 GPUs')}: 3 GPUs are free; the next cycle plans its start`,
    plannedStartMs: null,
    behind: null,
  });
  world.run(SECOND).at(2 * SECOND);
  assert.deepEqual(explained(large), {
    sentence: `${needs('8 GPUs')}: 3 GPUs are free`,
    plannedStartMs: 100 * SECOND,
    behind: null,
  });
  const small = create(1, 99);
  world.run(2 * SECOND);
  assert.deepEqual(explained(small), {
    sentence: `${needs('1 GPU')} and would delay ${large}, whose start is planned`,
    plannedStartMs: 110 * SECOND,
    behind: large,
  });
});
