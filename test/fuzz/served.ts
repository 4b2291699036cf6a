// The server behind a socket, as its clients reach it.

import { once } from 'node:events';
import { type Server as HttpServer, request as httpRequest, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer } from '../../src/server/server.ts';
import type { Setting } from './scenario.ts';
import { type Outgoing, origin, type Reply, Server } from './server.ts';

/** Characters that no client sends unencoded in a target: blanks and non-ASCII. */
const unsendable = /[^\x21-\xff]/;

export class Served extends Server {
  readonly #http: HttpServer;

  private constructor(setting: Setting) {
    super(setting);
    this.#http = createServer(this.app, this.driver, { logger: this.logger, loopback: true });
  }

  static async start(setting: Setting): Promise<Served> {
    const served = new Served(setting);
    served.#http.listen(0, '127.0.0.1');
    await once(served.#http, 'listening');
    return served;
  }

  override async close(): Promise<void> {
    this.#http.closeAllConnections();
    this.#http.close();
    await super.close();
  }

  /** Returns undefined if no whole answer came. */
  override async send({ request: { method }, address, headers, body }: Outgoing): Promise<Reply | undefined> {
    const target = address.slice(origin.length);
    const sending = httpRequest({
      port: (this.#http.address() as AddressInfo).port,
      agent: false,
      method,
      path: unsendable.test(target) ? encodeURI(target) : target,
      headers: { ...headers, 'content-length': body === undefined ? 0 : Buffer.byteLength(body) },
    });
    try {
      sending.end(body);
      const [response] = (await once(sending, 'response')) as [IncomingMessage];
      const chunks: Uint8Array[] = [];
      for await (const chunk of response) {
        chunks.push(chunk);
        if (response.headers['content-type']?.startsWith('text/event-stream')) break;
      }
      const bytes = Buffer.concat(chunks);
      const { statusCode: status, headers: answered } = response;
      return {
        status: status!,
        headers: new Headers(answered as Record<string, string>),
        bytes,
        text: `${bytes}`,
      };
    } catch {
      return undefined;
    } finally {
      sending.destroy();
      this.driver.setClock({ mode: 'paused' });
    }
  }
}
