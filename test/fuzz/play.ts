// Plays a sequence on a new world, and checks every answer and finally the whole world.

import assert from 'node:assert/strict';
import { type HttpFault, keepsAnswer } from '../../src/api/frame/operation/http-fault.ts';
import { checkWhole } from './aftermath.ts';
import type { Entrance } from './interface.ts';
import { checkFaulty, checkReply } from './laws.ts';
import type { Request } from './request.ts';
import type { Sequence, Step } from './sequence.ts';
import { Served } from './served.ts';
import { type Outgoing, origin, type Reply, Server } from './server.ts';
import type { Tally } from './tally.ts';

export class Broken extends Error {
  /** The requests up to the failure, in words. */
  readonly sent: readonly string[];

  constructor(cause: unknown, sent: readonly string[]) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.sent = sent;
  }
}

export async function play(
  { setting, steps }: Sequence,
  entrances: readonly Entrance[],
  tally?: Tally,
): Promise<void> {
  const server = setting.isServed ? await Served.start(setting) : new Server(setting);
  const player = new Player(server, entrances, tally);
  try {
    for (const step of steps) await player.take(step);
    player.sent.push('(final reads)');
    player.tally = undefined;
    await checkWhole(server, entrances, (request) => player.ask(request));
  } catch (error) {
    throw new Broken(error, player.sent);
  } finally {
    await server.close();
  }
}

class Player {
  readonly sent: string[] = [];
  readonly #server: Server;
  readonly #entrances: readonly Entrance[];
  tally: Tally | undefined;

  constructor(server: Server, entrances: readonly Entrance[], tally: Tally | undefined) {
    this.#server = server;
    this.#entrances = entrances;
    this.tally = tally;
  }

  async take(step: Step): Promise<void> {
    if (step.kind === 'wait') {
      this.#server.wallMs += step.wallMs;
      this.sent.push(`(${step.wallMs} ms of real time pass)`);
    } else if (step.requests.length === 1) {
      await this.ask(step.requests[0]!);
    } else {
      await this.#askAtOnce(step.requests);
    }
  }

  /** @returns the status, undefined if the request met a fault */
  async ask(request: Request): Promise<number | undefined> {
    const { faults } = this.#server;
    const outgoing = await this.#prepare(request);
    this.sent.push(described(outgoing));
    const before = this.#server.progress();
    const reply = await this.#server.send(outgoing);
    const [fault] = faults.met;
    this.sent.push(`${this.sent.pop()} → ${reply?.status ?? 'no answer'}`);
    if (reply === undefined) {
      // Of a body that is too long, the server reads a part only.
      assert.ok(fault?.connection || outgoing.request.body.kind === 'huge', 'no answer');
      return undefined;
    }
    // The answer of an executed call does not show what it changed.
    if (!fault?.executed && mayChangeNothing(outgoing, reply)) {
      assert.deepEqual(this.#server.progress(), before);
    }
    if (fault !== undefined) {
      await checkFaulty(fault, outgoing, reply);
      if (isUnchanged(fault)) this.#check(outgoing, reply);
      return undefined;
    }
    this.#check(outgoing, reply);
    return reply.status;
  }

  async #askAtOnce(requests: readonly Request[]): Promise<void> {
    const all: Outgoing[] = [];
    for (const request of requests) all.push(await this.#prepare(request));
    this.sent.push(...all.map((outgoing) => `${described(outgoing)}  (concurrent)`));
    const replies = await Promise.all(all.map((outgoing) => this.#server.send(outgoing)));
    // The order of the requests is unknown, so any of them may have met the fault.
    if (this.#server.faults.met.length > 0) return;
    for (const [i, reply] of replies.entries()) if (reply !== undefined) this.#check(all[i]!, reply);
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

/** Whether the answer of a call that met the fault is that of the operation. */
function isUnchanged(fault: HttpFault): boolean {
  return keepsAnswer(fault) && fault.status === null && fault.headers === null;
}

/** Reads, requests of Viewers and refused requests do not change the world. */
function mayChangeNothing({ request: { method }, caller }: Outgoing, { status }: Reply): boolean {
  return method === 'GET' || method === 'HEAD' || caller?.role === 'Viewer' || status >= 400;
}

function described({ request, address, headers, body, caller }: Outgoing): string {
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
