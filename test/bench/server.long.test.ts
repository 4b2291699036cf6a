// The server and the bare server give the same answers, and the load reports what goes wrong.

import assert from 'node:assert/strict';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { gprOf, WORKSPACES } from '../../bench/server/gprs.ts';
import { Listeners } from '../../bench/server/listeners.ts';
import { Loader } from '../../bench/server/loader.ts';
import { changeAndDelete, create } from '../../bench/server/mutations.ts';
import { readable, readPaths } from '../../bench/server/reads.ts';
import type { Pair } from '../../bench/server/rounds.ts';
import { refreshProgram, type Subject } from '../../bench/server/subject.ts';

let pair: Pair;
const loader = new Loader();
const listeners = new Listeners();

before(async () => {
  refreshProgram();
  pair = await readable();
});

after(async () => {
  loader.stop();
  listeners.stop();
  await pair.server.stop();
  await pair.bare.stop();
});

function sent({ url, token }: Subject, path: string, headers = { authorization: `Bearer ${token}` }) {
  return fetch(`${url}${path}`, { headers });
}

test('both servers answer reads with the same bytes and headers', async () => {
  for (const { path } of await readPaths(pair)) {
    const [ours, bare] = await Promise.all([sent(pair.server, path), sent(pair.bare, path)]);
    assert.equal(ours.status, 200, path);
    assert.deepEqual([...bare.headers.keys()].sort(), [...ours.headers.keys()].sort(), path);
    const text = await ours.text();
    assert.ok(text.length > 500, path);
    assert.equal(await bare.text(), text, path);
  }
});

test('both servers refuse invalid tokens, unknown ids and unknown keys', async () => {
  const [{ path }] = await readPaths(pair);
  for (const subject of [pair.server, pair.bare]) {
    const forged = `${subject.token.slice(0, -4)}AAAA`;
    assert.equal((await sent(subject, path, { authorization: '' })).status, 401);
    assert.equal((await sent(subject, path, { authorization: `Bearer ${forged}` })).status, 401);
    assert.equal((await sent(subject, '/api/v1/gpr/gpr?gprId=gpr-00000000-0000')).status, 404);
    await assert.rejects(subject.ask('POST', '/api/v1/auth', { apiKey: 'another' }), /answered 401/);
  }
});

test('both servers answer mutations alike, and the server executes all of them', async () => {
  const { server, bare } = pair;
  // While the clock is paused no GPR starts, so that each can be changed and deleted.
  const before = await server.countGprs();
  const created = await create(server, loader, 64);
  assert.equal(created.answered, 64);
  assert.equal(created.gprIds.length, 64);
  assert.equal(await server.countGprs(), before + 64);
  assert.equal((await changeAndDelete(server, loader, created.gprIds)).answered, 128);
  assert.equal(await server.countGprs(), before);

  const ofBare = await create(bare, loader, 64);
  assert.equal((await changeAndDelete(bare, loader, ofBare.gprIds)).answered, 128);
  const shape = (body: string) => body.replace(/gpr-[0-9a-f-]+/, '');
  assert.equal(shape(ofBare.lastBody), shape(created.lastBody));
});

describe('a load reports', () => {
  const load = { connections: 2, amount: 4 };
  const get = (path: string) => [{ method: 'GET' as const, path }];

  test('an unexpected body', async () => {
    const [{ path }] = await readPaths(pair);
    const run = loader.run(pair.server, { ...load, requests: get(path), expected: 'else' });
    await assert.rejects(run, /an answer differs from the expected one: \{"statusCode":200/);
  });

  test('a status other than 2xx', async () => {
    const run = loader.run(pair.server, { ...load, requests: get('/api/v1/none'), expectedPart: '404' });
    await assert.rejects(run, /4 answers have a status other than 2xx/);
  });
});

describe('listeners', () => {
  test('get the facts of every mutation', async () => {
    for (const subject of [pair.server, pair.bare]) {
      const { url, token } = subject;
      await listeners.follow({ kind: 'open', url, token, tokens: [token], listeners: 3 });
      const bodies = WORKSPACES.map((workspace) => JSON.stringify(gprOf(workspace)));
      await listeners.follow({ kind: 'create', bodies, gapMs: 0 });
      const { events, delaysMs } = await listeners.follow({ kind: 'await', creations: bodies.length });
      assert.ok(events >= bodies.length * 3);
      assert.equal(delaysMs.length, bodies.length * 3);
      await listeners.follow({ kind: 'close' });
    }
  });

  for (const [what, events] of [
    ['a missing event', ['id: 1-1\ndata: {}', 'id: 1-3\ndata: {}']],
    ['a repeated event', ['id: 1-1\ndata: {}', 'id: 1-1\ndata: {}']],
    ['a gap', ['event: gap\nid: 1-9\ndata: {"from":1,"to":9}']],
  ] as const) {
    test(`report ${what}`, async (t) => {
      const responses: ServerResponse[] = [];
      const server = createServer((_request, response) => {
        response.write(': begin\n\n');
        responses.push(response);
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      t.after(() => {
        server.closeAllConnections();
        server.close();
      });
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      await listeners.follow({ kind: 'open', url, token: '', tokens: [''], listeners: 2 });
      for (const response of responses) response.write(`${events.join('\n\n')}\n\n`);
      await assert.rejects(
        listeners.follow({ kind: 'await', creations: 1 }),
        /the stream of facts: after fact/,
      );
      await assert.rejects(listeners.follow({ kind: 'close' }), /the stream of facts/);
    });
  }
});
