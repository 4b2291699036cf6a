// Which requests may name an earlier instant, and how others are refused.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { routesOf } from '../../../src/api/frame/operation/operation.ts';
import { WAITING_MAX } from '../../../src/driver/past/instants.ts';
import { operations } from '../../../src/server/app.ts';
import { type Answer, Client, detailedError, gprBody } from '../client.ts';
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
  'streamClock',
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
      if ((method === 'GET' || operation.changes === 'futures') && operation.isTimeless === undefined)
        continue;
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
  assert.equal((await owner.get('/sim/clock')).nowMs, 0, 'nothing happened');
});

test('a request beyond those that may wait gets 503, and may be sent again', async () => {
  const client = new Client();
  const owner = await client.as('Owner');
  await owner.advance('1h');
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
  await owner.post('/api/v1/gpr', gprBody);
  await owner.advance('1h');
  for (const path of ['/sim/state', '/api/v1/inventory/list']) {
    const [now, then, later] = await Promise.all(
      ['', '?at=1000', '?at=600000'].map((query) => owner.send('GET', path + query)),
    );
    const holds = ({ body }: Answer) => JSON.stringify(body).includes(gprBody.gprName);
    assert.deepEqual([holds(now!), holds(then!), holds(later!)], [false, true, false], path);
    assert.equal(then!.headers.get('x-sim-time'), '2026-01-05T08:00:01.000Z');
  }
});
