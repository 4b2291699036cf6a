import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as v from 'valibot';
import { endpointItem, endpointRecord } from '../../../src/api/v1/inference-endpoint/schema.ts';
import { type Caller, Client, detailedError } from '../client.ts';
import { altered, memoryWorld } from '../memory-world.ts';

const path = '/api/v1/inference-endpoint';

const gpuSpec = {
  gpuShape: 'NVIDIA-A100-SXM4-40GB',
  instanceType: 'a2-highgpu-8g',
  memoryPerGPU: 40,
  numberOfGPUs: 2,
  numberOfGPUNodes: 1,
  exitDuration: '0d0h5m',
  priority: 150,
};
const modelSpec = {
  modelName: 'sklearn',
  storageURI: 'gs://examples/models/sklearn',
  args: ['--verbose'],
  secret: null,
  resources: { cpu: 1, memory: '2Gi' },
};
/** A request as clients send it: with every member, unset ones as null. */
const body = {
  clusterName: 'worker-1',
  endpointName: 'iris',
  workspace: 'red',
  gpuSpec,
  modelSpec,
  rawModelSpec: null,
};

const advance = (caller: Caller, by: string) => caller.data('POST', '/sim/clock/advance', { by });
const describe = async (caller: Caller, endpoint = 'iris') =>
  v.parse(
    v.strictObject(endpointRecord.entries),
    (await caller.data('GET', `${path}?workspace=red&endpoint=${endpoint}`)).endpoint,
  );

test('list and describe show an endpoint from its creation to its end', async () => {
  const owner = await new Client().as('Owner');
  assert.deepEqual(await owner.data('POST', path, body), { endpointName: 'iris' });

  const item = {
    endpointName: 'iris',
    modelName: 'sklearn',
    status: 'Pending',
    endpoint: '',
    clusterName: 'worker-1',
    namespace: 'red',
  };
  const pending = await describe(owner);
  const { gprId } = pending.gpuRequests[0]!;
  const gpuRequest = {
    gprName: 'iris',
    gprId,
    instanceType: 'a2-highgpu-8g',
    gpuShape: 'NVIDIA-A100-SXM4-40GB',
    status: 'Queued',
    numberOfGPUs: 2,
    numberOfGPUNodes: 1,
    memoryPerGPU: '40',
  };
  assert.deepEqual(pending, {
    ...item,
    predictStatus: 'Pending',
    ingressStatus: 'Pending',
    tryCommand: [],
    dnsRecords: [],
    gpuRequests: [gpuRequest],
  });
  const gpr = await owner.data('GET', `/api/v1/gpr?gprId=${gprId}`);
  assert.deepEqual([gpr.gprName, gpr.priority, gpr.exitDuration], ['iris', 150, '0h5m0s']);

  await advance(owner, '0s');
  assert.equal((await describe(owner)).status, 'Pending');
  assert.equal((await describe(owner)).gpuRequests[0]!.status, 'Provisioned');
  await advance(owner, '30s');
  const running = await describe(owner);
  assert.deepEqual(running, {
    ...item,
    status: 'Running',
    endpoint: 'http://iris.red.worker-1.invalid',
    predictStatus: 'Ready',
    ingressStatus: 'Ready',
    tryCommand: [
      "curl -H 'Host: iris.red.worker-1.invalid' -H 'Content-Type: application/json' -d @input.json " +
        "'http://192.0.2.1/v1/models/sklearn:predict'",
    ],
    dnsRecords: [{ dns: 'iris.red.worker-1.invalid', type: 'A', value: '192.0.2.1' }],
    gpuRequests: [{ ...gpuRequest, status: 'Provisioned' }],
  });
  const { endpoints } = await owner.data('GET', `${path}/list?workspace=red`);
  assert.deepEqual(
    endpoints.map((listed: unknown) => v.parse(v.strictObject(endpointItem.entries), listed)),
    [{ ...item, status: 'Running', endpoint: running.endpoint }],
  );

  const selector = { endpoint: 'iris', workspace: 'red', cluster: 'worker-1' };
  const refused = await owner.send('DELETE', path, selector);
  assert.equal(refused.status, 500);
  assert.equal(refused.body.status, 'UNKNOWN');
  assert.equal(refused.body.message, 'Cannot delete GPR in Successful state');
  const { Errormessage } = detailedError(refused).DetailedError;
  assert.match(Errormessage, new RegExp(`: the endpoint uses ${gprId}; first release it by PUT`));

  await advance(owner, '5m');
  assert.deepEqual(await describe(owner), {
    ...pending,
    gpuRequests: [{ ...gpuRequest, status: 'Released' }],
  });
  assert.deepEqual(await owner.data('DELETE', path, selector), {});
  assert.equal((await owner.send('GET', `${path}?workspace=red&endpoint=iris`)).status, 404);
  assert.deepEqual(await owner.data('GET', `${path}/list?workspace=red`), { endpoints: [] });
});

