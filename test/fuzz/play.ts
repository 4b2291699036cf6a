// Plays a sequence on a world of its own, and holds every answer and the whole against what must hold.

import assert from 'node:assert/strict';
import { checkWhole } from './aftermath.ts';
import type { Entrance } from './interface.ts';
import { checkFaulty, checkReply } from './laws.ts';
import type { Request } from './request.ts';
import type { Sequence, Step } from './sequence.ts';
import { type Outgoing, origin, type Reply, Server } from './server.ts';
import type { Tally } from './tally.ts';

/** Something did not hold. */
export class Broken extends Error {
  /** What was sent until then. */
  readonly sent: readonly string[];

  constructor(cause: unknown, sent: readonly string[]) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.sent = sent;
  }
}

/** @throws Broken */
export async function play(
  { setting, steps }: Sequence,
  entrances: readonly Entrance[],
  tally?: Tally,
): Promise<void> {
  const server = new Server(setting);
  const player = new Player(server, entrances, tally);
  try {
    for (const step of steps) await player.take(step);
    player.sent.push('(all is read)');
    player.tally = undefined;
    await checkWhole(server, entrances, (request) => player.ask(request));
  } catch (error) {
    throw new Broken(error, player.sent);
  } finally {
    await server.close();
  }
}

class Player {
  /** In words. */
  readonly sent: string[] = [];
  readonly #server: Server;
  readonly #entrances: readonly Entrance[];
  /** Where the requests are counted. */
  tally: Tally | undefined;

  constructor(server: Server, entrances: readonly Entrance[], tally: Tally | undefined) {
    this.#server = server;
    this.#entrances = entrances;
    this.tally = tally;
  }

  async take(step: Step): Promise<void> {
    if (step.kind === 'wait') {
      this.#server.wallMs += step.wallMs;
      this.sent.push(`(real time goes on by ${step.wallMs} ms)`);
    } else if (step.requests.length === 1) {
      await this.ask(step.requests[0]!);
    } else {
      await this.#askAtOnce(step.requests);
    }
  }

  /** @returns the status, undefined where a fault was met */
  async ask(request: Request): Promise<number | undefined> {
    const { faults } = this.#server;
    const outgoing = await this.#prepare(request);
    this.sent.push(told(outgoing));
    const before = this.#server.progress();
    const reply = await this.#server.send(outgoing);
    this.sent.push(`${this.sent.pop()} → ${reply.status}`);
    if (mayChangeNothing(outgoing, reply)) assert.deepEqual(this.#server.progress(), before);
    const [fault] = faults.met;
    if (fault !== undefined) {
      await checkFaulty(fault, outgoing, reply);
      return undefined;
    }
    this.#check(outgoing, reply);
    return reply.status;
  }

  async #askAtOnce(requests: readonly Request[]): Promise<void> {
    const all: Outgoing[] = [];
    for (const request of requests) all.push(await this.#prepare(request));
    this.sent.push(...all.map((outgoing) => `${told(outgoing)}  (at once)`));
    const replies = await Promise.all(all.map((outgoing) => this.#server.send(outgoing)));
    // Which of them met a fault, nobody knows.
    if (this.#server.faults.met.length > 0) return;
    for (const [i, reply] of replies.entries()) this.#check(all[i]!, reply);
  }

  async #prepare(request: Request): Promise<Outgoing> {
    const outgoing = await this.#server.prepare(request);
    this.#server.faults.met = [];
    if (this.tally !== undefined) this.tally.requests++;
    return outgoing;
  }

  #check(outgoing: Outgoing, reply: Reply): void {
    const { request } = outgoing;
    const json = checkReply(this.#server, this.#entrances, outgoing, reply);
    if (request.isAimed) this.tally?.count(request.entrance, reply.status);
    if (reply.status === 200 && request.method !== 'HEAD') this.#server.learn(reply, json);
  }
}

/** Reads, what Viewers ask, and what is refused leave the world as it was. */
function mayChangeNothing({ request: { method }, caller }: Outgoing, { status }: Reply): boolean {
  return method === 'GET' || method === 'HEAD' || caller?.role === 'Viewer' || status >= 400;
}

function told({ request, address, headers, body, caller }: Outgoing): string {
  const who = caller === undefined ? request.actor.kind : `${caller.role} ${caller.workspaceName}`.trim();
  const { authorization: _, ...others } = headers;
  const more = Object.keys(others).length === 0 ? '' : ` ${JSON.stringify(others)}`;
  return `${who}: ${request.method} ${clipped(address.slice(origin.length))}${more} ${shown(body)}`.trimEnd();
}

function shown(body: Outgoing['body']): string {
  if (body === undefined) return '';
  return typeof body === 'string' ? clipped(body) : `(${body.length} bytes)`;
}

function clipped(text: string): string {
  return text.length > 1_500 ? `${text.slice(0, 1_500)}… (${text.length} characters)` : text;
}
