// Which requests may name an earlier instant, and how others are refused.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { routesOf } from '../../../src/api/frame/operation/operation.ts';
import { WAITING_MAX } from '../../../src/driver/past/instants.ts';
import { operations } from '../../../src/server/app.ts';
import { type Answer, type Caller, Client, detailedError, gprBody } from '../client.ts';
import { memoryWorld, scenario } from '../memory-world.ts';

const timeless = [
  'getHealth',
  'getMetrics',
  'getOpenApi',
  'getSimOpenApi',
  'getDocs',
  'getDocsFile',
  'getDashboard',
  'getDashboardFile',
  'listApiKeys',
  'getKubeConfig',
  'getClock',
  'listBranches',
  'streamFacts',
  'getGantt',
  'getSeries',
  'exportWorld',
  'listFaults',
  'listDifferences',
  'listEvents',
  'listWorlds',
  'getTotals',
  'listTotals',
  'listAttempts',
  'listRequests',
];

const advance = (owner: Caller, by: string) => owner.data('POST', '/sim/clock/advance', { by });

function problemsOf(answer: Answer): readonly { readonly field: string; readonly message: string }[] {
  assert.equal(answer.status, 422, JSON.stringify(answer.body));
  return detailedError(answer).DetailedError.Details;
}

test('every operation that writes, or is not about the world, refuses at with a reason', async () => {
  const client = new Client();
  const owner = await client.as('Owner');
  const refusing = new Set<string>();
  for (const operation of operations) {
    for (const { method, path, query } of routesOf(operation)) {
      if ((method === 'GET' || operation.onlyReads) && operation.isTimeless === undefined) continue;
      refusing.add(operation.operationId);
      const parameters = query?.sent ? `${query.parameter}=red&` : '';
      const address = `${path.replaceAll(/[{}]/g, '')}?${parameters}at=0`;
      const answer = await owner.send(method, address, method === 'GET' ? undefined : {});
      const [problem] = problemsOf(answer).filter(({ field }) => field === 'at');
      const why = method === 'GET' ? operation.isTimeless : 'only requests that read take an earlier instant';
      assert.equal(problem?.message, `"at" must not be sent: ${why}`, `${method} ${address}`);
    }
  }
  const reads = operations.filter(({ operationId, method }) => method === 'GET' && refusing.has(operationId));
  assert.deepEqual(reads.map(({ operationId }) => operationId).sort(), timeless.sort());
  assert.equal((await owner.data('GET', '/sim/clock')).nowMs, 0, 'nothing happened');
});

test('an instant outside of the life of the branch is refused with the range', async () => {
  const owner = await new Client().as('Owner');
  await advance(owner, '1h');
  for (const at of [
    '3600001',
    '2026-01-05T09:00:00.001Z',
    '2026-01-05T07:59:59.999Z',
    '1970-01-01T00:00:00Z',
  ]) {
    const [problem, ...others] = problemsOf(await owner.send('GET', `/sim/state?at=${at}`));
    assert.deepEqual(others, []);
    assert.equal(
      problem?.message,
      '"at" must lie between the scenario\'s start, 2026-01-05T08:00:00.000Z, and now, 2026-01-05T09:00:00.000Z',
    );
  }
  for (const at of ['0', '3600000', '2026-01-05T09:00:00Z', '2026-01-05T10:00:00%2B01:00'])
    assert.equal((await owner.send('GET', `/sim/state?at=${at}`)).status, 200, at);
});

test('an instant that is malformed or sent twice is refused together with the other faults of the request', async () => {
  const owner = await new Client().as('Owner');
  await advance(owner, '1h');
  for (const [at, message] of [
    [
      'at=noon',
      /^"at" must be an ISO 8601 instant such as .*, or an integer from 0 to \d+ \(ms\), but is "noon"$/,
    ],
    ['at=', /but is ""$/],
    ['at=-1', /but is "-1"$/],
    ['at=2026-02-30T08:00:00Z', /but is "2026-02-30T08:00:00Z"$/],
    ['at=0&at=0', /^"at" must be sent once, but is sent 2 times$/],
    ['at=0&%61t=1&at=2', /^"at" must be sent once, but is sent 3 times$/],
  ] as const) {
    const problems = problemsOf(await owner.send('GET', `/sim/facts?limit=many&${at}&unknown=1`));
    assert.match(problems.find(({ field }) => field === 'at')!.message, message);
    assert.deepEqual(problems.map(({ field }) => field).sort(), ['at', 'limit', 'unknown']);
    assert.match(
      problemsOf(await owner.send('GET', `/api/v1/slice-workspace/list?${at}`))[0]!.message,
      message,
    );
  }
  const missing = problemsOf(await owner.send('GET', '/api/v1/gpr/gpr?at=noon'));
  assert.deepEqual(missing.map(({ field }) => field).sort(), ['at', 'gprId']);
  const written = problemsOf(await owner.send('POST', '/api/v1/gpr?at=0', { ...gprBody, priority: 0 }));
  assert.deepEqual(written.map(({ field }) => field).sort(), ['at', 'priority']);
});

