import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as v from 'valibot';
import { gprRecord } from '../../src/http/gpr/schema.ts';
import { type Caller, Client, detailedError, gprBody } from './client.ts';

const path = '/api/v1/gpr';

const advance = (caller: Caller, by: string) => caller.data('POST', '/sim/clock/advance', { by });
const view = (caller: Caller, gprId: string) => caller.data('GET', `${path}/gpr?gprId=${gprId}`);

test('a GPR from creation to its end, as view and list show it', async () => {
  const owner = await new Client().as('Owner');
  const { gprId } = await owner.data('POST', path, { ...gprBody, idleTimeOutDuration: '2m' });
  const queued = await view(owner, gprId);
  assert.deepEqual(queued, {
    gprId,
    gprName: 'low priority_1',
    sliceName: 'red',
    clusterName: 'worker-1',
    numberOfGPUs: 8,
    numberOfGPUNodes: 1,
    instanceType: 'a2-highgpu-8g',
    gpuShape: 'NVIDIA-A100-SXM4-40GB',
    memoryPerGPU: 40,
    priority: 101,
    gpuSharingMode: 'Virtual Machine',
    estimatedStartTime: '2026-01-05T08:00:00.000Z',
    estimatedWaitTime: '0h0m0s',
    exitDuration: '0h5m0s',
    earlyRelease: false,
    multiNode: false,
    dedicatedNodes: false,
    enableRDMA: false,
    enableSecondaryNetwork: false,
    enforceIdleTimeOut: true,
    idleTimeOutDuration: '0h2m0s',
    enableEviction: false,
    requeueOnFailure: false,
    status: {
      provisioningStatus: 'Queued',
      failureReason: '',
      numGpusAllocated: 0,
      startTimestamp: '',
      completionTimestamp: '',
      cost: '0.00',
      nodes: null,
      internalState: 'Queued',
      retryCount: 0,
      delayedCount: 0,
    },
  });

  await advance(owner, '0s');
  const { status: running } = await view(owner, gprId);
  assert.equal(running.provisioningStatus, 'Successful');
  assert.equal(running.internalState, 'Reserved');
  assert.equal(running.numGpusAllocated, 8);
  assert.equal(running.startTimestamp, '2026-01-05T08:00:00.000Z');
  assert.equal(running.nodes.length, 1);

  await advance(owner, '10m');
  const { status: ended } = await view(owner, gprId);
  assert.equal(ended.provisioningStatus, 'Complete');
  assert.equal(ended.internalState, 'Released');
  assert.equal(ended.numGpusAllocated, 0);
  assert.equal(ended.startTimestamp, '2026-01-05T08:00:00.000Z');
  assert.equal(ended.completionTimestamp, '2026-01-05T08:05:00.000Z');
  assert.deepEqual(ended.nodes, running.nodes);
  // Five minutes of a whole node at 29.39 an hour.
  assert.equal(ended.cost, '2.45');

  const { items } = await owner.data('GET', `${path}/list?sliceName=red`);
  assert.deepEqual(items, [await view(owner, gprId)]);
  for (const item of items) v.parse(gprRecord, item);
});

test('the wait of a GPR that queues behind another', async () => {
  const owner = await new Client().as('Owner');
  const first = await owner.data('POST', path, gprBody);
  await advance(owner, '0s');
  await advance(owner, '1m');
  const second = await owner.data('POST', path, gprBody);
  const waiting = await view(owner, second.gprId);
  assert.equal(waiting.estimatedStartTime, '2026-01-05T08:05:00.000Z');
  assert.equal(waiting.estimatedWaitTime, '0h4m0s');
  await owner.data('PUT', path, { gprId: first.gprId, earlyRelease: true });
  await advance(owner, '1500s');
  const started = await view(owner, second.gprId);
  assert.equal(started.status.startTimestamp, '2026-01-05T08:01:00.000Z');
  assert.equal(started.estimatedStartTime, '2026-01-05T08:01:00.000Z');
  assert.equal(started.estimatedWaitTime, '0h0m0s');
});

test('three GPRs of a workspace are provisioned one at a time, by priority', async () => {
  const owner = await new Client().as('Owner');
  const ids: string[] = [];
  for (const priority of [50, 250, 150]) {
    ids.push((await owner.data('POST', path, { ...gprBody, numberOfGPUs: 1, priority })).gprId);
  }
  const states = async () => (await Promise.all(ids.map((id) => view(owner, id)))).map((gpr) => gpr.status.provisioningStatus);
  await advance(owner, '0s');
  assert.deepEqual(await states(), ['Queued', 'Successful', 'Queued']);
  await advance(owner, '5m');
  assert.deepEqual(await states(), ['Queued', 'Complete', 'Successful']);
  await advance(owner, '5m');
  assert.deepEqual(await states(), ['Successful', 'Complete', 'Complete']);
});

