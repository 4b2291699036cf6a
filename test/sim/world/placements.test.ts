import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { CreatePlacement, UpdatePlacement } from '../../../sim/index.ts';
import { cluster, nodeGroup, SECOND, scenarioOf } from '../../support/scenario.ts';
import { World } from '../../support/world.ts';
import { binding, fault, gpus, placement, template, workload } from './orders.ts';

const twoClusters = {
  clusters: [cluster('east', [nodeGroup('large', 1)]), cluster('west', [nodeGroup('large', 1)])],
};

function view(world: World, name = 'app') {
  const found = world.simulation.resources.placement(name);
  assert.ok(found !== undefined, `unknown placement ${name}`);
  return found;
}

function phases(world: World, name = 'app'): string {
  const { status, decisions } = view(world, name);
  return `${status}: ${decisions.map(({ phase, currentStep }) => `${phase} ${currentStep}`).join(', ')}`;
}

function update(given: Partial<UpdatePlacement>): UpdatePlacement {
  return { kind: 'placement.update', name: 'app', ...given };
}

const REMOVE = { kind: 'placement.delete', name: 'app' } as const;

describe('a placement', () => {
  test('waits for its GPR, runs its steps in order, and is complete when the GPR has ended', () => {
    const world = new World(scenarioOf());
    world.at(0).do(placement('red'));
    assert.equal(phases(world), 'Pending: Pending 0');
    world.run(29 * SECOND);
    assert.equal(phases(world), 'Running: Running 0');
    world.run(30 * SECOND);
    assert.equal(phases(world), 'Running: Running 1');
    world.run(45 * SECOND);
    assert.equal(phases(world), 'Successful: Successful 3');
    world.run(99 * SECOND);
    assert.equal(phases(world), 'Successful: Successful 3');
    world.run(100 * SECOND);
    assert.equal(phases(world), 'Completed: Completed 3');
    const [decision] = view(world).decisions;
    assert.deepEqual(
      decision.stepResults.map(({ name, success, durationMs }) => [name, success, durationMs / SECOND]),
      [
        ['helm-0', true, 30],
        ['manifest-1', true, 5],
        ['command-2', true, 10],
      ],
    );
    assert.deepEqual(
      [decision.startedAtMs, decision.gpr!.gprName, decision.gpr!.state],
      [0, 'app-east', 'Complete'],
    );
  });

  test('without a GPR is complete with its last step', () => {
    const world = new World(scenarioOf());
    world.at(0).do(placement('red', { gpu: null }));
    world.run(44 * SECOND);
    assert.equal(phases(world), 'Running: Running 2');
    world.run(45 * SECOND);
    assert.equal(phases(world), 'Completed: Completed 3');
    world.at(50 * SECOND).do(placement('red', { name: 'empty', gpu: null, ...workload([]) }));
    world.run(50 * SECOND);
    assert.equal(phases(world, 'empty'), 'Completed: Completed 0');
  });

  test('in several clusters runs in sequence, since a workspace holds one GPR', () => {
    const world = new World(scenarioOf(twoClusters));
    const clusters = ['west', 'east'];
    world.at(0).do(placement('red', { numPlacements: 2, clusters }));
    world.run(50 * SECOND);
    assert.equal(phases(world), 'Queued: Successful 3, Queued 0');
    world.run(150 * SECOND);
    assert.equal(phases(world), 'Successful: Completed 3, Successful 3');
    assert.deepEqual(
      view(world).decisions.map((decision) => decision.cluster),
      clusters,
    );
    world.run(200 * SECOND);
    assert.equal(phases(world), 'Completed: Completed 3, Completed 3');
  });

  test('fails if its GPR ends before the last step, and its message has the state of the GPR', () => {
    const world = new World(scenarioOf());
    world.at(0).do(placement('red', { gpu: gpus({ exitMs: 40 * SECOND }) }));
    world.run(40 * SECOND);
    assert.equal(phases(world), 'Failed: Failed 2');
    assert.match(view(world).decisions[0].message, /ended as Complete/);
  });

  test('fails when a client deletes its queued GPR', () => {
    const world = new World(scenarioOf());
    world.at(0).create('red', { exitMs: 500 * SECOND });
    world.run(0);
    world.at(SECOND).do(placement('red'));
    const { gprId } = view(world).decisions[0].gpr!;
    world.run(SECOND);
    assert.equal(phases(world), 'Queued: Queued 0');
    world.at(2 * SECOND).do({ kind: 'gpr.delete', gprId });
    world.run(2 * SECOND);
    assert.equal(phases(world), 'Failed: Failed 0');
    assert.match(view(world).decisions[0].message, /deleted/);
  });

  test('is queued again when its GPR is requeued; finished steps keep their results, the interrupted one restarts', () => {
    const world = new World(scenarioOf());
    world.at(0).do(placement('red', { gpu: gpus({ gpusPerNode: 8, requeueOnFailure: true }) }));
    world.run(32 * SECOND);
    world.at(32 * SECOND).create('blue', {
      gpusPerNode: 8,
      priority: 200,
      enableEviction: true,
      exitMs: 20 * SECOND,
    });
    world.run(40 * SECOND);
    assert.equal(phases(world), 'Queued: Queued 1');
    assert.equal(view(world).decisions[0].stepResults.length, 1);
    world.run(56 * SECOND);
    assert.equal(phases(world), 'Running: Running 1');
    world.run(57 * SECOND);
    assert.equal(phases(world), 'Running: Running 2');
    world.run(200 * SECOND);
    assert.equal(phases(world), 'Completed: Completed 3');
    assert.equal(view(world).decisions[0].stepResults.length, 3);
  });
});

