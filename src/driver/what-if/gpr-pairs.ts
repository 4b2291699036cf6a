// The GPRs of two futures side by side, as numbers: a pair is in memory from the creation of its GPR until it has ended in both
// futures.

import {
  eachFact,
  FactKind,
  type FactRun,
  GprCreated,
  GprEnded,
  GprRequeued,
  type OpenGpr,
  Reason,
  State,
} from '../../../sim/index.ts';
import { TooManyDifferences } from '../world.ts';

/** 0: the future without the changes, 1: the one with them. */
export type Side = 0 | 1;

/** The words of a pair. `half` is the first word of the GPR in the first future. */
const Pair = { uid: 0, workspace: 1, demand: 2, isPresent: 3, half: 4 } as const;
const PAIR_WORDS = 16;

/**
 * The words of a GPR in one future. Instants: −1 = none. `queuedMs`: how long it has been queued since the beginning, less the
 * instant from which on it is queued now.
 */
const Half = { state: 0, startMs: 1, endMs: 2, evictions: 3, requeues: 4, queuedMs: 5 } as const;
const HALF_WORDS = 6;

/** Beyond the states of facts: a queued GPR was removed. */
export const REMOVED = 7;

/** At most this many pairs are in memory; they take some 200 MB. */
const PAIRS_MAX = 1_000_000;

/** A GPR in one future. Instants: −1 = none. */
export interface HalfView {
  readonly state: number;
  readonly startMs: number;
  readonly endMs: number;
  readonly evictions: number;
  readonly requeues: number;
}

/** A GPR that differs, or only waits longer or shorter. null = it does not exist in that future. */
export interface PairView {
  readonly uid: number;
  readonly workspace: number;
  /** Whether it exists at the beginning of the futures. */
  readonly isPresent: boolean;
  readonly halves: readonly [HalfView | null, HalfView | null];
  /** How much longer it is queued in the second future, ms. */
  readonly waitMs: number;
  /** Whether more than its waits differs. */
  readonly differs: boolean;
}

export class GprPairs {
  /** Number of GPRs of the beginning that have not ended, in each future. */
  readonly presentLeft: [number, number] = [0, 0];
  #words: Float64Array;
  #end = 0;
  readonly #free: number[] = [];
  /** uid → index of the pair's first word. */
  readonly #pairs: Map<number, number> = new Map();
  /** The same for GPRs of the second future whose uid means another GPR in the first one: branches use uids again. */
  readonly #others: Map<number, number> = new Map();
  readonly #isSameWorkspace: (workspace: number) => boolean;
  readonly #onPair: (pair: PairView) => void;

  /**
   * @param present number of GPRs at the beginning
   * @param isSameWorkspace whether a number means the same workspace in both futures
   * @param onPair called with each GPR that differs or whose waits do, when it has ended in both futures or the futures end
   */
  constructor(
    present: number,
    isSameWorkspace: (workspace: number) => boolean,
    onPair: (pair: PairView) => void,
  ) {
    this.#words = new Float64Array((present + 256) * PAIR_WORDS);
    this.#isSameWorkspace = isSameWorkspace;
    this.#onPair = onPair;
  }

  /** Adds a GPR of the beginning, which is at `atMs`. */
  begin({ uid, workspace, state, startedAtMs }: OpenGpr, atMs: number): void {
    const at = this.#add(uid, workspace, -1);
    this.#words[at + Pair.isPresent] = 1;
    for (const half of [halfOf(at, 0), halfOf(at, 1)]) {
      this.#words[half + Half.state] = state;
      this.#words[half + Half.startMs] = startedAtMs ?? -1;
      if (state === State.queued) this.#words[half + Half.queuedMs] = -atMs;
    }
    this.#pairs.set(uid, at);
    this.presentLeft[0]++;
    this.presentLeft[1]++;
  }

  /** Whether the pair of a GPR is in memory. */
  has(uid: number): boolean {
    return this.#pairs.has(uid);
  }

