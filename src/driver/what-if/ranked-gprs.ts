// The GPRs that differ: counts by effect, and the first ROWS_MAX of them by rank.

import { type GprState, IdCipher, Origin, STATE_NAMES, uidOf } from '../../../sim/index.ts';
import { type DifferingGpr, EFFECTS, type Effect, type Outlook, ROWS_MAX } from '../differing.ts';
import { type HalfView, type PairView, REMOVED, type Side } from './gpr-pairs.ts';

/** The names of a GPR and of its workspace in a future. */
export type NamesOf = (side: Side, pair: PairView) => Pick<DifferingGpr, 'gprName' | 'workspace'>;

interface Ranked {
  readonly uid: number;
  /** Whether it exists at the beginning, or a request creates it. */
  readonly isFirst: boolean;
  /** How far its start moves, else its end, in ms. */
  readonly shiftMs: number;
  readonly row: DifferingGpr;
}

export class RankedGprs {
  readonly counts = Object.fromEntries(EFFECTS.map((effect) => [effect, 0])) as Record<Effect, number>;
  total = 0;
  #ranked: Ranked[] = [];
  /** The last one of the first ROWS_MAX at the last sorting. */
  #last: Ranked | undefined;
  readonly #ids: IdCipher;
  readonly #namesOf: NamesOf;

  constructor(seed: number, namesOf: NamesOf) {
    this.#ids = new IdCipher(seed);
    this.#namesOf = namesOf;
  }

  add(pair: PairView): void {
    const [without, withChanges] = pair.halves;
    const effect = effectOf(without, withChanges);
    this.counts[effect]++;
    this.total++;
    const { uid } = pair;
    const ranked = {
      uid,
      isFirst: pair.isPresent || uid < uidOf(Origin.workload, 0),
      shiftMs: shiftOf(effect, without, withChanges),
    };
    if (this.#last !== undefined && order(this.#last, ranked) < 0) return;
    const row = {
      gprId: this.#ids.gprId(uid),
      ...this.#namesOf(without === null ? 1 : 0, pair),
      effect,
      exists: pair.isPresent,
      without: outlookOf(without),
      with: outlookOf(withChanges),
    };
    this.#ranked.push({ ...ranked, row });
    if (this.#ranked.length >= 2 * ROWS_MAX) this.#cut();
  }

  rows(): DifferingGpr[] {
    this.#cut();
    return this.#ranked.map(({ row }) => row);
  }

  #cut(): void {
    this.#ranked.sort(order);
    this.#ranked.length = Math.min(this.#ranked.length, ROWS_MAX);
    if (this.#ranked.length === ROWS_MAX) this.#last = this.#ranked[ROWS_MAX - 1];
  }
}

type RankedBy = Omit<Ranked, 'row'>;

/** The GPRs of clients first, then the greatest shifts, then the lowest uids. */
function order(a: RankedBy, b: RankedBy): number {
  if (a.isFirst !== b.isFirst) return a.isFirst ? -1 : 1;
  if (a.shiftMs !== b.shiftMs) return a.shiftMs > b.shiftMs ? -1 : 1;
  return a.uid - b.uid;
}

/** The first effect of EFFECTS that applies to a GPR that differs. */
function effectOf(without: HalfView | null, changed: HalfView | null): Effect {
  if (without === null) return 'new';
  if (changed === null) return 'gone';
  if (without.startMs !== changed.startMs) {
    if (without.startMs < 0) return 'started';
    if (changed.startMs < 0) return 'notStarted';
    return changed.startMs < without.startMs ? 'earlier' : 'later';
  }
  if (changed.evictions > without.evictions) return 'evicted';
  if (changed.requeues > without.requeues) return 'requeued';
  if (changed.evictions < without.evictions || changed.requeues < without.requeues) return 'spared';
  if (without.endMs === changed.endMs) return 'endsOtherwise';
  if (without.endMs < 0) return 'endsEarlier';
  return changed.endMs < 0 || changed.endMs > without.endMs ? 'endsLater' : 'endsEarlier';
}

/** How far the start moves, else the end. Infinity: the GPR starts or ends in one future only. */
function shiftOf(effect: Effect, without: HalfView | null, changed: HalfView | null): number {
  if (without === null || changed === null) return 0;
  if (effect === 'started' || effect === 'notStarted') return Infinity;
  if (effect === 'earlier' || effect === 'later') return Math.abs(changed.startMs - without.startMs);
  if (without.endMs === changed.endMs) return 0;
  return without.endMs < 0 || changed.endMs < 0 ? Infinity : Math.abs(changed.endMs - without.endMs);
}

function outlookOf(half: HalfView | null): Outlook | null {
  if (half === null) return null;
  const { state, startMs, endMs, evictions, requeues } = half;
  const name: GprState | 'Removed' = state === REMOVED ? 'Removed' : STATE_NAMES[state];
  return { startMs: instant(startMs), endMs: instant(endMs), state: name, evictions, requeues };
}

function instant(atMs: number): number | null {
  return atMs < 0 ? null : atMs;
}