describe('a placement in an edge case', () => {
  test('whose last step ends together with its GPR is complete', () => {
    const world = new World(scenarioOf());
    world.at(0).do(placement('red', { gpu: gpus({ exitMs: 45 * SECOND }) }));
    world.run(45 * SECOND);
    assert.equal(phases(world), 'Completed: Completed 3');
  });

  test('that has begun and is queued again cannot change its definition', () => {
    const world = new World(scenarioOf());
    world.at(0).do(placement('red', { gpu: gpus({ gpusPerNode: 8, requeueOnFailure: true }) }));
    world.run(36 * SECOND);
    world.at(36 * SECOND).create('blue', { gpusPerNode: 8, priority: 200, enableEviction: true });
    world.run(40 * SECOND);
    assert.equal(phases(world), 'Queued: Queued 2');
    world.at(40 * SECOND);
    for (const change of [workload(['helm']), { gpu: gpus({ gpusPerNode: 4 }) }]) {
      const rejection = world.refusal(update(change));
      assert.ok(rejection.code === 'placement-fixed', rejection.code);
    }
    world.run(500 * SECOND);
    assert.equal(phases(world), 'Completed: Completed 3');
  });

  test('whose GPR of the default template is being provisioned gets another GPR by an update', () => {
    const world = new World(scenarioOf({ ...twoClusters, scheduler: { provisioningDelayMs: 20 * SECOND } }));
    world.at(0).do({ kind: 'gpr-template.create', template: template('small') });
    const clusters = ['east', 'west'].map((name) => ({
      cluster: name,
      defaultTemplate: 'small',
      templates: [],
    }));
    world.do({ kind: 'binding.create', binding: binding('red', 'small', { clusters }) });
    world.do(placement('red', { gpu: null }));
    world.run(5 * SECOND);
    const before = view(world).decisions[0].gpr!;
    assert.equal(before.state, 'Provisioning');
    world.at(5 * SECOND).do(update({ clusters: ['east', 'west'] }));
    const { gpr } = view(world).decisions[0];
    assert.deepEqual([gpr!.by, gpr!.state], ['template', 'Queued']);
    assert.equal(world.gpr(before.gprId).state, 'Complete');
    world.run(500 * SECOND);
    assert.equal(phases(world), 'Completed: Completed 3');
  });

  test('treats an unset member that is sent again as unchanged, even if the policy has changed', () => {
    const unset = gpus({ priority: null, exitMs: null });
    const world = new World(scenarioOf());
    world.at(0).do(placement('red', { gpu: unset }));
    world.run(10 * SECOND);
    const changes = { priority: { from: 1, to: 50 }, maxExit: { text: '1h', ms: 3600 * SECOND } };
    world.at(10 * SECOND).do({ kind: 'policy.set', workspace: 'red', changes });
    world.do(update({ gpu: unset, deletionPolicy: 'Retain' }));
    assert.equal(view(world).gpu!.priority, 101);
  });

  test('keeps no GPR after a failed step under Delete, not even one whose node has just failed', () => {
    const failing = { nodeMtbfMs: 500 * SECOND, nodeRepairMs: SECOND };
    const trial = new World(scenarioOf({ failures: failing }));
    trial.run(5000 * SECOND);
    const downAtMs = trial.facts.find(({ kind }) => kind === 'node.down')!.atMs;
    const world = new World(
      scenarioOf({ failures: failing, durations: { helmStepMs: downAtMs }, faults: [fault('step')] }),
    );
    world.at(0).do(placement('red', { gpu: gpus({ requeueOnFailure: true, exitMs: 5000 * SECOND }) }));
    world.run(downAtMs);
    assert.equal(phases(world), 'Failed: Failed 0');
    assert.deepEqual(world.simulation.views.gprsOf('red'), []);
  });

  test('whose GPR is replaced 50 times still has a GPR with a valid id', () => {
    const world = new World(scenarioOf({ nodes: 2 })).at(0);
    world.create('red', { exitMs: 500 * SECOND });
    world.run(0);
    world.at(SECOND).do(placement('red'));
    for (let i = 0; i < 50; i++) world.do(update({ gpu: gpus({ gpusPerNode: 1 + (i % 2) }) }));
    assert.ok(world.simulation.views.gpr(view(world).decisions[0].gpr!.gprId) !== undefined);
  });
});

