// If nothing else happens, the estimate of every queued GPR is its start to the millisecond: under every policy, and with
// evictions, requeues, idle timers and pending repairs. Auto selection chooses by these starts.

import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type FactRun, Simulation } from '../../../sim/index.ts';
import { workspaceNames } from '../../support/action.ts';
import { actions, quietActions } from '../../support/arbitrary-actions.ts';
import { BEAT, scenarios } from '../../support/arbitrary-scenario.ts';
import { play } from '../../support/play.ts';
import { property } from '../../support/property.ts';

const FAR = 100_000 * BEAT;

const quiet = scenarios({ invalidations: false });

function queuedIn(simulation: Simulation): string[] {
  return workspaceNames(simulation)
    .flatMap((name) => simulation.views.gprsOf(name)!)
    .filter(({ state }) => state === 'Queued')
    .map(({ gprId }) => gprId);
}

function startsIn(simulation: Simulation, run: FactRun): Map<string, number> {
  const starts = new Map<string, number>();
  for (const { kind, gprId, atMs } of simulation.viewFacts(run)) {
    if (kind === 'gpr.provisioning' && !starts.has(gprId!)) starts.set(gprId!, atMs);
  }
  return starts;
}

property(
  'an estimate is the actual start',
  500,
  fc.tuple(quiet, quietActions, fc.nat(5), fc.boolean()),
  ([scenario, list, beats, open]) => {
    const simulation = new Simulation(scenario);
    play(simulation, list);
    const atMs = simulation.nowMs + beats * BEAT;
    if (open) simulation.openAt(atMs);
    else simulation.runTo(atMs);
    startsAsEstimated(simulation);
  },
);

property(
  'cached estimates are never out of date',
  100,
  fc.tuple(scenarios({ invalidations: true }), actions),
  ([scenario, list]) => {
    const simulation = new Simulation(scenario);
    const compare = () => {
      simulation.takeFacts();
      // A fresh simulation has no cached pass.
      const fresh = Simulation.restore(scenario, structuredClone(simulation.save()));
      for (const gprId of queuedIn(simulation)) {
        assert.deepEqual(simulation.estimate(gprId), fresh.estimate(gprId));
      }
    };
    play(simulation, list, compare);
    for (let turn = 0; turn < 30 && simulation.nextEventMs() < FAR; turn++) {
      simulation.runTo(simulation.nextEventMs());
      compare();
    }
  },
);

/** Every queued GPR starts at its present estimate. */
function startsAsEstimated(simulation: Simulation): void {
  const queued = queuedIn(simulation);
  const estimates = queued.map((gprId) => [gprId, simulation.estimate(gprId).startMs]);
  simulation.takeFacts();
  simulation.runTo(FAR);
  const starts = startsIn(simulation, simulation.takeFacts());
  assert.deepEqual(
    estimates,
    queued.map((gprId) => [gprId, starts.get(gprId) ?? null]),
  );
}
