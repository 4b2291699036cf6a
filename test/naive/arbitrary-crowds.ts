// Random full worlds: crowds that fill and empty the engine's tables, and crowds without invalidations.

import fc from 'fast-check';
import type { CreateGpr, GeneratedWorkload, Scenario, ScriptWorkload } from '../../sim/index.ts';
import { BEAT, scenarios } from '../support/arbitrary-scenario.ts';
import { ANY_POOL, request, SECOND } from '../support/scenario.ts';

/** Requests of few priorities by the declared workspaces, so that often only start and age order the victims. */
const rivals = fc
  .array(
    fc.record({
      beat: fc.nat(30),
      workspace: fc.nat(99),
      given: fc.record({
        gpusPerNode: fc.constantFrom(1, 1, 2, 4),
        nodeCount: fc.constantFrom(1, 1, 2),
        priority: fc.constantFrom(50, 50, 100, 200),
        exitMs: fc.constantFrom(BEAT, 5 * BEAT, 20 * BEAT),
        enableEviction: fc.boolean(),
        requeueOnFailure: fc.constantFrom(true, true, false),
      }),
    }),
    { maxLength: 80, size: 'max' },
  )
  .map((drawn) => drawn.toSorted((a, b) => a.beat - b.beat));

/** Many GPRs in sequence, most of which leave memory soon. */
export const crowdedScenarios: fc.Arbitrary<Scenario> = fc
  .tuple(
    scenarios({ invalidations: true }),
    rivals,
    fc.record({
      counts: fc.array(fc.integer({ min: 60, max: 150 }), { minLength: 1, maxLength: 2 }),
      interArrivalMeanMs: fc.constantFrom(SECOND, 3 * SECOND, BEAT),
      longestMs: fc.constantFrom(2 * BEAT, 20 * BEAT),
      workspaces: fc.constantFrom(4, 40),
      keepEnded: fc.constantFrom(0, 5, 1000),
      recordEstimatesEveryMs: fc.constantFrom(null, BEAT),
    }),
  )
  .map(([scenario, steps, { counts, keepEnded, recordEstimatesEveryMs, ...given }]) => ({
    ...scenario,
    keepEnded,
    recordEstimatesEveryMs,
    workload: [
      ...scenario.workload,
      scriptOf(scenario, steps),
      ...counts.map((count) => crowd({ ...given, count })),
    ],
  }));

/** All requests come at the start, and no event is hidden from a forecast. */
export const quietScenarios: fc.Arbitrary<Scenario> = fc
  .tuple(
    scenarios({ invalidations: false }),
    rivals,
    fc.record({ count: fc.integer({ min: 1, max: 60 }), workspaces: fc.constantFrom(4, 40) }),
  )
  .map(([scenario, steps, given]) => ({
    ...scenario,
    workload: [
      scriptOf(
        scenario,
        steps.map((step) => ({ ...step, beat: 0 })),
      ),
      {
        ...crowd({ ...given, interArrivalMeanMs: 0, longestMs: 20 * BEAT }),
        runtimeShareMilli: { from: 1000, to: 1000 },
        idleMilli: 0,
      },
    ],
  }));

function scriptOf(
  { workspaces }: Scenario,
  steps: readonly { beat: number; workspace: number; given: Partial<CreateGpr> }[],
): ScriptWorkload {
  return {
    kind: 'script',
    steps: steps.map(({ beat, workspace, given }) => ({
      atMs: beat * BEAT,
      command: request(workspaces[workspace % workspaces.length].name, given),
    })),
  };
}

function crowd(
  given: Pick<GeneratedWorkload, 'interArrivalMeanMs' | 'workspaces' | 'count'> & { longestMs: number },
): GeneratedWorkload {
  const { longestMs, ...rest } = given;
  return {
    kind: 'generated',
    ...rest,
    startMs: 0,
    weekly: null,
    pools: ANY_POOL,
    jobs: null,
    priority: { low: 2, medium: 2, high: 1 },
    gpus: [1, 2, 4, 8],
    nodes: [1, 1, 2],
    exitDurationMs: { from: SECOND, to: longestMs },
    runtimeShareMilli: { from: 500, to: 1000 },
    evictsMilli: 400,
    requeuesMilli: 700,
    idleMilli: 200,
    idleTimeOutMs: 2 * SECOND,
  };
}

/** A few long GPRs that go idle and are requeued after every interruption. */
export const idleScenarios: fc.Arbitrary<Scenario> = fc
  .tuple(scenarios({ invalidations: true }), fc.constantFrom(SECOND, 8 * BEAT))
  .map(([scenario, idleTimeOutMs]) => ({
    ...scenario,
    failures: { ...scenario.failures, provisioningMicro: 0 },
    workload: [
      {
        ...crowd({ count: 8, workspaces: 6, interArrivalMeanMs: SECOND, longestMs: 40 * BEAT }),
        gpus: [1, 2],
        nodes: [1],
        exitDurationMs: { from: 10 * BEAT, to: 40 * BEAT },
        requeuesMilli: 1000,
        idleMilli: 1000,
        idleTimeOutMs,
      },
    ],
  }));

/** The same scenario without eviction, under the strict queue policy. */
export function peaceful(scenario: Scenario): Scenario {
  return {
    ...scenario,
    scheduler: { ...scenario.scheduler, queue: 'strict' },
    workload: scenario.workload.map((workload) => {
      if (workload.kind === 'trace') return workload;
      if (workload.kind === 'generated') return { ...workload, evictsMilli: 0 };
      const steps = workload.steps.map((step) =>
        step.command.kind === 'gpr.create'
          ? { ...step, command: { ...step.command, enableEviction: false } }
          : step,
      );
      return { ...workload, steps };
    }),
  };
}
