// The whole server in this process, on a world in memory, with a manual real-time clock.

import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { HttpFault } from '../../src/api/frame/operation/http-fault.ts';
import { HttpFaults } from '../../src/api/frame/operation/http-faults.ts';
import { RequestBudget } from '../../src/api/frame/request-log/request-budget.ts';
import { RequestLog } from '../../src/api/frame/request-log/request-log.ts';
import { Driver } from '../../src/driver/driver.ts';
import type { ApiKey } from '../../src/driver/world.ts';
import { type App, createApp } from '../../src/server/app.ts';
import { otherWorlds } from '../../src/server/opening/other-worlds.ts';
import { WorldFile } from '../../src/store/world-file.ts';
import type { Upload } from './body.ts';
import { Credentials } from './credentials.ts';
import { written } from './damage.ts';
import type { Request } from './request.ts';
import { type Setting, scenarioOf } from './scenario.ts';
import { Known, Memory } from './words.ts';

/** A request in the form that is sent. */
export interface Outgoing {
  readonly request: Request;
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array<ArrayBuffer> | undefined;
  /** The holder of the key with which it is sent, undefined without a valid key. */
  readonly caller: ApiKey | undefined;
}

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array;
  readonly text: string;
}

class WatchedFaults extends HttpFaults {
  met: HttpFault[] = [];

  override meet(...call: Parameters<HttpFaults['meet']>): HttpFault | undefined {
    const fault = super.meet(...call);
    if (fault !== undefined) this.met.push(fault);
    return fault;
  }
}

export const origin = 'http://localhost';
const requestsKept = 200;
const hugeText = `{"a":"${'x'.repeat(1_100_000)}"}`;
const decoder = new TextDecoder();

export class Server {
  readonly file: WorldFile;
  readonly driver: Driver;
  readonly app: App;
  readonly memory: Memory = new Memory();
  readonly faults: WatchedFaults = new WatchedFaults();
  readonly troubles: unknown[] = [];
  protected readonly logger = {
    error: (details: object, message?: string) => this.troubles.push({ message, ...details }),
    warn: () => {},
  };
  wallMs: number = Date.UTC(2026, 0, 5, 12);
  readonly #downloads: Map<string, Uint8Array> = new Map();
  readonly #credentials: Credentials;
  readonly #others: ReturnType<typeof otherWorlds>;

  constructor(setting: Setting) {
    this.file = WorldFile.open(':memory:');
    this.file.setScenario(scenarioOf(setting));
    this.driver = new Driver(this.file, {
      mode: 'paused',
      speed: 1,
      onFailure: (error, what) => this.troubles.push({ what, error }),
    });
    const { logger } = this;
    const options = { logger, loopback: true, wallNowMs: () => this.wallMs };
    const limits = { count: 3, memoryBytes: 100_000_000, idleMs: 1_800_000 };
    const log = { error: logger.error, warn: logger.error };
    this.#others = otherWorlds({ ...options, log, limits, durable: false });
    const requestLog = new RequestLog(new RequestBudget(requestsKept));
    const worlds = this.#others.of;
    this.app = createApp(this.driver, { ...options, httpFaults: this.faults, requestLog, worlds });
    this.#credentials = new Credentials(this);
  }

  async close(): Promise<void> {
    await this.#others.close();
    await this.driver.close();
  }

  /** Fills the words that are known by now into a request. */
  async prepare(request: Request): Promise<Outgoing> {
    const { actor, headers } = request;
    const { token, caller } = await this.#credentials.of(actor);
    const body = this.#bodyOf(request);
    return {
      request,
      address: this.#addressOf(request),
      headers: {
        ...headers,
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      body,
      caller,
    };
  }

  async send({ request: { method }, address, headers, body }: Outgoing): Promise<Reply | undefined> {
    const takesBody = method !== 'GET' && method !== 'HEAD';
    // Node passes on the body of a GET; a Request of the Fetch API cannot have one.
    const env = takesBody || body === undefined ? {} : { incoming: Readable.from([Buffer.from(body)]) };
    const init = { method, headers, ...(takesBody && body !== undefined && { body }) };
    const response = await this.app.request(address, init, env);
    const bytes = await bytesOf(response);
    // A running clock would make the sequence irreproducible.
    this.driver.setClock({ mode: 'paused' });
    return { status: response.status, headers: response.headers, bytes, text: decoder.decode(bytes) };
  }

  /** Records words and files that later requests can use. */
  learn(reply: Reply, json: unknown): void {
    const mediaType = reply.headers.get('content-type')!.split(';')[0]!;
    if (json === undefined) this.#downloads.set(mediaType, reply.bytes);
    else this.memory.learn(json);
  }

  progress() {
    return { nowMs: this.driver.nowMs(), commands: this.file.present.mark()?.commands };
  }

  async settle(): Promise<void> {
    await nextTurn();
  }

  #known(value: unknown): unknown {
    if (value instanceof Known) return this.memory.word(value);
    if (Array.isArray(value)) return value.map((item) => this.#known(item));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, this.#known(inner)]));
  }

  #addressOf({ path, query }: Request): string {
    const pieces = path.map((piece) =>
      typeof piece === 'string' ? piece : encoded(this.#known(piece.segment)),
    );
    const address = `${origin}${pieces.join('')}`;
    if (query.length === 0) return address;
    const sent = query.map(([name, value]) => `${encoded(name)}=${encoded(this.#known(value))}`).join('&');
    return `${address}${address.includes('?') ? '&' : '?'}${sent}`;
  }

  #bodyOf({ body }: Request): Outgoing['body'] {
    switch (body.kind) {
      case 'none':
        return undefined;
      case 'json':
        return written(this.#known(body.value));
      case 'text':
        return body.text;
      case 'huge':
        return hugeText;
      case 'upload':
        return this.#upload(body);
    }
  }

  #upload({ mediaType, damage, at }: Upload): Uint8Array<ArrayBuffer> {
    const bytes = new Uint8Array(this.#downloads.get(mediaType) ?? Buffer.from('nothing yet'));
    const place = Math.floor(at * bytes.length);
    if (damage === 'cut') return bytes.subarray(0, place);
    if (damage === 'flip') bytes[place]! ^= 0x55;
    return bytes;
  }
}

function encoded(value: unknown): string {
  const text = typeof value === 'object' ? written(value) : String(value);
  return encodeURIComponent(text.toWellFormed());
}

/** Returns the whole body, or the first chunk of a stream. */
async function bytesOf(response: Response): Promise<Uint8Array> {
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) {
    return new Uint8Array(await response.arrayBuffer());
  }
  if (response.body === null) return new Uint8Array();
  const reader = response.body.getReader();
  const { value } = await reader.read();
  await reader.cancel();
  return value ?? new Uint8Array();
}
