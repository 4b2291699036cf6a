// What would happen with some changes: the futures with and without them, on copies of the present world.

import { COPIED_MAX, type Seen, type Simulation } from '../../../sim/index.ts';
import type { Past } from '../../store/past.ts';
import { StoreError } from '../../store/store-error.ts';
import type { WorldFile } from '../../store/world-file.ts';
import { FactTail } from '../commits/fact-tail.ts';
import { copyInSlices, forkInSlices, memoryFor } from '../forked.ts';
import { type Followed, followedSeen } from '../reads/pending/followed.ts';
import { Turnstile } from '../reads/pending/pending-answers.ts';
import { Slice } from '../slice.ts';
import { knownGpr } from '../stored/known-gpr.ts';
import {
  Cancelled,
  type ChartsWanted,
  type Differences,
  type DifferencesResult,
  FuturesRefused,
  type IsWanted,
  type LikelyDifferences,
  type ManyFuturesQuestion,
  type Question,
} from '../world.ts';
import { branchFutures } from './branch-futures.ts';
import { Future } from './future.ts';
import { entriesOf, manyFutures } from './many-futures.ts';
import { type LeftGprs, trialWorld } from './trial-world.ts';
import { compare, type Rest } from './two-futures.ts';

/** Limit of comparisons that wait for the one that runs. */
const WAITING_MAX = 16;

/** The present world. */
export interface Present {
  readonly file: WorldFile;
  simulation(): Simulation;
  /** Commits, so that the simulation holds no facts. */
  commit(): void;
  /** What its facts have shown. */
  readonly seen: Followed<Seen>;
  /** Yields to the event loop. */
  readonly rest: Rest;
}

/** The world of an earlier instant. */
interface Then {
  readonly simulation: Simulation;
  readonly past: Past;
}

export class WhatIfs {
  readonly #present: Present;
  readonly #turnstile = new Turnstile(1, WAITING_MAX);

  constructor(present: Present) {
    this.#present = present;
  }

  /** See World.whatIf. @param then undefined: the present world */
  whatIf(ask: (nowMs: number) => Question, isWanted?: IsWanted, then?: Then): Promise<Differences> {
    return this.#pass(isWanted, async (rest) => {
      const now = () => then ?? this.#now();
      const copying = () => rest({ nowMs: now().simulation.nowMs, events: 0 });
      const taken = await memoryFor(now().simulation, copying);
      if (then === undefined) this.#present.commit();
      const { simulation, past } = now();
      const { nowMs, seq } = simulation.clock();
      const { changes, untilMs, gprIds, knowing, charts, caller } = ask(nowMs);
      const without = await forkInSlices(simulation, knowing, copying, taken);
      const changed = await copyInSlices(without, knowing, copying);
      const left = await this.#leftBefore(nowMs, gprIds, without, past, now, rest);
      const entries = entriesOf(changes, trialWorld(changed, past, { caller, gprIds }, left));
      const compared = await compare([new Future(without, []), new Future(changed, entries)], {
        untilMs,
        leastMs: changes.at(-1)?.atMs ?? nowMs,
        withFirstDifference: true,
        charts,
        rest,
      });
      return { branch: past.branch, seq, knowing, ...compared };
    });
  }

  /** See World.manyFutures. @param then as in `whatIf` */
  manyFutures(
    ask: (nowMs: number) => ManyFuturesQuestion,
    isWanted?: IsWanted,
    then?: Then,
  ): Promise<LikelyDifferences> {
    return this.#pass(isWanted, async (rest) => {
      const now = () => then ?? this.#now();
      const { openGprsMax } = now().simulation.views;
      if (openGprsMax > COPIED_MAX) throw new FuturesRefused(openGprsMax, 0);
      const copying = () => rest({ nowMs: now().simulation.nowMs, events: 0 });
      const taken = await memoryFor(now().simulation, copying);
      const reading = (then === undefined ? this.#present.seen : seenIn(then)).reading();
      const slice = new Slice();
      let step = reading.next();
      for (; step.done !== true; step = reading.next()) await slice.rest(copying);
      // All facts have been read, also those of the open turn.
      const { simulation, past } = now();
      const { nowMs, seq } = simulation.clock();
      const known = step.value.now(nowMs);
      const { alternatives, untilMs, samples, gprIds, caller } = ask(nowMs);
      const base = await forkInSlices(simulation, 'scheduler', copying, taken);
      const left = await this.#leftBefore(nowMs, gprIds, base, past, now, rest);
      const worldOf = (copy: Simulation) => trialWorld(copy, past, { caller, gprIds }, new Map(left));
      const differences = await manyFutures({ base, known, samples, alternatives, untilMs, worldOf, rest });
      return { branch: past.branch, seq, ...differences };
    });
  }

  /** See World.differences. */
  differences(
    branch: number,
    untilMs: number | undefined,
    charts?: ChartsWanted,
    isWanted?: IsWanted,
  ): Promise<DifferencesResult> {
    return this.#pass(isWanted, async (rest) => {
      const { file } = this.#present;
      this.#present.commit();
      const present = file.branch;
      if (branch === present)
        return { ok: false, refusal: 'in use', why: `branch ${branch} is the current one` };
      const unknown = () => this.#unknown(branch) ?? this.#unknown(present);
      const refused = unknown();
      if (refused !== undefined) return refused;
      try {
        const result = await branchFutures(file, this.#present.simulation(), branch, untilMs, charts, rest);
        return unknown() ?? result;
      } catch (error) {
        // A deletion or an import during the comparison removes rows that it reads.
        const gone = error instanceof StoreError ? unknown() : undefined;
        if (gone === undefined) throw error;
        return gone;
      }
    });
  }

  async #pass<T>(isWanted: IsWanted = () => true, answer: (rest: Rest) => Promise<T>): Promise<T> {
    const requireWanted = () => {
      if (!isWanted()) throw new Cancelled('the client of the comparison disconnected');
    };
    return this.#turnstile.pass(() => {
      requireWanted();
      return answer(async (standing) => {
        await this.#present.rest(standing);
        requireWanted();
      });
    });
  }

  /** The answer about a branch that the file lacks; undefined if it has the branch. */
  #unknown(branch: number): DifferencesResult | undefined {
    if (this.#present.file.branches.all().some((row) => row.branch === branch)) return undefined;
    return { ok: false, refusal: 'unknown', why: `there is no branch ${branch}` };
  }

  /** Finds the GPRs of these ids that had left memory before an instant. */
  async #leftBefore(
    nowMs: number,
    gprIds: readonly string[],
    fork: Simulation,
    past: Past,
    now: () => Then,
    rest: Rest,
  ): Promise<LeftGprs> {
    const left: LeftGprs = new Map();
    const slice = new Slice();
    for (const gprId of gprIds) {
      if (fork.views.gpr(gprId) !== undefined) continue;
      // The history goes on with the world: what ended later had not left memory.
      const gpr = knownGpr(now().simulation, past, gprId);
      if (gpr?.endedAtMs != null && gpr.endedAtMs <= nowMs) left.set(fork.uidOf(gprId), gpr);
      await slice.rest(() => rest({ nowMs, events: 0 }));
      if (past.branch !== this.#present.file.branch)
        throw new Cancelled('another branch became the current one during the what-if');
    }
    return left;
  }

  #now(): Then {
    return { simulation: this.#present.simulation(), past: this.#present.file.present };
  }
}

function seenIn({ simulation, past }: Then): Followed<Seen> {
  const tail = new FactTail(past);
  return followedSeen(
    () => simulation,
    () => tail,
  );
}
