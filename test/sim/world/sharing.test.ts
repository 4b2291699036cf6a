// Endpoints and placements of a workspace share one GPR by auto-GPR.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { Command, CreateEndpoint, CreatePlacement } from '../../../sim/index.ts';
import { property } from '../../support/property.ts';
import { cluster, nodeGroup, request, SECOND, scenarioOf } from '../../support/scenario.ts';
import { World } from '../../support/world.ts';
import { binding, endpoint, fault, gpus, placement, template } from './orders.ts';

const twoClusters = {
  clusters: [cluster('east', [nodeGroup('large', 1)]), cluster('west', [nodeGroup('large', 1)])],
};

/** A world in which `red` has auto-GPR with a GPR of 2 GPUs for 100 s in `east`. */
function autoWorld(scenario = scenarioOf()): World {
  const world = new World(scenario);
  const small = template('small', { gpusPerNode: 2, requeueOnFailure: true });
  world.at(0).do({ kind: 'gpr-template.create', template: small });
  world.do({ kind: 'binding.create', binding: binding('red', 'small') });
  return world;
}

const bothBound: Command = {
  kind: 'binding.create',
  binding: binding('red', 'small', {
    clusters: ['east', 'west'].map((cluster) => ({
      cluster,
      defaultTemplate: 'small',
      templates: ['small'],
    })),
  }),
};

const auto = (name: string, given: Partial<CreateEndpoint> = {}) =>
  endpoint('red', { name, gpu: 'auto', ...given });
const app = (given: Partial<CreatePlacement> = {}) => placement('red', { gpu: null, ...given });
const remove = (name: string) =>
  ({ kind: 'endpoint.delete', workspace: 'red', name, cluster: null }) as const;
const REMOVE_APP = { kind: 'placement.delete', name: 'app' } as const;

const shown = (world: World, name: string) => world.simulation.resources.endpoint('red', name)!;
const gprOf = (world: World, name: string) => shown(world, name).gpr!;
const decision = (world: World, name = 'app') => world.simulation.resources.placement(name)!.decisions[0]!;
/** Names and states of the workspace's GPRs. */
const gprs = (world: World) =>
  world.simulation.views.gprsOf('red')!.map(({ gprName, state }) => `${gprName} ${state}`);

