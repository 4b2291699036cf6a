import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as v from 'valibot';
import { placementRecord } from '../../../src/api/v1/workload-placement/schema.ts';
import { type Answer, type Caller, Client, detailedError } from '../client.ts';
import { altered, memoryWorld } from '../memory-world.ts';
import { definitionAnswer, definitionBody, helmConfig } from './workload-body.ts';

const path = '/api/v1/workload-placement';

const gprDetails = {
  enableAutoGpuSelection: false,
  instanceType: 'a2-highgpu-8g',
  gpuShape: 'NVIDIA-A100-SXM4-40GB',
  numberOfGPUs: 2,
  numberOfGPUNodes: 1,
  exitDuration: '0d0h10m',
  priority: 150,
  memoryPerGpu: 40,
  enableEviction: false,
  requeueOnFailure: true,
};
const plain = { name: 'deploy', workspaceName: 'red', ...definitionBody };
const body = { ...plain, numPlacements: 1, workloadTemplateName: '', gprDetails };

const advance = (caller: Caller, by: string) => caller.data('POST', '/sim/clock/advance', { by });
const view = async (caller: Caller, name = 'deploy') =>
  v.parse(v.strictObject(placementRecord.entries), await caller.data('GET', `${path}/${name}`));
const put = (caller: Caller, changes: object) => caller.send('PUT', `${path}/deploy`, changes);

function assertFixed(answer: Answer, status: string, changed = ''): void {
  assert.equal(answer.status, 400, JSON.stringify(answer.body));
  assert.equal(answer.body.status, 'UPSTREAM_REQUEST_ERROR');
  assert.ok(
    answer.body.message.startsWith(
      'only helmConfigs and manifestResources can be updated, and clusterNames, cmdExec, enableBurst, gprDetails, ' +
        'numPlacements, steps, workloadTemplateName and workspaceName cannot',
    ),
  );
  const end =
    changed === '' ? `deploy is ${status}` : `deploy is ${status}, and the update changes ${changed}`;
  assert.ok(answer.body.message.endsWith(end), answer.body.message);
}

test('a placement is created, runs and completes', async () => {
  const owner = await new Client().as('Owner');
  assert.deepEqual(await owner.data('POST', path, body), { name: 'deploy' });
  const queued = await view(owner);
  const { gprName } = queued.status.clusterPlacementDecisions[0]!.gprStatus;
  const decision = {
    clusterName: 'worker-1',
    workloadPlacementName: 'deploy-worker-1',
    gprStatus: {
      gprName,
      gprType: 'Requested',
      gpuShape: 'NVIDIA-A100-SXM4-40GB',
      instanceType: 'a2-highgpu-8g',
      memoryPerGpu: 40,
      numberOfGPUNodes: 1,
      numberOfGPUs: 2,
      provisioningStatus: 'Queued',
      startTime: '',
      completionTime: '',
    },
    message: '',
    phase: 'Pending',
    currentStep: 0,
    startTime: '',
    stepResults: [],
  };
  assert.deepEqual(queued, {
    name: 'deploy',
    workspaceName: 'red',
    ...definitionAnswer,
    numPlacements: 1,
    workloadTemplateName: '',
    gprDetails: { ...gprDetails, exitDuration: '0h10m0s' },
    createdAt: '2026-01-05T08:00:00.000Z',
    updatedAt: '2026-01-05T08:00:00.000Z',
    status: {
      clusterPlacementDecisions: [decision],
      placementStatus: 'created',
      provisioningStatus: 'Pending',
    },
  });

  await advance(owner, '10s');
  const running = (await view(owner)).status.clusterPlacementDecisions[0]!;
  assert.deepEqual(running, {
    ...decision,
    gprStatus: {
      ...decision.gprStatus,
      provisioningStatus: 'Successful',
      startTime: '2026-01-05T08:00:00.000Z',
    },
    phase: 'Running',
    currentStep: 1,
    startTime: '2026-01-05T08:00:00.000Z',
    stepResults: [
      {
        name: 'settings',
        type: 'manifest',
        success: true,
        message: 'manifest settings done',
        duration: '0h0m5s',
      },
    ],
  });
  await advance(owner, '1m');
  const done = await view(owner);
  assert.equal(done.status.provisioningStatus, 'Successful');
  assert.deepEqual(
    done.status.clusterPlacementDecisions[0]!.stepResults.map(({ name, duration }) => [name, duration]),
    [
      ['settings', '0h0m5s'],
      ['web', '0h0m30s'],
      ['greet', '0h0m10s'],
    ],
  );
  await advance(owner, '10m');
  const ended = await view(owner);
  assert.equal(ended.status.provisioningStatus, 'Completed');
  const { gprStatus } = ended.status.clusterPlacementDecisions[0]!;
  assert.deepEqual(
    [gprStatus.provisioningStatus, gprStatus.completionTime],
    ['Complete', '2026-01-05T08:10:00.000Z'],
  );
  assert.deepEqual(await owner.data('GET', path), [ended]);
  assert.deepEqual(await owner.data('GET', `${path}/workspace/red`), [ended]);
  assert.deepEqual(await owner.data('GET', `${path}/workspace/blue`), []);
});

