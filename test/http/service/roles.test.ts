import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type OperationId, rules } from '../../../src/api/frame/access/roles.ts';
import { routesOf } from '../../../src/api/frame/operation/operation.ts';
import { operations } from '../../../src/server/app.ts';
import { Client } from '../client.ts';

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
    if (allowed === null || operationId === 'resetWorld' || operationId.startsWith('stream')) continue;
    for (const [index, caller] of callers.entries()) {
      const { status, body } = await caller.send(method, pathInRed(path));
      const isLetIn = (allowed as readonly string[]).includes(roles[index]!);
      assert.equal(status === 403, !isLetIn, `${roles[index]} ${operationId}: ${JSON.stringify(body)}`);
      if (!isLetIn) assert.equal(body.status, 'PERMISSION_DENIED');
    }
  }
});