describe('two endpoints under auto-GPR', () => {
  test('share the GPR that is queued for the first, run on it and end with it', () => {
    const world = autoWorld();
    world.do(auto('a'));
    world.do(auto('b'));
    assert.deepEqual(gprs(world), ['a Queued']);
    assert.equal(gprOf(world, 'b').gprId, gprOf(world, 'a').gprId);
    assert.deepEqual([gprOf(world, 'a').by, gprOf(world, 'b').by], ['template', 'attached']);
    world.run(30 * SECOND);
    assert.deepEqual([shown(world, 'a').status, shown(world, 'b').status], ['Running', 'Running']);
    for (const name of ['a', 'b']) assert.equal(world.refusal(remove(name)).code, 'endpoint-busy');
    world.run(100 * SECOND);
    assert.deepEqual(gprs(world), ['a Complete']);
    for (const name of ['a', 'b']) {
      assert.deepEqual([shown(world, name).status, gprOf(world, name).state], ['Pending', 'Complete']);
    }
  });

  test('can each be deleted while the GPR is queued; the GPR is deleted with the last', () => {
    for (const order of [
      ['a', 'b', 'c'],
      ['c', 'b', 'a'],
      ['b', 'a', 'c'],
    ]) {
      const world = autoWorld();
      for (const name of ['a', 'b', 'c']) world.do(auto(name));
      const [first, second, last] = order;
      world.do(remove(first!));
      world.do(remove(second!));
      assert.deepEqual(gprs(world), ['a Queued'], order.join());
      world.do(auto('d'));
      assert.equal(gprOf(world, 'd').gprId, gprOf(world, last!).gprId);
      world.do(remove('d'));
      world.do(remove(last!));
      assert.deepEqual(gprs(world), [], order.join());
    }
  });

  test('lose a GPR that a client deletes; the next endpoint creates another', () => {
    const world = autoWorld();
    world.do(auto('a'));
    world.do(auto('b'));
    world.do({ kind: 'gpr.delete', gprId: gprOf(world, 'a').gprId });
    for (const name of ['a', 'b']) assert.equal(gprOf(world, name).state, 'Failed');
    world.do(auto('c'));
    world.do(remove('a'));
    world.do(auto('a'));
    assert.deepEqual(gprs(world), ['c Queued']);
    assert.equal(gprOf(world, 'a').gprId, gprOf(world, 'c').gprId);
  });

  test('wait together for a requeued GPR, and a third one attaches to it', () => {
    const world = autoWorld();
    world.do(auto('a'));
    world.do(auto('b'));
    world.run(40 * SECOND);
    world.at(40 * SECOND).create('blue', {
      gpusPerNode: 8,
      priority: 200,
      enableEviction: true,
      exitMs: 10 * SECOND,
    });
    world.run(45 * SECOND);
    assert.deepEqual(gprs(world), ['a Queued']);
    world.at(45 * SECOND).do(auto('c'));
    assert.equal(gprOf(world, 'c').gprId, gprOf(world, 'a').gprId);
    world.do(remove('a'));
    world.run(80 * SECOND);
    assert.deepEqual(gprs(world), ['a Successful']);
    assert.deepEqual([shown(world, 'b').status, shown(world, 'c').status], ['Running', 'Running']);
  });

  test('that attached to a GPR while it was provisioned keep it after it is requeued and its creator is deleted', () => {
    const world = autoWorld();
    world.do(auto('a'));
    world.run(10 * SECOND);
    world.at(10 * SECOND).do(auto('b'));
    world.create('blue', { gpusPerNode: 8, priority: 200, enableEviction: true, exitMs: 500 * SECOND });
    world.run(20 * SECOND);
    world.at(20 * SECOND).do(remove('a'));
    assert.deepEqual(gprs(world), ['a Queued']);
    world.do(remove('b'));
    assert.deepEqual(gprs(world), []);
  });

  test('do not share a GPR of another cluster, of a client, or of an endpoint with GPU details', () => {
    const world = new World(scenarioOf(twoClusters));
    world.at(0).do({ kind: 'gpr-template.create', template: template('small') });
    const clusters = ['east', 'west'].map((name) => ({
      cluster: name,
      defaultTemplate: 'small',
      templates: [],
    }));
    world.do({ kind: 'binding.create', binding: binding('red', 'small', { clusters }) });
    world.create('red');
    world.do(endpoint('red', { name: 'detailed', gpu: gpus() }));
    world.do(auto('a'));
    world.do(auto('b', { cluster: 'west' }));
    world.do(auto('c'));
    assert.deepEqual(gprs(world), ['red-work Queued', 'detailed Queued', 'a Queued', 'b Queued']);
    assert.equal(gprOf(world, 'c').gprId, gprOf(world, 'a').gprId);
  });

  test('do not end a GPR of a client when they are deleted', () => {
    const world = autoWorld();
    const held = world.create('red', { requeueOnFailure: true });
    world.run(0);
    world.at(SECOND).do(auto('a'));
    world.create('blue', { gpusPerNode: 8, priority: 200, enableEviction: true, exitMs: 500 * SECOND });
    world.run(2 * SECOND);
    world.at(2 * SECOND).do(auto('b'));
    assert.equal(gprOf(world, 'b').gprId, held);
    world.do(remove('a'));
    world.do(remove('b'));
    assert.deepEqual(gprs(world), ['red-work Queued']);
  });

  test('count as one GPR for the policy', () => {
    const world = autoWorld();
    world.do({ kind: 'policy.set', workspace: 'red', changes: { maxGprs: 1 } });
    world.do(auto('a'));
    world.do(auto('b'));
    assert.deepEqual(gprs(world), ['a Queued']);
  });
});

test('endpoints whose GPR has ended, for any reason, can be deleted and created again under their names', () => {
  const ways: readonly [string, (world: World, gprId: string) => void][] = [
    ['Complete', (world) => world.run(150 * SECOND)],
    ['Complete', (world, gprId) => world.do({ kind: 'gpr.release', gprId })],
    ['TimedOut', (world, gprId) => world.do({ kind: 'gpr.activity', gprId, busy: false })],
    [
      'Failed',
      (world) =>
        world.do({ kind: 'node.down', cluster: 'east', node: 'east-large-0', repairAfterMs: SECOND }),
    ],
  ];
  for (const keepEnded of [0, 10]) {
    for (const [state, end] of ways) {
      const world = new World(scenarioOf({ keepEnded }));
      const given = { idleTimeOutMs: 20 * SECOND, enforceIdleTimeOut: true };
      world.at(0).do({ kind: 'gpr-template.create', template: template('small', given) });
      world.do({ kind: 'binding.create', binding: binding('red', 'small') });
      world.do(auto('a'));
      world.do(auto('b'));
      world.run(50 * SECOND).at(50 * SECOND);
      const { gprId } = gprOf(world, 'a');
      end(world, gprId);
      world.run(160 * SECOND).at(160 * SECOND);
      assert.deepEqual([gprOf(world, 'a').state, gprOf(world, 'b').state], [state, state]);
      for (const name of ['a', 'b']) {
        world.do(remove(name));
        world.do(auto(name));
        assert.notEqual(gprOf(world, name).gprId, gprId);
      }
      world.run(190 * SECOND);
      assert.deepEqual([shown(world, 'a').status, shown(world, 'b').status], ['Running', 'Running']);
    }
  }
});