describe('a step that fails', () => {
  for (const deletionPolicy of ['Delete', 'Retain'] as const) {
    test(`has a result and ends the placement; under ${deletionPolicy} its GPR ${deletionPolicy === 'Delete' ? 'is released' : 'stays'}`, () => {
      const world = new World(scenarioOf());
      const spec = fault('step', { placement: 'app', step: 'manifest-1', message: 'no such namespace' });
      world.at(0).do({ kind: 'fault.add', spec });
      world.do(placement('red', { deletionPolicy }));
      world.run(60 * SECOND);
      assert.equal(phases(world), 'Failed: Failed 1');
      const [{ stepResults, message, gpr }] = view(world).decisions;
      assert.deepEqual(stepResults[1], {
        name: 'manifest-1',
        type: 'manifest',
        success: false,
        message: 'no such namespace',
        durationMs: 5 * SECOND,
      });
      assert.equal(message, 'no such namespace');
      assert.equal(gpr!.state, deletionPolicy === 'Delete' ? 'Complete' : 'Successful');
      if (deletionPolicy === 'Delete') assert.equal(gpr!.endedAtMs, 35 * SECOND);
    });
  }

  test('fails no other placement', () => {
    const world = new World(scenarioOf({ faults: [fault('step', { workspace: 'red', times: 1 })] }));
    world.at(0).do(placement('blue', { name: 'other', gpu: null }));
    world.do(placement('red', { gpu: null }));
    world.do(placement('red', { name: 'later', gpu: null }));
    world.run(60 * SECOND);
    assert.deepEqual(
      ['other', 'app', 'later'].map((name) => view(world, name).status),
      ['Completed', 'Failed', 'Completed'],
    );
  });
});

