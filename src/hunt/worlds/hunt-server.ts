// The server of a hunt: each run has its own world, which is removed when its client has ended.

import { HttpFaults } from '../../api/frame/operation/http-faults.ts';
import { RequestBudget } from '../../api/frame/request-log/request-budget.ts';
import { openServer } from '../../server/opening/open-server.ts';
import type { Lasting } from '../../server/worlds/served-worlds.ts';
import { WORLDS_MAX } from '../../server/worlds/world-limits.ts';
import { MEMORY } from '../../wire/memory.ts';
import type { Client, ClientEnd } from '../clients/client.ts';
import type { Fault } from '../faults/faults.ts';
import type { FaultPlan } from '../faults/plan.ts';
import { type Call, CallLog } from '../judging/calls.ts';
import type { Evidence, Fact, Invariant } from '../judging/invariants.ts';
import { MeddledWorld } from './meddled-world.ts';
import { Meddler, type Pace } from './meddler.ts';

export interface RunSettings {
  readonly client: Client;
  readonly pace: Pace;
  /** Real ms that a client may take between two calls, and after the last one. */
  readonly limitMs: number;
  readonly invariants: readonly Invariant[];
  /** Called with the address of the server when no client needs it any more. */
  readonly onClose?: (url: string) => void;
  /** Aborted when no run is wanted any more. */
  readonly signal: AbortSignal;
}

export interface Run {
  readonly seed: number;
  /** The name of the broken invariant; undefined: none is. */
  readonly kind: string | undefined;
  /** What is wrong, as a sentence; '' if nothing is. */
  readonly why: string;
  /** Those that the client met. */
  readonly faults: readonly Fault[];
  readonly calls: readonly Call[];
  readonly reached: ReadonlyMap<string, number>;
  /** That of the history of the world. */
  readonly hash: string;
  /** The end of what the client printed, if it failed. */
  readonly output: string;
}

const noProgress = { show: () => {}, end: () => {} };

export class HuntServer {
  readonly #server: Awaited<ReturnType<typeof openServer>>;
  readonly #lasting: Map<string, Lasting>;
  readonly #settings: RunSettings;
  #made = 0;

  /** @param scenario as that of `gprsim serve` */
  static async open(scenario: string | object, settings: RunSettings): Promise<HuntServer> {
    const lasting = new Map<string, Lasting>();
    const server = await openServer(scenario, {
      db: MEMORY,
      paused: true,
      speed: 1,
      listen: { host: '127.0.0.1', port: 0 },
      ownKey: undefined,
      worldsMax: WORLDS_MAX.to,
      logLevel: 'error',
      newLasting: (name) => lasting.get(name)!,
      startProgress: () => noProgress,
      isWanted: () => true,
    });
    return new HuntServer(server, lasting, settings);
  }

  private constructor(
    server: Awaited<ReturnType<typeof openServer>>,
    lasting: Map<string, Lasting>,
    settings: RunSettings,
  ) {
    this.#server = server;
    this.#lasting = lasting;
    this.#settings = settings;
  }

  get url(): string {
    return this.#server.url;
  }

  async close(): Promise<void> {
    this.#settings.onClose?.(this.#server.url);
    await this.#server.close();
  }

  /** Runs the client once. */
  async run(seed: number, plan: FaultPlan): Promise<Run> {
    const { client, pace, limitMs, invariants } = this.#settings;
    const name = `hunt-${++this.#made}`;
    const log = new CallLog(new RequestBudget(2 * pace.callsMax));
    const world = new MeddledWorld(`/worlds/${name}`, log, this.#server.send);
    const tooMany = new AbortController();
    const meddler = new Meddler(plan, pace, world, () => tooMany.abort());
    const silence = new AbortController();
    const timer = setTimeout(() => silence.abort(), limitMs).unref();
    const onCall = () => {
      timer.refresh();
      return meddler.onCall();
    };
    const { wallNowMs } = world;
    this.#lasting.set(name, { httpFaults: new HttpFaults(meddler), requestLog: log, onCall, wallNowMs });
    const { data, statusCode, message } = await this.#server.send('POST', '/sim/worlds', { name, seed });
    if (statusCode !== 200) throw new Error(message);
    try {
      const { apiKey } = data as { readonly apiKey: string };
      const given = { url: this.#server.url + world.path, apiKey, seed };
      const end = await this.#ended((signal) => client({ ...given, signal }), tooMany.signal, silence.signal);
      const { facts } = await world.ask<{ facts: readonly Fact[] }>('GET', factsPath);
      const { hash } = await world.ask<{ hash: string }>('GET', '/sim/clock');
      const evidence = { seed, calls: log.calls(world.path), facts, end };
      const { kind, why } = judged(evidence, invariants);
      const { used: faults, reached } = meddler;
      return {
        seed,
        kind,
        why,
        faults,
        calls: evidence.calls,
        reached,
        hash,
        output: end.why === undefined ? '' : end.output,
      };
    } finally {
      clearTimeout(timer);
      await this.#server.send('DELETE', `/sim/worlds/${name}`, undefined);
      this.#lasting.delete(name);
    }
  }

  /** How the client ends, or why it was ended. */
  async #ended(
    start: (signal: AbortSignal) => Promise<ClientEnd>,
    tooMany: AbortSignal,
    silence: AbortSignal,
  ): Promise<ClientEnd> {
    const { limitMs, pace, signal } = this.#settings;
    const over = AbortSignal.any([silence, tooMany, signal]);
    const end = await Promise.race([start(over), aborted(over)]);
    signal.throwIfAborted();
    const because = (why: ClientEnd['why'], failure: string) => ({ ...noEnd, ...end, why, failure });
    if (tooMany.aborted) return because('endless', `the client made more than ${pace.callsMax} calls`);
    if (silence.aborted)
      return because('hang', `the client neither made a call nor ended for ${limitMs / 1000} s`);
    return end!;
  }
}

const factsPath = '/sim/facts?kind=gpr.created,gpr.ended,gpr.removed&limit=10000';

const noEnd: ClientEnd = { failure: '', output: '', handedOver: [] };

/** Real ms that a client has to end when it is aborted. */
const LEAVE_MS = 500;

function aborted(signal: AbortSignal): Promise<undefined> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const leave = () => setTimeout(() => resolve(undefined), LEAVE_MS).unref();
  if (signal.aborted) leave();
  else signal.addEventListener('abort', leave, { once: true });
  return promise;
}

function judged(evidence: Evidence, invariants: readonly Invariant[]): Pick<Run, 'kind' | 'why'> {
  for (const { name, check } of invariants) {
    const why = check(evidence);
    if (why !== undefined) return { kind: name, why };
  }
  return { kind: undefined, why: '' };
}