test('a placement without GPUs has empty gprDetails and an empty gprStatus', async () => {
  const owner = await new Client().as('Owner');
  for (const [name, sent] of Object.entries({ absent: undefined, unset: null, empty: {} })) {
    await owner.data('POST', path, { ...body, name, gprDetails: sent });
    const placement = await view(owner, name);
    assert.deepEqual(placement.gprDetails, {});
    assert.deepEqual(placement.status.clusterPlacementDecisions[0]!.gprStatus, {});
  }
  await advance(owner, '1m');
  assert.equal((await view(owner, 'empty')).status.provisioningStatus, 'Completed');
});

test('details that are left out are shown with the values of the GPR', async () => {
  const owner = await new Client().as('Owner');
  await owner.data('POST', path, { ...body, gprDetails: { enableAutoGpuSelection: true, memoryPerGPU: 16 } });
  assert.deepEqual((await view(owner)).gprDetails, {
    enableAutoGpuSelection: true,
    instanceType: '',
    gpuShape: '',
    numberOfGPUs: 1,
    numberOfGPUNodes: 1,
    exitDuration: '24h0m0s',
    priority: 101,
    memoryPerGpu: 16,
    enableEviction: false,
    requeueOnFailure: false,
  });
});

test('a chart of a placement needs no version', async () => {
  const owner = await new Client().as('Owner');
  const { version: _, ...unversioned } = helmConfig;
  await owner.data('POST', path, { ...body, helmConfigs: [unversioned] });
  assert.ok(!('version' in (await view(owner)).helmConfigs[0]!));
});

test('a policy that refuses the GPR of a placement names limit and value', async () => {
  const client = new Client();
  const owner = await client.as('Owner');
  await client.world.submit({ kind: 'policy.set', workspace: 'red', changes: { maxGpusPerGpr: 1 } });
  const answer = await owner.send('POST', path, body);
  assert.equal(answer.status, 422);
  assert.match(
    answer.body.message,
    /^"gprDetails\.\w+" breaks the policy of workspace "red": .* to 1, .* be 2$/,
  );
});

test('a template supplies members that the placement leaves out', async () => {
  const owner = await new Client().as('Owner');
  const template = { ...plain, name: 'stack', serviceAccount: 'x', enableBurst: true, burstDuration: '1h' };
  await owner.data('POST', '/api/v1/workload-template', template);
  const short = { name: 'deploy', workspaceName: 'red', workloadTemplateName: 'stack' };
  await owner.data('POST', path, { ...short, burstDuration: '2h', cmdExec: null });
  const placed = await view(owner);
  assert.equal(placed.workloadTemplateName, 'stack');
  assert.equal(placed.burstDuration, '2h');
  assert.equal(placed.enableBurst, true);
  assert.deepEqual(placed.steps, definitionAnswer.steps);
  assert.deepEqual(placed.helmConfigs, definitionAnswer.helmConfigs);
  const unknown = await owner.send('POST', path, { ...short, name: 'x', workloadTemplateName: 'never' });
  assert.deepEqual([unknown.status, unknown.body.status], [404, 'UPSTREAM_REQUEST_ERROR']);
  assert.equal(detailedError(unknown).DetailedError.Reason, 'NotFound');
});