test('deleting a waiting endpoint deletes its GPR', async () => {
  const owner = await new Client().as('Owner');
  await owner.data('POST', path, body);
  const { gprId } = (await describe(owner)).gpuRequests[0]!;
  await owner.data('DELETE', path, { endpointName: 'iris', workspaceName: 'red' });
  assert.equal((await owner.send('GET', `/api/v1/gpr?gprId=${gprId}`)).status, 404);
});

test('with null or "None" for gpuSpec, an endpoint runs on CPUs and has no GPR', async () => {
  const owner = await new Client().as('Owner');
  await owner.data('POST', path, { ...body, gpuSpec: null });
  await owner.data('POST', path, { ...body, endpointName: 'text', gpuSpec: 'None' });
  await advance(owner, '30s');
  for (const name of ['iris', 'text']) {
    const { status, gpuRequests } = await describe(owner, name);
    assert.deepEqual({ status, gpuRequests }, { status: 'Running', gpuRequests: [] });
  }
  assert.deepEqual(await owner.data('GET', '/api/v1/gpr/list?sliceName=red'), { items: [] });
  assert.deepEqual(
    await owner.data('DELETE', path, { endpoint: 'iris', workspace: 'red', cluster: null }),
    {},
  );
});

test('a raw specification is a text or a list of manifests, and the name of its model is custom', async () => {
  const owner = await new Client().as('Owner');
  const cpu = { ...body, gpuSpec: null, modelSpec: null };
  const specs = ['kind: InferenceService\nmetadata:\n\tname: x\n', [{ kind: 'InferenceService' }]];
  for (const [index, rawModelSpec] of specs.entries()) {
    await owner.data('POST', path, { ...cpu, endpointName: `raw-${index}`, rawModelSpec });
    assert.equal((await describe(owner, `raw-${index}`)).modelName, 'custom');
  }
  await owner.data('POST', path, { ...body, gpuSpec: null, rawModelSpec: '' });
  assert.equal((await describe(owner)).modelName, 'sklearn');
  for (const both of [
    { rawModelSpec: 'kind: x', modelSpec },
    { rawModelSpec: null, modelSpec: null },
    { rawModelSpec: '', modelSpec: null },
    { rawModelSpec: [], modelSpec: undefined },
  ]) {
    const { status, body: answered } = await owner.send('POST', path, { ...cpu, ...both });
    assert.equal(status, 422);
    assert.match(answered.message, /^"modelSpec" or "rawModelSpec" is required; send exactly one of them$/);
  }
});

test('without an endpoint name, the describe path lists, and a cluster restricts the selection', async () => {
  const owner = await new Client().as('Owner');
  await owner.data('POST', path, { ...body, gpuSpec: null });
  assert.deepEqual(
    await owner.data('GET', `${path}?workspaceName=red`),
    await owner.data('GET', `${path}/list?sliceName=red`),
  );
  const select = (cluster: string) =>
    owner.send('GET', `${path}?workspace=red&endpoint=iris&cluster=${cluster}`);
  assert.equal((await select('worker-1')).status, 200);
  assert.equal((await select('')).status, 200);
  assert.equal((await select('worker-2')).status, 404);
  const elsewhere = await owner.send('DELETE', path, {
    workspace: 'red',
    endpoint: 'iris',
    cluster: 'worker-2',
  });
  assert.equal(elsewhere.status, 404);
});

test('the secret of a model is neither stored nor shown', async () => {
  const world = memoryWorld();
  const submitted: string[] = [];
  const client = new Client(
    altered(world, {
      submit(command) {
        submitted.push(JSON.stringify(command));
        return world.submit(command);
      },
    }),
  );
  const owner = await client.as('Owner');
  const sent = (secret: unknown, more = {}) =>
    owner.send('POST', path, { ...body, gpuSpec: null, modelSpec: { ...modelSpec, secret }, ...more });
  assert.equal((await sent({ password: 'hunter2' })).status, 200);
  assert.equal(submitted.length, 1);
  assert.ok(submitted[0]!.includes('sklearn') && !submitted[0]!.includes('hunter2'));
  const answers = [
    JSON.stringify((await sent('hunter2')).body),
    JSON.stringify((await sent({ password: 'hunter2' }, { workspace: 'nowhere' })).body),
    JSON.stringify(await describe(owner)),
  ];
  for (const answer of answers) assert.ok(!answer.includes('hunter2'), answer);
});

test('the memory of a GPU has two spellings', async () => {
  const owner = await new Client().as('Owner');
  const { memoryPerGPU, ...rest } = gpuSpec;
  await owner.data('POST', path, { ...body, gpuSpec: { ...rest, memoryPerGpu: memoryPerGPU } });
});

