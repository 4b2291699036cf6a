// Editors and Viewers see neither other workspaces nor an earlier workspace of the same name.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Caller, Client, gprBody } from '../client.ts';

const create = async (owner: Caller, body: object): Promise<string> =>
  (await owner.data('POST', '/api/v1/gpr', { ...gprBody, ...body })).gprId;
const advance = (owner: Caller, by: string) => owner.data('POST', '/sim/clock/advance', { by });

test('a new workspace shows nothing of an earlier workspace of the same name', async () => {
  const client = new Client();
  const owner = await client.as('Owner');
  const before = await create(owner, {});
  await advance(owner, '10m');
  await owner.data('DELETE', '/api/v1/slice-workspace', { workspaceName: 'red' });
  await advance(owner, '1h');
  await owner.data('POST', '/api/v1/slice-workspace', {
    workspaceName: 'red',
    clusters: ['worker-1'],
    namespaces: ['red'],
    username: 'red',
    email: 'red@example.com',
  });

  const path = `/api/v1/gpr?gprId=${before}`;
  assert.equal((await owner.data('GET', path)).sliceName, 'red');
  const editor = await client.as('Editor', 'red');
  assert.equal((await editor.send('GET', path)).status, 404);
  assert.equal((await editor.send('GET', `/sim/explain/${before}`)).status, 404);
  assert.equal((await editor.send('DELETE', '/api/v1/gpr', { gprId: before })).status, 404);
  const { facts } = await editor.data('GET', '/sim/facts');
  assert.ok(!JSON.stringify(facts).includes(before));
  const own = facts.filter(({ workspace }: { workspace?: string }) => workspace === 'red');
  assert.deepEqual(
    own.map(({ kind }: { kind: string }) => kind),
    ['workspace.created'],
  );
});

test('the explanation of a wait behind another workspace does not name the GPR', async () => {
  const client = new Client();
  const owner = await client.as('Owner');
  const holder = await create(owner, { sliceName: 'blue', numberOfGPUNodes: 2, priority: 250 });
  await advance(owner, '0s');
  await owner.data('POST', '/api/v1/slice-workspace', {
    workspaceName: 'green',
    clusters: ['worker-1'],
    namespaces: ['green'],
    username: 'green',
    email: 'green@example.com',
  });
  const head = await create(owner, { sliceName: 'green', gprName: 'secret', priority: 200 });
  const own = await create(owner, { priority: 100 });
  await advance(owner, '0s');

  const whole = await owner.data('GET', `/sim/explain/${own}`);
  assert.equal(whole.behind, head);
  assert.ok(whole.sentence.includes(head));
  const explained = await (await client.as('Viewer', 'red')).data('GET', `/sim/explain/${own}`);
  assert.equal(explained.behind, null);
  assert.equal(explained.behindBecause, 'pool-head');
  assert.match(explained.sentence, /^waits behind a GPR of another workspace, the first of its pool/);
  for (const foreign of [head, holder, 'secret', 'green', 'blue']) {
    assert.ok(!JSON.stringify(explained).includes(foreign), foreign);
  }
});

test('only an Owner sees which GPR of another workspace evicted a GPR', async () => {
  const client = new Client();
  const owner = await client.as('Owner');
  const victim = await create(owner, { requeueOnFailure: true, numberOfGPUNodes: 2 });
  await advance(owner, '0s');
  const evictor = await create(owner, { sliceName: 'blue', priority: 300, enableEviction: true });
  await advance(owner, '0s');

  const editor = await client.as('Editor', 'red');
  for (const [caller, culprit, isNamed] of [
    [owner, evictor, true],
    [editor, null, false],
  ] as const) {
    const { facts } = await caller.data('GET', '/sim/facts');
    const requeued = facts.find(({ kind }: { kind: string }) => kind === 'gpr.requeued');
    assert.deepEqual([requeued.gprId, requeued.culprit], [victim, culprit]);
    const { history } = await caller.data('GET', `/sim/explain/${victim}`);
    assert.equal(JSON.stringify(history).includes(evictor), isNamed);
    assert.ok(history.some(({ what }: { what: string }) => what.startsWith('requeued: evicted by ')));
  }
});
