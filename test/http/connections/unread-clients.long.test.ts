// 4,000 clients that do not read their answers take little memory of the server, and other clients are answered.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { filesMax } from '../../../src/server/connections/files-max.ts';
import { Server } from '../../cli/gprsim.ts';

/** Fewer if this process may open only fewer files. */
const clients = Math.min(4_000, filesMax() - 100);
const bytesMax = 500_000_000;
const apiKey = '5f0c6f5e-3a55-4f0e-9a43-0d7f4a4be1c2';

/** Clients that send a text and read nothing. */
class Unread {
  readonly sockets: readonly Socket[];

  constructor(port: number, text: string, count: number) {
    this.sockets = Array.from({ length: count }, () => {
      const socket = connect(port, '127.0.0.1');
      socket.pause();
      socket.on('error', () => {});
      socket.once('connect', () => {
        socket.pause();
        socket.write(text);
      });
      return socket;
    });
  }

  end(): void {
    for (const socket of this.sockets) socket.destroy();
  }
}

/** The status of an answer on a new connection. */
async function statusFor(port: number, text: string): Promise<number> {
  const socket = connect(port, '127.0.0.1');
  socket.write(text);
  const ended = once(socket, 'close').then(() => ['closed without an answer']);
  const [chunk] = await Promise.race([once(socket, 'data'), ended]);
  socket.destroy();
  return Number(/^HTTP\/1\.1 (\d{3}) /.exec(String(chunk))?.[1]);
}

function residentBytes(pid: number): number {
  const [, kB] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))!;
  return Number(kB) * 1024;
}

async function underLoad(t: TestContext, scenario: string, path: string, isOpen: boolean): Promise<void> {
  const server = await Server.start(t, [scenario, '--db', ':memory:', '--speed', '60'], {
    GPRSIM_API_KEY: apiKey,
  });
  const { url } = server.announced;
  const port = Number(new URL(url).port);
  const signIn = await fetch(`${url}/api/v1/auth`, { method: 'POST', body: JSON.stringify({ apiKey }) });
  const { data } = (await signIn.json()) as { readonly data: { readonly token: string } };
  const authorization = `Authorization: Bearer ${data.token}\r\n`;
  const request = (target: string, more: string) =>
    `GET ${target} HTTP/1.1\r\nHost: localhost\r\n${more}\r\n`;
  const unread = new Unread(port, request(path, isOpen ? '' : authorization), clients);
  t.after(() => unread.end());
  for (let round = 0; round < 20; round++) {
    assert.equal(await statusFor(port, request('/sim/clock', authorization)), 200);
    await sleep(100);
  }
  const peakBytes = residentBytes(server.pid!);
  assert.ok(peakBytes < bytesMax, `${peakBytes} bytes`);
  unread.end();
  assert.equal(await statusFor(port, request('/healthz', '')), 200);
}

const onLinux = { skip: process.platform === 'linux' ? false : '/proc is Linux only' };

test(
  'a server that may open few files closes the clients that do not read, and serves new ones',
  onLinux,
  async (t) => {
    const limited = ['sh', '-c', 'ulimit -n 256; exec "$@"', 'sh'];
    const server = await Server.start(t, ['demo', '--db', ':memory:'], { GPRSIM_API_KEY: apiKey }, limited);
    const port = Number(new URL(server.announced.url).port);
    const ask = (target: string) => `GET ${target} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
    const unread = new Unread(port, ask('/openapi.json'), 600);
    t.after(() => unread.end());
    let answered = 0;
    for (let round = 0; round < 40; round++) {
      answered += (await statusFor(port, ask('/healthz')).catch(() => 0)) === 200 ? 1 : 0;
      await sleep(25);
    }
    assert.ok(answered >= 36, `${answered} of 40`);
  },
);

test(`${clients} clients without a token do not read the interface description`, onLinux, (t) =>
  underLoad(t, 'demo', '/openapi.json', true),
);

test(`${clients} clients with a token do not read the inventory of many nodes`, onLinux, (t) =>
  underLoad(t, 'million', '/api/v1/inventory/list', false),
);
