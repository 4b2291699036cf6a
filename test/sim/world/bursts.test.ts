// What is foreseen of bursts; test/naive has the bursts.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CreatePlacement } from '../../../sim/index.ts';
import { cluster, nodeGroup, SECOND, scenarioOf } from '../../support/scenario.ts';
import { World } from '../../support/world.ts';
import { gpus, placement } from './orders.ts';

const CLUSTERS = ['east', 'west', 'north'];

function scenario(given: Parameters<typeof scenarioOf>[0] = {}) {
  return scenarioOf({ clusters: CLUSTERS.map((name) => cluster(name, [nodeGroup('large', 1)])), ...given });
}

function bursting(workspace: string, given: Partial<CreatePlacement> = {}): CreatePlacement {
  return placement(workspace, {
    clusters: CLUSTERS,
    enableBurst: true,
    burst: { text: '20s', ms: 20 * SECOND },
    gpu: gpus({ gpusPerNode: 8 }),
    ...given,
  });
}

function decision(world: World, name = 'app') {
  return world.simulation.resources.placement(name)!.decisions[0];
}

function fill(world: World, workspace: string, name: string, exitMs: number): void {
  world.create(workspace, { clusters: [name], gpusPerNode: 8, exitMs });
}

test('a forecast ends GPRs of one instant in the order of their actual ends', () => {
  const names = [...CLUSTERS, 'south'];
  const world = new World(
    scenario({ clusters: names.map((name) => cluster(name, [nodeGroup('large', 1)])) }),
  ).at(0);
  fill(world, 'blue', 'east', 500 * SECOND);
  fill(world, 'black', 'north', 10 * SECOND);
  fill(world, 'red', 'north', 100 * SECOND);
  fill(world, 'green', 'south', 110 * SECOND);
  world.run(0);
  world.at(21 * SECOND);
  for (const workspace of ['red', 'green']) {
    const gpu = gpus({ gpusPerNode: 8, exitMs: 1000 * SECOND });
    world.do(bursting(workspace, { name: workspace, clusters: ['east', 'west'], gpu }));
  }
  world.run(21 * SECOND);
  const foreseen = ['red', 'green'].map((name) => {
    const { gprId } = decision(world, name).gpr!;
    return { name, gprId, startMs: world.simulation.estimate(gprId).startMs };
  });
  world.run(600 * SECOND);
  for (const { name, gprId, startMs } of foreseen) {
    const { gpr } = decision(world, name);
    // The estimate belongs to the GPR: if a burst replaces it, it never starts.
    assert.equal(gpr!.gprId === gprId ? gpr!.startedAtMs : null, startMs, name);
  }
});
