import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as v from 'valibot';
import { gprTemplateRecord } from '../../../src/api/v1/gpr-template/schema.ts';
import { type Caller, Client } from '../client.ts';
import { templateBody } from './template-body.ts';

const path = '/api/v1/gpr-template';
const byName = (name: string) => `${path}?gprTemplateName=${name}`;

const record = {
  name: 'small',
  clusterName: 'worker-1',
  numberOfGPUs: 2,
  instanceType: 'a2-highgpu-8g',
  numberOfGPUNodes: 1,
  priority: 150,
  memoryPerGpu: 40,
  gpuShape: 'NVIDIA-A100-SXM4-40GB',
  exitDuration: '0h5m0s',
  idleTimeOutDuration: '',
  enforceIdleTimeOut: false,
  enableEviction: false,
  requeueOnFailure: false,
};

async function owner(): Promise<Caller> {
  return new Client().as('Owner');
}

test('a template is created, read, replaced and deleted', async () => {
  const caller = await owner();
  assert.deepEqual(await caller.data('POST', path, templateBody), { gprTemplateName: 'small' });
  const got = await caller.data('GET', byName('small'));
  assert.deepEqual(got, record);
  v.parse(gprTemplateRecord, got);
  assert.deepEqual(await caller.data('POST', path, { ...templateBody, name: 'other' }), {
    gprTemplateName: 'other',
  });
  assert.deepEqual(await caller.data('GET', `${path}/list`), {
    items: [record, { ...record, name: 'other' }],
  });

  const replaced = {
    ...templateBody,
    numberOfGPUs: 4,
    idleTimeOutDuration: '90s',
    requeueOnFailure: true,
  };
  assert.deepEqual(await caller.data('PUT', path, replaced), {});
  assert.deepEqual(await caller.data('GET', byName('small')), {
    ...record,
    numberOfGPUs: 4,
    idleTimeOutDuration: '0h1m30s',
    enforceIdleTimeOut: true,
    requeueOnFailure: true,
  });
  assert.deepEqual(await caller.data('PUT', path, templateBody), {});
  assert.deepEqual(await caller.data('GET', byName('small')), record);

  assert.deepEqual(await caller.data('DELETE', path, { gprTemplateName: 'small' }), {});
  assert.equal((await caller.send('GET', byName('small'))).status, 404);
  const { items } = await caller.data('GET', `${path}/list`);
  assert.deepEqual(
    items.map(({ name }: { name: string }) => name),
    ['other'],
  );
});

test('every spelling of a request creates the same template', async () => {
  const { memoryPerGPU, name, ...rest } = templateBody;
  const requests = [
    { ...rest, name, memoryPerGpu: memoryPerGPU },
    { ...rest, gprTemplateName: name, memoryPerGPU },
    { ...templateBody, priority: '150' },
    { ...templateBody, exitDuration: '0d0h5m' },
    { ...templateBody, exitDuration: '000005' },
    { ...templateBody, idleTimeOutDuration: null, enforceIdleTimeOut: null },
    { ...templateBody, idleTimeOutDuration: '', enableEviction: null, requeueOnFailure: null },
    { ...templateBody, enforceIdleTimeOut: false, enableEviction: false, requeueOnFailure: false },
    { ...templateBody, another: [{}] },
  ];
  for (const request of requests) {
    const caller = await owner();
    await caller.data('POST', path, request);
    const got = await caller.data('GET', byName('small'));
    assert.deepEqual(got, record, JSON.stringify(request));
  }
});

test('without templates, the list is empty', async () => {
  const caller = await owner();
  assert.deepEqual(await caller.data('GET', `${path}/list`), { items: [] });
});

test('an existing name is answered with 409, and an unknown name with 404', async () => {
  const caller = await owner();
  await caller.data('POST', path, templateBody);
  const again = await caller.send('POST', path, { ...templateBody, numberOfGPUs: 1 });
  assert.equal(again.status, 409);
  assert.equal(again.body.status, 'UPSTREAM_REQUEST_ERROR');
  assert.equal(again.body.error.errorKey, 'UPSTREAM_REQUEST_ERROR');
  assert.equal(
    again.body.error.data,
    'Error: gprtemplates.gpr.kubeslice.io "small" already exists; Reason: AlreadyExists',
  );
  assert.equal((await caller.data('GET', byName('small'))).numberOfGPUs, 2);

  for (const [method, target, body] of [
    ['GET', byName('none'), undefined],
    ['PUT', path, { ...templateBody, name: 'none' }],
    ['DELETE', path, { gprTemplateName: 'none' }],
  ] as const) {
    const answer = await caller.send(method, target, body);
    assert.equal(answer.status, 404, method);
    assert.equal(answer.body.status, 'UPSTREAM_REQUEST_ERROR');
    assert.equal(
      answer.body.error.data,
      'Error: gprtemplates.gpr.kubeslice.io "none" not found; Reason: NotFound',
    );
  }
});

test('Owners write templates, and all roles read them', async () => {
  const client = new Client();
  const first = await client.as('Owner');
  await first.data('POST', path, templateBody);
  for (const role of ['Editor', 'Viewer'] as const) {
    const caller = await client.as(role, 'red');
    assert.equal((await caller.send('POST', path, { ...templateBody, name: 'b' })).status, 403);
    assert.equal((await caller.send('PUT', path, templateBody)).status, 403);
    assert.equal((await caller.send('DELETE', path, { gprTemplateName: 'small' })).status, 403);
    assert.deepEqual(await caller.data('GET', byName('small')), record);
    assert.deepEqual(await caller.data('GET', `${path}/list`), { items: [record] });
  }
  assert.equal((await client.send('GET', `${path}/list`)).status, 401);
});
