// Memory that a large world takes before it needs it: nothing else changes.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { millionOf } from '../../../bench/engine/load.ts';
import { type GeneratedWorkload, type Scenario, Simulation } from '../../../sim/index.ts';
import { finished } from '../../../src/driver/slice.ts';

const GPRS = 36_000;

/** Nearly all GPRs wait. The table of GPRs grows beyond 32,768 rows. */
function backlog(): Scenario {
  const scenario = millionOf({ count: GPRS, gapMs: 10, queue: 'backfill', keepEnded: 0 });
  const [stream] = scenario.workload as [GeneratedWorkload];
  const [{ nodes, ...cluster }] = scenario.clusters;
  return {
    ...scenario,
    scheduler: { ...scenario.scheduler, workspaceLimit: 'none' },
    clusters: [{ ...cluster, nodes: [{ ...nodes[0], count: 10 }] }],
    workload: [{ ...stream, evictsMilli: 0, workspaces: 50 }],
  };
}

test('a world that took its memory before does what it would do without, and so do its copies', () => {
  const [world, other] = [new Simulation(backlog()), new Simulation(backlog())];
  const takenSteps = [];
  for (let atMs = 0; atMs <= GPRS * 10; atMs += 20_000) {
    for (const simulation of [world, other]) {
      simulation.runTo(atMs);
      simulation.dropFacts();
    }
    takenSteps.push([...world.makeRoom()].length);
  }
  assert.ok(takenSteps.filter((steps) => steps > 0).length >= 2, `${takenSteps}`);
  assert.deepEqual(world.save(), other.save());
  assert.deepEqual(world.save(finished(world.memory())), other.save());
  const ids = [...world.views.openGprs()].slice(-1).map(({ uid }) => world.gprId(uid));
  const estimates = ids.map((id) => world.estimate(id));
  assert.deepEqual(
    estimates,
    ids.map((id) => other.estimate(id)),
  );
  assert.ok(estimates.every(({ startMs }) => startMs !== null));
  const fork = world.forking('everything', finished(world.memory()))();
  for (const simulation of [world, other, fork]) simulation.runTo(GPRS * 12);
  assert.deepEqual(world.clock(), other.clock());
  assert.deepEqual(fork.clock(), other.clock());
});
