import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as v from 'valibot';
import type { Scenario } from '../../../sim/index.ts';
import { policyRecord } from '../../../src/api/v1/workspace-policies/schema.ts';
import { type Caller, Client, detailedError, gprBody } from '../client.ts';
import { memoryWorld, scenario } from '../memory-world.ts';

const path = '/api/v1/workspace-policies';
const gprPath = '/api/v1/gpr';

const permissive = {
  workspaceName: 'red',
  PriorityRange: '1-300',
  maxGPRs: 0,
  maxExitDurationPerGPR: '0h0m0s',
  requeueOnFailure: false,
  enableAutoEviction: false,
  globalGPUConstraints: { gpuShapes: [], maxGPUPerGpr: 0, maxMemoryPerGpr: 0 },
};

const all = {
  priorityRange: '101-200',
  maxGPRs: 3,
  maxExitDurationPerGPR: '1h',
  enforceIdleTimeOut: true,
  requeueOnFailure: true,
  enableAutoEviction: true,
  gpuShapes: ['nvidia-a100-sxm4-40gb'],
  maxGpuPerGpr: 8,
  maxMemoryPerGpr: 320_000,
};

/** A GPU model in the catalogue of instance types that no cluster has. */
const withT4: Scenario = {
  ...scenario,
  instanceTypes: [
    ...scenario.instanceTypes,
    { ...scenario.instanceTypes[0]!, instanceType: 'n1-standard-8', gpuModelName: 'Tesla-T4' },
  ],
};

async function owner(): Promise<Caller> {
  return new Client(memoryWorld(withT4)).as('Owner');
}

const set = (caller: Caller, body: object) => caller.data('PUT', `${path}/red`, body);

test('a new workspace has a policy without limits', async () => {
  const caller = await owner();
  assert.deepEqual(await caller.data('GET', `${path}/red`), permissive);
  await caller.data('POST', '/api/v1/slice-workspace', {
    workspaceName: 'new',
    clusters: ['worker-2'],
    namespaces: ['new'],
    username: 'new',
    email: 'new@example.com',
  });
  const policies = await caller.data('GET', path);
  assert.deepEqual(
    policies,
    ['red', 'blue', 'new'].map((workspaceName) => ({ ...permissive, workspaceName })),
  );
  for (const policy of policies) v.parse(policyRecord, policy);
});

test('an update changes only the sent members and returns the policy', async () => {
  const caller = await owner();
  const expected = {
    workspaceName: 'red',
    PriorityRange: '101-200',
    maxGPRs: 3,
    maxExitDurationPerGPR: '1h',
    requeueOnFailure: true,
    enableAutoEviction: true,
    globalGPUConstraints: { gpuShapes: ['nvidia-a100-sxm4-40gb'], maxGPUPerGpr: 8, maxMemoryPerGpr: 320_000 },
  };
  assert.deepEqual(await set(caller, all), expected);
  assert.deepEqual(await caller.data('GET', `${path}/red`), expected);
  assert.deepEqual(await set(caller, { maxGPRs: 5 }), { ...expected, maxGPRs: 5 });
  assert.deepEqual(await caller.data('GET', `${path}/blue`), { ...permissive, workspaceName: 'blue' });
});

test('an update needs one member that is not null', async () => {
  const unset = Object.fromEntries(Object.keys(all).map((field) => [field, null]));
  for (const [field, value] of Object.entries(all)) {
    const caller = await owner();
    const { status } = await caller.send('PUT', `${path}/red`, { ...unset, [field]: value });
    assert.equal(status, 200, field);
  }
  const caller = await owner();
  for (const body of [undefined, {}, unset, { workspaceName: 'red' }, { globalGPUConstraints: {} }]) {
    const answer = await caller.send('PUT', `${path}/red`, body);
    assert.equal(answer.status, 400, JSON.stringify(body));
    const message = 'At least one field must be provided for update';
    assert.deepEqual(answer.body, {
      statusCode: 400,
      status: 'INVALID_REQUEST',
      message,
      data: null,
      error: { errorKey: 'INVALID_REQUEST', message, data: null },
    });
  }
  assert.deepEqual(await caller.data('GET', `${path}/red`), permissive);
});

