// The life of a world as a client sees it: its requests, rewinds and restarts. A new process can repeat it up to an instant.

import requests from '../../../fixtures/changes.json' with { type: 'json' };
import type { Scenario } from '../../../sim/index.ts';
import type { Driver } from '../../../src/driver/driver.ts';
import { opened } from '../../driver/world.ts';
import { Client } from '../client.ts';

export type Step =
  | { readonly do: 'call'; readonly call: number; readonly choice: number }
  | { readonly do: 'advance'; readonly ms: number }
  | { readonly do: 'rewind'; readonly share: number }
  | { readonly do: 'restart' };

/** What was done at an instant. */
interface Done {
  readonly atMs: number;
  readonly method: string;
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface Read {
  readonly status: number;
  readonly simTime: string | null;
  readonly text: string;
}

interface Call {
  readonly method: string;
  readonly path: string;
  readonly body?: object;
  /** Other members of the body. */
  readonly variants?: readonly object[];
}

/** Requests of every kind that change the world. `{gpr}` in them is one of the words of this kind. */
export const changes: readonly Call[] = requests.calls;
export const words: Readonly<Record<string, readonly string[]>> = requests.words;

export class Session {
  readonly world: Driver;
  readonly #client: Client;
  #token: string | undefined;

  constructor(path: string, scenario: Scenario) {
    this.world = opened(path, scenario);
    this.#client = new Client(this.world);
  }

  async send(method: string, path: string, body?: object): Promise<Read> {
    this.#token ??= await this.#client.token(this.#client.key('Owner'));
    const response = await this.#client.app.request(path, {
      method,
      headers: { authorization: `Bearer ${this.#token}` },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const { status, headers } = response;
    return { status, simTime: headers.get('X-Sim-Time'), text: await response.text() };
  }

  async done({ method, path, body }: Done): Promise<Read> {
    const answer = await this.send(method, path, body);
    // Unforeseen failures are logged.
    if (this.#client.logged.length > 0) throw new Error(`${method} ${path}: ${answer.text}`);
    return answer;
  }

  close(): Promise<void> {
    return this.world.close();
  }
}

export class Life {
  readonly #path: string;
  readonly #scenario: Scenario;
  session: Session;
  /** In order, with the rewinds. */
  readonly #log: Done[] = [];

  constructor(path: string, scenario: Scenario) {
    this.#path = path;
    this.#scenario = scenario;
    this.session = new Session(path, scenario);
  }

  get nowMs(): number {
    return this.session.world.nowMs();
  }

  async take(step: Step): Promise<void> {
    switch (step.do) {
      case 'call':
        return this.#call(changes[step.call % changes.length]!, step.choice);
      case 'advance':
        return this.#do('POST', '/sim/clock/advance', { by: `${step.ms / 1000}s` });
      case 'rewind': {
        const toMs = Math.floor(step.share * this.nowMs);
        return this.#do('POST', '/sim/rewind', { to: iso(toMs) });
      }
      case 'restart':
        await this.session.close();
        this.session = new Session(this.#path, this.#scenario);
    }
  }

  async #do(method: string, path: string, body: Done['body']): Promise<void> {
    const done = { atMs: this.nowMs, method, path, body };
    this.#log.push(done);
    await this.session.done(done);
  }

  #call({ method, path, body = {}, variants = [] }: Call, choice: number): Promise<void> {
    const filled = path.replace(/\{(\w+)\}/g, (_, kind) => encodeURIComponent(this.#word(kind, choice)));
    const chosen = { ...body, ...(choice % 2 === 1 && variants[(choice >> 1) % variants.length]) };
    return this.#do(method, filled, this.#filled(chosen, choice) as Done['body']);
  }

  #filled(value: unknown, choice: number): unknown {
    if (typeof value === 'string') {
      const [, kind] = /^\{(\w+)\}$/.exec(value) ?? [];
      return kind === undefined ? value : this.#word(kind, choice);
    }
    if (Array.isArray(value)) return value.map((item) => this.#filled(item, choice));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [name, this.#filled(inner, choice)]),
    );
  }

  #word(kind: string, choice: number): string {
    const known = kind === 'gpr' ? this.gprs() : [];
    const from = known.length > 0 && choice % 9 > 0 ? known : words[kind];
    return from[choice % from.length]!;
  }

  /** The ids of all GPRs so far. */
  gprs(): string[] {
    return this.session.world.read
      .factsAfter(0, Number.MAX_SAFE_INTEGER)
      .flatMap((fact) => (fact.kind === 'gpr.created' ? [fact.gprId] : []));
  }

  /** Does the same in a new process up to an instant, and stops there. */
  async repeated(untilMs: number): Promise<Session> {
    const session = new Session(':memory:', this.#scenario);
    for (const done of upTo(this.#log, untilMs)) await session.done(done);
    // The last round is open after a command.
    if (session.world.clock().open) await session.send('POST', '/sim/clock/advance', { by: '0s' });
    return session;
  }

  /** Does in a new process only what the present branch has: without rewinds and what they have left behind. */
  async alone(): Promise<Session> {
    const session = new Session(':memory:', this.#scenario);
    for (const done of branchOf(this.#log)) await session.done(done);
    return session;
  }
}

export function iso(ms: number): string {
  return new Date(Date.parse('2026-01-05T08:00:00Z') + ms).toISOString();
}

/** The part of a log after which the world is at an instant of its branch, for the last time. */
function upTo(log: readonly Done[], untilMs: number): Done[] {
  const last = log.findLastIndex(({ path }) => path === '/sim/rewind');
  const begin = last < 0 ? 0 : Date.parse(log[last]!.body.to as string) - Date.parse(iso(0));
  if (untilMs < begin) return upTo(log.slice(0, last), untilMs);
  const part = log.slice(last + 1).filter(({ atMs }) => atMs <= untilMs);
  const stop = { atMs: untilMs, method: 'POST', path: '/sim/clock/advance', body: { to: iso(untilMs) } };
  const final = part.at(-1);
  const isPassing = final?.path === stop.path;
  return [...log.slice(0, last + 1), ...(isPassing ? part.slice(0, -1) : part), ...(isPassing ? [stop] : [])];
}

/** The part of a log that the branch after its last rewind has. */
function branchOf(log: readonly Done[]): Done[] {
  const last = log.findLastIndex(({ path }) => path === '/sim/rewind');
  if (last < 0) return [...log];
  const to = log[last]!.body.to as string;
  const toMs = Date.parse(to) - Date.parse(iso(0));
  const all = branchOf(log.slice(0, last));
  // The present instant means the present, even within a round.
  if (toMs === log[last]!.atMs) return [...all, ...log.slice(last + 1)];
  const before = all.filter(({ atMs }) => atMs <= toMs);
  const advance = { atMs: toMs, method: 'POST', path: '/sim/clock/advance' };
  if (before.at(-1)?.path === advance.path) before.pop();
  // The last round of the instant is closed.
  const closing = [{ to }, { by: '0s' }].map((body) => ({ ...advance, body }));
  return [...before, ...closing, ...log.slice(last + 1)];
}
