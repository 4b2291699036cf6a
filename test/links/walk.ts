// Makes the calls of chains in one world, in any order of the chains. The documents must describe every answer.

import assert from 'node:assert/strict';
import { RequestBudget } from '../../src/api/frame/request-log/request-budget.ts';
import { RequestLog } from '../../src/api/frame/request-log/request-log.ts';
import type { Role, World } from '../../src/driver/world.ts';
import { Client } from '../http/client.ts';
import { assertAnswerDescribed } from '../http/documents/described.ts';
import { altered, openMemoryWorld, scenario } from '../http/memory-world.ts';
import { generated, SECOND } from '../support/scenario.ts';
import { type Call, type Chain, type Kind, words } from './chain.ts';
import { type Damage, withMember } from './damage.ts';

export type Actor = `${Role} ${string}` | 'anonymous' | 'stranger';

export interface Step {
  readonly chain: number;
  /** Selects words and variants. */
  readonly choice: number;
  readonly actor: Actor;
  readonly damage: Damage | null;
  /** The next call of the chain: the following one, the same, or any. */
  readonly move: 'next' | 'stay' | 'leap';
}

export interface Taken {
  readonly method: string;
  readonly path: string;
  readonly status: number;
}

/** The number of kept links per kind. */
const linksMax = 6;
const upload = 'application/vnd.sqlite3';

/** A generated workload has a rate that a call can change. */
const slowlyFilled = {
  ...scenario,
  workload: [generated({ count: null, workspaces: ['red'], interArrivalMeanMs: 600 * SECOND })],
};

export class Walk {
  readonly #world = openMemoryWorld(slowlyFilled);
  readonly #client: Client;
  readonly #chains: readonly Chain[];
  readonly #places: number[];
  readonly #links: Map<Kind, string[]> = new Map();
  readonly #tokens: Map<Actor, string> = new Map();
  #exported: Uint8Array<ArrayBuffer> = new Uint8Array();
  /** The requests so far, for error reports. */
  readonly asked: string[] = [];