test('existing, unknown and foreign names are answered with their errors', async () => {
  const client = new Client();
  const owner = await client.as('Owner');
  await owner.data('POST', path, body);
  const again = await owner.send('POST', path, body);
  assert.equal(again.status, 409);
  assert.equal(detailedError(again).DetailedError.Reason, 'AlreadyExists');
  const never = await owner.send('GET', `${path}?workspace=red&endpoint=never`);
  assert.deepEqual([never.status, never.body.status], [404, 'UNKNOWN']);
  assert.equal((await owner.send('DELETE', path, { workspace: 'red', endpoint: 'never' })).status, 404);
  assert.equal((await owner.send('POST', path, { ...body, workspace: 'nowhere' })).status, 404);
  assert.equal((await owner.send('GET', `${path}/list?workspace=nowhere`)).status, 404);

  const editor = await client.as('Editor', 'blue');
  for (const [method, where, sent] of [
    ['POST', path, body],
    ['GET', `${path}/list?workspace=red`],
    ['GET', `${path}?workspace=red&endpoint=iris`],
    ['DELETE', path, { workspace: 'red', endpoint: 'iris' }],
  ] as const) {
    assert.equal((await editor.send(method, where, sent)).status, 403, `${method} ${where}`);
  }
  // Names are unique per workspace only.
  await editor.data('POST', path, { ...body, workspace: 'blue' });
});

/** Enables automatic GPRs for the workspace `red`, with a template of one GPU. */
async function bindAutoGpr(client: Client): Promise<void> {
  const template = {
    name: 'small',
    cluster: 'worker-1',
    instanceType: 'a2-highgpu-8g',
    gpuShape: 'NVIDIA-A100-SXM4-40GB',
    gpusPerNode: 1,
    nodeCount: 1,
    memoryGbPerGpu: 40,
    priority: 7,
    exitMs: 600_000,
    idleTimeOutMs: null,
    enforceIdleTimeOut: null,
    enableEviction: null,
    requeueOnFailure: null,
  };
  await client.world.submit({ kind: 'gpr-template.create', template });
  const clusters = [{ cluster: 'worker-1', defaultTemplate: 'small', templates: ['small'] }];
  await client.world.submit({
    kind: 'binding.create',
    binding: { workspace: 'red', clusters, enableAutoGpr: true },
  });
}

test('two endpoints with automatic GPRs share one GPR that is not provisioned yet', async () => {
  const client = new Client();
  const owner = await client.as('Owner');
  await bindAutoGpr(client);
  const { gpuSpec: _, ...auto } = body;
  for (const endpointName of ['first', 'second']) await owner.data('POST', path, { ...auto, endpointName });
  const [first] = (await describe(owner, 'first')).gpuRequests;
  assert.deepEqual((await describe(owner, 'second')).gpuRequests, [first]);
  const list = '/api/v1/gpr/list?sliceName=red';
  assert.equal((await owner.data('GET', list)).items.length, 1);

  const remove = (endpoint: string) => owner.data('DELETE', path, { workspace: 'red', endpoint });
  await remove('first');
  assert.equal((await owner.data('GET', list)).items[0].gprId, first!.gprId);
  await owner.data('POST', path, { ...auto, endpointName: 'first' });
  assert.deepEqual((await describe(owner, 'first')).gpuRequests, [first]);
  await remove('first');
  await remove('second');
  assert.deepEqual((await owner.data('GET', list)).items, []);
});

test('an endpoint without gpuSpec uses the existing GPR or one from the default template', async () => {
  const client = new Client();
  const owner = await client.as('Owner');
  await bindAutoGpr(client);
  const { gpuSpec: _, ...auto } = body;
  await owner.data('POST', path, auto);
  const [made] = (await describe(owner)).gpuRequests;
  assert.equal(made!.numberOfGPUs, 1);
  assert.equal((await owner.data('GET', `/api/v1/gpr?gprId=${made!.gprId}`)).priority, 7);
  await advance(owner, '30s');
  await owner.data('POST', path, { ...auto, endpointName: 'second', gpuSpec: {} });
  const [attached] = (await describe(owner, 'second')).gpuRequests;
  assert.equal(attached!.gprId, made!.gprId);
  assert.equal((await owner.send('DELETE', path, { workspace: 'red', endpoint: 'second' })).status, 500);
});

test('an endpoint whose image cannot be pulled has the status of the contract', async () => {
  const client = new Client();
  const owner = await client.as('Owner');
  const anywhere = { workspace: null, cluster: null, placement: null, step: null, gprId: null };
  const spec = { ...anywhere, fault: 'image', endpoint: 'iris', times: 1, message: '' } as const;
  await client.world.submit({ kind: 'fault.add', spec });
  await owner.data('POST', path, { ...body, gpuSpec: null });
  await advance(owner, '30s');
  assert.equal((await describe(owner)).status, 'Image Pull Backoffice');
  assert.equal((await describe(owner)).endpoint, '');
  await advance(owner, '2m');
  assert.equal((await describe(owner)).status, 'Running');
});

test('no name can end the quotation in the try command', async () => {
  const owner = await new Client().as('Owner');
  const endpointName = "it's; $(x)";
  const spec = { ...modelSpec, modelName: "m'; rm x; '" };
  await owner.data('POST', path, { ...body, endpointName, gpuSpec: null, modelSpec: spec });
  await advance(owner, '30s');
  const { endpoint, tryCommand } = await describe(owner, encodeURIComponent(endpointName));
  assert.equal(endpoint, 'http://it-s-x.red.worker-1.invalid');
  assert.equal(tryCommand[0]!.split("'").length, 7);
  assert.ok(tryCommand[0]!.includes('/m%27%3B%20rm%20x%3B%20%27:predict'));
});
