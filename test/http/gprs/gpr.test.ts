import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as v from 'valibot';
import { gprRecord } from '../../../src/api/v1/gpr/schema.ts';
import { openWorld, temporaryFile } from '../../driver/world.ts';
import { type Caller, Client, detailedError, gprBody } from '../client.ts';
import { scenario } from '../memory-world.ts';

const path = '/api/v1/gpr';

const advance = (caller: Caller, by: string) => caller.data('POST', '/sim/clock/advance', { by });
const view = (caller: Caller, gprId: string) => caller.data('GET', `${path}/gpr?gprId=${gprId}`);

test('view and list show a GPR from its creation to its end', async () => {
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
  // Five minutes of a node at 29.39 per hour.
  assert.equal(ended.cost, '2.45');

  const { items } = await owner.data('GET', `${path}/list?sliceName=red`);
  assert.deepEqual(items, [await view(owner, gprId)]);
  for (const item of items) v.parse(gprRecord, item);
});

test('a GPR behind another shows its estimated wait', async () => {
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
  const states = async () =>
    (await Promise.all(ids.map((id) => view(owner, id)))).map((gpr) => gpr.status.provisioningStatus);
  await advance(owner, '0s');
  assert.deepEqual(await states(), ['Queued', 'Successful', 'Queued']);
  await advance(owner, '5m');
  assert.deepEqual(await states(), ['Queued', 'Complete', 'Successful']);
  await advance(owner, '5m');
  assert.deepEqual(await states(), ['Successful', 'Complete', 'Complete']);
});

test('both paths and both spellings of the id return a GPR', async () => {
  const owner = await new Client().as('Owner');
  const { gprId } = await owner.data('POST', path, gprBody);
  const expected = await view(owner, gprId);
  assert.deepEqual(await owner.data('GET', `${path}?gprId=${gprId}`), expected);
  assert.deepEqual(await owner.data('GET', `${path}/gpr?gprID=${gprId}`), expected);
  assert.deepEqual(await owner.data('PUT', path, { gprID: gprId, priority: 7 }), {});
  assert.equal((await view(owner, gprId)).priority, 7);
  assert.deepEqual(await owner.data('DELETE', path, { gprID: gprId }), {});
});

test('unknown workspaces and GPRs are answered with the recorded errors', async () => {
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

test('the state of a GPR determines whether it can be updated or deleted', async () => {
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
  assert.equal(
    (await put({ gprName: 'b', priority: 9, enableEviction: true, requeueOnFailure: true })).status,
    200,
  );
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

  // An early release ignores the other fields.
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

test('what a request carries is returned while the GPR is queued, after its end, after a restart and after a rewind', async (t) => {
  const file = temporaryFile(t);
  // With keepEnded 0, an ended GPR is read from the file.
  const driver = openWorld(t, file, { ...scenario, keepEnded: 0 });
  const owner = await new Client(driver).as('Owner');
  const { gprId } = await owner.data('POST', path, { ...gprBody, enableRDMA: true, multiNode: false });
  const other = await owner.data('POST', path, { ...gprBody, sliceName: 'blue', multiNode: true });
  const carried = async (caller: Caller) =>
    Promise.all(
      [gprId, other.gprId].map(async (id) => {
        const { multiNode, enableRDMA, enableSecondaryNetwork } = await view(caller, id);
        return [multiNode, enableRDMA, enableSecondaryNetwork];
      }),
    );
  const expected = [
    [false, true, false],
    [true, false, false],
  ];
  assert.deepEqual(await carried(owner), expected);
  await advance(owner, '1h');
  assert.deepEqual(await carried(owner), expected);
  await driver.close();
  const again = await new Client(openWorld(t, file)).as('Owner');
  assert.deepEqual(await carried(again), expected);
  await again.data('POST', '/sim/rewind', { to: '2026-01-05T08:00:01.000Z' });
  assert.deepEqual(await carried(again), expected);
});