  /** @param changes replaced members of the world */
  constructor(chains: readonly Chain[], changes: Partial<World> = {}) {
    this.#client = new Client(altered(this.#world, changes), {
      requestLog: new RequestLog(new RequestBudget(20)),
    });
    this.#chains = chains;
    this.#places = chains.map(() => 0);
  }

  /** Makes the next call of a chain. @throws if the documents do not describe the answer */
  async take({ chain, choice, actor, damage, move }: Step): Promise<Taken> {
    const { calls } = this.#chains[chain]!;
    const place = move === 'leap' ? choice % calls.length : this.#places[chain]!;
    const call = calls[place]!;
    this.#places[chain] = (move === 'stay' ? place : place + 1) % calls.length;

    const path = this.#pathOf(call, choice, damage);
    const body = this.#bodyOf(call, choice, damage);
    const { method } = call;
    this.asked.push(`${actor}: ${method} ${path} ${typeof body === 'string' ? body.slice(0, 800) : ''}`);
    const response = await this.#client.app.request(path, {
      method,
      headers: await this.#headersOf(actor, damage, call),
      ...(body !== undefined && method !== 'GET' && { body }),
    });
    const { status } = response;
    this.asked.push(`${this.asked.pop()} → ${status}`);
    const contentType = response.headers.get('content-type');
    const answer = await this.#answerOf(response, contentType);
    assertAnswerDescribed({ method, path, status, contentType, body: answer });
    assert.deepEqual(this.#client.logged, []);
    if (status === 200) this.#learn(call, answer);
    return { method, path, status };
  }

  async close(): Promise<void> {
    await this.#client.others.close();
    await this.#world.close();
  }

  #pathOf({ path }: Call, choice: number, damage: Damage | null): string {
    const word = (kind: Kind) => (damage?.kind === 'link' ? damage.word : this.#word(kind, choice));
    const found = path.replace(/\{(\w+)\}/g, (_, kind: Kind) => encodeURIComponent(word(kind)));
    return damage?.kind === 'query' ? found.split('?')[0]! : found;
  }

  #bodyOf(
    { body, variants = [], upload: isUpload }: Call,
    choice: number,
    damage: Damage | null,
  ): string | Uint8Array<ArrayBuffer> | undefined {
    if (isUpload) return damage === null ? this.#exported : this.#exported.subarray(0, choice);
    if (damage?.kind === 'body') return damage.text;
    if (body === undefined) return undefined;
    const chosen = { ...body, ...(choice % 2 === 1 && variants[(choice >> 1) % variants.length]) };
    const known = this.#known(chosen, choice) as object;
    return JSON.stringify(damage?.kind === 'member' ? withMember(known, damage.at, damage.value) : known);
  }

  #known(value: unknown, choice: number): unknown {
    if (typeof value === 'string') {
      const kind = /^\{(\w+)\}$/.exec(value)?.[1];
      return kind === undefined ? value : this.#word(kind as Kind, choice);
    }
    if (Array.isArray(value)) return value.map((item) => this.#known(item, choice));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [name, this.#known(inner, choice)]),
    );
  }

  /** Usually a link of an earlier answer, otherwise an initial word. */
  #word(kind: Kind, choice: number): string {
    const links = this.#links.get(kind) ?? [];
    const from = links.length > 0 && choice % 9 > 0 ? links : words[kind];
    return from[choice % from.length]!;
  }

  #learn({ links = {}, path }: Call, answer: unknown): void {
    if (path === '/sim/export') this.#exported = answer as Uint8Array<ArrayBuffer>;
    const { data } = (answer ?? {}) as { readonly data?: unknown };
    for (const [kind, member] of Object.entries(links) as [Kind, string][]) {
      const found = membersAt(data, member.split('.')).map(String);
      this.#links.set(kind, [...(this.#links.get(kind) ?? []), ...found].slice(-linksMax));
    }
  }

  async #headersOf(actor: Actor, damage: Damage | null, { upload: isUpload }: Call) {
    const token = actor === 'anonymous' ? undefined : await this.#tokenOf(actor);
    return {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(damage?.kind === 'host' && { host: 'example.com' }),
      ...(isUpload && { 'content-type': upload }),
    };
  }

  /** Created once, so that it can outlive its key and its workspace. */
  async #tokenOf(actor: Actor): Promise<string> {
    const known =
      this.#tokens.get(actor) ?? (actor === 'stranger' ? 'no token' : await this.#newToken(actor));
    this.#tokens.set(actor, known);
    return known;
  }

  async #newToken(actor: Actor): Promise<string> {
    const [role, workspace] = actor.split(' ') as [Role, string];
    const key = this.#client.key(role, workspace);
    const answer = await this.#client.app.request('/api/v1/auth', {
      method: 'POST',
      body: JSON.stringify({ apiKey: key.apiKey }),
    });
    const authenticated = (await answer.json()) as { readonly data: { readonly token: string } | null };
    return authenticated.data?.token ?? 'a workspace that is gone';
  }

  async #answerOf(response: Response, contentType: string | null): Promise<unknown> {
    if (contentType === 'application/json') return response.json();
    if (contentType?.startsWith('text/event-stream')) return response.body?.cancel();
    return new Uint8Array(await response.arrayBuffer());
  }
}

/** The values at a path of members. Lists on the path contribute the values of all items. */
function membersAt(value: unknown, [name, ...others]: readonly string[]): unknown[] {
  if (Array.isArray(value))
    return value.flatMap((item) => membersAt(item, name === undefined ? [] : [name, ...others]));
  if (name === undefined) return value === undefined || value === null ? [] : [value];
  if (typeof value !== 'object' || value === null) return [];
  return membersAt((value as Record<string, unknown>)[name], others);
}
