// HTTP faults that harm the connection, over real connections.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import type { Socket } from 'node:net';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Caller, Client, gprBody } from '../client.ts';
import { answersOf, read, Served } from '../connections/raw-connection.ts';

const list = '/api/v1/gpr/list?sliceName=red';

async function serve(): Promise<{ served: Served; owner: Caller }> {
  const client = new Client();
  return { served: await Served.start({}, client), owner: await client.as('Owner') };
}

function text({ token }: Caller, method: string, path: string, body?: object): string {
  const content = body === undefined ? '' : JSON.stringify(body);
  const lines = ['Host: localhost', `Authorization: Bearer ${token}`, `Content-Length: ${content.length}`];
  return `${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${content}`;
}

const fail = (owner: Caller, fault: object) => owner.post('/sim/faults', { kind: 'http', ...fault });

/** Everything that arrives until the connection closes, and the error that closes it. */
async function received(socket: Socket): Promise<{ bytes: Buffer; code: string | undefined }> {
  let code: string | undefined;
  socket.on('error', (error: NodeJS.ErrnoException) => {
    code = error.code;
  });
  return { bytes: await read(socket), code };
}

test('a reset comes before any answer, and an executed call has changed the world', async () => {
  const { served, owner } = await serve();
  await fail(owner, { operation: 'createGpr', executed: true, connection: 'reset' });
  const other = await served.send('');
  const lost = await received(await served.send(text(owner, 'POST', '/api/v1/gpr', gprBody)));
  assert.deepEqual([lost.bytes.length, lost.code], [0, 'ECONNRESET']);
  assert.equal((await owner.get(list)).items.length, 1);
  // Another connection goes on.
  other.write(text(owner, 'GET', list).replace('Host', 'Connection: close\r\nHost'));
  assert.deepEqual(
    answersOf(await read(other)).map(({ status }) => status),
    [200],
  );
});

test('a reset of a pipelined request comes after the answers to the requests before it', async () => {
  const { served, owner } = await serve();
  await fail(owner, { operation: 'getClock', delayMs: 50 });
  await fail(owner, { operation: 'createGpr', connection: 'reset' });
  const socket = await served.send(
    text(owner, 'GET', '/sim/clock') + text(owner, 'POST', '/api/v1/gpr', gprBody),
  );
  const { bytes, code } = await received(socket);
  assert.deepEqual(
    answersOf(bytes).map(({ status }) => status),
    [500],
  );
  assert.equal(code, 'ECONNRESET');
  assert.equal((await owner.get(list)).items.length, 0);
});

test('a cut sends the headers and half of the body: that of the operation, or that of the fault', async () => {
  const { served, owner } = await serve();
  await owner.post('/api/v1/gpr', gprBody);
  const whole = JSON.stringify((await owner.send('GET', list)).body);
  const cases: [object, string][] = [
    [{ executed: true }, whole],
    [{ body: 'x'.repeat(99_998) }, 'x'.repeat(99_998)],
    [{ body: 'x' }, 'x'],
  ];
  for (const [members, body] of cases) {
    await fail(owner, { operation: 'listGprs', connection: 'cut', ...members });
    const { bytes } = await received(await served.send(text(owner, 'GET', list)));
    const [answer, ...more] = answersOf(bytes);
    assert.deepEqual(more, []);
    assert.equal(answer!.headers.get('content-length'), String(body.length));
    assert.equal(answer!.body, body.slice(0, body.length >> 1));
    assert.match(answer!.headers.get('x-sim-fault')!, /^http-/);
  }
});

test('half of a long body is sent in pieces, as the client takes them', async () => {
  const { served, owner } = await serve();
  const body = 'x'.repeat(99_998);
  await fail(owner, { operation: 'listGprs', connection: 'cut', body });
  const written: number[] = [];
  served.server.prependListener('request', (_, outgoing) => {
    const write = outgoing.write.bind(outgoing);
    outgoing.write = (piece: Uint8Array) => {
      written.push(piece.length);
      return write(piece);
    };
  });
  const { bytes } = await received(await served.send(text(owner, 'GET', list)));
  assert.equal(answersOf(bytes)[0]!.body.length, 49_999);
  assert.deepEqual(written, [16_384, 16_384, 16_384, 847]);
});

