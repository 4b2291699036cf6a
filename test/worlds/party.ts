// A client of a world, over HTTP.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { TestContext } from 'node:test';
import type { StartOptions } from '../../src/library/gprsim.d.ts';
import { Sender } from '../support/sender.ts';
import { startedFile } from '../support/started.ts';

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly message: string;
  // biome-ignore lint/suspicious/noExplicitAny: each test knows the shape of its answers
  readonly data: any;
}

export class Party extends Sender {
  readonly url: string;
  readonly token: string;

  constructor(url: string, token: string) {
    super();
    this.url = url;
    this.token = token;
  }

  /** @param url of a server, or of a world */
  static async in(url: string, apiKey: string): Promise<Party> {
    const { status, message, data } = await new Party(url, '').ask('POST', '/api/v1/auth', { apiKey });
    assert.equal(status, 200, message);
    return new Party(url, data.token);
  }

  /** The same token at another world. */
  at(url: string): Party {
    return new Party(url, this.token);
  }

  async ask(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<Reply> {
    const response = await fetch(this.url + path, {
      method,
      headers: { authorization: `Bearer ${this.token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type') === 'application/json';
    const { message = text, data } = isJson ? JSON.parse(text) : {};
    return { status: response.status, headers: response.headers, message, data };
  }

  async data(method: string, path: string, body?: unknown) {
    const { status, message, data } = await this.ask(method, path, body);
    assert.equal(status, 200, `${method} ${path}: ${message}`);
    return data;
  }
}

/** A server in another process, at most until the test ends. */
export async function otherProcess(t: TestContext, options: StartOptions) {
  const child = spawn(
    process.execPath,
    [startedFile('test/worlds/second-server.ts'), JSON.stringify(options)],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  );
  t.after(async () => {
    child.stdin.end();
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  });
  const [line] = await once(createInterface(child.stdout), 'line');
  const { url, apiKey } = JSON.parse(line);
  return { child, owner: await Party.in(url, apiKey) };
}