test('the status of a placement determines which members can be updated', async () => {
  const owner = await new Client().as('Owner');
  await owner.data('POST', path, body);
  for (const nothing of [{}, { steps: null, gprDetails: null }]) {
    assert.equal((await put(owner, nothing)).status, 422);
  }
  assertFixed(
    await put(owner, { workspaceName: 'blue', name: 'other' }),
    'Pending',
    'workspaceName, name, which never change',
  );
  const steps = definitionBody.steps.slice(0, 2);
  await owner.data('PUT', `${path}/deploy`, { steps, gprDetails: { ...gprDetails, numberOfGPUs: 4 } });
  await advance(owner, '1s');
  const running = await view(owner);
  assert.deepEqual(running.steps, steps);
  assert.equal(running.gprDetails.numberOfGPUs, 4);
  assert.equal(running.status.clusterPlacementDecisions[0]!.gprStatus.numberOfGPUs, 4);
  assert.equal(running.status.provisioningStatus, 'Running');

  // Members equal to those of the answer are no change.
  assert.equal((await put(owner, running)).status, 200);
  assertFixed(
    await put(owner, {
      ...running,
      steps: steps.slice(0, 1),
      numPlacements: 2,
      gprDetails: {},
      burstDuration: '1h',
    }),
    'Running',
    'numPlacements, gprDetails, steps',
  );
  const late = {
    burstDuration: '1h',
    deletionPolicy: 'Retain',
    helmConfigs: [{ ...helmConfig, version: 2 }],
  };
  assert.deepEqual(await owner.data('POST', `${path}/deploy`, late), { name: 'deploy' });
  const changed = await view(owner);
  assert.deepEqual([changed.burstDuration, changed.deletionPolicy], ['1h', 'Retain']);
  assert.equal(changed.helmConfigs[0]!.version, 2);

  await advance(owner, '1m');
  assert.equal((await view(owner)).status.provisioningStatus, 'Successful');
  assert.equal((await put(owner, { burstDuration: '5m', deletionPolicy: 'Delete' })).status, 200);
  assertFixed(await put(owner, { enableBurst: true }), 'Successful', 'enableBurst');
  await advance(owner, '10m');
  assertFixed(await put(owner, { burstDuration: '6m' }), 'Completed', 'burstDuration');
  assertFixed(await put(owner, { burstDuration: '5m' }), 'Completed');
});

test('a refused update of a waiting placement names the clusters in which it has begun', async () => {
  const owner = await new Client().as('Owner');
  const green = {
    workspaceName: 'green',
    clusters: ['worker-1', 'worker-2'],
    namespaces: ['green'],
    username: 'green',
    email: 'green@example.com',
  };
  await owner.data('POST', '/api/v1/slice-workspace', green);
  await owner.data('POST', path, {
    ...body,
    workspaceName: 'green',
    clusterNames: ['worker-1', 'worker-2'],
    numPlacements: 2,
  });
  await advance(owner, '1s');
  const { status } = await view(owner);
  const phases = status.clusterPlacementDecisions.map(({ phase }) => phase);
  assert.deepEqual([status.provisioningStatus, ...phases], ['Queued', 'Running', 'Queued']);
  assertFixed(
    await put(owner, { steps: definitionBody.steps.slice(0, 1), numPlacements: 1 }),
    'Queued, but has begun in worker-1 (Running)',
    'numPlacements, steps',
  );
});

test('an answer with values for unset GPU details can be sent back', async () => {
  const owner = await new Client().as('Owner');
  await owner.data('POST', path, { ...body, gprDetails: { instanceType: 'a2-highgpu-8g' } });
  await advance(owner, '1s');
  const shown = await view(owner);
  assert.equal(shown.gprDetails.memoryPerGpu, 40);
  assert.equal((await put(owner, { gprDetails: shown.gprDetails })).status, 200);
  assertFixed(
    await put(owner, { gprDetails: { ...shown.gprDetails, priority: 9 } }),
    'Running',
    'gprDetails',
  );
});

test('the status of a placement determines whether it can be deleted', async () => {
  const owner = await new Client().as('Owner');
  await owner.data('POST', path, body);
  assert.deepEqual(await owner.data('DELETE', `${path}/deploy`), {});
  assert.deepEqual((await owner.data('GET', '/api/v1/gpr/list?sliceName=red')).items, []);

  await owner.data('POST', path, body);
  await advance(owner, '1m');
  for (const [by, status] of [
    ['0s', 'Successful'],
    ['10m', 'Completed'],
  ] as const) {
    await advance(owner, by);
    const answer = await owner.send('DELETE', `${path}/deploy`);
    assert.equal(answer.status, 500);
    assert.equal(answer.body.message, `Cannot delete workload placement in ${status} state`);
  }
});

test('a failed step ends the placement, and the placement shows its result', async () => {
  const client = new Client();
  const owner = await client.as('Owner');
  const anywhere = { workspace: null, cluster: null, endpoint: null, gprId: null, times: null };
  const spec = {
    ...anywhere,
    fault: 'step',
    placement: 'deploy',
    step: 'web',
    message: 'no such chart',
  } as const;
  await client.world.submit({ kind: 'fault.add', spec });
  await owner.data('POST', path, body);
  await advance(owner, '1m');
  const failed = await view(owner);
  assert.equal(failed.status.provisioningStatus, 'Failed');
  const [decision] = failed.status.clusterPlacementDecisions;
  assert.deepEqual(
    [decision!.phase, decision!.message, decision!.currentStep],
    ['Failed', 'no such chart', 1],
  );
  assert.deepEqual(decision!.stepResults[1], {
    name: 'web',
    type: 'helm',
    success: false,
    message: 'no such chart',
    duration: '0h0m30s',
  });
  assert.equal(decision!.gprStatus.provisioningStatus, 'Complete');
  assert.equal((await owner.send('DELETE', `${path}/deploy`)).status, 500);
  assertFixed(await put(owner, { burstDuration: '5m' }), 'Failed', 'burstDuration');
});

