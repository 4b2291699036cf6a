import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as v from 'valibot';
import { templateRecord } from '../../../src/api/v1/workload-template/schema.ts';
import { type Caller, Client, detailedError } from '../client.ts';
import { definitionAnswer, definitionBody, helmConfig, manifestResource } from './workload-body.ts';

const path = '/api/v1/workload-template';

const body = { name: 'stack', workspaceName: 'red', serviceAccount: 'deployer', ...definitionBody };

const view = async (caller: Caller, name = 'stack') =>
  v.parse(v.strictObject(templateRecord.entries), await caller.data('GET', `${path}/${name}`));

const depth = (levels: number): object => (levels === 0 ? {} : { inner: depth(levels - 1) });

test('a template is returned as sent, with the times of its creation and last change', async () => {
  const owner = await new Client().as('Owner');
  assert.deepEqual(await owner.data('POST', path, body), { name: 'stack' });
  const created = await view(owner);
  assert.deepEqual(created, {
    name: 'stack',
    workspaceName: 'red',
    ...definitionAnswer,
    autoPlacement: false,
    serviceAccount: 'deployer',
    createdAt: '2026-01-05T08:00:00.000Z',
    updatedAt: '2026-01-05T08:00:00.000Z',
    status: { workloadSelector: { name: 'stack', namespace: 'red' } },
  });
  await owner.data('POST', '/sim/clock/advance', { by: '1m' });

  const { serviceAccount, ...rest } = body;
  const replaced = { ...rest, name: null, ServiceAccount: 'other', burstDuration: '1h', enableBurst: true };
  assert.deepEqual(await owner.data('PUT', `${path}/stack`, replaced), { name: 'stack' });
  assert.deepEqual(await view(owner), {
    ...created,
    serviceAccount: 'other',
    burstDuration: '1h',
    enableBurst: true,
    updatedAt: '2026-01-05T08:01:00.000Z',
  });
  // An answer can be sent back.
  assert.deepEqual(await owner.data('PUT', `${path}/stack`, created), { name: 'stack' });
  assert.deepEqual(await owner.data('DELETE', `${path}/stack`), {});
  assert.deepEqual(await owner.data('GET', path), []);
});

test('every spelling of a member is accepted', async () => {
  const owner = await new Client().as('Owner');
  const { workspaceName, clusterNames, serviceAccount, ...rest } = body;
  await owner.data('POST', path, {
    ...rest,
    WorkspaceName: workspaceName,
    clusters: clusterNames,
    ServiceAccount: serviceAccount,
    enableBurst: null,
  });
  const created = await view(owner);
  assert.deepEqual(
    [created.workspaceName, created.clusterNames, created.serviceAccount, created.enableBurst],
    ['red', ['worker-1'], 'deployer', false],
  );
});

test('a chart keeps its sent members and the form of its version', async () => {
  const owner = await new Client().as('Owner');
  const { helmFlags: _, secretRef: __, values: ___, ...bare } = helmConfig;
  const helmConfigs = [
    { ...bare, version: 7, unknown: true },
    { ...bare, name: 'flags', version: '7.0', helmFlags: { wait: true, atomic: null }, secretRef: null },
  ];
  await owner.data('POST', path, { ...body, steps: [{ name: 'flags', type: 'helm' }], helmConfigs });
  assert.deepEqual((await view(owner)).helmConfigs, [
    { ...bare, version: 7 },
    { ...bare, name: 'flags', version: '7.0', helmFlags: { wait: true } },
  ]);
});

test('a manifest can be sent whole or as members next to its name', async () => {
  const owner = await new Client().as('Owner');
  const { name, manifest } = manifestResource;
  const deployment = { kind: 'Deployment', spec: { replicas: 3, template: { spec: {} } } };
  const manifestResources = [
    { name, namespace: 'red', apiVersion: 'v1', kind: 'ConfigMap', data: { level: 'debug' } },
    { name: 'kind-only', kind: 'Namespace' },
    { name: 'whole', manifest: deployment },
  ];
  await owner.data('POST', path, { ...body, steps: [{ name, type: 'manifest' }], manifestResources });
  assert.deepEqual((await view(owner)).manifestResources, [
    { name, manifest },
    { name: 'kind-only', manifest: { kind: 'Namespace', metadata: { name: 'kind-only' } } },
    { name: 'whole', manifest: deployment },
  ]);
});

test('values of a chart are finite, and may be 20 deep', async () => {
  const owner = await new Client().as('Owner');
  const having = (values: unknown) => ({ ...body, helmConfigs: [{ ...helmConfig, values }] });
  const infinite = JSON.stringify(having({ big: 0 })).replace('"big":0', '"big":1e999');
  assert.equal((await owner.send('POST', path, infinite)).status, 422);
  assert.equal((await owner.send('POST', path, having(depth(20)))).status, 200);
});

