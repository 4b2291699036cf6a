// Reads that are answered together: each as if it were asked alone, all of one instant.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { RequestBudget } from '../../../src/api/frame/request-log/request-budget.ts';
import { RequestLog } from '../../../src/api/frame/request-log/request-log.ts';
import { crowded } from '../../support/asked-again.ts';
import { type Caller, Client, gprBody } from '../client.ts';
import { memoryWorld } from '../memory-world.ts';

const PATHS = [
  '/sim/state?limit=3',
  '/sim/gprs?state=Queued',
  '/api/v1/slice-workspace/list',
  '/sim/events?limit=5',
];

interface Read {
  readonly status: number;
  readonly at: string;
  readonly answer: { readonly data: unknown };
}

const readOnce = async (client: Caller, paths: readonly string[]): Promise<readonly Read[]> =>
  (await client.post('/sim/reads', { paths })).answers;

const TRIES = 20;

/** On a busy machine, an answer can be null: then all are read again. */
async function together(client: Caller, paths: readonly string[]): Promise<readonly Read[]> {
  let reads = await readOnce(client, paths);
  for (let tries = 1; tries < TRIES && reads.some((read) => read === null); tries++)
    reads = await readOnce(client, paths);
  return reads;
}

test('each answer is as if it were asked alone, a refused one, too; a key sees no more than with that', async () => {
  const owner = await new Client().as('Owner');
  await owner.post('/api/v1/gpr', gprBody);
  const viewer = await owner.client.as('Viewer', 'red');
  for (const client of [owner, viewer]) {
    const paths = [...PATHS, '/sim/explain/gpr-0', '/sim/gprs?limit=x', '/sim/state?at=0'];
    const reads = await together(client, paths);
    for (const [i, path] of paths.entries()) {
      const { status, body, headers } = await client.send('GET', path);
      assert.deepEqual(reads[i], { status, at: headers.get('x-sim-time'), answer: body }, path);
    }
  }
});

test('the answers are of one instant while the clock runs as fast as it can', async () => {
  const owner = await new Client().as('Owner');
  await owner.put('/sim/clock', { mode: 'running', speed: 1_000_000 });
  const instants = new Set<string>();
  while (instants.size < 10) {
    const reads = await together(owner, [...PATHS, '/sim/clock', '/sim/gantt?from=0&to=3600000&pixels=100']);
    const [{ at }] = reads;
    assert.deepEqual(new Set(reads.map((read) => read.at)), new Set([at]));
    assert.equal((reads[4].answer.data as { readonly now: string }).now, at);
    instants.add(at);
    await new Promise((next) => setTimeout(next));
  }
});

test('a read that takes long ends, and delays no other', async () => {
  const world = memoryWorld(crowded);
  const owner = await new Client(world).as('Owner');
  await owner.advance('60h');
  const reads = await readOnce(owner, ['/sim/estimates?samples=1000', '/sim/clock']);
  assert.equal(reads[0], null);
  assert.equal(reads[1].status, 200);
});

test('all paths that lead to no read are named, and nothing is read', async () => {
  const owner = await new Client().as('Owner');
  const wrong = [
    '/sim/nothing',
    '/sim/clock/stream',
    '/sim/export',
    'sim/state',
    '/metrics',
    '/sim/reset',
    '//sim/state',
  ];
  const { status, body } = await owner.send('POST', '/sim/reads', { paths: ['/sim/state', ...wrong] });
  assert.equal(status, 422);
  for (const i of wrong.keys()) assert.match(JSON.stringify(body), new RegExp(`paths\\[${i + 1}\\]`));
  for (const paths of [[], Array(41).fill('/sim/clock'), '/sim/clock', [`/sim/clock?x=${'x'.repeat(4_000)}`]])
    assert.equal((await owner.send('POST', '/sim/reads', { paths })).status, 422);
});

test('it is compressed for those that accept it, has one row in the log, and meets no fault of the single reads', async () => {
  const requestLog = new RequestLog(new RequestBudget(100));
  const owner = await new Client(undefined, { requestLog }).as('Owner');
  await owner.post('/sim/faults', { kind: 'http', operation: 'listWorkspaces', status: 500 });
  const before = requestLog.last;
  const request = { method: 'POST', body: JSON.stringify({ paths: PATHS }) };
  const headers = { authorization: `Bearer ${owner.token}`, 'accept-encoding': 'gzip' };
  const response = await owner.client.app.request('/sim/reads', { ...request, headers });
  assert.equal(response.headers.get('content-encoding'), 'gzip');
  const { data } = JSON.parse(gunzipSync(await response.arrayBuffer()).toString());
  assert.deepEqual(data.answers, await readOnce(owner, PATHS));
  assert.equal(data.answers[2].status, 200);
  assert.equal(requestLog.last, before + 2);
  const { requests } = await owner.get('/sim/requests?bodies=true');
  const answers = requests.slice(-2).map((kept: { answerBody: object }) => kept.answerBody);
  assert.match(JSON.stringify(answers[0]), /statusCode.*answers/);
  assert.deepEqual(answers[0], answers[1], 'what is kept is not compressed');
});
