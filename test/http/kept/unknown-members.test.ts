// Members that an operation under /api/v1 does not have: usually misspelled ones.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RequestBudget } from '../../../src/api/frame/request-log/request-budget.ts';
import { RequestLog } from '../../../src/api/frame/request-log/request-log.ts';
import { Client, detailedError, gprBody } from '../client.ts';
import { memoryWorld } from '../memory-world.ts';

const create = '/api/v1/gpr';

function clientOf(isStrict: boolean): Client {
  return new Client(memoryWorld(), { requestLog: new RequestLog(new RequestBudget(100)), isStrict });
}

test('misspelled members have no effect, are kept with the request, and are logged once', async () => {
  const client = clientOf(false);
  const owner = await client.as('Owner');
  const sent = { ...gprBody, idleTimeoutDuration: '1h', enableEvction: true };
  await owner.data('POST', create, sent);
  await owner.data('POST', create, { ...sent, gprName: 'second' });
  const { requests } = await owner.data('GET', '/sim/requests?operation=createGpr');
  for (const { unknownMembers } of requests)
    assert.deepEqual(unknownMembers, ['idleTimeoutDuration', 'enableEvction']);
  assert.deepEqual(client.warned, [
    'a request has a member without effect: "idleTimeoutDuration" is unknown; did you mean idleTimeOutDuration?',
    'a request has a member without effect: "enableEvction" is unknown; did you mean enableEviction?',
  ]);
});

test('members within objects and lists, and parameters of queries, count; other spellings and free objects do not', async () => {
  const client = clientOf(false);
  const owner = await client.as('Owner');
  await owner.send('POST', '/api/v1/inference-endpoint', {
    endpointName: 'llm',
    workspace: 'red',
    clusterName: 'worker-1',
    modelSpec: { modelName: 'm', secret: { anything: 1 }, storageUri: 'gs://x' },
    gpuSpec: { memoryPerGpu: 40, priorty: 7 },
  });
  await owner.send('POST', '/api/v1/workload-placement', {
    name: 'p',
    workspaceName: 'red',
    clusterNames: ['worker-1'],
    manifestResources: [{ name: 'm', kid: 1 }],
  });
  await owner.send('GET', '/api/v1/gpr/list?sliceName=red&limit=5');
  await owner.send('GET', '/sim/gprs?limti=5');
  const { requests } = await owner.data('GET', '/sim/requests?after=1');
  assert.deepEqual(
    requests.map(({ path, unknownMembers }: { path: string; unknownMembers: string[] }) => [
      path,
      unknownMembers,
    ]),
    [
      ['/api/v1/inference-endpoint', ['modelSpec.storageUri', 'gpuSpec.priorty']],
      ['/api/v1/workload-placement', ['manifestResources[0].kid']],
      ['/api/v1/gpr/list?sliceName=red&limit=5', ['limit']],
      ['/sim/gprs?limti=5', []],
    ],
  );
});

test('a strict server refuses them with all other problems, and changes nothing', async () => {
  const client = clientOf(true);
  const owner = await client.as('Owner');
  const answer = await owner.send('POST', create, { ...gprBody, numberOfGPUs: 0, enableEvction: true });
  assert.equal(answer.status, 422);
  assert.deepEqual(
    detailedError(answer).DetailedError.Details.map(
      ({ field, message }: { field: string; message: string }) => [field, message],
    ),
    [
      ['enableEvction', '"enableEvction" is unknown; did you mean enableEviction?'],
      ['numberOfGPUs', '"numberOfGPUs" must be an integer from 1 to 1000000, but is 0'],
    ],
  );
  assert.equal((await owner.send('POST', create, { ...gprBody, enableEvction: true })).status, 422);
  assert.deepEqual((await owner.data('GET', '/api/v1/gpr/list?sliceName=red')).items, []);
  await owner.data('POST', create, gprBody);
});

test('errors name a member as it was sent, also those that the operation itself finds', async () => {
  const client = clientOf(false);
  const owner = await client.as('Owner');
  const { memoryPerGPU: _, ...others } = gprBody;
  const fieldsOf = async (...request: Parameters<typeof owner.send>) =>
    detailedError(await owner.send(...request)).DetailedError.Details.map(
      ({ field }: { field: string }) => field,
    );
  assert.deepEqual(await fieldsOf('POST', create, { ...others, memoryPerGpu: 999 }), ['memoryPerGpu']);
  assert.deepEqual(
    await fieldsOf('GET', '/api/v1/slice-workspace/kube-config?workspaceName=red&cluster=nowhere'),
    ['cluster'],
  );
  assert.deepEqual(
    await fieldsOf('POST', '/api/v1/inference-endpoint', {
      endpointName: 'llm',
      workspace: 'red',
      clusterName: 'worker-1',
      modelSpec: { modelName: 'm' },
      gpuSpec: {
        instanceType: 'a2-highgpu-8g',
        gpuShape: 'nvidia-a100-sxm4-40gb',
        numberOfGPUNodes: 1,
        numberOfGPUs: 1,
        memoryPerGpu: 999,
      },
    }),
    ['gpuSpec.memoryPerGpu'],
  );
});

test('a member of the body that was sent in the query, and a path with a slash at its end, are answered with the remedy', async () => {
  const owner = await clientOf(false).as('Owner');
  const inQuery = await owner.send('DELETE', `${create}?gprId=gpr-1`);
  assert.equal(inQuery.body.message, '"gprId" is required in the body; the query is not read');
  const slash = await owner.send('GET', `${create}/list/?sliceName=red`);
  assert.match(
    slash.body.message,
    /^Unknown path \/api\/v1\/gpr\/list\/; did you mean \/api\/v1\/gpr\/list\?; /,
  );
});