describe('a placement under auto-GPR', () => {
  test('shares the GPR of an endpoint, and an endpoint that of a placement', () => {
    const world = autoWorld();
    world.do(app());
    world.do(auto('a'));
    world.do(app({ name: 'second' }));
    assert.deepEqual(gprs(world), ['app-east Queued']);
    assert.equal(gprOf(world, 'a').gprId, decision(world).gpr!.gprId);
    world.run(50 * SECOND);
    assert.deepEqual(
      [decision(world).phase, decision(world, 'second').phase, shown(world, 'a').status],
      ['Successful', 'Successful', 'Running'],
    );
  });

  test('leaves its GPR to other users that need it when it is deleted', () => {
    const world = autoWorld();
    world.do(app());
    world.do(auto('a'));
    world.do(REMOVE_APP);
    assert.deepEqual(gprs(world), ['app-east Queued']);
    world.do(remove('a'));
    assert.deepEqual(gprs(world), []);

    const running = autoWorld();
    running.do(app());
    running.do(auto('a'));
    running.run(40 * SECOND);
    running.at(40 * SECOND).do(REMOVE_APP);
    running.run(50 * SECOND);
    assert.deepEqual([...gprs(running), shown(running, 'a').status], ['app-east Successful', 'Running']);
  });

  test('releases its GPR after a failed step only if no other user needs the GPR', () => {
    const failing = scenarioOf({ faults: [fault('step', { placement: 'app' })] });
    const world = autoWorld(failing);
    world.do(app());
    world.do(app({ name: 'second' }));
    world.run(31 * SECOND);
    assert.equal(decision(world).phase, 'Failed');
    assert.deepEqual(gprs(world), ['app-east Successful']);
    // The other user owns the GPR now.
    world.at(31 * SECOND).do({ kind: 'placement.delete', name: 'second' });
    assert.deepEqual(gprs(world), ['app-east Complete']);
  });

  test('keeps a GPR that it owns under Retain', () => {
    const world = autoWorld();
    world.do(app({ deletionPolicy: 'Retain' }));
    world.do(auto('a'));
    world.do(REMOVE_APP);
    world.do(remove('a'));
    assert.deepEqual(gprs(world), ['app-east Queued']);
  });

  test('whose decisions are made anew attaches to an existing GPR, and creates one if none exists', () => {
    const world = autoWorld(scenarioOf(twoClusters));
    world.do(app({ clusters: ['east', 'west'] }));
    const before = decision(world).gpr!.gprId;
    const again = (numPlacements: number) =>
      world.do({ kind: 'placement.update', name: 'app', numPlacements });
    again(2);
    assert.notEqual(decision(world).gpr!.gprId, before);
    assert.deepEqual(gprs(world), ['app-east Queued']);
    world.do(auto('a'));
    const shared = gprOf(world, 'a').gprId;
    again(1);
    assert.deepEqual([decision(world).gpr!.gprId, decision(world).gpr!.by], [shared, 'attached']);
    assert.deepEqual(gprs(world), ['app-east Queued']);
    world.do(REMOVE_APP);
    world.do(remove('a'));
    assert.deepEqual(gprs(world), []);
  });

  test('does not burst while another user needs its GPR, and bursts once it is the only user', () => {
    const world = autoWorld(scenarioOf(twoClusters));
    world.do(bothBound);
    world.do(app({ clusters: ['east', 'west'], enableBurst: true, burst: { text: '10s', ms: 10 * SECOND } }));
    world.do(auto('a'));
    world.create('blue', { clusters: ['east'], gpusPerNode: 8, priority: 300, exitMs: 500 * SECOND });
    world.run(20 * SECOND);
    const waiting = decision(world);
    assert.deepEqual(
      [waiting.phase, waiting.gpr!.cluster, waiting.message],
      ['Queued', 'east', 'may not move: another endpoint or placement needs its GPR'],
    );
    const { gprId } = waiting.gpr!;
    assert.equal(world.estimate(gprId), 500 * SECOND);
    world.at(20 * SECOND).do(remove('a'));
    world.run(20 * SECOND);
    assert.equal(decision(world).gpr!.cluster, 'west');
    assert.deepEqual(gprs(world), ['app-west Successful']);
  });

  test('with an overdue burst has a message as soon as another user attaches to its GPR', () => {
    const world = autoWorld(scenarioOf(twoClusters));
    world.do(bothBound);
    for (const name of ['east', 'west']) {
      const workspace = name === 'east' ? 'blue' : 'green';
      world.create(workspace, { clusters: [name], gpusPerNode: 8, priority: 300, exitMs: 500 * SECOND });
    }
    world.do(app({ clusters: ['east', 'west'], enableBurst: true, burst: { text: '10s', ms: 10 * SECOND } }));
    world.run(20 * SECOND);
    assert.equal(decision(world).message, '');
    world.at(20 * SECOND).do(auto('a'));
    world.run(20 * SECOND);
    assert.match(decision(world).message, /another endpoint or placement needs its GPR/);
  });
});

