// What an Editor or a Viewer is not told of other workspaces, nor of an earlier workspace of the same name.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Caller, Client, gprBody } from './client.ts';

const create = async (owner: Caller, body: object): Promise<string> =>
  (await owner.data('POST', '/api/v1/gpr', { ...gprBody, ...body })).gprId;
const advance = (owner: Caller, by: string) => owner.data('POST', '/sim/clock/advance', { by });

test('a name used again shows nothing of the workspace that had it before', async () => {
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

test('who waits behind another workspace is told so, and not behind which GPR', async () => {
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
  const told = await (await client.as('Viewer', 'red')).data('GET', `/sim/explain/${own}`);
  assert.equal(told.behind, null);
  assert.equal(told.behindBecause, 'pool-head');
  assert.match(told.sentence, /^waits behind a GPR of another workspace, the first of its pool/);
  for (const foreign of [head, holder, 'secret', 'green', 'blue']) {
    assert.ok(!JSON.stringify(told).includes(foreign), foreign);
  }
});

test('the GPR that evicted another is named to an Owner only', async () => {
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
    assert.ok(history.some(({ what }: { what: string }) => what.startsWith('requeued: eviction (')));
  }
});
