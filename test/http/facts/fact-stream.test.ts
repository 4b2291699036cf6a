import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FactView } from '../../../sim/index.ts';
import type { World } from '../../../src/driver/world.ts';
import { Caller, Client, gprBody } from '../client.ts';
import { altered, memoryWorld } from '../memory-world.ts';
import { Stream } from './fact-reader.ts';

test('new facts are streamed as they are listed, with branch and sequence as id', async () => {
  const owner = await new Client().as('Owner');
  const { seq } = await owner.get('/sim/clock');
  const stream = await Stream.open(owner);
  assert.match(stream.response.headers.get('content-type')!, /^text\/event-stream/);
  assert.equal(stream.response.headers.get('x-sim-time'), '2026-01-05T08:00:00.000Z');
  await owner.post('/api/v1/gpr', gprBody);
  await owner.advance('1h');
  const { facts } = await owner.get(`/sim/facts?after=${seq}`);
  assert.ok(facts.length > 2);
  for (const { name, id, data } of await stream.take(facts.length)) {
    assert.equal(name, 'message');
    assert.equal(id, `1-${data.seq}`);
    assert.deepEqual(data, facts.shift());
  }
  await stream.close();
});

test('a stream continues after the last event of its reader', async () => {
  const owner = await new Client().as('Owner');
  const { facts } = await owner.get('/sim/facts');
  const resumed = await Stream.open(owner, '', { 'Last-Event-ID': '1-2' });
  assert.deepEqual(
    (await resumed.take(2)).map(({ data }) => data),
    facts.slice(2, 4),
  );
  const after = await Stream.open(owner, '?after=3');
  assert.deepEqual(
    (await after.take(1)).map(({ data }) => data),
    facts.slice(3, 4),
  );
  await Promise.all([resumed.close(), after.close()]);

  for (const id of ['x', '1', '1-', '-1-2', `1-${'9'.repeat(30)}`]) {
    const headers = { Authorization: `Bearer ${owner.token}`, 'Last-Event-ID': id };
    const answer = await owner.client.send('GET', '/sim/facts/stream', undefined, headers);
    assert.equal(answer.status, 422, id);
  }
});

test('a change of branch sends a reset event, then the new branch from its start', async () => {
  const owner = await new Client().as('Owner');
  const stream = await Stream.open(owner);
  await owner.post('/sim/reset');
  const late = await Stream.open(owner, '', { 'Last-Event-ID': '1-3' });
  for (const reader of [stream, late]) {
    const [reset, first] = await reader.take(2);
    assert.deepEqual(reset, { name: 'reset', id: '2-0', data: { branch: 2, seq: 0 } });
    assert.deepEqual([first!.name, first!.id, first!.data.seq], ['message', '2-1', 1]);
    await reader.close();
  }
});

test('an Editor receives only facts of its workspace and of nodes', async () => {
  const client = new Client();
  const owner = await client.as('Owner');
  const stream = await Stream.open(await client.as('Editor', 'red'));
  await owner.post('/api/v1/gpr', { ...gprBody, sliceName: 'blue' });
  const { gprId } = await owner.post('/api/v1/gpr', gprBody);
  await owner.advance('0s');
  const events = await stream.take(3);
  assert.deepEqual(
    events.map(({ data }) => [data.kind, data.gprId]),
    [
      ['gpr.created', gprId],
      ['gpr.provisioning', gprId],
      ['gpr.successful', gprId],
    ],
  );
  await stream.close();
});

test('a reader with a backlog of more than 1 MB receives a gap event', async () => {
  const owner = await new Client(worldOfFacts(20_000)).as('Owner');
  const stream = await Stream.open(owner, '?after=0');
  assert.deepEqual(await stream.take(1), [{ name: 'gap', id: '1-20000', data: { from: 1, to: 20_000 } }]);

  for (const after of [19_990, 19_980]) {
    const near = await Stream.open(owner, `?after=${after}`);
    const seqs = (await near.take(20_000 - after)).map(({ data }) => data.seq);
    assert.deepEqual([seqs[0], seqs.at(-1)], [after + 1, 20_000]);
    await near.close();
  }
  await stream.close();
});

test('a reader that may see few of many facts has no gap', async () => {
  const client = new Client(worldOfFacts(50_000, (seq) => (seq % 25_000 === 0 ? 'red' : 'blue')));
  const stream = await Stream.open(await client.as('Viewer', 'red'), '?after=0');
  assert.deepEqual(
    (await stream.take(2)).map(({ data }) => data.seq),
    [25_000, 50_000],
  );
  await stream.close();
});

test('a stream ends when its key is deleted', async () => {
  const client = new Client();
  const owner = await client.as('Owner');
  const key = client.key('Viewer', 'red');
  const viewer = new Caller(client, await client.token(key));
  const stream = await Stream.open(viewer);
  await owner.delete('/api/v1/api-key', { apiKey: key.apiKey });
  await owner.post('/api/v1/gpr', gprBody);
  assert.equal(await stream.next(), undefined);
});

test('a stream ends when its token expires, even without new facts', async () => {
  for (const isQuiet of [false, true]) {
    const client = new Client();
    const owner = await client.as('Owner');
    client.wallMs += 899_950;
    const stream = await Stream.open(owner);
    const ending = stream.next();
    client.wallMs += 100;
    if (!isQuiet) await (await client.as('Owner')).post('/api/v1/gpr', gprBody);
    assert.equal(await ending, undefined);
  }
});

test('the number of open streams is limited, in all and for each key, and closing one allows another', async () => {
  const client = new Client();
  const owners = await Promise.all(Array.from({ length: 5 }, () => client.as('Owner')));
  const refusal = async (owner: Caller) => (await owner.send('GET', '/sim/facts/stream')).body;
  const streams: Stream[] = [];
  for (const owner of owners.slice(0, 4)) {
    streams.push(...(await Promise.all(Array.from({ length: 25 }, () => Stream.open(owner)))));
    const { statusCode, message } = await refusal(owner);
    assert.equal(statusCode, 503);
    assert.match(message, owner === owners[3] ? /this server allows 100/ : /of this key; it may have 25/);
  }
  assert.match((await refusal(owners[4]!)).message, /this server allows 100/);
  await streams.pop()!.close();
  const other = await Stream.open(owners[4]!);
  assert.equal(other.response.status, 200);
  await Promise.all([...streams, other].map((stream) => stream.close()));
});

test('a HEAD request leaves no stream open', async () => {
  const owner = await new Client().as('Owner');
  for (let i = 0; i < 101; i++) {
    const { status } = await owner.send('HEAD', '/sim/facts/stream');
    assert.equal(status, 200);
  }
});

/** A world with `count` facts of about 130 bytes each. */
function worldOfFacts(count: number, workspaceOf: (seq: number) => string = () => 'red'): World {
  const world = memoryWorld();
  const factOf = (seq: number): FactView => ({
    seq,
    atMs: seq,
    kind: 'gpr.removed',
    gprId: 'gpr-00000000-0000',
    workspace: workspaceOf(seq),
    workspaceCreation: world.read.views.workspace(workspaceOf(seq))!.creation,
  });
  return altered(world, {
    clock: () => ({ ...world.clock(), seq: count }),
    read: {
      ...world.read,
      factsAfter(seq, limit) {
        const length = Math.max(0, Math.min(limit, count - seq));
        return Array.from({ length }, (_, index) => factOf(seq + 1 + index));
      },
    },
  });
}
