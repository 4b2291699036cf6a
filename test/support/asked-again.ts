// What waiting GPRs are answered at earlier instants, computed slowly: for each instant, a run is stopped there, and the starts are
// those of the whole run.

import { type FactView, finish, type Scenario, Seen, Simulation } from '../../sim/index.ts';
import { generated, SECOND, scenarioOf } from './scenario.ts';

export const MINUTE: number = 60 * SECOND;
export const HOUR: number = 60 * MINUTE;

/**
 * A world in which GPRs wait for hours, are requeued, and leave memory soon. A workspace is deleted, and for a day a node is down
 * without a known repair: GPRs on two nodes then have no estimate.
 */
export const crowded: Scenario = scenarioOf({
  nodes: 2,
  keepEnded: 3,
  recordEstimatesEveryMs: 7 * MINUTE,
  failures: { nodeMtbfMs: 30 * HOUR, nodeRepairMs: 20 * MINUTE },
  workload: [
    generated({
      count: 400,
      interArrivalMeanMs: 11 * MINUTE,
      workspaces: 12,
      gpus: [2, 4, 8],
      nodes: [1, 1, 1, 2],
      exitDurationMs: { from: 5 * MINUTE, to: 100 * MINUTE },
      runtimeShareMilli: { from: 300, to: 1000 },
      requeuesMilli: 1000,
    }),
    {
      kind: 'script',
      steps: [
        {
          atMs: 20 * HOUR,
          command: { kind: 'node.down', cluster: 'east', node: 'east-large-1', repairAfterMs: null },
        },
        { atMs: 44 * HOUR, command: { kind: 'node.up', cluster: 'east', node: 'east-large-1' } },
        { atMs: 30 * HOUR, command: { kind: 'workspace.delete', name: 'test-1-3' } },
      ].sort((a, b) => a.atMs - b.atMs) as never,
    },
  ],
});

export interface Asked {
  readonly gprId: string;
  readonly askedMs: number;
  readonly startMs: number | null;
}

/** A new simulation that has run to an instant, and all of its facts. */
export function runTo(scenario: Scenario, atMs: number) {
  const simulation = new Simulation(scenario);
  simulation.runTo(atMs);
  const run = simulation.takeFacts();
  return { simulation, run, facts: simulation.viewFacts(run) };
}

export function queuedOf(simulation: Simulation): string[] {
  const page = simulation.gprPage({
    ...{ states: ['Queued'], workspace: '', cluster: '', priorityFrom: 1, priorityTo: 300 },
    ...{ name: '', reasons: [], sees: () => true, offset: 0, limit: 1_000 },
  });
  return page.gprs.map(({ gpr }) => gpr.gprId);
}

/** The start that ended a wait that went on at an instant; null = it ended without one; undefined = it goes on. */
export function startAfter(
  facts: readonly FactView[],
  gprId: string,
  askedMs: number,
): number | null | undefined {
  const next = facts.find(
    (fact) =>
      fact.gprId === gprId &&
      fact.atMs > askedMs &&
      ['gpr.provisioning', 'gpr.ended', 'gpr.removed'].includes(fact.kind),
  );
  return next === undefined ? undefined : next.kind === 'gpr.provisioning' ? next.atMs : null;
}

/** The estimates of all GPRs that are queued now. */
export function estimatesOf(simulation: Simulation): Asked[] {
  const gprIds = queuedOf(simulation);
  const estimates = finish(simulation.estimates(gprIds));
  return gprIds.map((gprId, i) => ({ gprId, askedMs: simulation.nowMs, startMs: estimates[i].startMs }));
}

/** The sampled starts of all GPRs that are queued at the end of a run from the start, by id. */
export function sampledOf({ simulation, run }: ReturnType<typeof runTo>, samples: number, horizonMs: number) {
  const seen = new Seen(8 * HOUR);
  seen.follow(run);
  const starts = finish(simulation.sampledStarts(seen, samples, simulation.nowMs + horizonMs));
  return starts.map(({ uid, startMs }) => ({ gprId: simulation.gprId(uid), startMs }));
}
