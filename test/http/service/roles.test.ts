import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type OperationId, rules } from '../../../src/api/frame/access/roles.ts';
import { routesOf } from '../../../src/api/frame/operation/operation.ts';
import { operations } from '../../../src/server/app.ts';
import { type Caller, Client, gprBody } from '../client.ts';

const open: OperationId[] = [
  'getHealth',
  'getMetrics',
  'getOpenApi',
  'getSimOpenApi',
  'getDocs',
  'getDocsFile',
  'getDashboard',
  'getDashboardFile',
  'authenticate',
];

/** The path with the callers' workspace, if it has a workspace. */
function pathInRed(path: string): string {
  return path.replace(/\{(policyName|workspaceName)\}/, 'red').replaceAll(/[{}]/g, '');
}

test('the table of roles has exactly the operations', () => {
  assert.deepEqual(operations.map(({ operationId }) => operationId).sort(), Object.keys(rules).sort());
});

test('no two operations share a route', () => {
  const routes = operations
    .flatMap(routesOf)
    .map(({ method, path, query }) => `${method} ${path} ${JSON.stringify(query)}`);
  assert.deepEqual(routes, [...new Set(routes)]);
});

test('only /auth, health, metrics, documents and pages need no token', async () => {
  const client = new Client();
  for (const operation of operations) {
    for (const { method, path } of routesOf(operation)) {
      const { status } = await client.send(method, path.replaceAll(/[{}]/g, ''));
      if (open.includes(operation.operationId)) assert.notEqual(status, 401, path);
      else assert.equal(status, 401, `${method} ${path}`);
    }
  }
  for (const path of ['/api/v1', '/api/v1/', '/api/v1/none', '/sim', '/sim/none', '/api/v1/gpr/']) {
    assert.equal((await client.send('GET', path)).status, 401, path);
  }
});

test('the table of roles determines which role may call an operation', async () => {
  const client = new Client();
  const callers = await Promise.all([
    client.as('Owner'),
    client.as('Editor', 'red'),
    client.as('Viewer', 'red'),
  ]);
  const roles = ['Owner', 'Editor', 'Viewer'] as const;
  for (const { operationId, method, path } of operations) {
    const allowed = rules[operationId];
    // A reset would end the worlds of other tests. The other requests are refused, because they lack members.
    if (allowed === null || operationId === 'resetWorld' || operationId === 'streamFacts') continue;
    for (const [index, caller] of callers.entries()) {
      const { status, body } = await caller.send(method, pathInRed(path));
      const isLetIn = (allowed as readonly string[]).includes(roles[index]!);
      assert.equal(status === 403, !isLetIn, `${roles[index]} ${operationId}: ${JSON.stringify(body)}`);
      if (!isLetIn) assert.equal(body.status, 'PERMISSION_DENIED');
    }
  }
});

test('an Editor and a Viewer can access only their workspace', async () => {
  const client = new Client();
  const owner = await client.as('Owner');
  const { gprId } = await owner.data('POST', '/api/v1/gpr', { ...gprBody, sliceName: 'blue' });
  await owner.data('POST', '/sim/clock/advance', { by: '0s' });
  const unknown = 'gpr-00000000-0000';

  for (const role of ['Editor', 'Viewer'] as const) {
    const caller = await client.as(role, 'red');
    await assertForeign(caller, 'GET', '/api/v1/gpr/list?sliceName=blue');
    await assertForeign(caller, 'GET', '/api/v1/gpr/list?sliceName=never-was');
    await assertForeign(caller, 'GET', '/api/v1/inventory?sliceName=blue');
    await assertForeign(caller, 'GET', '/api/v1/api-key/list?workspace=blue');
    await assertUnknown(caller, 'GET', (id) => [`/api/v1/gpr?gprId=${id}`]);
    await assertUnknown(caller, 'GET', (id) => [`/sim/explain/${id}`]);
    await assertUnknown(caller, 'GET', (id) => [`/sim/gprs/${id}/estimates`]);
    const { workspaces } = await caller.data('GET', '/api/v1/slice-workspace/list');
    assert.deepEqual(
      workspaces.map(({ name }: { name: string }) => name),
      ['red'],
    );
    const inventory = await caller.data('GET', '/api/v1/inventory/list');
    assert.ok(!JSON.stringify(inventory).includes('blue'));
    assert.ok(JSON.stringify(inventory).includes('NODE_RESERVED'));
    const facts = JSON.stringify(await caller.data('GET', '/sim/facts'));
    assert.ok(!facts.includes(gprId) && !facts.includes('blue'));
    assert.ok(facts.includes('node.added') && facts.includes('red'));
  }

  const editor = await client.as('Editor', 'red');
  await assertForeign(editor, 'POST', '/api/v1/gpr', { ...gprBody, sliceName: 'blue' });
  await assertForeign(editor, 'POST', '/api/v1/slice-workspace/kube-config', {
    workspaceName: 'blue',
    clusterName: 'worker-1',
  });
  await assertUnknown(editor, 'PUT', (id) => ['/api/v1/gpr', { gprId: id, earlyRelease: true }]);
  await assertUnknown(editor, 'DELETE', (id) => ['/api/v1/gpr', { gprId: id }]);
  assert.equal(
    (await owner.data('GET', `/api/v1/gpr?gprId=${gprId}`)).status.provisioningStatus,
    'Successful',
  );

  async function assertForeign(caller: Caller, method: string, path: string, body?: unknown): Promise<void> {
    const answer = await caller.send(method, path, body);
    assert.equal(answer.status, 403, path);
  }

  /** A GPR of another workspace is answered exactly like an unknown GPR. */
  async function assertUnknown(
    caller: Caller,
    method: string,
    call: (id: string) => [string, unknown?],
  ): Promise<void> {
    const foreign = await caller.send(method, ...call(gprId));
    const never = await caller.send(method, ...call(unknown));
    assert.equal(foreign.status, 404);
    assert.deepEqual(JSON.stringify(foreign.body).replaceAll(gprId, unknown), JSON.stringify(never.body));
  }
});
