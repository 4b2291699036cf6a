// Forks: independent copies of a world that go on like it, or like the estimates.

import assert from 'node:assert/strict';
import fc from 'fast-check';
import { DAY_MS, type Saved, Simulation } from '../../../sim/index.ts';
import { actions, faultlessActions } from '../../support/arbitrary-actions.ts';
import { BEAT, scenarios } from '../../support/arbitrary-scenario.ts';
import { play } from '../../support/play.ts';
import { property } from '../../support/property.ts';

const worlds = scenarios({ invalidations: true });

/** A world of a scenario after some actions. It records no estimates, like a fork. */
function played(
  scenario: Parameters<typeof play>[0]['scenario'],
  before: Parameters<typeof play>[1],
): Simulation {
  const simulation = new Simulation({ ...scenario, recordEstimatesEveryMs: null });
  play(simulation, before);
  simulation.dropFacts();
  return simulation;
}

property(
  'a fork and its world do the same after the same commands, with the same ids; neither changes the other',
  100,
  fc.record({ scenario: worlds, before: actions, after: actions }),
  ({ scenario, before, after }) => {
    const world = played(scenario, before);
    const stateOf = (simulation: Simulation): Saved => {
      simulation.dropFacts();
      return structuredClone(simulation.save());
    };
    const state = stateOf(world);
    const fork = world.fork('everything');
    const other = world.fork('everything');
    const journal = play(fork, after);
    fork.runTo(fork.nowMs + 30 * BEAT);
    assert.deepEqual(stateOf(world), state, 'the fork changed its world');
    assert.deepEqual(play(world, after), journal);
    world.runTo(world.nowMs + 30 * BEAT);
    assert.deepEqual(world.clock(), fork.clock());
    play(other, after);
    other.runTo(other.nowMs + 30 * BEAT);
    assert.deepEqual(other.clock(), world.clock(), 'the world changed its fork');
  },
);

property(
  'in a fork that knows what a scheduler can know, each queued GPR starts at its estimate',
  100,
  fc.record({ scenario: worlds, before: faultlessActions }),
  ({ scenario, before }) => {
    const world = played(scenario, before);
    world.runTo(world.nowMs);
    world.dropFacts();
    const queued = [...world.views.openGprs()].filter(({ state }) => state === 1).map(({ uid }) => uid);
    const page = world.gprPage({
      states: ['Queued'],
      workspace: '',
      cluster: '',
      priorityFrom: 0,
      priorityTo: 1000,
      name: '',
      reasons: [],
      sees: () => true,
      offset: 0,
      limit: 10_000,
    });
    const ids = page.gprs.map(({ gpr }) => gpr.gprId);
    assert.equal(ids.length, queued.length);
    const estimates = ids.map((gprId) => world.estimate(gprId).startMs);
    const fork = world.fork('scheduler');
    const starts = new Map<string, number>();
    const untilMs = world.nowMs + DAY_MS;
    for (let atMs = fork.nowMs; atMs < untilMs && fork.nextEventMs() <= untilMs; ) {
      atMs = fork.nextEventMs();
      fork.runTo(atMs);
      for (const fact of fork.viewFacts(fork.takeFacts())) {
        if (fact.kind === 'gpr.provisioning' && !starts.has(fact.gprId)) starts.set(fact.gprId, fact.atMs);
      }
    }
    ids.forEach((gprId, i) => {
      const startMs = estimates[i];
      assert.equal(starts.get(gprId) ?? null, startMs !== null && startMs > untilMs ? null : startMs, gprId);
    });
  },
);
