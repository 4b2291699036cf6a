// A client of an app in the same process. Tests control the real time of the app.

import { HttpFaults } from '../../src/api/frame/operation/http-faults.ts';
import { UnknownMembers } from '../../src/api/frame/request/unknown-members.ts';
import type { RequestLog } from '../../src/api/frame/request-log/request-log.ts';
import type { ApiKey, Role, World } from '../../src/driver/world.ts';
import { type App, createApp } from '../../src/server/app.ts';
import { otherWorlds } from '../../src/server/opening/other-worlds.ts';
import { Sender } from '../support/sender.ts';
import { assertDescribed } from './documents/described.ts';
import { memoryWorld } from './memory-world.ts';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: each test knows the shape of its answers
  readonly body: any;
}

interface ClientOptions {
  readonly httpFaults?: HttpFaults;
  readonly requestLog?: RequestLog | undefined;
  readonly isStrict?: boolean;
}

export class Client {
  readonly world: World;
  readonly app: App;
  readonly others: ReturnType<typeof otherWorlds>;
  readonly logged: object[] = [];
  /** Warnings about requests. */
  readonly warned: string[] = [];
  /** The real time of keys and tokens, ms since 1970. */
  wallMs: number = Date.UTC(2026, 0, 5, 12);
  /** That of Node, bytes. */
  heap = { used: 0, limit: 1_000_000_000 };
  #isFaulty = false;

  constructor(
    world: World = memoryWorld(),
    { httpFaults = new HttpFaults(), requestLog, isStrict = false }: ClientOptions = {},
  ) {
    this.world = world;
    const logger = {
      error: (details: object) => this.logged.push(details),
      warn: (_details: object, message: string) => this.warned.push(message),
    };
    const options = { logger, loopback: true, wallNowMs: () => this.wallMs };
    const limits = { count: 200, memoryBytes: 1_000_000_000, idleMs: 1_800_000 };
    const log = { error: logger.error, warn: logger.error };
    this.others = otherWorlds({ ...options, log, limits, durable: false });
    const unknownMembers = new UnknownMembers(logger, isStrict);
    this.app = createApp(world, {
      ...options,
      httpFaults,
      requestLog,
      unknownMembers,
      heap: () => this.heap,
      worlds: this.others.of,
    });
  }

  key(role: Role, workspaceName = '', validity = '2026-12-31', name = `${role} ${workspaceName}`): ApiKey {
    const workspaceCreation = this.world.read.views.workspace(workspaceName)?.creation ?? null;
    return this.world.keys.create({
      name,
      description: '',
      role,
      userName: 'admin',
      workspaceName,
      workspaceCreation,
      validity,
    });
  }

  async token(key: ApiKey): Promise<string> {
    const { body } = await this.send('POST', '/api/v1/auth', { apiKey: key.apiKey });
    return body.data.token;
  }

  /** A caller with a new key of this role. */
  async as(role: Role, workspaceName = ''): Promise<Caller> {
    return new Caller(this, await this.token(this.key(role, workspaceName)));
  }

  /** An Owner with a new key of this name. */
  async named(name: string): Promise<Caller> {
    return new Caller(this, await this.token(this.key('Owner', '', undefined, name)));
  }

  /** Sends a request: a string `body` unchanged, any other as JSON. Fails if the OpenAPI document does not describe the answer. */
  async send(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const text = typeof body === 'string' || body === undefined ? body : JSON.stringify(body);
    const response = await this.app.request(path, {
      method,
      headers,
      ...(text !== undefined && { body: text }),
    });
    const answered = await response.text();
    const contentType = response.headers.get('content-type');
    const answer = {
      status: response.status,
      headers: response.headers,
      body: contentType === 'application/json' ? JSON.parse(answered) : answered,
    };
    // Afterwards, faults may produce any answer.
    if (path.startsWith('/sim/faults') && method === 'POST') this.#isFaulty = true;
    if (!this.#isFaulty) {
      const { status, body } = answer;
      assertDescribed({ method, path, sent: jsonOf(text), status, contentType, body });
    }
    return answer;
  }
}

function jsonOf(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

export class Caller extends Sender {
  readonly client: Client;
  readonly token: string;

  constructor(client: Client, token: string) {
    super();
    this.client = client;
    this.token = token;
  }

  send(method: string, path: string, body?: unknown): Promise<Answer> {
    return this.client.send(method, path, body, { Authorization: `Bearer ${this.token}` });
  }

  async data(method: string, path: string, body?: unknown) {
    const answer = await this.send(method, path, body);
    if (answer.status !== 200) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
    return answer.body.data;
  }
}

/** The content of form 1 of error.data. */
// biome-ignore lint/suspicious/noExplicitAny: each test knows the shape of its answers
export function detailedError(answer: Answer): any {
  return JSON.parse(answer.body.error.data).error;
}

export const gprBody = {
  gprName: 'low priority_1',
  sliceName: 'red',
  clusterName: 'worker-1',
  numberOfGPUs: 8,
  numberOfGPUNodes: 1,
  instanceType: 'a2-highgpu-8g',
  gpuShape: 'nvidia-a100-sxm4-40gb',
  memoryPerGPU: 40,
  priority: 101,
  exitDuration: '0d0h5m',
};