test('every spelling of an update has the same effect', async () => {
  const gpu = { gpuShapes: ['Tesla-T4'], maxGPUPerGpr: 8, maxMemoryPerGpr: 320_000 };
  const cases: [object, object][] = [
    [{ PriorityRange: '5-10' }, { PriorityRange: '5-10' }],
    [{ priorityRange: 'low' }, { PriorityRange: '1-100' }],
    [{ priorityRange: 'medium' }, { PriorityRange: '101-200' }],
    [{ priorityRange: 'high' }, { PriorityRange: '201-300' }],
    [{ maxExitDurationPerGPR: '1W' }, { maxExitDurationPerGPR: '1W' }],
    [{ maxExitDurationPerGPR: '2M' }, { maxExitDurationPerGPR: '2M' }],
    [{ maxExitDurationPerGPR: '0' }, { maxExitDurationPerGPR: '0' }],
    [{ maxExitDurationPerGPR: '000130' }, { maxExitDurationPerGPR: '000130' }],
    [{ gpuShapes: ['Tesla-T4'], maxGPUPerGpr: 8, maxMemoryPerGpr: 320_000 }, { globalGPUConstraints: gpu }],
    [{ globalGPUConstraints: gpu }, { globalGPUConstraints: gpu }],
    [
      { globalGPUConstraints: { ...gpu, maxGPUPerGpr: null, maxGpuPerGpr: 8 } },
      { globalGPUConstraints: gpu },
    ],
    [{ maxGpuPerGpr: 8, globalGPUConstraints: gpu }, { globalGPUConstraints: gpu }],
  ];
  for (const [body, change] of cases) {
    const caller = await owner();
    assert.deepEqual(await set(caller, body), { ...permissive, ...change }, JSON.stringify(body));
  }
});

test('0 and an empty list remove a limit', async () => {
  const caller = await owner();
  await set(caller, { maxGPRs: 1, maxExitDurationPerGPR: '1m', gpuShapes: ['Tesla-T4'], maxGpuPerGpr: 1 });
  await set(caller, { maxMemoryPerGpr: 1 });
  await set(caller, { maxGPRs: 0, maxExitDurationPerGPR: '0h0m0s', gpuShapes: [] });
  const lifted = await set(caller, { maxGpuPerGpr: 0, maxMemoryPerGpr: 0 });
  assert.deepEqual(lifted, permissive);
  await caller.data('POST', gprPath, gprBody);
  await caller.data('POST', gprPath, gprBody);
});

test('an unknown policy is answered with the 404 of policies', async () => {
  const caller = await owner();
  for (const [method, body] of [
    ['GET', undefined],
    ['PUT', { maxGPRs: 1 }],
  ] as const) {
    const answer = await caller.send(method, `${path}/nowhere`, body);
    assert.equal(answer.status, 404);
    assert.equal(answer.body.status, 'NOT_FOUND');
    assert.equal(answer.body.message, 'Workspace policy not found');
    assert.equal(answer.body.error.errorKey, 'NOT_FOUND');
  }
});

test('Owners write policies, and other roles read the policy of their workspace', async () => {
  const client = new Client();
  for (const role of ['Editor', 'Viewer'] as const) {
    const caller = await client.as(role, 'red');
    assert.equal((await caller.send('PUT', `${path}/red`, { maxGPRs: 1 })).status, 403);
    assert.deepEqual(await caller.data('GET', path), [permissive]);
    assert.deepEqual(await caller.data('GET', `${path}/red`), permissive);
    assert.equal((await caller.send('GET', `${path}/blue`)).status, 403);
    assert.equal((await caller.send('GET', `${path}/nowhere`)).status, 403);
  }
});

test('a GPR beyond a limit of the policy is refused with the limit and the value', async () => {
  const cases: [object, object, string, RegExp][] = [
    [{ priorityRange: 'low' }, {}, 'priority', /priorityRange is limited to 1-100, but would be 101/],
    [{ priorityRange: 'high' }, {}, 'priority', /priorityRange is limited to 201-300, but would be 101/],
    [
      { gpuShapes: ['Tesla-T4'] },
      {},
      'gpuShape',
      /gpuShapes is limited to Tesla-T4, but would be NVIDIA-A100/,
    ],
    [
      { maxGpuPerGpr: 15 },
      { numberOfGPUNodes: 2 },
      'numberOfGPUs',
      /maxGPUPerGpr is limited to 15, but would be 16/,
    ],
    [
      { maxMemoryPerGpr: 319_999 },
      {},
      'memoryPerGPU',
      /maxMemoryPerGpr is limited to 319999 MB, but would be 320000 MB/,
    ],
    [
      { maxExitDurationPerGPR: '4m' },
      {},
      'exitDuration',
      /maxExitDurationPerGPR is limited to 4m, but would be /,
    ],
  ];
  for (const [policy, change, field, why] of cases) {
    const caller = await owner();
    await set(caller, policy);
    const answer = await caller.send('POST', gprPath, { ...gprBody, ...change });
    assert.equal(answer.status, 422, JSON.stringify(policy));
    const [first] = detailedError(answer).DetailedError.Details;
    assert.equal(first.field, field);
    assert.match(first.message, /breaks the policy of workspace "red"/);
    assert.match(first.message, why);
    assert.deepEqual(await caller.data('GET', `${gprPath}/list?sliceName=red`), { items: [] });
    await caller.data('POST', gprPath, { ...gprBody, ...change, sliceName: 'blue' });
  }
});