test('a slow answer arrives whole, and the connection is used again', async () => {
  const { served, owner } = await serve();
  await fail(owner, { operation: 'listGprs', executed: true, connection: 'slow', delayMs: 40 });
  await fail(owner, {
    operation: 'getClock',
    connection: 'slow',
    delayMs: 40,
    body: 'x'.repeat(5000),
    status: 502,
  });
  const last = text(owner, 'GET', '/sim/clock').replace('Host', 'Connection: close\r\nHost');
  const answers = await served.answersTo(text(owner, 'GET', list) + text(owner, 'GET', '/sim/clock') + last);
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 502, 200],
  );
  assert.deepEqual(JSON.parse(answers[0]!.body), (await owner.send('GET', list)).body);
  assert.equal(answers[1]!.body, 'x'.repeat(5000));
});

test('HEAD has no body to cut or to slow down', async () => {
  const { served, owner } = await serve();
  await fail(owner, { operation: 'listGprs', executed: true, connection: 'cut' });
  const cut = await received(await served.send(text(owner, 'HEAD', list)));
  assert.match(cut.bytes.toString(), /^HTTP\/1\.1 200 .*\r\n\r\n$/s);
  await fail(owner, { operation: 'listGprs', executed: true, connection: 'slow', delayMs: 60_000 });
  const head = text(owner, 'HEAD', list).replace('Host', 'Connection: close\r\nHost');
  const slow = await received(await served.send(head));
  assert.match(slow.bytes.toString(), /^HTTP\/1\.1 200 .*\r\n\r\n$/s);
});

test('a client that leaves ends its slow answer and its delay; the close of the server ends the others', async () => {
  const { served, owner } = await serve();
  const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
  const before = timers();
  const slow = {
    operation: 'listGprs',
    connection: 'slow',
    delayMs: 60_000,
    times: 2,
    body: 'x'.repeat(1000),
  };
  await fail(owner, slow);
  const sockets = [await served.send(text(owner, 'GET', list)), await served.send(text(owner, 'GET', list))];
  for (const socket of sockets) {
    let bytes = '';
    while (!bytes.endsWith('x')) bytes += (await once(socket, 'data'))[0];
    assert.ok(bytes.length < 1000);
  }
  const delayed = { operation: 'getClock', delayMs: 60_000 };
  await fail(owner, delayed);
  const waiting = await served.send(text(owner, 'GET', '/sim/clock'));
  while ((await owner.get('/sim/faults')).faults.length > 0) await nextTurn();
  waiting.destroy();
  // Metrics count an answer when its handler is done.
  while ((await served.counted('getClock', 499)) < 1) await nextTurn();
  sockets[0]!.destroy();
  served.server.close();
  served.server.closeAllConnections();
  await once(served.server, 'close');
  for (let i = 0; timers() > before && i < 1000; i++) await nextTurn();
  assert.ok(timers() <= before, `${timers()} timers instead of ${before}`);
});

test('a client with a pool of connections gets ECONNRESET, and its next call succeeds', async () => {
  const { served, owner } = await serve();
  await fail(owner, { operation: 'listGprs', nth: 2, connection: 'reset' });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const call = () =>
    new Promise<number | string>((resolve) => {
      const headers = { Authorization: `Bearer ${owner.token}` };
      request({ port: served.port, host: '127.0.0.1', path: list, agent, headers }, (response) => {
        response.resume();
        response.on('end', () => resolve(response.statusCode!));
      })
        .on('error', (error: NodeJS.ErrnoException) => resolve(error.code!))
        .end();
    });
  assert.deepEqual([await call(), await call(), await call()], [200, 'ECONNRESET', 200]);
  agent.destroy();
});
