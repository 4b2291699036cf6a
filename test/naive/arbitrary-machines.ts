// Random worlds whose clusters are machines of interchangeable processors, under every queue policy.

import fc from 'fast-check';
import type { Scenario, TraceGpr, Workload } from '../../sim/index.ts';
import { type Action, TEAMS } from '../support/action.ts';
import { actions, creation } from '../support/arbitrary-actions.ts';
import { BEAT, priority } from '../support/arbitrary-scenario.ts';
import { ofKind, weighted } from '../support/draws.ts';
import {
  cluster,
  generated,
  instanceType,
  nodeGroup,
  SECOND,
  scenarioOf,
  workspace,
} from '../support/scenario.ts';

const beats = (from: number, to: number) => fc.integer({ min: from, max: to }).map((count) => count * BEAT);

/** Jobs of a log: their users are workspaces. */
const log = (name: string): fc.Arbitrary<Workload> => {
  const gpr: fc.Arbitrary<TraceGpr> = fc
    .record({
      workspace: fc.nat(2),
      arrivalMs: beats(0, 20),
      priority: fc.constant(100),
      gpusPerNode: fc.integer({ min: 1, max: 9 }),
      nodeCount: fc.constant(1),
      exitMs: beats(1, 8),
      runMs: beats(1, 8),
      gpuModels: fc.constant([]),
    })
    .map((job) => ({ ...job, runMs: Math.min(job.runMs, job.exitMs) }));
  return fc.array(gpr, { maxLength: 30, size: 'max' }).map((gprs) => ({
    kind: 'trace',
    format: 'test',
    cluster: name,
    workspaces: ['pod-0', 'pod-1', 'pod-2'],
    gprs: gprs.toSorted((a, b) => a.arrivalMs - b.arrivalMs),
  }));
};

const crowd = fc
  .record({
    count: fc.integer({ min: 1, max: 60 }),
    interArrivalMeanMs: fc.constantFrom(0, SECOND, BEAT),
    gpus: fc.constantFrom([1, 2, 3], [1, 8], [5, 7]),
    priority: fc.constantFrom({ low: 1, medium: 0, high: 0 }, { low: 1, medium: 1, high: 1 }),
    exitDurationMs: fc.constantFrom({ from: BEAT, to: BEAT }, { from: SECOND, to: 9 * BEAT }),
    runtimeShareMilli: fc.constantFrom({ from: 1000, to: 1000 }, { from: 0, to: 1000 }),
    requeuesMilli: fc.constantFrom(0, 700),
    idleMilli: fc.constantFrom(0, 200),
    evictsMilli: fc.constantFrom(0, 300),
  })
  .map((given) => generated({ ...given, workspaces: 3 }));

const plans = { queue: 'conservative', order: 'priority', backfillOrder: 'same' } as const;
const scheduling = weighted(
  [4, fc.constant(plans)],
  [
    1,
    fc.record({
      queue: fc.constantFrom('strict', 'backfill', 'greedy'),
      order: fc.constantFrom('priority', 'shortest'),
      backfillOrder: fc.constantFrom('same', 'shortest'),
    }),
  ],
);

export const machineScenarios: fc.Arbitrary<Scenario> = fc
  .record({
    sizes: fc.array(fc.integer({ min: 4, max: 12 }), { minLength: 1, maxLength: 2 }),
    scheduling,
    isByEvent: fc.boolean(),
    provisioningDelayMs: fc.constantFrom(0, 0, BEAT, 1500),
    recordEstimatesEveryMs: fc.constantFrom(null, 3 * BEAT),
    keepEnded: fc.constantFrom(0, 2, 1000),
    workload: fc.tuple(log('machine-0'), fc.option(crowd)),
    failures: fc.record({
      nodeMtbfMs: fc.constantFrom(null, null, 60 * BEAT),
      nodeRepairMs: beats(1, 5),
      provisioningMicro: fc.constantFrom(0, 0, 300_000),
    }),
  })
  .map(({ sizes, isByEvent, provisioningDelayMs, workload: [jobs, more], scheduling: own, ...given }) => {
    const clusters = sizes.map((_, i) => ({
      ...cluster(`machine-${i}`, [nodeGroup(`type-${i}`, 1)], true),
      capacity: 'processors' as const,
    }));
    return scenarioOf({
      ...given,
      instanceTypes: sizes.map((size, i) => instanceType(`type-${i}`, size)),
      clusters,
      workspaces: TEAMS.slice(0, 4).map((name) =>
        workspace(
          name,
          clusters.map((one) => one.name),
        ),
      ),
      workload: more === null ? [jobs] : [jobs, more],
      scheduler: {
        ...own,
        workspaceLimit: 'none',
        cycle: isByEvent ? 'event' : 'instant',
        provisioningDelayMs: isByEvent ? 0 : provisioningDelayMs,
      },
    });
  });

/** Mostly requests for processors, deletions and failures; and changes of the queue policy. */
export const machineActions: fc.Arbitrary<Action[]> = fc
  .tuple(
    actions,
    fc.array(
      fc.record({
        gapMs: fc.constantFrom(0, 0, SECOND, BEAT, 3 * BEAT),
        newRound: fc.boolean(),
        order: weighted(
          [12, creation.map((one) => ({ ...one, given: { ...one.given, nodeCount: 1 } }))],
          [4, fc.record({ kind: fc.constantFrom('release', 'delete'), gpr: fc.nat(99) })],
          [2, ofKind('update', { gpr: fc.nat(99), fields: fc.record({ priority }) })],
          [
            2,
            ofKind('scheduler', {
              given: fc.constantFrom<{ queue?: string; order?: string }>(
                { queue: 'conservative' },
                { queue: 'conservative' },
                plans,
                { queue: 'backfill' },
                { order: 'shortest' },
              ),
            }),
          ],
          [1, ofKind('node.down', { node: fc.nat(1), repairAfterMs: fc.constantFrom(null, BEAT, 5 * BEAT) })],
          [1, ofKind('node.up', { node: fc.nat(1) })],
        ),
      }),
      { maxLength: 60, size: 'max' },
    ),
    fc.boolean(),
  )
  // Of the other actions only a few, which may remove the machine.
  .map(([others, own, isMixed]) => (isMixed ? [...own, ...others.slice(0, 20)] : own) as Action[]);
