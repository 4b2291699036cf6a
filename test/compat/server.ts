// A server like that of the command line, on a real socket, for tests.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after } from 'node:test';
import { createAdaptorServer } from '@hono/node-server';
import type { ApiKey, Role, World } from '../../src/driver/world.ts';
import { createApp } from '../../src/server/app.ts';
import { memoryWorld } from '../http/memory-world.ts';
import { StrictClient } from './strict-client.ts';

export class TestServer {
  readonly world: World = memoryWorld();
  /** The URL without a slash at the end. */
  url = '';
  /** The logged unforeseen failures of the server. */
  readonly #logged: object[] = [];
  readonly #clients: StrictClient[] = [];

  /** A server that closes after the test or the file that started it. */
  static async start(): Promise<TestServer> {
    const made = new TestServer();
    const app = createApp(made.world, {
      // A warning would be about a member of the client that the service does not know.
      logger: {
        error: (details) => made.#logged.push(details),
        warn: (details) => made.#logged.push(details),
      },
      loopback: true,
    });
    const server = createAdaptorServer({ fetch: app.fetch }) as Server;
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    made.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    after(() => {
      for (const { transport } of made.#clients) transport.close();
      server.close();
      server.closeAllConnections();
      assert.deepEqual(made.#logged, []);
    });
    return made;
  }

  key(role: Role, workspaceName = '', validity = '9999-12-31'): ApiKey {
    const workspaceCreation = this.world.read.views.workspace(workspaceName)?.creation ?? null;
    const name = `${role} ${workspaceName}`;
    const whose = { userName: 'admin', workspaceName, workspaceCreation };
    return this.world.keys.create({ name, description: '', role, validity, ...whose });
  }

  /** A client with a new key, or with the given credentials. */
  client(
    credentials: ConstructorParameters<typeof StrictClient>[1] = { apiKey: this.key('Owner').apiKey },
    baseUrl: string = `${this.url}/`,
  ): StrictClient {
    const client = new StrictClient(baseUrl, credentials);
    this.#clients.push(client);
    return client;
  }

  async advance(byMs: number): Promise<void> {
    const advanced = await this.world.advance({ byMs });
    if (!advanced.ok) throw new Error(advanced.why);
  }
}
