import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createWorkspace } from './access.ts';
import {
  createEndpoint,
  deleteEndpoint,
  describeEndpoint,
  type GpuSpec,
  listEndpoints,
  type ModelSpec,
  type Where,
} from './endpoints.ts';
import { Unauthorized, UnhandledException } from './failures.ts';
import { gprOf, releaseGpu } from './gprs.ts';
import { TestServer } from './server.ts';

const server = await TestServer.start();
const client = server.client();

const minuteMs = 60_000;

const gpuSpec: GpuSpec = {
  gpuShape: 'NVIDIA-A100-SXM4-40GB',
  instanceType: 'a2-highgpu-8g',
  memoryPerGPU: 40,
  numberOfGPUs: 2,
  numberOfGPUNodes: 1,
  exitDuration: '0d1h0m',
  priority: 201,
};

const model: ModelSpec = {
  modelName: 'sklearn',
  storageURI: 'gs://models/sklearn/1.0/model',
  args: [],
  secret: {},
  resources: null,
};

async function where(endpoint: string): Promise<Where> {
  return {
    cluster: 'worker-1',
    endpoint,
    workspace: await createWorkspace(client, { name: `${endpoint}-team` }),
  };
}

const failsWith = (statusCode: number) => (error: unknown) => {
  assert.ok(error instanceof UnhandledException, String(error));
  assert.equal(error.answer.statusCode, statusCode);
  return true;
};

test('an endpoint on GPUs is pending, then runs and protects its GPR from deletion, and is pending when the GPR ends', async () => {
  const at = await where('iris');
  assert.deepEqual(await listEndpoints(client, at.workspace), []);
  assert.equal(await createEndpoint(client, at, gpuSpec, model), 'iris');

  const [listed, ...others] = await listEndpoints(client, at.workspace);
  assert.equal(others.length, 0);
  assert.deepEqual(listed, {
    endpointName: 'iris',
    modelName: 'sklearn',
    status: 'Pending',
    endpoint: '',
    clusterName: 'worker-1',
    namespace: at.workspace,
  });

  await server.advance(5 * minuteMs);
  const running = await describeEndpoint(client, at);
  assert.equal(running.status, 'Running');
  assert.match(running.endpoint, /^https?:\/\//);
  assert.deepEqual([running.predictStatus, running.ingressStatus], ['Ready', 'Ready']);
  assert.ok(running.tryCommand.length > 0 && running.dnsRecords.length > 0);
  const [gpu] = running.gpuRequests;
  assert.equal(gpu.status, 'Provisioned');
  assert.equal(gpu.memoryPerGPU, '40');
  assert.deepEqual([gpu.numberOfGPUs, gpu.numberOfGPUNodes], [2, 1]);
  const gpr = await gprOf(client, gpu.gprId);
  assert.deepEqual([gpr.priority, gpr.exitDuration, gpr.sliceName], [201, '1h0m0s', at.workspace]);
  await assert.rejects(deleteEndpoint(client, at), failsWith(500));

  await releaseGpu(client, gpu.gprId);
  await server.advance(minuteMs);
  const ended = await describeEndpoint(client, at);
  assert.deepEqual([ended.status, ended.endpoint], ['Pending', '']);
  assert.equal(ended.gpuRequests[0].status, 'Released');
  await deleteEndpoint(client, at);
  assert.deepEqual(await listEndpoints(client, at.workspace), []);
});

test('a model without a storage URI and a raw specification run on CPUs', async () => {
  const bare = await where('bare');
  await createEndpoint(client, bare, null, {
    ...model,
    storageURI: null,
    resources: { cpu: '1', memory: '2Gi' },
  });
  const raw = { ...bare, endpoint: 'raw' };
  await createEndpoint(client, raw, null, 'apiVersion: v1\nkind: List\nitems: []\n');
  await server.advance(5 * minuteMs);
  for (const at of [bare, raw]) {
    const endpoint = await describeEndpoint(client, at);
    assert.equal(endpoint.status, 'Running');
    assert.deepEqual(endpoint.gpuRequests, []);
    await deleteEndpoint(client, at);
    await assert.rejects(describeEndpoint(client, at), failsWith(404));
  }
});

test('the client can read refusals of invalid requests', async () => {
  const at = await where('refused');
  await assert.rejects(createEndpoint(client, { ...at, endpoint: '' }, null, model), failsWith(422));
  await assert.rejects(createEndpoint(client, { ...at, workspace: 'nowhere' }, null, model), failsWith(404));
  await assert.rejects(createEndpoint(client, at, { ...gpuSpec, numberOfGPUs: 9 }, model), failsWith(422));
  await createEndpoint(client, at, null, model);
  await assert.rejects(createEndpoint(client, at, null, model), failsWith(409));
  await assert.rejects(describeEndpoint(client, { ...at, cluster: 'worker-2' }), failsWith(404));
  await assert.rejects(deleteEndpoint(client, { ...at, endpoint: 'absent' }), failsWith(404));
  await assert.rejects(listEndpoints(client, 'nowhere'), failsWith(404));
  const foreign = server.client({ apiKey: server.key('Editor', 'red').apiKey });
  await assert.rejects(listEndpoints(foreign, at.workspace), Unauthorized);
});