describe('an update', () => {
  test('of a queued placement changes everything except its names, and replaces GPRs that differ', () => {
    const world = new World(scenarioOf(twoClusters));
    world.at(0).create('red', { exitMs: 500 * SECOND });
    world.run(0);
    world.at(SECOND).do(placement('red'));
    const before = view(world).decisions[0].gpr!.gprId;
    world.do(update({ ...workload(['command']), deletionPolicy: 'Retain' }));
    assert.equal(view(world).decisions[0].gpr!.gprId, before);
    world.do(update({ clusters: ['west', 'east'], gpu: gpus({ gpusPerNode: 2 }) }));
    const { decisions, deletionPolicy, steps } = view(world);
    assert.notEqual(decisions[0].gpr!.gprId, before);
    assert.deepEqual([decisions[0].cluster, decisions[0].gpr!.gpusPerNode], ['west', 2]);
    assert.deepEqual([deletionPolicy, steps.length], ['Retain', 1]);
    assert.equal(world.simulation.views.gpr(before), undefined);
    assert.deepEqual(world.refusal(update({ workspace: 'blue' })), {
      code: 'placement-fixed',
      name: 'app',
      status: 'Pending',
      begun: [],
      fields: ['workspace'],
    });
    assert.equal(world.refusal(update({ numPlacements: 3 })).code, 'limit');
    assert.equal(world.refusal(update({ workloadTemplate: 'none' })).code, 'workload-template-unknown');
    assert.equal(world.refusal(update({ steps: [{ name: 'ghost', type: 'helm' }] })).code, 'step-unknown');
  });

  test('of a running placement changes four members; members with equal values count as unset', () => {
    const world = new World(scenarioOf());
    world.at(0).do(placement('red'));
    world.run(10 * SECOND);
    const same = { clusters: ['east'], numPlacements: 1, gpu: gpus(), workspace: 'red', newName: 'app' };
    world
      .at(10 * SECOND)
      .do(update({ ...same, deletionPolicy: 'Retain', burst: { text: '1h', ms: 3_600_000 } }));
    assert.equal(view(world).deletionPolicy, 'Retain');
    assert.deepEqual(world.refusal(update({ enableBurst: true, cmdExec: [], deletionPolicy: 'Delete' })), {
      code: 'placement-fixed',
      name: 'app',
      status: 'Running',
      begun: [{ cluster: 'east', phase: 'Running' }],
      fields: ['enableBurst', 'cmdExec'],
    });
  });

  test('of a finished placement is always refused', () => {
    const world = new World(scenarioOf());
    world.at(0).do(placement('red'));
    world.run(200 * SECOND);
    assert.equal(
      world.at(200 * SECOND).refusal(update({ deletionPolicy: 'Retain' })).code,
      'placement-fixed',
    );
    assert.equal(world.refusal(update({ deletionPolicy: 'Delete' })).code, 'placement-fixed');
    assert.equal(world.refusal(REMOVE).code, 'placement-state');
  });
});

describe('a deletion', () => {
  for (const deletionPolicy of ['Delete', 'Retain'] as const) {
    test(`under ${deletionPolicy} while it runs`, () => {
      const world = new World(scenarioOf());
      world.at(0).do(placement('red', { deletionPolicy }));
      world.run(10 * SECOND);
      const { gprId } = view(world).decisions[0].gpr!;
      world.at(10 * SECOND).do(REMOVE);
      assert.equal(world.simulation.resources.placement('app'), undefined);
      assert.equal(world.gpr(gprId).state, deletionPolicy === 'Delete' ? 'Complete' : 'Successful');
      assert.equal(world.refusal(REMOVE).code, 'placement-unknown');
      world.do(placement('red'));
      world.run(500 * SECOND);
      assert.equal(view(world).status, 'Completed');
    });
  }

  test('is refused once it is Successful', () => {
    const world = new World(scenarioOf());
    world.at(0).do(placement('red'));
    world.run(60 * SECOND);
    assert.deepEqual(world.at(60 * SECOND).refusal(REMOVE), {
      code: 'placement-state',
      name: 'app',
      status: 'Successful',
      holding: [view(world).decisions[0]!.gpr!.gprId],
    });
    world.run(500 * SECOND);
    assert.deepEqual(world.at(500 * SECOND).refusal(REMOVE), {
      code: 'placement-state',
      name: 'app',
      status: 'Completed',
      holding: [],
    });
  });
});