  /** Reads the next facts of a future. @throws TooManyDifferences */
  read(side: Side, run: FactRun): void {
    eachFact(run, (kind, atMs, at) => {
      if (kind > LAST_KIND) return;
      const { words } = run;
      const uid = words[at];
      if (kind === FactKind.gprCreated) {
        this.#create(side, words, at, atMs);
        return;
      }
      const pair = (side === 1 ? this.#others.get(uid) : undefined) ?? this.#pairs.get(uid);
      if (pair === undefined) return;
      const half = halfOf(pair, side);
      const own = this.#words;
      // The pair may be of the other future, and a GPR can be removed after its end.
      if (own[half + Half.state] === State.none || own[half + Half.endMs] >= 0) return;
      if (kind === FactKind.gprProvisioning) {
        own[half + Half.state] = State.provisioning;
        own[half + Half.queuedMs] += atMs;
        if (own[half + Half.startMs] < 0) own[half + Half.startMs] = atMs;
      } else if (kind === FactKind.gprSuccessful) {
        own[half + Half.state] = State.successful;
      } else if (kind === FactKind.gprRequeued) {
        own[half + Half.state] = State.queued;
        own[half + Half.queuedMs] -= atMs;
        own[half + Half.requeues]++;
        if (words[at + GprRequeued.reason] === Reason.eviction) own[half + Half.evictions]++;
      } else if (kind === FactKind.gprEnded) {
        if (words[at + GprEnded.reason] === Reason.eviction) own[half + Half.evictions]++;
        this.#finish(pair, side, words[at + GprEnded.state], atMs);
      } else if (kind === FactKind.gprRemoved) {
        this.#finish(pair, side, REMOVED, atMs);
      }
    });
  }

  /** Reports the GPRs that remain, after the futures have ended at `atMs`. Yields now and then. */
  *finish(atMs: number): Generator<void> {
    let count = 0;
    for (const pairs of [this.#pairs, this.#others]) {
      for (const at of pairs.values()) {
        for (const half of [halfOf(at, 0), halfOf(at, 1)]) this.#endWait(half, atMs);
        this.#report(at);
        if (++count % PAIRS_AT_ONCE === 0) yield;
      }
    }
  }

  #create(side: Side, words: Float64Array, at: number, atMs: number): void {
    const uid = words[at + GprCreated.uid];
    const workspace = words[at + GprCreated.workspace];
    const demand = words[at + GprCreated.nodeCount] * DEMAND + words[at + GprCreated.gpusPerNode];
    let pair = this.#pairs.get(uid);
    if (pair !== undefined && !this.#isSame(pair, workspace, demand)) {
      const other = this.#add(uid, workspace, demand);
      this.#others.set(uid, side === 1 ? other : pair);
      if (side === 0) this.#pairs.set(uid, other);
      pair = other;
    }
    if (pair === undefined) {
      pair = this.#add(uid, workspace, demand);
      this.#pairs.set(uid, pair);
    }
    const half = halfOf(pair, side);
    this.#words[half + Half.state] = State.queued;
    this.#words[half + Half.queuedMs] = -atMs;
  }

  #isSame(pair: number, workspace: number, demand: number): boolean {
    const words = this.#words;
    return (
      words[pair + Pair.workspace] === workspace &&
      words[pair + Pair.demand] === demand &&
      this.#isSameWorkspace(workspace)
    );
  }

  #finish(pair: number, side: Side, state: number, atMs: number): void {
    const words = this.#words;
    const half = halfOf(pair, side);
    this.#endWait(half, atMs);
    words[half + Half.state] = state;
    words[half + Half.endMs] = atMs;
    if (words[pair + Pair.isPresent] === 1) this.presentLeft[side]--;
    if (words[halfOf(pair, side === 0 ? 1 : 0) + Half.endMs] < 0) return;
    this.#report(pair);
    this.#pairs.delete(words[pair + Pair.uid]);
    this.#free.push(pair);
  }

  #endWait(half: number, atMs: number): void {
    if (this.#words[half + Half.state] === State.queued) this.#words[half + Half.queuedMs] += atMs;
  }

  #report(pair: number): void {
    const words = this.#words;
    const waitMs = words[halfOf(pair, 1) + Half.queuedMs] - words[halfOf(pair, 0) + Half.queuedMs];
    const differs = !this.#isEqual(pair);
    if (!differs && waitMs === 0) return;
    this.#onPair({
      uid: words[pair + Pair.uid],
      workspace: words[pair + Pair.workspace],
      isPresent: words[pair + Pair.isPresent] === 1,
      halves: [this.#half(pair, 0), this.#half(pair, 1)],
      waitMs,
      differs,
    });
  }

  /** Whether all but the waits is the same. */
  #isEqual(pair: number): boolean {
    const words = this.#words;
    const one = halfOf(pair, 0);
    const other = halfOf(pair, 1);
    for (let i = 0; i < Half.queuedMs; i++) if (words[one + i] !== words[other + i]) return false;
    return true;
  }

  #half(pair: number, side: Side): HalfView | null {
    const words = this.#words;
    const half = halfOf(pair, side);
    const state = words[half + Half.state];
    if (state === State.none) return null;
    return {
      state,
      startMs: words[half + Half.startMs],
      endMs: words[half + Half.endMs],
      evictions: words[half + Half.evictions],
      requeues: words[half + Half.requeues],
    };
  }

  /** Returns the index of a new pair, whose GPR exists in neither future yet. */
  #add(uid: number, workspace: number, demand: number): number {
    const at = this.#free.pop() ?? this.#grow();
    const words = this.#words;
    words.fill(0, at, at + PAIR_WORDS);
    words[at + Pair.uid] = uid;
    words[at + Pair.workspace] = workspace;
    words[at + Pair.demand] = demand;
    for (const half of [halfOf(at, 0), halfOf(at, 1)]) {
      words[half + Half.startMs] = -1;
      words[half + Half.endMs] = -1;
    }
    return at;
  }

  #grow(): number {
    const at = this.#end;
    if (at >= PAIRS_MAX * PAIR_WORDS)
      throw new TooManyDifferences(`the futures differ in more than ${PAIRS_MAX} GPRs`);
    if (at === this.#words.length) {
      const grown = new Float64Array(2 * at);
      grown.set(this.#words);
      this.#words = grown;
    }
    this.#end += PAIR_WORDS;
    return at;
  }
}

const PAIRS_AT_ONCE = 10_000;
/** More than the GPUs of a node. */
const DEMAND = 2 ** 20;
/** The kinds of facts that pairs read have the lowest numbers. */
const LAST_KIND = FactKind.gprRemoved;

function halfOf(pair: number, side: Side): number {
  return pair + Pair.half + side * HALF_WORDS;
}
