// POST /sim/what-if and the differences of branches over HTTP.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changesOf, type Operation, routesOf } from '../../../src/api/frame/operation/operation.ts';
import { operations } from '../../../src/server/app.ts';
import { generated, SECOND } from '../../support/scenario.ts';
import { type Answer, type Caller, Client, detailedError, gprBody } from '../client.ts';
import { memoryWorld, scenario } from '../memory-world.ts';

const arriving = {
  ...scenario,
  workload: [generated({ count: 200, interArrivalMeanMs: 60 * SECOND, workspaces: ['red', 'blue'] })],
};

async function atTen(): Promise<{ owner: Caller; client: Client }> {
  const client = new Client(memoryWorld(arriving));
  const owner = await client.as('Owner');
  await owner.advance('2h');
  return { owner, client };
}

const node = 'worker-1-a2-highgpu-8g-0';
const down = { method: 'POST', path: `/sim/nodes/worker-1/${node}/down`, body: { repairAfter: '4h' } };

function problemsIn(answer: Answer): [string, string][] {
  assert.equal(answer.status, 422, JSON.stringify(answer.body));
  return detailedError(answer).DetailedError.Details.map(
    ({ field, message }: { field: string; message: string }) => [field, message],
  );
}

test('a what-if has at most 100 changes', async () => {
  const { owner } = await atTen();
  const many = await owner.send('POST', '/sim/what-if', { changes: Array(101).fill(down) });
  assert.match(problemsIn(many)[0][1], /"changes" must be a list of at most 100 changes, but has 101/);
});

test('a what-if leaves the world and every answer about it as they are', async () => {
  const { owner, client } = await atTen();
  const { gprId } = client.world.read.views.gprsOf('red')!.at(-1)!;
  const reads = operations.flatMap((operation: Operation) =>
    operation.method !== 'GET' ||
    /stream|export|docs|dashboard|metrics|differences|openapi/.test(operation.path)
      ? []
      : routesOf(operation)
          .filter(({ method }) => method === 'GET')
          .map(({ path }) =>
            path
              .replace('{gprId}', gprId)
              .replaceAll(/\{\w+\}/g, 'red')
              .concat(`?workspaceName=red&gprId=${gprId}`),
          ),
  );
  const answers = async () => {
    const bodies: string[] = [];
    for (const path of [...reads, ...reads.map((path) => path.split('?')[0])]) {
      const response = await client.app.request(path, {
        headers: { Authorization: `Bearer ${owner.token}` },
      });
      bodies.push(`${path} ${response.status} ${await response.text()}`);
    }
    return bodies;
  };
  const before = await answers();
  const changes = [
    down,
    { scheduler: { queue: 'greedy' } },
    { arrivalRate: 2 },
    { method: 'POST', path: '/api/v1/gpr', body: gprBody },
  ];
  assert.ok((await owner.post('/sim/what-if', { changes })).rowsTotal > 0);
  assert.deepEqual(await answers(), before);
  const many = await owner.post('/sim/what-if', { changes, samples: 10 });
  assert.ok(many.alternatives[0].counts.new.p10 > 0);
  assert.deepEqual(await answers(), before);
  assert.equal(before.filter((answer) => answer.includes(' 200 ')).length > 20, true);
});

test('every operation that does not change the world by commands is refused as a change', async () => {
  const { owner } = await atTen();
  for (const operation of operations) {
    for (const { method, path } of routesOf(operation)) {
      if (changesOf({ ...operation, method }, undefined, path) === 'world') continue;
      const answer = await owner.send('POST', '/sim/what-if', {
        changes: [{ method, path: path.replaceAll(/\{\w+\}/g, '1') }],
      });
      assert.deepEqual(
        problemsIn(answer).map(([field]) => field),
        ['changes[0].path'],
        `${method} ${path}`,
      );
    }
  }
  const fault = { kind: 'http', operation: 'listGprs' };
  for (const change of [
    { method: 'POST', path: '/sim/faults', body: fault },
    { method: 'DELETE', path: '/sim/faults/http-1' },
    { method: 'DELETE', path: '/sim/faults?faultId=http-1' },
    { method: 'DELETE', path: '/sim/faults', body: { faultId: 'http-1' } },
    { method: 'DELETE', path: '/sim/faults' },
    { method: 'DELETE', path: '/sim/faults', body: { faultId: null } },
    { method: 'DELETE', path: '/sim/faults?faultId=' },
  ]) {
    const answer = await owner.send('POST', '/sim/what-if', { changes: [change] });
    assert.match(
      problemsIn(answer)[0][1],
      /changes the process, not only the world; a change may change only the world/,
    );
  }
});

test('these operations with other methods than GET do not change the world by commands', () => {
  const others = operations.filter(
    (operation) => operation.method !== 'GET' && changesOf(operation, undefined, operation.path) !== 'world',
  );
  assert.deepEqual(others.map(({ operationId }) => operationId).sort(), [
    'advanceClock',
    'askWhatIf',
    'authenticate',
    'createApiKey',
    'createWorld',
    'deleteApiKey',
    'deleteBranch',
    'deleteRequests',
    'deleteWorld',
    'getGpuAvailability',
    'importWorld',
    'readTogether',
    'resetWorld',
    'rewindWorld',
    'setClock',
    'switchBranch',
  ]);
});

test('a client that disconnects ends its what-if', async () => {
  const { owner, client } = await atTen();
  const outgoing = { destroyed: false };
  const headers = { Authorization: `Bearer ${owner.token}` };
  for (const samples of [1, 1_000]) {
    outgoing.destroyed = false;
    const body = JSON.stringify({ until: '2026-02-03T00:00:00Z', samples });
    const answer = client.app.request('/sim/what-if', { method: 'POST', headers, body }, { outgoing });
    await new Promise((resolve) => setImmediate(resolve));
    outgoing.destroyed = true;
    assert.equal((await answer).status, 499);
  }
  assert.equal((await owner.post('/sim/what-if', {})).rowsTotal, 0, 'the next one runs');
});

test('a what-if of an earlier instant has the answer that it had there, whatever has happened since', async () => {
  const { owner } = await atTen();
  const { gprId } = (await owner.get('/sim/gprs?limit=1')).gprs[0];
  const asked = {
    changes: [down, { method: 'DELETE', path: '/api/v1/gpr', body: { gprId } }],
    charts: 'nodes',
  };
  const before = await owner.send('POST', '/sim/what-if', asked);
  assert.equal(before.status, 200, JSON.stringify(before.body));
  assert.ok(before.body.data.rowsTotal > 0);
  const inMany = { changes: asked.changes, samples: 10 };
  const many = await owner.send('POST', '/sim/what-if', inMany);
  assert.equal(many.status, 200, JSON.stringify(many.body));
  await owner.advance('1m');
  await owner.put('/sim/scheduler', { queue: 'greedy' });
  await owner.advance('1d');
  for (const at of ['2026-01-05T10:00:00Z', '7200000']) {
    const { body, headers } = await owner.send('POST', `/sim/what-if?at=${at}`, asked);
    assert.deepEqual(body, before.body);
    assert.equal(headers.get('x-sim-time'), before.body.data.at);
    assert.deepEqual((await owner.send('POST', `/sim/what-if?at=${at}`, inMany)).body, many.body);
  }
  const early = await owner.send('POST', '/sim/what-if?at=2026-01-05T10:00:00Z', { until: '1h' });
  assert.deepEqual(problemsIn(early), [
    ['until', '"until" must not lie before now, 2026-01-05T10:00:00.000Z'],
  ]);
});
