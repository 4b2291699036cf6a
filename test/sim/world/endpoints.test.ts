import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { SECOND, scenarioOf } from '../../support/scenario.ts';
import { World } from '../../support/world.ts';
import { binding, endpoint, fault, gpus, template } from './orders.ts';

function statusOf(world: World, workspace = 'red', name = 'model'): string {
  const view = world.simulation.resources.endpoint(workspace, name);
  return view === undefined ? 'none' : `${view.status} ${view.gpr?.state ?? '-'}`;
}

function changes(world: World): string[] {
  return world.facts
    .filter(({ kind }) => kind === 'endpoint.status')
    .map(({ atMs, status }) => `${atMs / SECOND} ${status}`);
}

describe('an endpoint with GPUs', () => {
  test('is Running when its GPR is Successful and its image pulled, and Pending again when the GPR has ended', () => {
    const world = new World(scenarioOf({ scheduler: { provisioningDelayMs: 20 * SECOND } }));
    world.at(SECOND).do(endpoint('red'));
    assert.equal(statusOf(world), 'Pending Queued');
    world.run(SECOND);
    assert.equal(statusOf(world), 'Pending Provisioning');
    world.run(50 * SECOND);
    assert.equal(statusOf(world), 'Pending Successful');
    world.run(51 * SECOND);
    assert.equal(statusOf(world), 'Running Successful');
    world.run(121 * SECOND);
    assert.equal(statusOf(world), 'Pending Complete');
    assert.deepEqual(changes(world), ['51 Running', '121 Pending']);
    const { gpr } = world.simulation.resources.endpoint('red', 'model')!;
    assert.deepEqual(
      [gpr!.gprName, gpr!.by, gpr!.startedAtMs, gpr!.endedAtMs],
      ['model', 'requested', SECOND, 121 * SECOND],
    );
  });

  test('pulls its image again after its GPR was evicted and restarted', () => {
    const world = new World(scenarioOf());
    world.at(0).do(endpoint('red', { gpu: gpus({ gpusPerNode: 8, requeueOnFailure: true }) }));
    world.run(40 * SECOND);
    world.at(40 * SECOND).create('blue', {
      gpusPerNode: 8,
      priority: 200,
      enableEviction: true,
      exitMs: 10 * SECOND,
    });
    world.run(500 * SECOND);
    assert.deepEqual(changes(world), ['30 Running', '40 Pending', '80 Running', '110 Pending']);
  });

  test('cannot be deleted while its GPR is provisioned; a queued GPR is deleted with it', () => {
    const world = new World(scenarioOf());
    const remove = { kind: 'endpoint.delete', workspace: 'red', name: 'model', cluster: null } as const;
    world.at(0).do(endpoint('red'));
    world.run(0);
    assert.equal(world.at(0).refusal(remove).code, 'endpoint-busy');
    assert.equal(world.refusal({ ...remove, cluster: 'west' }).code, 'endpoint-unknown');
    world.run(100 * SECOND);
    world.at(100 * SECOND).do(remove);
    assert.equal(statusOf(world), 'none');
    assert.equal(world.refusal(remove).code, 'endpoint-unknown');

    world.create('red', { gpusPerNode: 8 });
    world.do(endpoint('red', { gpu: gpus({ priority: 50 }) }));
    world.run(110 * SECOND);
    world.at(110 * SECOND).do(remove);
    assert.deepEqual(
      world.simulation.views.gprsOf('red')!.map(({ gprName, state }) => `${gprName} ${state}`),
      ['model Complete', 'red-work Successful'],
    );
  });

  test('shows its GPR even if the GPR has left memory or was deleted', () => {
    const world = new World(scenarioOf({ keepEnded: 0 }));
    world.at(0).do(endpoint('red'));
    world.run(200 * SECOND);
    const { gpr } = world.simulation.resources.endpoint('red', 'model')!;
    assert.deepEqual([gpr!.state, gpr!.endedAtMs, gpr!.gprName], ['Complete', 100 * SECOND, 'model']);

    const other = new World(scenarioOf());
    other.at(0).create('red');
    other.do(endpoint('red'));
    const { gprId } = other.simulation.resources.endpoint('red', 'model')!.gpr!;
    other.do({ kind: 'gpr.delete', gprId });
    assert.equal(statusOf(other), 'Pending Failed');
  });

  test('has priority 101 and 24 hours by default, both limited by the policy', () => {
    const unsaid = gpus({ priority: null, exitMs: null });
    const world = new World(scenarioOf());
    const made = (workspace: string) => {
      world.do(endpoint(workspace, { gpu: unsaid }));
      const { priority, exitMs } = world.simulation.views.gprsOf(workspace)![0];
      return [priority, exitMs / (3600 * SECOND)];
    };
    const policy = (workspace: string, from: number, to: number, hours: number) =>
      world.do({
        kind: 'policy.set',
        workspace,
        changes: { priority: { from, to }, maxExit: { text: `${hours}h`, ms: hours * 3600 * SECOND } },
      });
    world.at(0);
    policy('blue', 1, 50, 2);
    policy('green', 200, 250, 48);
    assert.deepEqual(made('red'), [101, 24]);
    assert.deepEqual(made('blue'), [50, 2]);
    assert.deepEqual(made('green'), [200, 24]);
  });
});

