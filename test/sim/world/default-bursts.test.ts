// A burst of a placement without GPU details takes the default template of its new cluster, and its steps begin again.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Command, GprTemplate } from '../../../sim/index.ts';
import { cluster, nodeGroup, SECOND, scenarioOf } from '../../support/scenario.ts';
import { World } from '../../support/world.ts';
import { binding, endpoint, placement, template } from './orders.ts';

const burst = { text: '20s', ms: 20 * SECOND };
const filling = { gpusPerNode: 8, exitMs: 500 * SECOND };
const evictor = { clusters: ['east'], ...filling, priority: 250, enableEviction: true };

function bound(...clusters: string[]): Command {
  const entries = clusters.map((name) => ({ cluster: name, defaultTemplate: name, templates: [name] }));
  return { kind: 'binding.create', binding: binding('red', '', { clusters: entries }) };
}

/** Three clusters of one node with 8 GPUs; auto-GPR of the workspace red has a template named after each cluster. */
function autoWorld(west: Partial<GprTemplate> = {}, provisioningDelayMs = 0): World {
  const clusters = ['east', 'west', 'north'].map((name) => cluster(name, [nodeGroup('large', 1)]));
  const world = new World(scenarioOf({ clusters, scheduler: { provisioningDelayMs } })).at(0);
  const given = { gpusPerNode: 8, priority: 100, exitMs: 100 * SECOND, requeueOnFailure: true };
  for (const name of ['east', 'west', 'north']) {
    const changes = name === 'west' ? { priority: 50, exitMs: 200 * SECOND, gpusPerNode: 2, ...west } : {};
    world.do({
      kind: 'gpr-template.create',
      template: template(name, { ...given, ...changes, cluster: name }),
    });
  }
  world.do(bound('east', 'west', 'north'));
  return world;
}

/** Its steps take 30, 5 and 10 seconds. */
const app = placement('red', { gpu: null, clusters: ['east', 'west', 'north'], enableBurst: true, burst });

const decision = (world: World) => world.simulation.resources.placement('app')!.decisions[0]!;
const gpr = (world: World) => world.gpr(decision(world).gpr!.gprId);

describe('a burst of a placement without GPU details', () => {
  test('creates the GPR of the default template of its new cluster, with the age of the old GPR', () => {
    const world = autoWorld({ idleTimeOutMs: 70 * SECOND, enableEviction: true });
    world.create('blue', { clusters: ['east'], ...filling });
    world.run(0);
    world.at(SECOND).do(app);
    world.run(21 * SECOND);
    const { gpusPerNode, priority, exitMs, idleTimeOutMs, enableEviction, createdAtMs, gprName } = gpr(world);
    assert.deepEqual(
      [
        decision(world).cluster,
        gpusPerNode,
        priority,
        exitMs,
        idleTimeOutMs,
        enableEviction,
        createdAtMs,
        gprName,
      ],
      ['west', 2, 50, 200 * SECOND, 70 * SECOND, true, SECOND, 'app-west'],
    );
    assert.deepEqual([decision(world).gpr!.gpusPerNode, decision(world).gpr!.by], [2, 'template']);
    world.run(300 * SECOND);
    assert.equal(gpr(world).endedAtMs, 221 * SECOND);
  });

  test('is foreseen with the template of the new cluster', () => {
    const world = autoWorld();
    world.create('blue', { clusters: ['east'], ...filling });
    world.run(0);
    world.at(SECOND).do(app);
    // It needs all GPUs of the west, of which the placement will hold 2 from 21 s to 221 s.
    const next = world.create('green', { clusters: ['west'], gpusPerNode: 8, priority: 40 });
    world.create('white', { clusters: ['west'], gpusPerNode: 4, priority: 200, exitMs: 60 * SECOND });
    assert.equal(world.estimate(next), 221 * SECOND);
    world.run(300 * SECOND);
    assert.deepEqual(world.starts(next), [221 * SECOND]);
  });

  test('keeps what a client has changed', () => {
    const world = autoWorld();
    world.create('blue', { clusters: ['east'], ...filling });
    world.run(0);
    world.at(SECOND).do(app);
    const { gprId } = decision(world).gpr!;
    world.do({ kind: 'gpr.update', gprId, priority: 170, gprName: 'mine', requeueOnFailure: false });
    world.run(21 * SECOND);
    const { priority, gprName, requeueOnFailure, exitMs } = gpr(world);
    assert.equal(decision(world).cluster, 'west');
    assert.deepEqual([priority, gprName, requeueOnFailure, exitMs], [170, 'mine', false, 200 * SECOND]);
  });

  test('skips clusters without a default template', () => {
    const world = autoWorld();
    world.do(bound('east', 'north'));
    world.create('blue', { clusters: ['east'], ...filling });
    world.run(0);
    world.at(SECOND).do(app);
    world.run(21 * SECOND);
    assert.deepEqual([decision(world).cluster, gpr(world).gpusPerNode], ['north', 8]);
  });

  test('has a message if no cluster has a default template, and happens as soon as one gets one', () => {
    const world = autoWorld();
    world.do(bound('east'));
    world.create('blue', { clusters: ['east'], ...filling });
    world.run(0);
    world.at(SECOND).do(app);
    world.run(30 * SECOND);
    assert.match(
      decision(world).message,
      /^may not move to north: the workspace has no default template there$/,
    );
    world.at(40 * SECOND).do(bound('east', 'west'));
    world.run(40 * SECOND);
    assert.deepEqual([decision(world).cluster, decision(world).message], ['west', '']);
  });
});

