// Random input that the other tests do not draw: policies, unset flags, unknown names, queries.

import fc from 'fast-check';
import type { Command, CreateGpr, Policy, Scenario } from '../../sim/index.ts';
import type { Action } from '../support/action.ts';
import { BEAT, priority, scenarios } from '../support/arbitrary-scenario.ts';
import { ofKind, weighted } from '../support/draws.ts';
import { SECOND } from '../support/scenario.ts';

export const policy: fc.Arbitrary<Partial<Policy>> = fc.record(
  {
    priority: fc.constantFrom({ from: 1, to: 300 }, { from: 60, to: 200 }),
    maxGprs: fc.constantFrom(0, 3),
    maxExit: fc.constantFrom({ text: '60s', ms: 60_000 }, { text: '0s', ms: 0 }),
    gpuShapes: fc.constantFrom<string[]>([], ['LARGE'], ['model-small', 'tiny']),
    maxGpusPerGpr: fc.constantFrom(0, 4),
    maxMemoryMbPerGpr: fc.constantFrom(0, 160_000),
    enforceIdleTimeOut: fc.boolean(),
    enableEviction: fc.boolean(),
    requeueOnFailure: fc.boolean(),
  },
  { requiredKeys: [] },
);

export const policedScenarios: fc.Arbitrary<Scenario> = fc
  .tuple(scenarios({ invalidations: true }), fc.array(fc.option(policy), { minLength: 1, maxLength: 10 }))
  .map(([scenario, policies]) => ({
    ...scenario,
    workspaces: scenario.workspaces.map((workspace, i) => {
      const own = policies[i % policies.length];
      return own === null ? workspace : { ...workspace, policy: own };
    }),
  }));

/** Actions that set GPRs idle or busy and take nodes down for a while. */
export const idleActions: fc.Arbitrary<Action[]> = fc.array(
  fc.record({
    gapMs: fc.constantFrom(0, SECOND, BEAT, 2 * BEAT),
    newRound: fc.boolean(),
    order: weighted(
      [3, ofKind('activity', { gpr: fc.nat(99), busy: fc.boolean() })],
      [1, ofKind('node.down', { node: fc.nat(99), repairAfterMs: fc.constantFrom(0, BEAT) })],
    ),
  }),
  { maxLength: 50, size: 'max' },
);

/** A request for a query: the number of its workspace, and its members. */
export interface Query {
  readonly workspace: number;
  readonly given: Partial<CreateGpr>;
}

/** Queries in any pool, most of them with eviction. */
export const query: fc.Arbitrary<Query> = fc.record({
  workspace: fc.nat(99),
  given: fc.record({
    gpusPerNode: fc.constantFrom(1, 1, 2, 4),
    nodeCount: fc.constantFrom(1, 1, 2),
    priority,
    exitMs: fc.constantFrom(BEAT, 6 * BEAT),
    enableEviction: fc.constantFrom(true, true, false),
    requeueOnFailure: fc.boolean(),
    dedicatedNodes: fc.constantFrom(false, false, false, true),
  }),
});

/** The members of a drawn request that a twist replaces. */
export type Twist = Partial<CreateGpr>;

const unset = fc.record(
  {
    enableEviction: fc.constant(null),
    requeueOnFailure: fc.constant(null),
    enforceIdleTimeOut: fc.constant(null),
  },
  { requiredKeys: [] },
);
const odd = fc.constantFrom<Twist>(
  { clusters: ['nowhere'] },
  { clusters: ['west', 'east'] },
  { instanceType: 'none' },
  { instanceType: 'Small' },
  { gpuShape: 'MODEL-LARGE' },
  { gpuShape: 'tiny' },
  { gpuShape: 'none' },
  { workspace: 'unknown' },
  { instanceType: '', gpuShape: '', clusters: [] },
  { gpusPerNode: 64 },
  { nodeCount: 9 },
  { carried: { multiNode: true, note: ['x', 1] } },
);

export const twists: fc.Arbitrary<Twist[]> = fc.array(weighted([5, unset], [2, odd]), {
  minLength: 1,
  maxLength: 20,
});

export function twisted(command: Command, twist: Twist): Command {
  return command.kind === 'gpr.create' ? { ...command, ...twist } : command;
}