test('existing, unknown and contradictory names are answered with their errors', async () => {
  const owner = await new Client().as('Owner');
  await owner.data('POST', path, body);
  const again = await owner.send('POST', path, body);
  assert.deepEqual([again.status, again.body.status], [409, 'UPSTREAM_REQUEST_ERROR']);
  for (const [method, sent] of [['GET'], ['PUT', { ...body, name: 'never' }], ['DELETE']] as const) {
    const answer = await owner.send(method, `${path}/never`, sent);
    assert.deepEqual([answer.status, answer.body.status], [404, 'UPSTREAM_REQUEST_ERROR'], method);
    assert.equal(detailedError(answer).DetailedError.Reason, 'NotFound');
  }
  const renamed = await owner.send('PUT', `${path}/stack`, { ...body, name: 'heap' });
  assert.equal(renamed.status, 422);
  assert.match(renamed.body.message, /^"name" must equal the name in the path/);
  assert.equal((await owner.send('PUT', `${path}/stack`, { name: 'stack' })).status, 422);
  assert.equal(
    (await owner.send('POST', path, { ...body, name: 'x', workspaceName: 'nowhere' })).status,
    404,
  );
});

test('templates are listed for all workspaces or one, and a workspace sees its own', async () => {
  const client = new Client();
  const owner = await client.as('Owner');
  await owner.data('POST', path, body);
  await owner.data('POST', path, { ...body, name: 'blues', workspaceName: 'blue' });
  const namesIn = async (caller: Caller, query = '') =>
    (await caller.data('GET', `${path}${query}`)).map(({ name }: { name: string }) => name);
  assert.deepEqual(await namesIn(owner), ['stack', 'blues']);
  for (const member of ['workspaceName', 'workspace', 'sliceName']) {
    assert.deepEqual(await namesIn(owner, `?${member}=blue`), ['blues']);
  }
  assert.equal((await owner.send('GET', `${path}?workspace=nowhere`)).status, 404);

  const viewer = await client.as('Viewer', 'red');
  assert.deepEqual(await namesIn(viewer), ['stack']);
  assert.deepEqual(await namesIn(viewer, '?workspace=red'), ['stack']);
  assert.equal((await viewer.send('GET', `${path}?workspace=blue`)).status, 403);
  const editor = await client.as('Editor', 'red');
  assert.equal((await editor.send('POST', path, { ...body, name: 'mine' })).status, 403);
  assert.equal((await editor.send('PUT', `${path}/stack`, body)).status, 403);
  assert.equal((await editor.send('DELETE', `${path}/stack`)).status, 403);
});

test('a template of another workspace is answered like an unknown template', async () => {
  const client = new Client();
  const owner = await client.as('Owner');
  await owner.data('POST', path, { ...body, name: 'blues', workspaceName: 'blue' });
  const placing = { name: 'app', workspaceName: 'red', workloadTemplateName: 'blues' };
  for (const role of ['Editor', 'Viewer'] as const) {
    const caller = await client.as(role, 'red');
    const foreign = await caller.send('GET', `${path}/blues`);
    const never = await caller.send('GET', `${path}/never`);
    assert.equal(foreign.status, 404);
    assert.equal(JSON.stringify(foreign.body).replaceAll('blues', 'never'), JSON.stringify(never.body));
    assert.equal((await (await client.as(role, 'blue')).data('GET', `${path}/blues`)).name, 'blues');
  }

  const editor = await client.as('Editor', 'red');
  const placements = '/api/v1/workload-placement';
  const refused = await editor.send('POST', placements, placing);
  const unknown = await editor.send('POST', placements, { ...placing, workloadTemplateName: 'never' });
  assert.equal(refused.status, 404);
  assert.equal(JSON.stringify(refused.body).replaceAll('blues', 'never'), JSON.stringify(unknown.body));
  await editor.data('POST', placements, { name: 'app', workspaceName: 'red', ...definitionBody });
  const change = { workloadTemplateName: 'blues' };
  assert.equal((await editor.send('PUT', `${placements}/app`, change)).status, 404);
  // A placement of an Owner may name the template, and its workspace sees the placement.
  await owner.data('PUT', `${placements}/app`, change);
  assert.equal((await editor.data('GET', `${placements}/app`)).workloadTemplateName, 'blues');
  assert.equal(
    (await editor.send('PUT', `${placements}/app`, { ...change, burstDuration: '1h' })).status,
    200,
  );
});

