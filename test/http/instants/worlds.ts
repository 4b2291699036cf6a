// Random worlds and lives of them: requests of every kind, rewinds and restarts, under every queue policy.

import fc from 'fast-check';
import type { Scenario } from '../../../sim/index.ts';
import { weighted } from '../../support/draws.ts';
import { generated, SECOND } from '../../support/scenario.ts';
import { scenario as base } from '../memory-world.ts';
import { changes, type Step } from './life.ts';

const INSTANTS = 5;

export function scenarioWith(queue: Scenario['scheduler']['queue'], workspaceLimit: 1 | 'none'): Scenario {
  return {
    ...base,
    keepEnded: 2,
    scheduler: { ...base.scheduler, queue, workspaceLimit, provisioningDelayMs: 5 * SECOND },
    recordEstimatesEveryMs: 30 * SECOND,
    failures: { nodeMtbfMs: 7_200 * SECOND, nodeRepairMs: 600 * SECOND, provisioningMicro: 50_000 },
    workload: [
      generated({
        count: 20,
        interArrivalMeanMs: 30 * SECOND,
        workspaces: ['red', 'blue'],
        gpus: [1, 4, 8],
        evictsMilli: 300,
        requeuesMilli: 500,
        idleMilli: 200,
      }),
    ],
  };
}

const step: fc.Arbitrary<Step> = weighted(
  [
    8,
    fc.record({
      do: fc.constant('call' as const),
      call: fc.nat(changes.length - 1),
      choice: fc.nat(999),
    }),
  ],
  [
    5,
    fc.record({
      do: fc.constant('advance' as const),
      ms: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 300 })).map((seconds) => seconds * SECOND),
    }),
  ],
  [
    1,
    fc.record({
      do: fc.constant('rewind' as const),
      share: fc.double({ min: 0, max: 1, noNaN: true }),
    }),
  ],
  [1, fc.record({ do: fc.constant('restart' as const) })],
);

export const drawn = fc.record({
  queue: fc.constantFrom('strict' as const, 'greedy' as const, 'backfill' as const),
  workspaceLimit: fc.constantFrom(1 as const, 'none' as const),
  steps: fc.array(step, { minLength: 20, maxLength: 60, size: 'max' }),
  instants: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), {
    minLength: INSTANTS,
    maxLength: INSTANTS,
  }),
  choices: fc.infiniteStream(fc.nat(9_999)),
});

/** Creates one of each resource: with this choice, calls use no variants, and names that other calls use, too. */
const CHOICE = 20;
export const beginning: readonly Step[] = [
  ...changes.flatMap(({ method, body }, call): Step[] =>
    method === 'POST' && body !== undefined ? [{ do: 'call', call, choice: CHOICE }] : [],
  ),
  { do: 'advance', ms: 60 * SECOND },
];
