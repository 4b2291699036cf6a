// The GPRs of two futures side by side: a pair is in memory from the creation of its GPR until it has ended in both futures.

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

/** Beyond the states of facts: a queued GPR was removed. */
export const REMOVED = 7;

/** At most this many pairs are in memory; they take some 400 MB. */
const PAIRS_MAX = 1_000_000;

/** A GPR in one future. Instants: −1 = none. */
interface Half {
  state: number;
  startMs: number;
  endMs: number;
  evictions: number;
  requeues: number;
  /** How long it has been queued since the beginning, less the instant from which on it is queued now. */
  queuedMs: number;
}

export type HalfView = Readonly<Omit<Half, 'queuedMs'>>;

interface Pair {
  readonly uid: number;
  readonly workspace: number;
  /** −1 if the GPR exists at the beginning of the futures. */
  readonly demand: number;
  readonly isPresent: boolean;
  /** null = it does not exist in that future. */
  readonly halves: [Half | null, Half | null];
}

/** A GPR that differs, or only waits longer or shorter. */
export interface PairView extends Omit<Pair, 'demand' | 'halves'> {
  readonly halves: readonly [HalfView | null, HalfView | null];
  /** How much longer it is queued in the second future, ms. */
  readonly waitMs: number;
  /** Whether more than its waits differs. */
  readonly differs: boolean;
}

export class GprPairs {
  /** Number of GPRs of the beginning that have not ended, in each future. */
  readonly presentLeft: [number, number] = [0, 0];
  /** By uid. */
  readonly #pairs: Map<number, Pair> = new Map();
  /** The same for GPRs of the second future whose uid means another GPR in the first one: branches use uids again. */
  readonly #others: Map<number, Pair> = new Map();
  readonly #isSameWorkspace: (workspace: number) => boolean;
  readonly #onPair: (pair: PairView) => void;

  /**
   * @param isSameWorkspace whether a number means the same workspace in both futures
   * @param onPair called with each GPR that differs or whose waits do, when it has ended in both futures or the futures end
   */
  constructor(isSameWorkspace: (workspace: number) => boolean, onPair: (pair: PairView) => void) {
    this.#isSameWorkspace = isSameWorkspace;
    this.#onPair = onPair;
  }

  /** Adds a GPR of the beginning, which is at `atMs`. */
  begin({ uid, workspace, state, startedAtMs }: OpenGpr, atMs: number): void {
    const half = () => newHalf(state, startedAtMs ?? -1, state === State.queued ? -atMs : 0);
    this.#add(this.#pairs, { uid, workspace, demand: -1, isPresent: true, halves: [half(), half()] });
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
      if (kind === FactKind.gprCreated) {
        this.#create(side, words, at, atMs);
        return;
      }
      const uid = words[at];
      const pair = (side === 1 ? this.#others.get(uid) : undefined) ?? this.#pairs.get(uid);
      const half = pair?.halves[side];
      // The pair may be of the other future, and a GPR can be removed after its end.
      if (pair === undefined || half == null || half.endMs >= 0) return;
      if (kind === FactKind.gprProvisioning) {
        half.state = State.provisioning;
        half.queuedMs += atMs;
        if (half.startMs < 0) half.startMs = atMs;
      } else if (kind === FactKind.gprSuccessful) {
        half.state = State.successful;
      } else if (kind === FactKind.gprRequeued) {
        half.state = State.queued;
        half.queuedMs -= atMs;
        half.requeues++;
        if (words[at + GprRequeued.reason] === Reason.eviction) half.evictions++;
      } else if (kind === FactKind.gprEnded) {
        if (words[at + GprEnded.reason] === Reason.eviction) half.evictions++;
        this.#finish(pair, side, half, words[at + GprEnded.state], atMs);
      } else if (kind === FactKind.gprRemoved) {
        this.#finish(pair, side, half, REMOVED, atMs);
      }
    });
  }

  /** Reports the GPRs that remain, after the futures have ended at `atMs`. Yields now and then. */
  *finish(atMs: number): Generator<void> {
    let count = 0;
    for (const pairs of [this.#pairs, this.#others]) {
      for (const pair of pairs.values()) {
        for (const half of pair.halves) if (half?.state === State.queued) half.queuedMs += atMs;
        this.#report(pair);
        if (++count % PAIRS_AT_ONCE === 0) yield;
      }
    }
  }

  #create(side: Side, words: Float64Array, at: number, atMs: number): void {
    const uid = words[at + GprCreated.uid];
    const workspace = words[at + GprCreated.workspace];
    const demand = words[at + GprCreated.nodeCount] * DEMAND + words[at + GprCreated.gpusPerNode];
    const half = newHalf(State.queued, -1, -atMs);
    const known = this.#pairs.get(uid);
    if (known?.workspace === workspace && known.demand === demand && this.#isSameWorkspace(workspace)) {
      known.halves[side] = half;
      return;
    }
    const pair: Pair = { uid, workspace, demand, isPresent: false, halves: [null, null] };
    pair.halves[side] = half;
    if (known === undefined || side === 0) this.#add(this.#pairs, pair);
    else this.#add(this.#others, pair);
    if (known !== undefined && side === 0) this.#add(this.#others, known);
  }

  #finish(pair: Pair, side: Side, half: Half, state: number, atMs: number): void {
    if (half.state === State.queued) half.queuedMs += atMs;
    half.state = state;
    half.endMs = atMs;
    if (pair.isPresent) this.presentLeft[side]--;
    const other = pair.halves[side === 0 ? 1 : 0];
    if (other === null || other.endMs < 0) return;
    this.#report(pair);
    this.#pairs.delete(pair.uid);
  }

  #report(pair: Pair): void {
    const [without, changed] = pair.halves;
    const waitMs = (changed?.queuedMs ?? 0) - (without?.queuedMs ?? 0);
    const differs = !isEqual(without, changed);
    if (differs || waitMs !== 0) this.#onPair({ ...pair, waitMs, differs });
  }

  #add(pairs: Map<number, Pair>, pair: Pair): void {
    if (this.#pairs.size + this.#others.size >= PAIRS_MAX)
      throw new TooManyDifferences(`the futures differ in more than ${PAIRS_MAX} GPRs`);
    pairs.set(pair.uid, pair);
  }
}

/** The pairs that are reported at once. */
const PAIRS_AT_ONCE = 10_000;
/** Of a demand: nodes × this + GPUs per node. */
const DEMAND = 2 ** 20;
/** The facts about GPRs come first. */
const LAST_KIND = FactKind.gprRemoved;

function newHalf(state: number, startMs: number, queuedMs: number): Half {
  return { state, startMs, endMs: -1, evictions: 0, requeues: 0, queuedMs };
}

function isEqual(one: HalfView | null, other: HalfView | null): boolean {
  if (one === null || other === null) return false;
  return (
    one.state === other.state &&
    one.startMs === other.startMs &&
    one.endMs === other.endMs &&
    one.evictions === other.evictions &&
    one.requeues === other.requeues
  );
}