test('under /api/v1 only Owners read earlier instants; under /sim the roles of the operation apply', async () => {
  const client = new Client();
  const owner = await client.as('Owner');
  const { gprId } = await owner.data('POST', '/api/v1/gpr', { ...gprBody, sliceName: 'blue' });
  const own = await owner.data('POST', '/api/v1/gpr', gprBody);
  await advance(owner, '1h');
  for (const role of ['Editor', 'Viewer'] as const) {
    const caller = await client.as(role, 'red');
    for (const path of ['/slice-workspace/list', '/inventory/summary', `/gpr?gprId=${own.gprId}`]) {
      const answer = await caller.send('GET', `/api/v1${path}${path.includes('?') ? '&' : '?'}at=60000`);
      assert.equal(answer.status, 403, path);
      assert.match(answer.body.error.data, /with "at" needs the role Owner, and this API key has the role/);
      assert.equal((await caller.send('GET', `/api/v1${path}`)).status, 200, path);
    }
    // An operation that takes no instant states the reason.
    problemsOf(await caller.send('GET', '/api/v1/api-key/list?at=60000'));
    const { nodes } = await caller.data('GET', '/sim/state?at=60000');
    const named = nodes.flatMap(
      ({ allocations }: { allocations: { gprId: string | null }[] }) => allocations,
    );
    assert.deepEqual(named.map((allocation: { gprId: string | null }) => allocation.gprId).sort(), [
      own.gprId,
      null,
    ]);
    assert.equal((await caller.send('GET', `/sim/explain/${gprId}?at=60000`)).status, 404);
    assert.equal((await caller.data('GET', `/sim/explain/${own.gprId}?at=60000`)).state, 'Successful');
    assert.equal((await caller.send('GET', '/sim/branches?at=60000')).status, 403);
  }
  const anonymous = await client.send('GET', '/sim/state?at=60000');
  assert.equal(anonymous.status, 401);
});

test('a key of a workspace does not open an earlier workspace of the same name', async () => {
  const client = new Client();
  const owner = await client.as('Owner');
  const create = () =>
    owner.data('POST', '/api/v1/slice-workspace', {
      workspaceName: 'again',
      clusters: ['worker-1'],
      namespaces: ['again'],
      username: 'again',
      email: 'again@example.com',
    });
  await advance(owner, '10m');
  await create();
  const { gprId } = await owner.data('POST', '/api/v1/gpr', { ...gprBody, sliceName: 'again' });
  await advance(owner, '10m');
  await owner.data('DELETE', '/api/v1/slice-workspace', { workspaceName: 'again' });
  await advance(owner, '10m');
  await create();
  const later = await owner.data('POST', '/api/v1/gpr', { ...gprBody, sliceName: 'again' });
  await advance(owner, '10m');
  const viewer = await client.as('Viewer', 'again');
  const at = (minutes: number) => `at=${minutes * 60_000}`;
  const list = (minutes: number) => viewer.send('GET', `/sim/gprs?workspace=again&${at(minutes)}`);
  assert.deepEqual(
    (await list(35)).body.data.gprs.map((gpr: { gprId: string }) => gpr.gprId),
    [later.gprId],
  );
  const foreign = await list(12);
  assert.equal(foreign.status, 403);
  assert.match(foreign.body.error.data, /again was an earlier workspace of this name/);
  problemsOf(await list(5));
  assert.equal((await viewer.send('GET', `/sim/explain/${gprId}?${at(12)}`)).status, 404);
  const seen = JSON.stringify([
    await viewer.data('GET', `/sim/facts?${at(12)}`),
    await viewer.data('GET', `/sim/state?${at(12)}`),
    await viewer.data('GET', `/sim/gprs?${at(12)}`),
  ]);
  assert.ok(!seen.includes(gprId));
  assert.ok(JSON.stringify(await owner.data('GET', `/sim/facts?${at(12)}`)).includes(gprId));
});

test('a request beyond those that may wait gets 503, and may be sent again', async () => {
  const client = new Client();
  const owner = await client.as('Owner');
  await advance(owner, '1h');
  const waiting = Array.from({ length: WAITING_MAX }, (_, i) =>
    client.world.at(
      i,
      () => true,
      (world) => world.nowMs(),
    ),
  );
  const answer = await owner.send('GET', '/sim/state?at=1000');
  assert.equal(answer.status, 503);
  assert.equal(answer.headers.get('retry-after'), '1');
  assert.match(answer.body.message, /lets 16 wait at a time/);
  await Promise.all(waiting);
  assert.equal(
    (await owner.send('GET', '/sim/state?at=1000')).headers.get('x-sim-time'),
    '2026-01-05T08:00:01.000Z',
  );
});

test('an answer of many nodes is that of its instant, also while the present one is made', async () => {
  const [first] = scenario.clusters;
  const nodes = [{ ...first!.nodes[0]!, count: 1_200 }];
  const client = new Client(memoryWorld({ ...scenario, clusters: [{ ...first!, nodes }] }));
  const owner = await client.as('Owner');
  await owner.data('POST', '/api/v1/gpr', gprBody);
  await advance(owner, '1h');
  for (const path of ['/sim/state', '/api/v1/inventory/list']) {
    const [now, then, later] = await Promise.all(
      ['', '?at=1000', '?at=600000'].map((query) => owner.send('GET', path + query)),
    );
    const holds = ({ body }: Answer) => JSON.stringify(body).includes(gprBody.gprName);
    assert.deepEqual([holds(now!), holds(then!), holds(later!)], [false, true, false], path);
    assert.equal(then!.headers.get('x-sim-time'), '2026-01-05T08:00:01.000Z');
  }
});
