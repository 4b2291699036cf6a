// Finds the changes of the recorded estimates of one GPR, and when its waits ended in a start. Each step reads few runs.

import {
  type EstimateChange,
  estimateChangesOf,
  type FactRun,
  type PendingAnswer,
  type Simulation,
} from '../../../sim/index.ts';
import type { EstimatePage, RecordedWait } from '../world.ts';
import type { Searched } from './fact-search.ts';

/** Maximum number of changes, of all GPRs, that one answer examines. */
const EXAMINED_MAX = 200_000;

/** The kinds of facts that begin and end waits. */
const kinds = new Set(['gpr.created', 'gpr.requeued', 'gpr.provisioning', 'gpr.ended', 'gpr.removed']);

interface Wait extends RecordedWait {
  startedAtMs: number | null;
  readonly changes: EstimateChange[];
}

/**
 * The changes after number `after`, at most `limit`, with the present instant. The page may have fewer: the
 * search ends after `EXAMINED_MAX` changes. If the world is replaced during the search, the page is about the new world.
 */
export function recordedEstimates(
  gprId: string,
  after: number,
  limit: number,
  searched: Searched,
): PendingAnswer<EstimatePage> {
  const begin = () => {
    const search = new Search(gprId, after, limit, searched);
    return { search, tail: searched.tail(), steps: search.steps() };
  };
  let begun = begin();
  return {
    run() {
      if (searched.tail() !== begun.tail) begun = begin();
      return begun.steps.next().done === true;
    },
    answer: () => begun.search.page,
  };
}

class Search {
  readonly #searched: Searched;
  readonly #simulation: Simulation;
  readonly #uid: number;
  readonly #after: number;
  readonly #limit: number;
  /** The instants between which the GPR has facts and estimates. */
  readonly #life: { readonly fromMs: number; readonly toMs: number } | undefined;
  /** Number of facts, and of changes, when the search began. */
  readonly #facts: number;
  readonly #total: number;
  readonly #branch: number;
  readonly #nowMs: number;
  readonly #waits: Wait[] = [];
  #next: number;

  constructor(gprId: string, after: number, limit: number, searched: Searched) {
    const past = searched.past();
    this.#searched = searched;
    this.#simulation = searched.simulation();
    this.#uid = this.#simulation.uidOf(gprId);
    this.#after = after;
    this.#limit = limit;
    this.#facts = past.facts;
    this.#total = past.estimates;
    this.#branch = past.branch;
    this.#nowMs = this.#simulation.nowMs;
    this.#next = this.#total;
    const gpr = searched.gpr(gprId);
    if (gpr !== undefined) this.#life = { fromMs: gpr.createdAtMs, toMs: gpr.endedAtMs ?? this.#nowMs };
  }

  get page(): EstimatePage {
    return {
      branch: this.#branch,
      nowMs: this.#nowMs,
      waits: this.#waits,
      next: this.#next,
      total: this.#total,
    };
  }

  *steps(): Generator<void, void> {
    if (this.#limit === 0) this.#next = this.#after;
    if (this.#life === undefined || this.#limit === 0 || this.#total <= this.#after) return;
    yield* this.#readChanges(this.#life);
    if (this.#waits.length > 0) yield* this.#readStarts(this.#life);
  }

  *#readChanges({ fromMs, toMs }: { fromMs: number; toMs: number }): Generator<void, void> {
    const past = this.#searched.past();
    const { first, last } = past.estimateSpan(fromMs, toMs);
    const end = Math.min(last, this.#total);
    const begin = Math.max(this.#after, first - 1);
    const until = Math.min(end, begin + EXAMINED_MAX);
    let left = this.#limit;
    for (let seq = begin + 1; seq <= until; ) {
      const [run] = past.estimateRunsFrom(seq, 1);
      for (const change of estimateChangesOf(run, this.#uid, seq - 1, left)) {
        if (change.seq > until) break;
        left--;
        this.#add(change);
      }
      if (left === 0) {
        this.#next = this.#waits.at(-1)!.changes.at(-1)!.seq;
        return;
      }
      seq = run.firstSeq + run.count;
      yield;
    }
    if (until < end) this.#next = until;
  }

  #add(change: EstimateChange): void {
    const wait = this.#waits.at(-1);
    if (wait === undefined || change.isFirst) this.#waits.push({ startedAtMs: null, changes: [change] });
    else wait.changes.push(change);
  }

  /** Reads the facts from the first change of the page to the last start. */
  *#readStarts({ toMs }: { toMs: number }): Generator<void, void> {
    const past = this.#searched.past();
    const { first } = past.factSpan(this.#waits[0].changes[0].atMs, toMs);
    let wait = 0;
    for (const run of this.#searched.tail().allAfter(first - 1)) {
      if (run.firstSeq > this.#facts) return;
      wait = this.#noteStarts(run, wait);
      if (wait === this.#waits.length) return;
      yield;
    }
  }

  /**
   * Follows the waits from number `from` on through the facts of a run. Returns the number of the first that has not ended. At
   * its recordings a GPR is Queued: a start at the instant of a recording comes after it, unless a requeue follows.
   */
  #noteStarts(run: FactRun, from: number): number {
    const facts = this.#simulation.viewFacts(run, { uid: this.#uid, kinds, until: this.#facts });
    let at = from;
    for (const { kind, atMs } of facts) {
      const isBehind = () => atMs > this.#waits[at].changes[0].atMs;
      while (at < this.#waits.length && isBehind() && this.#waits[at].startedAtMs !== null) at++;
      const wait = this.#waits[at];
      if (wait === undefined) break;
      const hasEnded = isBehind() && kind !== 'gpr.requeued' && kind !== 'gpr.created';
      if (kind === 'gpr.provisioning') wait.startedAtMs = atMs;
      else if (kind === 'gpr.requeued') wait.startedAtMs = null;
      if (hasEnded) at++;
    }
    return at;
  }
}
