// Clients that send requests on keep-alive connections until the server is killed. The ledger gets what was acknowledged.

import { Random } from '../faults/random.ts';
import { Connection } from './connection.ts';
import { callOf, drawBranchRequest, drawRequest, subjectOf } from './draw-request.ts';
import { findBranches, findFacts, tracesOf } from './found.ts';
import { Gate } from './gate.ts';
import { type Difference, judgeBranches, judgeTraces } from './judge.ts';
import { type BranchRequest, type Gpr, isBranchRequest, type Ledger, type Request } from './ledger.ts';
import { entityOf, type Plan } from './plan.ts';

/** Average number of requests before a client changes branches. */
const REQUESTS_PER_BRANCH_CHANGE = 20;
const LONGEST_ADVANCE_SECONDS = 600;
const IMPATIENT_PERCENT = 5;
const LONGEST_SHORT_PATIENCE_MS = 3;
/** The world refuses a request because of a state of a GPR, or a position before the facts of the start. */
const REFUSED = /^Cannot .* in \w+ state$|no command can enter before/;

export class Load {
  acknowledged = 0;
  branchChanges = 0;
  /** Answers that no request should get. */
  readonly oddities: string[] = [];
  readonly firstAcknowledged: Promise<void>;
  /** Resolves when the changes of branches that the plan awaits are sent. */
  readonly branchesChanged: Promise<void>;
  readonly ended: Promise<unknown>;
  readonly #ledger: Ledger;
  readonly #kill: number;
  readonly #plan: Plan;
  readonly #gate = new Gate();
  /** GPRs and keys that an unanswered request names: requests about the same one follow each other. */
  readonly #busy: Set<Gpr | string> = new Set();
  #isStopped = false;
  #noteFirst = () => {};
  #noteBranchChange = () => {};

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
    let awaited = plan.branchChanges;
    this.branchesChanged = new Promise((resolve) => {
      if (awaited === 0) resolve();
      this.#noteBranchChange = () => {
        if (--awaited === 0) resolve();
      };
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
      if (this.#plan.changesBranches && random.int(1, REQUESTS_PER_BRANCH_CHANGE) === 1) {
        await this.#gate.passAlone(() => this.#changeBranch(random, connection));
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

  /** Changes branches while no other request is under way, and compares the branches with the ledger before and after it. */
  async #changeBranch(random: Random, connection: Connection): Promise<void> {
    if (this.#isStopped) return;
    let request: BranchRequest;
    try {
      const clock = await connection.get('/sim/clock');
      const facts = await findFacts(connection, clock.seq);
      this.#report(judgeTraces(this.#ledger, tracesOf(facts)));
      request = drawBranchRequest(random, this.#ledger, clock, facts);
    } catch (error) {
      this.#noteEnd(error);
      return;
    }
    this.#noteBranchChange();
    await this.#send(request, random, connection);
    if (this.#isStopped) return;
    try {
      this.#report(judgeBranches(this.#ledger, await findBranches(connection)));
    } catch (error) {
      this.#noteEnd(error);
    }
  }

  /** A read without an answer ends the load; every other failure is odd. */
  #noteEnd(error: unknown): void {
    this.#isStopped = true;
    const { message } = error as Error;
    if (!message.endsWith('no answer')) this.oddities.push(message);
  }

  #report(differences: readonly Difference[]): void {
    this.oddities.push(...differences.map(({ fault, why }) => `${fault}: ${why}`));
  }

  async #send(request: Request, random: Random, connection: Connection): Promise<void> {
    if (this.#isStopped) return;
    const subject = subjectOf(request);
    if (subject !== undefined) this.#busy.add(subject);
    const [method, path, body] = callOf(request, random);
    // Some clients disconnect before they have the answer. A later change of branches could precede their requests.
    const isImpatient =
      !this.#plan.changesBranches && request.kind !== 'advance' && random.chance(IMPATIENT_PERCENT);
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
      if (isBranchRequest(request)) this.branchChanges++;
      this.#noteFirst();
    } else if (!REFUSED.test(answer.message)) {
      this.oddities.push(`${method} ${path} answered ${answer.status} ${answer.message}`);
    }
  }
}