test('a placement fails at once when its queued GPR is deleted, and shows a state of GPRs', async () => {
  const owner = await new Client().as('Owner');
  await owner.data('POST', path, body);
  const [{ gprId }] = (await owner.data('GET', '/api/v1/gpr/list?sliceName=red')).items;
  await owner.data('DELETE', '/api/v1/gpr', { gprId });
  const [deleted] = (await view(owner)).status.clusterPlacementDecisions;
  assert.deepEqual([deleted!.phase, deleted!.gprStatus.provisioningStatus], ['Failed', 'Failed']);
  assert.match(deleted!.message, /^its GPR is gone/);
  await advance(owner, '1s');
  assert.deepEqual((await view(owner)).status.clusterPlacementDecisions, [deleted]);
});

test('a placement in a full cluster bursts to the next cluster', async () => {
  const owner = await new Client().as('Owner');
  const clusters = ['worker-1', 'worker-2'];
  const green = {
    workspaceName: 'green',
    clusters,
    namespaces: ['green'],
    username: 'g',
    email: 'g@example.com',
  };
  await owner.data('POST', '/api/v1/slice-workspace', green);
  const whole = { ...gprDetails, numberOfGPUs: 8, exitDuration: '1h' };
  await owner.data('POST', path, { ...body, name: 'first', gprDetails: { ...whole, numberOfGPUNodes: 2 } });
  await advance(owner, '1s');
  const bursting = { ...body, workspaceName: 'green', clusterNames: clusters, enableBurst: true };
  await owner.data('POST', path, { ...bursting, burstDuration: '2m', gprDetails: whole });
  await advance(owner, '1m');
  assert.deepEqual((await view(owner)).status.provisioningStatus, 'Queued');
  await advance(owner, '2m');
  const [decision] = (await view(owner)).status.clusterPlacementDecisions;
  assert.deepEqual(
    [decision!.clusterName, decision!.workloadPlacementName, decision!.phase],
    ['worker-2', 'deploy-worker-2', 'Successful'],
  );
});

test('placements of other workspaces are answered like unknown placements', async () => {
  const client = new Client();
  const owner = await client.as('Owner');
  await owner.data('POST', path, body);
  await owner.data('POST', path, { ...body, name: 'blues', workspaceName: 'blue' });
  const again = await owner.send('POST', path, body);
  assert.deepEqual([again.status, again.body.status], [409, 'UPSTREAM_REQUEST_ERROR']);
  assert.equal((await owner.send('GET', `${path}/workspace/nowhere`)).status, 404);

  const editor = await client.as('Editor', 'blue');
  const seen = await editor.data('GET', path);
  assert.deepEqual(
    seen.map(({ name }: { name: string }) => name),
    ['blues'],
  );
  assert.equal((await editor.send('GET', `${path}/workspace/red`)).status, 403);
  assert.equal((await editor.send('POST', path, { ...body, name: 'x' })).status, 403);
  assert.equal((await editor.send('PUT', `${path}/blues`, { workspaceName: 'red' })).status, 403);
  for (const [method, sent] of [['GET'], ['PUT', { burstDuration: '1h' }], ['DELETE']] as const) {
    const foreign = await editor.send(method, `${path}/deploy`, sent);
    const never = await editor.send(method, `${path}/never`, sent);
    assert.deepEqual([never.status, never.body.status], [404, 'UPSTREAM_REQUEST_ERROR'], method);
    assert.equal(JSON.stringify(foreign.body).replaceAll('deploy', 'never'), JSON.stringify(never.body));
  }
  assert.equal((await editor.send('PUT', `${path}/blues`, { burstDuration: '1h' })).status, 200);
  const viewer = await client.as('Viewer', 'red');
  assert.equal((await viewer.send('GET', `${path}/deploy`)).status, 200);
  assert.equal((await viewer.send('DELETE', `${path}/deploy`)).status, 403);
});

test('a failed list is answered with its specific error', async () => {
  const world = memoryWorld();
  const broken = { ...world.read, placements: () => assert.fail('a secret of the machine') };
  const client = new Client(altered(world, { read: broken }));
  const owner = await client.as('Owner');
  for (const where of [path, `${path}/workspace/red`]) {
    const answer = await owner.send('GET', where);
    assert.equal(answer.status, 500);
    assert.equal(answer.body.message, 'Internal Server Error');
    assert.equal(answer.body.error.message, 'Failed to fetch workload placements');
    assert.match(answer.body.error.data, /reference [0-9a-f-]{36}; Reason: InternalError$/);
  }
  assert.equal(client.logged.length, 2);
});