test('every spelling of a request for GPUs makes the same GPR', async () => {
  const { memoryPerGPU, sliceName, clusterName, ...rest } = gprBody;
  const auto = { clusterName: '', instanceType: '', gpuShape: '' };
  const requests = [
    gprBody,
    { ...rest, sliceName, clusterName, memoryPerGpu: memoryPerGPU },
    { ...rest, workspaceName: sliceName, clusterName, memoryPerGPU },
    { ...rest, workspace: sliceName, clusterName, memoryPerGPU },
    { ...gprBody, priority: '101' },
    { ...gprBody, exitDuration: '5m' },
    { ...gprBody, exitDuration: '000005' },
    { ...gprBody, gpuShape: 'a2-highgpu-8g' },
    { ...gprBody, clusterName: null, preferredClusters: ['worker-1'] },
    { ...gprBody, clusterName: '', preferredClusters: [['worker-1']] },
    { ...gprBody, preferredClusters: ['worker-1'], idleTimeOutDuration: null, enableEviction: null },
    { ...gprBody, clusterName: '', enableAutoClusterSelection: true, preferredClusters: null },
    { ...gprBody, ...auto, preferredClusters: ['worker-1'], enableAutoGpuSelection: true },
    { ...gprBody, ...auto, enableAutoClusterSelection: true, enableAutoGpuSelection: true },
    { ...gprBody, idleTimeOutDuration: '', anotherMember: [{}] },
  ];
  const made = await Promise.all(
    requests.map(async (request) => {
      const owner = await new Client().as('Owner');
      const { gprId } = await owner.data('POST', path, request);
      return view(owner, gprId);
    }),
  );
  for (const [index, gpr] of made.entries()) assert.deepEqual(gpr, made[0], JSON.stringify(requests[index]));
});

test('a GPR is found under both paths and both spellings of its id', async () => {
  const owner = await new Client().as('Owner');
  const { gprId } = await owner.data('POST', path, gprBody);
  const expected = await view(owner, gprId);
  assert.deepEqual(await owner.data('GET', `${path}?gprId=${gprId}`), expected);
  assert.deepEqual(await owner.data('GET', `${path}/gpr?gprID=${gprId}`), expected);
  assert.deepEqual(await owner.data('PUT', path, { gprID: gprId, priority: 7 }), {});
  assert.equal((await view(owner, gprId)).priority, 7);
  assert.deepEqual(await owner.data('DELETE', path, { gprID: gprId }), {});
});

test('a request that makes no sense is refused with every field at fault, and nothing is queued', async () => {
  const owner = await new Client().as('Owner');
  const cases: [object, string, RegExp][] = [
    [{ gprName: undefined }, 'gprName', /is required/],
    [{ gprName: 'x'.repeat(10_000) }, 'gprName', /at most 253 characters/],
    [{ sliceName: undefined }, 'sliceName', /is required/],
    [{ clusterName: '' }, 'clusterName', /is required unless/],
    [{ clusterName: 'worker-9' }, 'clusterName', /but is "worker-9"/],
    [{ clusterName: 'worker-2' }, 'clusterName', /of the workspace \(worker-1\)/],
    [{ clusterName: '', preferredClusters: ['worker-9'] }, 'preferredClusters', /but is "worker-9"/],
    [{ preferredClusters: ['worker-1'], enableAutoClusterSelection: true }, 'preferredClusters', /must be empty/],
    [{ preferredClusters: [[['worker-1']]] }, 'preferredClusters[0]', /must be a name/],
    [{ instanceType: '' }, 'instanceType', /is required unless enableAutoGpuSelection/],
    [{ gpuShape: null }, 'gpuShape', /is required unless enableAutoGpuSelection/],
    [{ instanceType: 'abacus' }, 'instanceType', /\(a2-highgpu-8g\), but is "abacus"/],
    [{ gpuShape: 'abacus' }, 'gpuShape', /but is "abacus"/],
    [{ numberOfGPUs: 0 }, 'numberOfGPUs', /from 1 to 1000000, but is 0/],
    [{ numberOfGPUs: -1 }, 'numberOfGPUs', /but is -1/],
    [{ numberOfGPUs: 1.5 }, 'numberOfGPUs', /an integer/],
    [{ numberOfGPUs: '8' }, 'numberOfGPUs', /an integer/],
    [{ numberOfGPUs: 1e300 }, 'numberOfGPUs', /but is 1e\+300/],
    [{ numberOfGPUs: 9 }, 'numberOfGPUs', /requested 9 GPUs, available/],
    [{ numberOfGPUNodes: 3 }, 'numberOfGPUs', /requested 24 GPUs, available 16/],
    [{ numberOfGPUNodes: undefined }, 'numberOfGPUNodes', /is required/],
    [{ memoryPerGPU: 80 }, 'numberOfGPUs', /available 0/],
    [{ memoryPerGPU: undefined, memoryPerGpu: 0 }, 'memoryPerGpu', /from 1/],
    [{ priority: 0 }, 'priority', /from 1 to 300, but is 0/],
    [{ priority: 301 }, 'priority', /from 1 to 300/],
    [{ priority: '1e2' }, 'priority', /from 1 to 300/],
    [{ exitDuration: '' }, 'exitDuration', /^"exitDuration" is not allowed to be empty$/],
    [{ exitDuration: '0d0h0m' }, 'exitDuration', /longer than zero/],
    [{ exitDuration: '-5m' }, 'exitDuration', /negative/],
    [{ exitDuration: '11111111d' }, 'exitDuration', /ten years/],
    [{ exitDuration: 300 }, 'exitDuration', /such as 0d0h5m, but is 300/],
    [{ idleTimeOutDuration: '0m' }, 'idleTimeOutDuration', /longer than zero/],
    [{ enableEviction: 'yes' }, 'enableEviction', /true or false/],
  ];
  for (const [change, field, why] of cases) {
    const answer = await owner.send('POST', path, { ...gprBody, ...change });
    assert.equal(answer.status, 422, JSON.stringify(change));
    const { Message, DetailedError } = detailedError(answer);
    assert.equal(Message, 'Error while fetching GPR wait time');
    const [first, ...others] = DetailedError.Details;
    assert.equal(others.length, 0, JSON.stringify(DetailedError.Details));
    assert.equal(first.field, field);
    assert.match(first.message, why);
  }
  const many = await owner.send('POST', path, { ...gprBody, gprName: '', priority: null, exitDuration: 'soon' });
  const fields = detailedError(many).DetailedError.Details.map((detail: { field: string }) => detail.field);
  assert.deepEqual(fields, ['gprName', 'priority', 'exitDuration']);
  assert.deepEqual(await owner.data('GET', `${path}/list?sliceName=red`), { items: [] });
});