describe('after a burst', () => {
  test('the steps that ran in the old cluster run again, and the exit duration of the template begins again', () => {
    const world = autoWorld();
    world.do(app);
    world.run(32 * SECOND);
    assert.deepEqual([decision(world).currentStep, decision(world).stepResults.length], [1, 1]);
    world.at(32 * SECOND).create('blue', evictor);
    world.run(51 * SECOND);
    assert.deepEqual([decision(world).cluster, decision(world).phase], ['east', 'Queued']);
    assert.deepEqual([decision(world).currentStep, decision(world).startedAtMs], [1, 0]);
    // The burst is due 20 s after the eviction. 30 + 5 + 10 seconds of steps follow.
    world.run(52 * SECOND);
    assert.deepEqual([decision(world).cluster, decision(world).phase], ['west', 'Running']);
    assert.deepEqual([decision(world).currentStep, decision(world).stepResults], [0, []]);
    assert.equal(decision(world).startedAtMs, 52 * SECOND);
    world.run(97 * SECOND);
    assert.equal(decision(world).phase, 'Successful');
    assert.equal(decision(world).stepResults.length, 3);
    world.run(400 * SECOND);
    assert.deepEqual([decision(world).phase, gpr(world).endedAtMs], ['Completed', 252 * SECOND]);
  });

  test('the placement has not begun, so all its members can change until a step begins', () => {
    const world = autoWorld({}, 5 * SECOND);
    world.do(app);
    world.run(37 * SECOND);
    world.at(37 * SECOND).create('blue', evictor);
    const change: Command = { kind: 'placement.update', name: 'app', numPlacements: 2 };
    world.run(50 * SECOND);
    assert.match(JSON.stringify(world.simulation.check(change)), /placement-fixed/);
    // The burst is due 20 s after the eviction, and its GPR is provisioned for 5 s.
    world.run(57 * SECOND);
    assert.deepEqual([decision(world).cluster, gpr(world).state], ['west', 'Provisioning']);
    assert.deepEqual([decision(world).phase, decision(world).startedAtMs], ['Queued', null]);
    assert.ok(world.simulation.check(change).ok);
    world.run(62 * SECOND);
    assert.match(JSON.stringify(world.simulation.check(change)), /placement-fixed/);
  });
});

