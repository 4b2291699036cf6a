import assert from 'node:assert/strict';
import { createServer, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { CommandFailure } from '../../../src/arguments/command-failure.ts';
import { serverAt } from '../../../src/cli/support/sources/server-at.ts';
import { newSession } from '../../../src/cli/support/sources/session.ts';

/** The URL of a server that does this with each connection. */
async function urlOf(t: TestContext, answer: (socket: Socket) => void): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  t.after(() => server.close());
  const { port } = server.address() as { port: number };
  return `http://127.0.0.1:${port}`;
}

test('a server that closes the connection without an answer is not taken for another program', async (t) => {
  const url = await urlOf(t, (socket) => socket.once('data', () => socket.resetAndDestroy()));
  await assert.rejects(
    newSession(url, serverAt(url), 'key').call('GET', '/sim/clock'),
    (error) =>
      error instanceof CommandFailure && /closed the connection during the request/.test(error.message),
  );
});

test('a server that does not answer in time is reported with the time', async (t) => {
  const url = await urlOf(t, (socket) => socket.on('error', () => {}).resume());
  const silent = serverAt(url)({
    method: 'GET',
    path: '/sim/clock',
    headers: {},
    body: undefined,
    timeoutMs: 100,
    signal: new AbortController().signal,
  });
  await assert.rejects(silent, { message: 'no response after 0.1 s' });
});
