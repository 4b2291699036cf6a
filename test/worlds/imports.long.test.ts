// Imports of several worlds: they take turns, and their files have one limit.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { start } from '../../src/library/start.ts';
import { Party } from './party.ts';

const mebibyte = new Uint8Array(2 ** 20);

/** Returns the party of the root and those of other worlds. */
async function served(t: TestContext, names: readonly string[]): Promise<Party[]> {
  const server = await start({ scenario: 'demo', paused: true });
  t.after(() => server.close());
  const owner = await Party.in(server.url, server.apiKey);
  const parties = [owner];
  for (const name of names) {
    const { path, apiKey } = await owner.post('/sim/worlds', { name });
    parties.push(await Party.in(server.url + path, apiKey));
  }
  return parties;
}

function imported(
  { url, token }: Party,
  body: ArrayBuffer | ReadableStream,
  signal?: AbortSignal,
): Promise<Response> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/vnd.sqlite3' };
  return fetch(`${url}/sim/import`, {
    method: 'POST',
    headers,
    body,
    ...(signal && { signal }),
    duplex: 'half',
  } as RequestInit);
}

async function pointOf(party: Party): Promise<unknown[]> {
  const { nowMs, seq, hash } = await party.get('/sim/clock');
  assert.match(hash, /^[0-9a-f]{32}$/);
  return [nowMs, seq, hash];
}

/** A body of some mebibytes; `sent` resolves when they are read. Without `ends`, the body waits for more. */
function bodyOf(mebibytes: number, ends: boolean): { body: ReadableStream<Uint8Array>; sent: Promise<void> } {
  let left = mebibytes;
  const { promise: sent, resolve } = Promise.withResolvers<void>();
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (left-- > 0) return controller.enqueue(mebibyte);
      resolve();
      if (ends) return controller.close();
      return new Promise<void>(() => {});
    },
  });
  return { body, sent };
}

test('imports of several worlds at once give each its own world', async (t) => {
  const [, source, ...others] = await served(t, ['source', 'a', 'b', 'c', 'd']);
  const files: ArrayBuffer[] = [];
  const expected: unknown[] = [];
  for (let i = 0; i < others.length; i++) {
    await source.advance('6h');
    const exported = await fetch(`${source.url}/sim/export`, {
      headers: { authorization: `Bearer ${source.token}` },
    });
    files.push(await exported.arrayBuffer());
    expected.push(await pointOf(source));
  }
  const answers = await Promise.all(others.map((party, i) => imported(party, files[i])));
  assert.deepEqual(
    answers.map(({ status }) => status),
    others.map(() => 200),
  );
  assert.deepEqual(await Promise.all(others.map(pointOf)), expected);
});

test('the files of all running imports together are limited', async (t) => {
  const [root, b] = await served(t, ['b']);
  const leaving = new AbortController();
  const first = bodyOf(480, false);
  const waiting = imported(root, first.body, leaving.signal);
  const left = assert.rejects(waiting, { name: 'AbortError' });
  await first.sent;
  const refused = await imported(b, bodyOf(60, true).body);
  assert.equal(refused.status, 409);
  assert.match(await refused.text(), /import is running/);
  leaving.abort();
  await left;
  // Once the first is gone, the same upload is read to its end; it is no world.
  let last = 409;
  while (last === 409) last = (await imported(b, bodyOf(60, true).body)).status;
  assert.equal(last, 422);
});