test('a GPR at the limits of the policy is accepted', async () => {
  const caller = await owner();
  await set(caller, {
    priorityRange: '101-101',
    maxGPRs: 1,
    maxExitDurationPerGPR: '5m',
    gpuShapes: ['a2-HIGHGPU-8g'],
    maxGpuPerGpr: 8,
    maxMemoryPerGpr: 320_000,
  });
  await caller.data('POST', gprPath, gprBody);
});

test('maxGPRs counts GPRs that have not ended', async () => {
  const caller = await owner();
  await set(caller, { maxGPRs: 2 });
  await caller.data('POST', gprPath, gprBody);
  await caller.data('POST', gprPath, gprBody);
  const third = await caller.send('POST', gprPath, gprBody);
  assert.equal(third.status, 422);
  assert.match(third.body.message, /^"sliceName" .*maxGPRs is limited to 2, but would be 3/);
  await caller.data('POST', '/sim/clock/advance', { by: '6m' });
  await caller.data('POST', gprPath, gprBody);
});

test('the policy limits new priorities', async () => {
  const caller = await owner();
  const { gprId } = await caller.data('POST', gprPath, gprBody);
  await set(caller, { priorityRange: 'low' });
  const raised = await caller.send('PUT', gprPath, { gprId, priority: 150 });
  assert.equal(raised.status, 422);
  assert.match(raised.body.message, /^"priority" .*priorityRange is limited to 1-100, but would be 150/);
  await caller.data('PUT', gprPath, { gprId, gprName: 'renamed' });
  await caller.data('PUT', gprPath, { gprId, priority: 50 });
});

test('GPRs inherit the flags that they leave unset', async () => {
  const caller = await owner();
  const flags = async (body: object) => {
    const { gprId } = await caller.data('POST', gprPath, { ...gprBody, ...body });
    const gpr = await caller.data('GET', `${gprPath}?gprId=${gprId}`);
    return [gpr.enforceIdleTimeOut, gpr.enableEviction, gpr.requeueOnFailure];
  };
  const sent = { enforceIdleTimeOut: true, enableEviction: true, requeueOnFailure: true };
  const unsent = { enforceIdleTimeOut: false, enableEviction: false, requeueOnFailure: false };
  assert.deepEqual(await flags({}), [false, false, false]);
  assert.deepEqual(await flags({ idleTimeOutDuration: '1m' }), [true, false, false]);
  assert.deepEqual(await flags({ idleTimeOutDuration: '1m', ...sent }), [true, true, true]);
  await set(caller, { enforceIdleTimeOut: true, enableAutoEviction: true, requeueOnFailure: true });
  assert.deepEqual(await flags({ idleTimeOutDuration: '1m' }), [true, true, true]);
  assert.deepEqual(await flags({ idleTimeOutDuration: '1m', ...unsent }), [false, false, false]);
  assert.deepEqual(await flags({ enableEviction: null, requeueOnFailure: null }), [true, true, true]);
});

test('deleting a workspace deletes its policy, and a new workspace of the same name has no limits', async () => {
  const caller = await owner();
  await set(caller, { maxGPRs: 1 });
  await caller.data('DELETE', '/api/v1/slice-workspace', { workspaceName: 'red' });
  await caller.data('POST', '/sim/clock/advance', { by: '1m' });
  assert.equal((await caller.send('GET', `${path}/red`)).status, 404);
  await caller.data('POST', '/api/v1/slice-workspace', {
    workspaceName: 'red',
    clusters: ['worker-1'],
    namespaces: ['red'],
    username: 'red',
    email: 'red@example.com',
  });
  assert.deepEqual(await caller.data('GET', `${path}/red`), permissive);
});
