import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Client } from '../client.ts';

const path = '/api/v1/api-key';
const body = { name: 'ci', role: 'Owner', validUntil: '2026-12-31' };

test('a list filtered by workspace shows only keys of this workspace', async () => {
  const client = new Client();
  const owner = await client.as('Owner');
  client.key('Viewer', 'blue');
  assert.equal((await owner.data('GET', `${path}/list?workspace=blue`)).data.length, 1);
  const unknown = await owner.send('GET', `${path}/list?workspace=nowhere`);
  assert.equal(unknown.status, 404);
  assert.equal(unknown.body.message, 'Slice Workspace Not Found');
  assert.equal((await owner.data('GET', `${path}/list?workspaceName=`)).data.length, 2);
  // An empty filter is unset, in every spelling.
  for (const query of [
    'workspace=&workspaceName=blue',
    'workspaceName=&sliceName=blue',
    'workspace=blue&sliceName=',
  ])
    assert.equal((await owner.data('GET', `${path}/list?${query}`)).data.length, 1, query);
  const editor = await client.as('Editor', 'red');
  assert.equal((await editor.send('GET', `${path}/list?workspace=nowhere`)).status, 403);
});

test('keys of a deleted workspace leave the list at once and stay hidden from a new workspace of the same name', async () => {
  const client = new Client();
  const owner = await client.as('Owner');
  const { apiKey } = client.key('Editor', 'red');
  client.key('Owner', 'red');
  client.key('Viewer', 'blue');
  const listed = async (query = '') =>
    (await owner.data('GET', `${path}/list${query}`)).data.map((key: { name: string }) => key.name);
  assert.deepEqual(await listed(), ['Owner ', 'Editor red', 'Owner red', 'Viewer blue']);
  const isGone = async () => {
    assert.deepEqual(await listed(), ['Owner ', 'Viewer blue']);
    assert.equal((await client.send('POST', '/api/v1/auth', { apiKey })).status, 400);
  };
  await owner.data('DELETE', '/api/v1/slice-workspace', { workspaceName: 'red' });
  await isGone();
  assert.deepEqual(await listed('?workspace=red'), []);
  assert.equal((await owner.send('POST', path, { ...body, workspaceName: 'red' })).status, 409);
  await owner.data('POST', '/sim/clock/advance', { by: '1m' });
  await isGone();
  await owner.data('POST', '/api/v1/slice-workspace', {
    workspaceName: 'red',
    clusters: ['worker-1'],
    namespaces: ['red'],
    username: 'red',
    email: 'red@example.com',
  });
  await isGone();
  assert.deepEqual(await listed('?workspace=red'), []);
  assert.equal(await owner.data('DELETE', path, { apiKey }), null);
  assert.equal((await client.send('POST', '/api/v1/auth', { apiKey })).status, 401);
  // A reset restores the workspace of the scenario.
  await owner.data('POST', '/sim/reset');
  assert.deepEqual(await listed(), ['Owner ', 'Owner red', 'Viewer blue']);
});

test('a caller reads only keys with at most its own rights', async () => {
  const client = new Client();
  const owner = await client.as('Owner');
  const editor = await client.as('Editor', 'red');
  const viewer = await client.as('Viewer', 'red');
  await client.as('Viewer', 'blue');
  const rolesSeen = async (caller: typeof owner) =>
    (await caller.data('GET', `${path}/list`)).data.map((key: { name: string }) => key.name);
  assert.deepEqual(await rolesSeen(owner), ['Owner ', 'Editor red', 'Viewer red', 'Viewer blue']);
  assert.deepEqual(await rolesSeen(editor), ['Editor red', 'Viewer red']);
  assert.deepEqual(await rolesSeen(viewer), ['Viewer red']);
});