describe('the source of a placement', () => {
  const stored = { name: 'web', workspace: 'red', serviceAccount: 'sa', autoPlacement: false };

  test('is its template, for members that are missing', () => {
    const world = new World(scenarioOf());
    const bare: CreatePlacement = {
      kind: 'placement.create',
      name: 'app',
      workspace: 'red',
      workloadTemplate: 'web',
      numPlacements: 1,
      gpu: null,
    };
    assert.equal(world.at(0).refusal(bare).code, 'workload-template-unknown');
    const { also = [], ...first } = world.refusal({ ...bare, workloadTemplate: '' });
    assert.deepEqual(
      [first, ...also],
      ['clusters', 'burst', 'deletionPolicy', 'helmConfigs', 'manifestResources', 'cmdExec', 'steps'].map(
        (field) => ({ code: 'member-missing', field }),
      ),
    );
    world.do({ kind: 'workload-template.create', template: { ...stored, ...workload(['manifest']) } });
    world.do({ ...bare, deletionPolicy: 'Retain' });
    const { steps, deletionPolicy, clusters, enableBurst } = view(world);
    assert.deepEqual([steps.length, deletionPolicy, clusters, enableBurst], [1, 'Retain', ['east'], false]);
  });

  test('is an autoPlacement template: it is placed once under its name, if that is free', () => {
    const world = new World(scenarioOf());
    world.at(0);
    const create = (name: string) =>
      world.do({
        kind: 'workload-template.create',
        template: { ...stored, name, autoPlacement: true, ...workload(['manifest']) },
      });
    create('web');
    world.do(placement('red'));
    create('app');
    world.run(10 * SECOND);
    assert.equal(view(world, 'web').status, 'Completed');
    assert.equal(view(world).workloadTemplate, '');
    assert.equal(world.at(10 * SECOND).simulation.resources.workloadTemplates().length, 2);
    world.do({ kind: 'workload-template.delete', name: 'web' });
    assert.equal(view(world, 'web').status, 'Completed');
  });

  test('is the default template or the held GPR, if GPU details are missing', () => {
    const world = new World(scenarioOf());
    world.at(0).do({ kind: 'gpr-template.create', template: template('small', { gpusPerNode: 2 }) });
    world.do({ kind: 'binding.create', binding: binding('red', 'small') });
    world.do(placement('red', { gpu: null }));
    world.run(10 * SECOND);
    const [{ gpr }] = view(world).decisions;
    assert.deepEqual([gpr!.by, gpr!.gpusPerNode, gpr!.gprName], ['template', 2, 'app-east']);
    world.at(10 * SECOND).do(placement('red', { name: 'second', gpu: null }));
    world.run(60 * SECOND);
    const attached = view(world, 'second').decisions[0];
    assert.deepEqual(
      [attached.gpr!.gprId, attached.gpr!.by, attached.phase],
      [gpr!.gprId, 'attached', 'Successful'],
    );
    assert.equal(world.simulation.views.gprsOf('red')!.length, 1);
    world.run(100 * SECOND);
    assert.equal(view(world, 'second').status, 'Completed');
  });
});

test('the deletion of a workspace deletes its placements', () => {
  const world = new World(scenarioOf());
  world.at(0).do(placement('red'));
  world.do(placement('blue', { name: 'other' }));
  world.do({ kind: 'workspace.delete', name: 'red' });
  assert.deepEqual(
    world.simulation.resources.placements().map(({ name }) => name),
    ['other'],
  );
  assert.equal(world.refusal(placement('blue', { name: 'other' })).code, 'placement-exists');
  world.do(placement('blue'));
});
