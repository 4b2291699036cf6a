// Limits of all connections together: at a limit, the client that has taken nothing for longest loses its connection.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Collected } from '../../../src/api/frame/request/collected.ts';
import type { ConnectionLimits } from '../../../src/server/connections/connection-limits.ts';
import type { WhyClosed } from '../../../src/server/connections/connections.ts';
import { Client, gprBody } from '../client.ts';
import { altered, memoryWorld } from '../memory-world.ts';
import { Served } from './raw-connection.ts';

const bundle = '/docs/swagger-ui-bundle.js';

function get(path: string, token = ''): string {
  const authorization = token === '' ? '' : `Authorization: Bearer ${token}\r\n`;
  return `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${authorization}\r\n`;
}

/** The beginning of a body of 1 MB. */
function part(bytes: number): string {
  return `POST /api/v1/auth HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000\r\n\r\n${' '.repeat(bytes)}`;
}

/** Waits for a condition. */
async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await sleep(5);
}

class Bounded {
  readonly served: Served;
  readonly closed: WhyClosed[];
  /** Port of the client → the server's end of the connection. */
  readonly #byPort: Map<number, Socket> = new Map();
  readonly #ends: Map<Socket, Socket> = new Map();

  private constructor(served: Served, closed: WhyClosed[]) {
    this.served = served;
    this.closed = closed;
    served.server.on('connection', (socket: Socket) => this.#byPort.set(socket.remotePort!, socket));
  }

  static async start(limits: Partial<ConnectionLimits>, client = new Client()): Promise<Bounded> {
    const closed: WhyClosed[] = [];
    const served = await Served.start(limits, client, { onClosed: (why) => closed.push(why) });
    return new Bounded(served, closed);
  }

  /** Returns once the server has the beginning of the text. */
  async send(text: string): Promise<Socket> {
    const socket = await this.served.send(text);
    const port = socket.localPort!;
    await until(() => this.#byPort.has(port));
    const end = this.#byPort.get(port)!;
    this.#ends.set(socket, end);
    await until(() => text === '' || end.bytesRead > 0 || end.destroyed);
    return socket;
  }

  /** The server's end of a connection. */
  endOf(socket: Socket): Socket {
    return this.#ends.get(socket)!;
  }

  /** Waits until the server has received more than some bytes, or has ended the connection. */
  async receives(socket: Socket, bytes: number): Promise<void> {
    const end = this.endOf(socket);
    await until(() => end.bytesRead > bytes || end.destroyed);
    // The next client comes later by the clock of the server.
    await sleep(20);
  }

  /** Bytes of answers that the system has taken for a client. */
  takenBy(socket: Socket): number {
    const { bytesWritten, writableLength } = this.endOf(socket);
    return bytesWritten - writableLength;
  }

  /** Whether the server has ended each connection. */
  areEnded(...sockets: readonly Socket[]): boolean[] {
    return sockets.map((socket) => this.endOf(socket).destroyed);
  }

  /** Waits until the system takes no more of the answers, which the clients do not read. */
  async isStalled(): Promise<void> {
    const taken = () => {
      let sum = 0;
      for (const socket of this.#ends.keys()) sum += this.takenBy(socket);
      return sum;
    };
    for (let same = 0, before = -1; same < 3; ) {
      const now = taken();
      same = now === before ? same + 1 : 0;
      before = now;
      await sleep(50);
    }
  }

  /** A new client gets an answer. */
  async serves(path = '/healthz'): Promise<Socket> {
    const socket = await this.send(get(path));
    const [chunk] = await once(socket, 'data');
    assert.match(String(chunk), /^HTTP\/1\.1 200 /);
    return socket;
  }
}

test('at the limit of connections, the one that reads nothing is closed, and the new client is served', async () => {
  const checkMs = 20;
  const bounded = await Bounded.start({ connectionsMax: 4, checkMs });
  const reader = await bounded.send(get(bundle).repeat(16));
  const unread = await bounded.send(get(bundle).repeat(16));
  const idle = await bounded.serves();
  await bounded.isStalled();
  // The reader goes on slowly.
  const reading = setInterval(() => {
    for (let i = 0; i < 10; i++) reader.read();
  }, 10);
  const before = bounded.takenBy(reader);
  await until(() => bounded.takenBy(reader) > before);
  // The server looks at its clients at each `checkMs`, in this process.
  await sleep(5 * checkMs);
  await bounded.serves();
  assert.deepEqual(bounded.closed, []);
  await bounded.serves();
  clearInterval(reading);
  assert.deepEqual(bounded.closed, ['connections']);
  assert.deepEqual(bounded.areEnded(reader, unread, idle), [false, true, false]);
});

test('at the limit of connections, silent clients make room, the oldest first', async () => {
  const bounded = await Bounded.start({ connectionsMax: 3 });
  const silent: Socket[] = [];
  for (let i = 0; i < 3; i++) {
    silent.push(await bounded.send(i === 0 ? '' : 'GET / HTTP/1.1\r\nX: '));
    await sleep(20);
  }
  await bounded.serves();
  assert.deepEqual(bounded.areEnded(...silent), [true, false, false]);
});

test('a client that waits for an event is not closed before one that sends nothing', async () => {
  const bounded = await Bounded.start({ connectionsMax: 2 });
  const { token } = await bounded.served.client.as('Owner');
  const stream = await bounded.send(get('/sim/facts/stream', token));
  stream.resume();
  await sleep(20);
  const silent = await bounded.send('');
  await bounded.serves();
  assert.deepEqual(bounded.areEnded(stream, silent), [false, true]);
});

test('bodies that arrive count: the client that has sent nothing for longest is closed', async () => {
  const bounded = await Bounded.start({ heldBytesMax: 1_200_000 });
  const senders: Socket[] = [];
  for (let i = 0; i < 4; i++) {
    senders.push(await bounded.send(part(200_000)));
    await bounded.receives(senders[i]!, 200_000);
  }
  assert.deepEqual(bounded.closed, []);
  for (const sender of senders.slice(1)) {
    sender.write(' '.repeat(200_000));
    await bounded.receives(sender, 400_000);
  }
  assert.ok(bounded.closed.length > 0);
  assert.deepEqual(new Set(bounded.closed), new Set(['memory']));
  const [first, ...others] = bounded.areEnded(...senders);
  assert.equal(first, true);
  assert.equal(others.at(-1), false);
  await bounded.serves();
});

test('unread answers count, and a client that reads keeps its connection', async () => {
  const client = new Client();
  const owner = await client.as('Owner');
  for (let i = 0; i < 200; i++) await owner.post('/api/v1/gpr', { ...gprBody, gprName: `gpr-${i}` });
  const path = '/api/v1/gpr/list?sliceName=red';
  const bytes = JSON.stringify((await owner.send('GET', path)).body).length;
  // The system itself takes several MB of unread answers, so each client asks for 100 answers.
  const limits = { requestsMax: 100, unsentBytesMax: bytes * 100, heldBytesMax: bytes * 150 };
  const bounded = await Bounded.start(limits, client);
  const unread: Socket[] = [];
  for (let i = 0; i < 4; i++) {
    unread.push(await bounded.send(get(path, owner.token).repeat(100)));
    await bounded.isStalled();
    const reader = await bounded.serves();
    assert.deepEqual(bounded.areEnded(reader), [false]);
  }
  assert.ok(bounded.closed.length > 0);
  assert.deepEqual(new Set(bounded.closed), new Set(['memory']));
  assert.deepEqual(bounded.areEnded(unread[0]!), [true]);
});

test('an answer that is the same for all counts once, however many clients do not read it', async () => {
  const bounded = await Bounded.start({ heldBytesMax: 8_000_000, requestBytes: 1_000 });
  const unread = await Promise.all(Array.from({ length: 40 }, () => bounded.send(get(bundle).repeat(8))));
  await bounded.isStalled();
  assert.equal(unread.length, 40);
  assert.deepEqual(bounded.closed, []);
  await bounded.serves();
});

test('requests that wait count: the connection that sent them is closed, others are not', async () => {
  const bounded = await Bounded.start({ heldBytesMax: 4_000_000 });
  const quiet = await bounded.serves();
  const floods = await Promise.all(
    Array.from({ length: 4 }, () => bounded.send(get('/healthz').repeat(1_400))),
  );
  await bounded.serves();
  assert.ok(bounded.closed.length >= 1);
  assert.equal(bounded.areEnded(quiet)[0], false);
  assert.ok(bounded.areEnded(...floods).includes(true));
});

test('a stream that is not read ends after the time for unread answers, not after twice that time', async () => {
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
          workspaceCreation: world.read.views.workspace('red')!.creation,
        })),
    },
  });
  const stalledMs = 1_500;
  const bounded = await Bounded.start({ stalledMs, checkMs: 50 }, new Client(firehose));
  const { token } = await bounded.served.client.as('Owner');
  const stream = await bounded.send(get('/sim/facts/stream', token));
  const order: string[] = [];
  const stalled = setInterval(() => {
    if (bounded.closed.length > 0) order.push('closed');
  }, 10);
  // The system takes some MB at first.
  await sleep(500 + 1.8 * stalledMs);
  order.push('late');
  clearInterval(stalled);
  assert.equal(order[0], 'closed');
  assert.deepEqual(bounded.closed, ['unread']);
  assert.deepEqual(bounded.areEnded(stream), [true]);
});

test('a body of chunks of one byte takes little more memory than its bytes', () => {
  const read = new Collected();
  for (let i = 0; i < 100_000; i++) read.add(Buffer.from(i % 2 === 0 ? 'ä'.slice(0, 1) : 'b'));
  assert.equal(read.length, 150_000);
  assert.ok(read.heldBytes <= 2 * read.length);
  assert.equal(read.take(), 'äb'.repeat(50_000));
});

test('a server with many idle connections closes', async () => {
  const bounded = await Bounded.start({});
  const idle = await Promise.all(Array.from({ length: 500 }, () => bounded.send(get('/healthz'))));
  for (const socket of idle) socket.resume();
  const { server } = bounded.served;
  const ended = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await ended;
  assert.ok(bounded.areEnded(...idle).every(Boolean));
});