test('an endpoint without GPUs only pulls its image, and can be deleted at any time', () => {
  const world = new World(scenarioOf());
  world.at(0).do(endpoint('red', { gpu: 'none' }));
  world.run(29 * SECOND);
  assert.equal(statusOf(world), 'Pending -');
  world.run(30 * SECOND);
  assert.equal(statusOf(world), 'Running -');
  world.at(30 * SECOND).do({ kind: 'endpoint.delete', workspace: 'red', name: 'model', cluster: 'east' });
  assert.deepEqual(world.simulation.views.gprsOf('red'), []);
});

describe('an image that cannot be pulled', () => {
  test('fails while the fault lasts; after its removal the pull restarts at once', () => {
    const world = new World(scenarioOf());
    world.at(0).do({ kind: 'fault.add', spec: fault('image', { endpoint: 'model', workspace: 'red' }) });
    world.do(endpoint('red', { gpu: 'none' }));
    world.do(endpoint('blue', { gpu: 'none' }));
    world.run(1000 * SECOND);
    assert.equal(statusOf(world), 'ImageFailed -');
    assert.equal(statusOf(world, 'blue'), 'Running -');
    assert.deepEqual(world.simulation.resources.faults()[0].happened, 1);
    world.at(1000 * SECOND).do({ kind: 'fault.remove', faultId: 'fault-1' });
    world.run(1030 * SECOND);
    assert.equal(statusOf(world), 'Running -');
    assert.equal(world.refusal({ kind: 'fault.remove', faultId: 'fault-1' }).code, 'fault-unknown');
  });

  test('is pulled again after the retry time, if the fault strikes a limited number of times', () => {
    const world = new World(scenarioOf({ faults: [fault('image', { times: 2 })] }));
    world.at(0).do(endpoint('red', { gpu: 'none' }));
    world.run(1000 * SECOND);
    // Pulls end at 30, 30 + 60 + 30 and 120 + 60 + 30.
    assert.deepEqual(changes(world), [
      '30 ImageFailed',
      '90 Pending',
      '120 ImageFailed',
      '180 Pending',
      '210 Running',
    ]);
    assert.deepEqual(world.simulation.resources.faults(), []);
  });
});

describe('an endpoint without GPU details', () => {
  const auto = endpoint('red', { gpu: 'auto' });

  test('gets a GPR from the default template of its cluster', () => {
    const world = new World(scenarioOf());
    world.at(0).do({ kind: 'gpr-template.create', template: template('small', { gpusPerNode: 2 }) });
    assert.equal(world.refusal(auto).code, 'gpu-missing');
    world.do({ kind: 'binding.create', binding: binding('red', 'small', { enableAutoGpr: false }) });
    assert.equal(world.refusal(auto).code, 'gpu-missing');
    world.do({ kind: 'binding.create', binding: binding('red', 'large') });
    assert.deepEqual(world.refusal(auto), {
      code: 'gpu-missing',
      cluster: 'east',
      why: 'the default template "large" does not exist',
    });
    world.do({ kind: 'binding.create', binding: binding('red', 'small') });
    world.do(auto);
    const { gpr } = world.simulation.resources.endpoint('red', 'model')!;
    assert.deepEqual([gpr!.by, gpr!.gpusPerNode, gpr!.gprName], ['template', 2, 'model']);
  });

  test('attaches to the GPR that the workspace holds in the cluster, and ends with it', () => {
    const world = new World(scenarioOf());
    world.at(0).do({ kind: 'gpr-template.create', template: template('small') });
    world.do({ kind: 'binding.create', binding: binding('red', 'small') });
    const held = world.create('red', { exitMs: 50 * SECOND });
    world.run(0);
    world.at(SECOND).do(auto);
    const { gpr } = world.simulation.resources.endpoint('red', 'model')!;
    assert.deepEqual([gpr!.gprId, gpr!.by], [held, 'attached']);
    assert.equal(world.simulation.views.gprsOf('red')!.length, 1);
    const remove = { kind: 'endpoint.delete', workspace: 'red', name: 'model', cluster: null } as const;
    assert.equal(world.refusal(remove).code, 'endpoint-busy');
    world.run(60 * SECOND);
    assert.equal(statusOf(world), 'Pending Complete');
    assert.deepEqual(changes(world), ['31 Running', '50 Pending']);
  });
});

test('names are unique within a workspace, and free after its deletion', () => {
  const world = new World(scenarioOf());
  world.at(0).do(endpoint('red'));
  assert.equal(world.refusal(endpoint('red')).code, 'endpoint-exists');
  world.do(endpoint('blue'));
  assert.equal(world.refusal(endpoint('yellow')).code, 'workspace-unknown');
  assert.equal(world.refusal(endpoint('red', { name: 'b', cluster: 'west' })).code, 'cluster-unknown');
  world.do({ kind: 'workspace.delete', name: 'red' });
  assert.deepEqual(world.simulation.resources.endpointsOf('red'), []);
  assert.equal(world.refusal(endpoint('red')).code, 'workspace-going');
  world.run(10 * SECOND);
  world.at(10 * SECOND).do({
    kind: 'workspace.create',
    name: 'red',
    clusters: ['east'],
    namespaces: [],
    username: 'r',
    email: 'r',
  });
  assert.deepEqual(world.simulation.resources.endpointsOf('red'), []);
  world.do(endpoint('red'));
  world.run(1000 * SECOND);
  assert.equal(statusOf(world), 'Pending Complete');
});