describe('while the clock is paused', () => {
  const shown = (world: World) => [
    world.simulation.resources.endpoint('red', 'a')!.status,
    world.simulation.resources.placement('app')!.status,
    decision(world).gpr!.state,
  ];
  /** An endpoint and a placement that share a Successful GPR; the image is pulled, and a step runs. */
  function sharing(): World {
    const world = autoWorld();
    world.do(endpoint('red', { name: 'a', gpu: 'auto' }));
    world.do(placement('red', { gpu: null, clusters: ['east'] }));
    world.run(70 * SECOND);
    return world;
  }

  test('an endpoint and a placement follow the release of their GPR at once', () => {
    const world = sharing();
    assert.deepEqual(shown(world), ['Running', 'Successful', 'Successful']);
    const { gprId } = decision(world).gpr!;
    world.at(70 * SECOND).do({ kind: 'gpr.release', gprId });
    assert.deepEqual(shown(world), ['Pending', 'Completed', 'Complete']);
    world.run(70 * SECOND);
    assert.deepEqual(shown(world), ['Pending', 'Completed', 'Complete']);
  });

  test('they follow the loss of its GPUs at once', () => {
    const world = sharing();
    const node = { cluster: 'east', node: 'east-large-0' };
    world.at(70 * SECOND).do({ kind: 'node.down', ...node, repairAfterMs: null });
    assert.deepEqual(shown(world), ['Pending', 'Queued', 'Queued']);
    world.run(71 * SECOND);
    assert.deepEqual(shown(world), ['Pending', 'Queued', 'Queued']);
  });

  test('a placement whose GPR ends before the last step is Failed at once, and can be neither changed nor deleted', () => {
    const world = autoWorld();
    world.do(placement('red', { gpu: null, clusters: ['east'] }));
    world.run(10 * SECOND);
    world.at(10 * SECOND).do({ kind: 'gpr.release', gprId: decision(world).gpr!.gprId });
    assert.equal(decision(world).phase, 'Failed');
    assert.equal(decision(world).message, 'its GPR ended as Complete before the last step was done');
    const change: Command = { kind: 'placement.update', name: 'app', deletionPolicy: 'Retain' };
    assert.match(JSON.stringify(world.simulation.check(change)), /placement-fixed/);
    const removal: Command = { kind: 'placement.delete', name: 'app' };
    assert.match(JSON.stringify(world.simulation.check(removal)), /placement-state.*Failed/);
    world.run(10 * SECOND);
    assert.equal(decision(world).phase, 'Failed');
  });
});

describe('a GPR that is deleted while it is queued again', () => {
  /** The GPR of the placement is evicted at `atMs` and deleted two seconds later. */
  function deletedAfter(atMs: number): World {
    const world = autoWorld();
    world.do(placement('red', { gpu: null, clusters: ['east'] }));
    world.run(atMs);
    world.at(atMs).create('blue', evictor);
    world.run(atMs + SECOND);
    assert.equal(decision(world).phase, 'Queued');
    world.at(atMs + 2 * SECOND).do({ kind: 'gpr.delete', gprId: decision(world).gpr!.gprId });
    return world;
  }

  test('leaves a placement Completed whose steps were all done', () => {
    // 30 + 5 + 10 seconds of steps.
    const world = deletedAfter(50 * SECOND);
    assert.deepEqual([decision(world).phase, decision(world).gpr!.state], ['Completed', 'Failed']);
    world.run(60 * SECOND);
    assert.equal(decision(world).phase, 'Completed');
  });

  test('leaves a placement Failed whose last step was not done', () => {
    const world = deletedAfter(40 * SECOND);
    assert.equal(decision(world).phase, 'Failed');
    world.run(60 * SECOND);
    assert.equal(decision(world).message, 'its GPR is gone: deleted, or moved to another cluster');
  });
});
