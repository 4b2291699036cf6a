import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  createApiKey,
  createWorkspace,
  deleteApiKey,
  deleteWorkspace,
  kubeConfigOf,
  listApiKeys,
  listWorkspaces,
} from './access.ts';
import {
  ApiKeyExpired,
  ApiKeyInvalid,
  ApiKeyNotFound,
  BadParameters,
  ServerUnreachable,
  Unauthorized,
  UnhandledException,
  ValueFailure,
  WorkspaceAlreadyExists,
} from './failures.ts';
import { TestServer } from './server.ts';

const server = await TestServer.start();
const owner = server.client();

test('an invalid, unknown or expired key fails at authentication with its specific failure', async () => {
  const expired = server.key('Owner', '', '2020-01-01').apiKey;
  await assert.rejects(listWorkspaces(server.client({ apiKey: '' })), ApiKeyInvalid);
  await assert.rejects(listWorkspaces(server.client({ apiKey: 'no-such-key' })), ApiKeyNotFound);
  await assert.rejects(listWorkspaces(server.client({ apiKey: expired })), ApiKeyExpired);
  await assert.rejects(listWorkspaces(server.client({ apiKey: 'x'.repeat(2_000_000) })), ServerUnreachable);
});

test('one token serves concurrent requests, and a missing or invalid token is refused', async () => {
  const token = await owner.authenticate();
  const lists = await Promise.all(Array.from({ length: 20 }, () => listWorkspaces(server.client({ token }))));
  assert.equal(lists.length, 20);
  for (const list of lists) assert.deepEqual(list, lists[0]);
  await assert.rejects(listWorkspaces(server.client({ token: `${token}x` })), Unauthorized);
});

test('a key can have many valid tokens', async () => {
  const tokens = await Promise.all(Array.from({ length: 20 }, () => owner.authenticate()));
  for (const token of tokens) await listWorkspaces(server.client({ token }));
});

test('keys of all roles can be created, listed and deleted', async () => {
  for (const role of ['Owner', 'Editor', 'Viewer']) {
    const workspaceName = role === 'Owner' ? undefined : 'red';
    const key = { name: 'same', role, validity: '9999-12-31', ...(workspaceName && { workspaceName }) };
    const first = await createApiKey(owner, key);
    const second = await createApiKey(owner, key);
    assert.notEqual(first, second);
    await listWorkspaces(server.client({ apiKey: first }));

    const records = await listApiKeys(owner);
    assert.equal(records.filter(({ name, role: listed }) => name === 'same' && listed === role).length, 2);
    await deleteApiKey(owner, first);
    await deleteApiKey(owner, second);
  }
});

test('a key without a workspace, with an unknown role or a past validity is refused', async () => {
  const key = { name: 'bad', role: 'Owner', validity: '9999-12-31' };
  await assert.rejects(createApiKey(owner, { ...key, role: 'Editor' }), ValueFailure);
  await assert.rejects(createApiKey(owner, { ...key, role: 'Admin' }), ValueFailure);
  await assert.rejects(createApiKey(owner, { ...key, validity: '2020-01-01' }), ValueFailure);
  await assert.rejects(deleteApiKey(owner, 'no-such-key'), ValueFailure);
});

test('after deletion of the key in use, the next operation fails at authentication', async () => {
  const apiKey = await createApiKey(owner, { name: 'mine', role: 'Owner', validity: '9999-12-31' });
  const client = server.client({ apiKey });
  await deleteApiKey(client, apiKey);
  await assert.rejects(listWorkspaces(client), ApiKeyNotFound);
});

test('a script that deletes all keys of a workspace deletes no other keys', async () => {
  await createWorkspace(owner, { name: 'tezz-slice' });
  const key = { role: 'Editor', validity: '9999-12-31' };
  const inside = await createApiKey(owner, { ...key, name: 'inside', workspaceName: 'tezz-slice' });
  const outside = await createApiKey(owner, { ...key, name: 'outside', workspaceName: 'red' });
  const records = await listApiKeys(owner, 'tezz-slice');
  assert.deepEqual(
    records.map(({ apiKey }) => apiKey),
    [inside],
  );
  for (const { apiKey } of records) await deleteApiKey(owner, apiKey);
  assert.deepEqual(await listApiKeys(owner, 'tezz-slice'), []);
  await listWorkspaces(server.client({ apiKey: outside }));
});

test('operations that the role of a key does not allow fail as Unauthorized', async () => {
  const editor = server.client({ apiKey: server.key('Editor', 'red').apiKey });
  await assert.rejects(createWorkspace(editor, { name: 'mine' }), Unauthorized);
  await assert.rejects(kubeConfigOf(editor, 'blue', 'worker-1'), Unauthorized);
});

test('workspaces can be created and listed; an existing name and missing clusters have specific failures', async () => {
  assert.equal(await createWorkspace(owner, { name: 'afternoon', namespaces: ['one', 'two'] }), 'afternoon');
  const listed = (await listWorkspaces(owner)).find(({ name }) => name === 'afternoon');
  assert.deepEqual(listed, {
    name: 'afternoon',
    overlayNetworkDeploymentMode: 'no-network',
    maxClusters: 16,
    sliceDescription: 'Created via slice workspace API',
    clusters: ['worker-1', 'worker-2'],
    namespaces: ['one', 'two'].map((namespace) => ({ namespace, clusters: ['worker-1', 'worker-2'] })),
  });
  await assert.rejects(createWorkspace(owner, { name: 'afternoon' }), WorkspaceAlreadyExists);
  await assert.rejects(createWorkspace(owner, { name: 'evening', clusters: [] }), BadParameters);
});

test('a kubeconfig describes one cluster', async () => {
  await createWorkspace(owner, { name: 'pink' });
  const document = await kubeConfigOf(owner, 'pink', 'worker-2');
  assert.match(document, /current-context: "pink-workspace@worker-2"/);
  await assert.rejects(kubeConfigOf(owner, 'no-such-workspace', 'worker-2'), UnhandledException);
});

test('a deleted workspace keeps its name until it is gone, and its keys are revoked at once', async () => {
  await createWorkspace(owner, { name: 'purple' });
  const apiKey = await createApiKey(owner, {
    name: 'p',
    role: 'Viewer',
    validity: '9999-12-31',
    workspaceName: 'purple',
  });
  await deleteWorkspace(owner, 'purple');
  await assert.rejects(createWorkspace(owner, { name: 'purple' }), WorkspaceAlreadyExists);
  await server.advance(60_000);
  assert.ok((await listWorkspaces(owner)).every(({ name }) => name !== 'purple'));
  await createWorkspace(owner, { name: 'purple' });
  await assert.rejects(listWorkspaces(server.client({ apiKey })), ApiKeyInvalid);
  await assert.rejects(deleteWorkspace(owner, 'no-such-workspace'), UnhandledException);
});
