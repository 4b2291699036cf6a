import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { test } from 'node:test';
import { CommandFailure } from '../../../src/arguments/command-failure.ts';
import { serverAt } from '../../../src/cli/support/sources/server-at.ts';
import { newSession } from '../../../src/cli/support/sources/session.ts';

test('a server that closes the connection without an answer is not taken for another program', async (t) => {
  const server = createServer((socket) => socket.once('data', () => socket.resetAndDestroy()));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  t.after(() => server.close());
  const { port } = server.address() as { port: number };
  const url = `http://127.0.0.1:${port}`;
  await assert.rejects(
    newSession(url, serverAt(url), 'key').call('GET', '/sim/clock'),
    (error) =>
      error instanceof CommandFailure && /closed the connection during the request/.test(error.message),
  );
});
