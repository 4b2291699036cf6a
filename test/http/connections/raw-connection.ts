// A raw connection to a server in the same process.

import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { after } from 'node:test';

import { createServer, type ServerOptions } from '../../../src/server/server.ts';
import { Client } from '../client.ts';

export interface RawAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

export class Served {
  readonly client: Client;
  readonly server: Server;
  readonly #sockets: Socket[] = [];

  private constructor(client: Client, server: Server) {
    this.client = client;
    this.server = server;
  }

  /** A server with a world in memory, which closes after the test file. */
  static async start(
    limits: ServerOptions['limits'] = {},
    client: Client = new Client(),
    more: Partial<ServerOptions> = {},
  ): Promise<Served> {
    const note = (details: object) => client.logged.push(details);
    const logger = { error: note, warn: () => {} };
    const server = createServer(client.app, client.world, {
      logger,
      loopback: true,
      limits: limits ?? {},
      ...more,
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const served = new Served(client, server);
    after(() => {
      for (const socket of served.#sockets) socket.destroy();
      server.close();
      server.closeAllConnections();
    });
    return served;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** Opens a connection and sends a text. Does not read the answer. */
  async send(text: string | Buffer): Promise<Socket> {
    const socket = connect({ port: this.port, host: '127.0.0.1' });
    socket.on('error', () => {});
    this.#sockets.push(socket);
    await once(socket, 'connect');
    socket.write(text);
    return socket;
  }

  async answersTo(text: string | Buffer): Promise<RawAnswer[]> {
    return answersOf(await read(await this.send(text)));
  }

  async counted(operationId: string, status = 200): Promise<number> {
    const { body } = await this.client.send('GET', '/metrics');
    const line = new RegExp(
      `^gprsim_http_requests_total\\{operation="${operationId}",status="${status}"\\} (\\d+)$`,
      'm',
    );
    return Number(line.exec(body)?.[1] ?? 0);
  }
}

export async function read(socket: Socket): Promise<Buffer> {
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  socket.resume();
  // A reset closes the connection too.
  if (!socket.closed) await new Promise((resolve) => socket.once('close', resolve));
  return Buffer.concat(chunks);
}

/** Splits received text into answers, with or without a Content-Length. */
export function answersOf(bytes: Buffer): RawAnswer[] {
  const answers: RawAnswer[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf('\r\n\r\n', at);
    if (end < 0) throw new Error(`no head of an answer: ${bytes.subarray(at, at + 200)}`);
    const [first, ...lines] = bytes.subarray(at, end).toString('latin1').split('\r\n');
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(first!)?.[1]);
    const headers = new Headers(
      lines.map((line): [string, string] => {
        const [name, ...value] = line.split(': ');
        return [name!, value.join(': ')];
      }),
    );
    const length = Number(headers.get('content-length') ?? 0);
    answers.push({ status, headers, body: bytes.subarray(end + 4, end + 4 + length).toString() });
    at = end + 4 + length;
  }
  return answers;
}
