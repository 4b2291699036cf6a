// Limits of connections.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from '../client.ts';
import { altered, memoryWorld } from '../memory-world.ts';
import { read, Served } from './raw-connection.ts';

function get(path: string, token = ''): string {
  const authorization = token === '' ? '' : `Authorization: Bearer ${token}\r\n`;
  return `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${authorization}\r\n`;
}

test('a connection beyond the limit is closed, and one that ends makes room', async () => {
  const closed: string[] = [];
  const served = await Served.start({ connectionsMax: 2 }, new Client(), {
    onClosed: (why) => closed.push(why),
  });
  const [first] = [await served.send(get('/healthz')), await served.send(get('/healthz'))];
  await once(first, 'data');
  assert.equal((await read(await served.send(get('/healthz')))).length, 0);
  assert.deepEqual(closed, ['connections']);
  first.destroy();
  await sleep(50);
  const [chunk] = await once(await served.send(get('/healthz')), 'data');
  assert.match(String(chunk), /^HTTP\/1\.1 200 /);
});

test('a stream that is not read ends', async () => {
  const world = memoryWorld();
  let seq = 0;
  const firehose = altered(world, {
    // Each look finds 3,000 more facts.
    clock() {
      seq += 3_000;
      return { ...world.clock(), seq };
    },
    read: {
      ...world.read,
      factsAfter: (after, limit) =>
        Array.from({ length: limit }, (_, i) => ({
          seq: after + 1 + i,
          atMs: 0,
          kind: 'gpr.removed' as const,
          gprId: 'gpr-00000000-0000',
          workspace: 'red',
          workspaceCreation: world.read.workspace('red')!.creation,
        })),
    },
  });
  const closed: string[] = [];
  const served = await Served.start({ stalledMs: 500 }, new Client(firehose), {
    onClosed: (why) => closed.push(why),
  });
  const { token } = await served.client.as('Owner');
  await served.send(get('/sim/facts/stream', token));
  while (closed.length === 0) await sleep(10);
  assert.deepEqual(closed, ['unread']);
});

test('a server with many idle connections closes', async () => {
  const served = await Served.start({});
  const idle = await Promise.all(Array.from({ length: 500 }, () => served.send(get('/healthz'))));
  for (const socket of idle) socket.resume().once('error', () => {});
  const ended = Promise.all([
    once(served.server, 'close'),
    ...idle.map((socket) => new Promise((resolve) => socket.once('close', resolve))),
  ]);
  served.server.close();
  served.server.closeAllConnections();
  await ended;
});
