// One cycle for each event (`scheduler.cycle`).

import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { CreateGpr, ScriptStep } from '../../../sim/index.ts';
import { type Job, literalStarts } from '../../naive/literal-cycle.ts';
import { property } from '../../support/property.ts';
import { request, SECOND, scenarioOf } from '../../support/scenario.ts';
import { World } from '../../support/world.ts';

const NODES = 2;
const GPUS = 4;

const POLICIES = {
  fcfs: { queue: 'strict' },
  easy: { queue: 'backfill' },
  sjbf: { queue: 'backfill', backfillOrder: 'shortest' },
} as const;

/** Many events fall on one instant. */
const jobs: fc.Arbitrary<Job[]> = fc
  .array(
    fc.record({
      atMs: fc.integer({ min: 0, max: 12 }).map((s) => s * SECOND),
      nodes: fc.constantFrom(1, 1, 2),
      gpus: fc.integer({ min: 1, max: GPUS }),
      estimateMs: fc.integer({ min: 1, max: 6 }).map((s) => s * SECOND),
      early: fc.constantFrom(0, 0, 1, 2),
    }),
    { minLength: 1, maxLength: 30, size: 'max' },
  )
  .map((list) =>
    list
      .map(({ early, ...job }) => ({ ...job, runMs: Math.max(SECOND, job.estimateMs - early * SECOND) }))
      .sort((a, b) => a.atMs - b.atMs),
  );

function stepOf({ atMs, nodes, gpus, estimateMs, runMs }: Job): ScriptStep {
  const given: Partial<CreateGpr> = { nodeCount: nodes, gpusPerNode: gpus, exitMs: estimateMs };
  return { atMs, command: request('blue', given), runMs };
}

function worldOf(list: readonly Job[], policy: keyof typeof POLICIES, cycle: 'instant' | 'event'): World {
  const scheduler = { ...POLICIES[policy], cycle, placement: 'first-fit', workspaceLimit: 'none' } as const;
  return new World(scenarioOf({ nodes: NODES, gpus: GPUS, scheduler, script: list.map(stepOf) }));
}

/** Job → its start and its nodes. Jobs are created in the order of the list. */
function startsIn({ facts }: World) {
  const created = facts.filter(({ kind }) => kind === 'gpr.created').map(({ gprId }) => gprId);
  return new Map(
    facts.flatMap((fact) => {
      if (fact.kind !== 'gpr.provisioning') return [];
      const on = fact.nodes.map((name) => Number(name.slice(name.lastIndexOf('-') + 1)));
      return [[created.indexOf(fact.gprId), { startMs: fact.atMs, on }] as const];
    }),
  );
}

for (const policy of ['fcfs', 'easy', 'sjbf'] as const) {
  property(`${policy}: starts and nodes are those of a pass after each event`, 300, jobs, (list) => {
    const world = worldOf(list, policy, 'event').run(1000 * SECOND);
    const expected = literalStarts(list, NODES, GPUS, policy);
    assert.equal(expected.size, list.length);
    const starts = startsIn(world);
    for (const [job, start] of expected) assert.deepEqual(starts.get(job), start, `job ${job}`);
  });
}