type Act =
  | {
      readonly kind: 'endpoint' | 'placement' | 'delete endpoint' | 'delete placement';
      readonly which: number;
    }
  | { readonly kind: 'delete GPR' | 'evict' | 'wait' };

const act: fc.Arbitrary<Act> = fc.oneof(
  fc.record({
    kind: fc.constantFrom('endpoint', 'placement', 'delete endpoint', 'delete placement'),
    which: fc.nat(5),
  }),
  fc.record({ kind: fc.constantFrom('delete GPR', 'evict', 'wait', 'wait') }),
);

property(
  'a workspace under auto-GPR has at most one GPR in each cluster, and only GPRs that a user needs',
  100,
  fc.array(act, { minLength: 10, maxLength: 40 }),
  (acts) => {
    const world = new World(
      scenarioOf({ ...twoClusters, faults: [fault('step', { placement: 'app-1', times: 2 })] }),
    );
    const clusters = ['east', 'west'].map((name) => ({
      cluster: name,
      defaultTemplate: 'small',
      templates: [],
    }));
    const small = template('small', { gpusPerNode: 2, requeueOnFailure: true });
    world.at(0).do({ kind: 'gpr-template.create', template: small });
    world.do({ kind: 'binding.create', binding: binding('red', 'small', { clusters }) });
    let nowMs = 0;
    for (const one of acts) {
      const place = 'which' in one ? ['east', 'west'][one.which % 2]! : '';
      const command = commandOf(world, one, place);
      if (one.kind === 'wait') {
        nowMs += 11 * SECOND;
        world.run(nowMs).at(nowMs);
      } else if (command !== undefined && world.simulation.check(command).ok) world.do(command);
      checkSharing(world);
    }
  },
);

function commandOf(world: World, one: Act, place: string): Command | undefined {
  switch (one.kind) {
    case 'endpoint':
      return auto(`model-${one.which}`, { cluster: place });
    case 'placement':
      return app({ name: `app-${one.which}`, clusters: [place] });
    case 'delete endpoint':
      return remove(`model-${one.which}`);
    case 'delete placement':
      return { kind: 'placement.delete', name: `app-${one.which}` };
    case 'delete GPR': {
      const queued = world.simulation.views.gprsOf('red')!.find(({ state }) => state === 'Queued');
      return queued && { kind: 'gpr.delete', gprId: queued.gprId };
    }
    case 'evict':
      return request('blue', { gpusPerNode: 8, priority: 200, enableEviction: true, exitMs: 15 * SECOND });
    case 'wait':
      return undefined;
  }
}

function checkSharing({ simulation }: World): void {
  const { resources } = simulation;
  const decisions = resources.placements().flatMap((placement) => placement.decisions);
  const needed = [
    ...resources.endpointsOf('red')!.map(({ gpr }) => gpr!.gprId),
    ...decisions
      .filter(({ phase }) => phase !== 'Failed' && phase !== 'Completed')
      .map(({ gpr }) => gpr!.gprId),
  ];
  const live = simulation.views.gprsOf('red')!.filter(({ endedAtMs }) => endedAtMs === null);
  const clusters = live.map((gpr) => gpr.cluster);
  assert.deepEqual(clusters, [...new Set(clusters)]);
  for (const { gprId, gprName } of live) assert.ok(needed.includes(gprId), `no user needs ${gprName}`);
}