test('a template whose workspace is deleted has no workspace, and all callers see it', async () => {
  const client = new Client();
  const owner = await client.as('Owner');
  await owner.data('POST', path, { ...body, name: 'blues', workspaceName: 'blue' });
  const viewer = await client.as('Viewer', 'red');
  await owner.data('DELETE', '/api/v1/slice-workspace', { workspaceName: 'blue' });
  assert.equal((await viewer.send('GET', `${path}/blues`)).status, 404);
  await owner.data('POST', '/sim/clock/advance', { by: '1m' });
  for (const caller of [owner, viewer]) {
    const left = await view(caller, 'blues');
    assert.deepEqual([left.workspaceName, left.status.workloadSelector.namespace], ['', '']);
    assert.equal((await caller.data('GET', path)).length, 1);
  }
  assert.deepEqual(await viewer.data('GET', `${path}?workspace=red`), []);

  await owner.data('POST', '/api/v1/slice-workspace', {
    workspaceName: 'blue',
    clusters: ['worker-1'],
    namespaces: ['blue'],
    username: 'blue',
    email: 'blue@example.com',
  });
  assert.deepEqual(await owner.data('GET', `${path}?workspace=blue`), []);
  assert.equal((await view(owner, 'blues')).workspaceName, '');
  assert.equal((await view(await client.as('Editor', 'blue'), 'blues')).workspaceName, '');
});

test('the answer for a template without a workspace can be sent back, and only for such a template', async () => {
  const client = new Client();
  const owner = await client.as('Owner');
  await owner.data('POST', path, { ...body, name: 'blues', workspaceName: 'blue' });
  const put = (changes: object) => owner.send('PUT', `${path}/blues`, changes);
  const refused = await put({ ...(await view(owner, 'blues')), workspaceName: '' });
  assert.deepEqual([refused.status, refused.body.message], [422, '"workspaceName" is required']);

  await owner.data('DELETE', '/api/v1/slice-workspace', { workspaceName: 'blue' });
  await owner.data('POST', '/sim/clock/advance', { by: '1m' });
  const left = await view(owner, 'blues');
  assert.equal(left.workspaceName, '');
  assert.equal((await put({ ...left, burstDuration: '1h' })).status, 200);
  const changed = await view(await client.as('Viewer', 'red'), 'blues');
  assert.deepEqual([changed.workspaceName, changed.burstDuration], ['', '1h']);
  const unknown = await put({ ...left, clusterNames: ['worker-1', 'nowhere'] });
  assert.match(unknown.body.message, /^"clusterNames" must be a cluster \(worker-1, .*but is "nowhere"$/);
  assert.equal((await put({ ...left, workspaceName: null })).status, 422);
  assert.equal((await put({ ...left, workspaceName: 'red' })).status, 200);
  assert.equal((await view(owner, 'blues')).workspaceName, 'red');
});

test('a template with autoPlacement is placed once, under its name', async () => {
  const client = new Client();
  const owner = await client.as('Owner');
  await owner.data('POST', path, { ...body, autoPlacement: true });
  const [placement] = await owner.data('GET', '/api/v1/workload-placement');
  assert.deepEqual([placement.name, placement.workloadTemplateName], ['stack', 'stack']);
  await owner.data('PUT', `${path}/stack`, { ...body, autoPlacement: true });
  assert.equal((await owner.data('GET', '/api/v1/workload-placement')).length, 1);

  const clusters = [{ cluster: 'worker-1', defaultTemplate: 'never', templates: [] }];
  const binding = { workspace: 'blue', clusters, enableAutoGpr: true };
  await client.world.submit({ kind: 'binding.create', binding });
  const blue = { ...body, name: 'blues', workspaceName: 'blue', autoPlacement: true };
  const refused = await owner.send('POST', path, blue);
  assert.equal(refused.status, 422);
  assert.match(
    refused.body.message,
    /^"autoPlacement" is required: the default template "never" does not exist$/,
  );
});

test('a server whose heap is nearly full refuses what adds to it, and answers all else', async () => {
  const client = new Client();
  const owner = await client.as('Owner');
  await owner.data('POST', path, body);
  await owner.data('POST', '/sim/worlds', { name: 'other' });
  client.heap = { used: 900_000_001, limit: 1_000_000_000 };
  const other = { ...body, name: 'other' };
  for (const [method, target, sent] of [
    ['POST', path, other],
    ['PUT', `${path}/stack`, body],
    ['POST', '/sim/clock/advance', { by: '1m' }],
    ['PUT', '/sim/clock', { mode: 'running' }],
    ['POST', '/sim/worlds', { name: 'more' }],
    ['POST', `/worlds/other${path}`, other],
  ] as const) {
    const refused = await owner.send(method, target, sent);
    assert.equal(refused.status, 409, target);
    assert.match(JSON.stringify(refused.body), /the server uses 901 MB of the 1000 MB that Node gives it/);
  }
  assert.equal((await owner.data('GET', path)).length, 1);
  await owner.data('PUT', '/sim/clock', { mode: 'paused' });
  await owner.data('DELETE', `${path}/stack`);
  await owner.data('DELETE', '/sim/worlds/other');
  // A small heap has the same bytes for what a request takes: 32 MB.
  client.heap = { used: 168_000_001, limit: 200_000_000 };
  assert.equal((await owner.send('POST', path, other)).status, 409);
  client.heap = { used: 168_000_000, limit: 200_000_000 };
  await owner.data('POST', path, other);
  client.heap = { used: 900_000_000, limit: 1_000_000_000 };
  await owner.data('PUT', `${path}/other`, other);
});
