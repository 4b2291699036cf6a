// Clients that send requests on keep-alive connections until the server is killed. The ledger gets what was acknowledged.

import { Random } from '../faults/random.ts';
import { Connection } from './connection.ts';
import { callOf, drawRequest, subjectOf } from './draw-request.ts';
import { Gate } from './gate.ts';
import type { Gpr, Ledger, Request } from './ledger.ts';
import { entityOf, type Plan } from './plan.ts';

/** Average number of requests before a client resets the world. */
const REQUESTS_PER_RESET = 400;
const LONGEST_ADVANCE_SECONDS = 600;
const IMPATIENT_PERCENT = 5;
const LONGEST_SHORT_PATIENCE_MS = 3;

export class Load {
  acknowledged = 0;
  /** Requests that the world refused because of a GPR's state. */
  refused = 0;
  resets = 0;
  /** Answers that no request should get. */
  readonly oddities: string[] = [];
  readonly firstAcknowledged: Promise<void>;
  readonly ended: Promise<unknown>;
  readonly #ledger: Ledger;
  readonly #kill: number;
  readonly #plan: Plan;
  readonly #gate = new Gate();
  /** GPRs and keys that an unanswered request names: requests about the same one follow each other. */
  readonly #busy: Set<Gpr | string> = new Set();
  #isStopped = false;
  #noteFirst = () => {};

  constructor(
    ledger: Ledger,
    seed: number,
    kill: number,
    plan: Plan,
    server: { url: string; token: string },
  ) {
    this.#ledger = ledger;
    this.#kill = kill;
    this.#plan = plan;
    this.firstAcknowledged = new Promise((resolve) => {
      this.#noteFirst = resolve;
    });
    const clients = Array.from({ length: plan.connections }, (_, i) => {
      const random = new Random(seed, entityOf(kill, i + 1));
      return this.#runClient(i, random, new Connection(server.url, server.token));
    });
    this.ended = Promise.all(clients);
  }

  /** Keeps clients from sending more requests. */
  stop(): void {
    this.#isStopped = true;
  }

  async #runClient(client: number, random: Random, connection: Connection): Promise<void> {
    // In a paused world, the last client advances the clock.
    const advances = this.#plan.speed === undefined && client > 0 && client === this.#plan.connections - 1;
    for (let number = 0; !this.#isStopped; number++) {
      if (this.#plan.mayReset && random.int(1, REQUESTS_PER_RESET) === 1) {
        await this.#gate.passAlone(() => this.#send({ kind: 'reset' }, random, connection));
        continue;
      }
      await this.#gate.pass(() => {
        const request: Request = advances
          ? { kind: 'advance', byMs: random.int(1, LONGEST_ADVANCE_SECONDS) * 1000 }
          : drawRequest(random, this.#ledger, `${this.#kill}-${client}-${number}`, this.#busy);
        return this.#send(request, random, connection);
      });
    }
    connection.close();
  }

  async #send(request: Request, random: Random, connection: Connection): Promise<void> {
    if (this.#isStopped) return;
    const subject = subjectOf(request);
    if (subject !== undefined) this.#busy.add(subject);
    const [method, path, body] = callOf(request, random);
    // Some clients disconnect before they have the answer. A later reset could precede their requests.
    const isImpatient =
      !this.#plan.mayReset && request.kind !== 'advance' && random.chance(IMPATIENT_PERCENT);
    const patienceMs = isImpatient ? random.int(0, LONGEST_SHORT_PATIENCE_MS) : undefined;
    const answer = await connection.ask(method, path, body, patienceMs);
    if (answer === undefined) {
      // The subject remains busy: the effect is unknown until the next start.
      this.#ledger.unanswered.push(request);
      if (!isImpatient) this.#isStopped = true;
      return;
    }
    if (subject !== undefined) this.#busy.delete(subject);
    if (answer.status === 200) {
      this.#ledger.apply(request, answer.data ?? {});
      this.acknowledged++;
      if (request.kind === 'reset') this.resets++;
      this.#noteFirst();
    } else if (/^Cannot .* in \w+ state$/.test(answer.message)) {
      this.refused++;
    } else {
      this.oddities.push(`${method} ${path} answered ${answer.status} ${answer.message}`);
    }
  }
}
