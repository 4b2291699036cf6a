// The world of one run, to which the hunt sends its own requests: none of them is kept, and no fault concerns them.

import type { Answered, Method, Send } from '../../api/frame/operation/requests-to-worlds.ts';
import { type CallLog, madeGprs } from '../judging/calls.ts';

interface LiveGpr {
  readonly gprId: string;
  readonly workspace: string;
  readonly cluster: string;
  readonly instanceType: string;
  readonly gpuModelName: string;
  readonly gpusPerNode: number;
  readonly state: string;
  readonly enableEviction: boolean;
  readonly idle: boolean;
  /** null while it waits. */
  readonly nodes: readonly string[] | null;
}

export class MeddledWorld {
  /** The path within its server. */
  readonly path: string;
  readonly log: CallLog;
  readonly #send: Send;
  #nowMs = 0;
  #wallOffsetMs = 0;
  #named = 0;

  /** @param send sends requests to the server */
  constructor(path: string, log: CallLog, send: Send) {
    this.path = path;
    this.log = log;
    this.#send = send;
  }

  /** Simulated ms since the start. */
  nowMs(): number {
    return this.#nowMs;
  }

  /** A name for what the hunt adds to the world. */
  newName(): string {
    return `hunt-${++this.#named}`;
  }

  /** Real time as keys and tokens see it, ms since 1970. */
  readonly wallNowMs = (): number => Date.now() + this.#wallOffsetMs;

  /** Real time jumps for keys and tokens. */
  passWall(ms: number): void {
    this.#wallOffsetMs += ms;
  }

  async advance(ms: number): Promise<void> {
    const { nowMs } = await this.ask<{ nowMs: number }>('POST', '/sim/clock/advance', {
      by: `${ms / 1000}s`,
    });
    this.#nowMs = nowMs;
  }

  /** @throws Error if the world refuses */
  async ask<T>(method: Method, path: string, body?: unknown): Promise<T> {
    const { statusCode, message, data } = await this.trial(method, path, body);
    if (statusCode !== 200) throw new Error(`${method} ${path}: ${message}`);
    return data as T;
  }

  trial(method: Method, path: string, body?: unknown): Promise<Answered> {
    return this.#send(method, `${this.path}${path}`, body);
  }

  /** The GPRs that wait or have GPUs, the newest first. */
  async live(): Promise<readonly LiveGpr[]> {
    const path = '/sim/gprs?state=Queued,Provisioning,Successful&estimates=false&limit=1000';
    return (await this.ask<{ gprs: readonly LiveGpr[] }>('GET', path)).gprs;
  }

  /** Those of the client. */
  async liveOfClient(): Promise<readonly LiveGpr[]> {
    const made = new Set(madeGprs(this.log.calls(this.path)).map(({ gprId }) => gprId));
    return made.size === 0 ? [] : (await this.live()).filter(({ gprId }) => made.has(gprId));
  }
}