test('unknown workspaces and GPRs have the recorded errors', async () => {
  const owner = await new Client().as('Owner');
  const missing = 'sliceconfigs.controller.kubeslice.io "nowhere" not found';
  const list = await owner.send('GET', `${path}/list?workspace=nowhere`);
  assert.equal(list.status, 404);
  assert.equal(list.body.message, 'Slice Workspace Not Found');
  assert.equal(detailedError(list).Message, "Error in listing GPR's for slice nowhere");
  assert.equal(detailedError(list).DetailedError.Errormessage, missing);
  const create = await owner.send('POST', path, { ...gprBody, sliceName: 'nowhere' });
  assert.equal(create.status, 404);
  assert.equal(create.body.message, 'Slice Workspace Not Found');
  const gpr = await owner.send('GET', `${path}/gpr?gprId=gpr-x`);
  assert.equal(gpr.status, 404);
  assert.equal(detailedError(gpr).Message, 'Error while fetching GPRs');
  assert.deepEqual(detailedError(gpr).DetailedError, {
    Errormessage: 'gpuprovisioningrequests.gpr.kubeslice.io "gpr-x" not found',
    Reason: 'NotFound',
    Details: '',
  });
  assert.equal((await owner.send('GET', `${path}/gpr`)).status, 422);
  assert.equal((await owner.send('GET', `${path}/list`)).status, 422);
});

test('updates and deletions by state', async () => {
  const owner = await new Client().as('Owner');
  const { gprId } = await owner.data('POST', path, gprBody);
  const put = (body: object) => owner.send('PUT', path, { gprId, ...body });

  const release = await put({ earlyRelease: true });
  assert.equal(release.status, 500);
  assert.equal(detailedError(release).Message, 'Error while updating a GPR');
  assert.equal(
    detailedError(release).DetailedError.Errormessage,
    'Cannot update early release of GPR in Queued state',
  );
  for (const nothing of [{}, { earlyRelease: false }, { priority: null, gprName: null }]) {
    assert.equal((await put(nothing)).status, 422);
  }
  assert.equal((await put({ gprName: '' })).status, 422);
  assert.equal((await put({ gprName: 'b', priority: 9, enableEviction: true, requeueOnFailure: true })).status, 200);
  const updated = await view(owner, gprId);
  assert.deepEqual(
    [updated.gprName, updated.priority, updated.enableEviction, updated.requeueOnFailure],
    ['b', 9, true, true],
  );

  await advance(owner, '0s');
  const remove = await owner.send('DELETE', path, { gprId });
  assert.equal(remove.status, 500);
  assert.equal(detailedError(remove).Message, 'Error while deleting GPR');
  assert.equal(detailedError(remove).DetailedError.Errormessage, 'Cannot delete GPR in Successful state');
  assert.equal((await put({ priority: 10 })).body.message, 'Cannot update GPR in Successful state');

  // With an early release the other fields count for nothing.
  assert.equal((await put({ earlyRelease: true, priority: 10 })).status, 200);
  const released = await view(owner, gprId);
  assert.equal(released.priority, 9);
  assert.equal(released.earlyRelease, true);
  assert.equal(released.status.provisioningStatus, 'Complete');
  assert.equal(
    (await put({ earlyRelease: true })).body.message,
    'Cannot update early release of GPR in Complete state',
  );
  assert.deepEqual(await owner.data('DELETE', path, { gprId }), {});
  assert.equal((await owner.send('GET', `${path}?gprId=${gprId}`)).status, 404);
});
