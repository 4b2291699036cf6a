// The GPRs that differ: counts by effect, sums by workspace, and the first ROWS_MAX GPRs by rank.

import { type GprState, IdCipher, Origin, STATE_NAMES, uidOf } from '../../../sim/index.ts';
import {
  type DifferingGpr,
  EFFECTS,
  type Effect,
  type Outlook,
  ROWS_MAX,
  type WorkspaceSum,
} from '../differing.ts';
import { type HalfView, type PairView, REMOVED, type Side } from './gpr-pairs.ts';

/** The names in a future, by uid and by number of the workspace. */
export interface Names {
  readonly gpr: (side: Side, uid: number) => string;
  readonly workspace: (side: Side, workspace: number) => string;
}

const WORSE: readonly Effect[] = ['later', 'notStarted', 'evicted', 'requeued'];
const BETTER: readonly Effect[] = ['earlier', 'started', 'spared'];

interface Ranked {
  readonly uid: number;
  /** Whether it exists at the beginning, or a request creates it. */
  readonly isFirst: boolean;
  /** How far its start moves, else its end, in ms; Infinity if it starts or ends in one future only. */
  readonly movedMs: number;
  readonly row: DifferingGpr;
}

export class RankedGprs {
  readonly counts = Object.fromEntries(EFFECTS.map((effect) => [effect, 0])) as Record<Effect, number>;
  total = 0;
  /** By name. */
  readonly #workspaces = new Map<
    string,
    { -readonly [Member in keyof WorkspaceSum]: WorkspaceSum[Member] }
  >();
  #ranked: Ranked[] = [];
  /** The last one of the first ROWS_MAX at the last sorting. */
  #last: Ranked | undefined;
  readonly #ids: IdCipher;
  readonly #names: Names;

  constructor(seed: number, names: Names) {
    this.#ids = new IdCipher(seed);
    this.#names = names;
  }

  add(pair: PairView): void {
    const { uid, waitMs, halves } = pair;
    const [without, withChanges] = halves;
    const side = without === null ? 1 : 0;
    const workspace = this.#names.workspace(side, pair.workspace);
    const sum = this.#sumOf(workspace);
    sum.waitMs += waitMs;
    if (!pair.differs) return;
    const effect = effectOf(without, withChanges);
    sum[WORSE.includes(effect) ? 'worse' : BETTER.includes(effect) ? 'better' : 'otherwise']++;
    this.counts[effect]++;
    this.total++;
    const shiftMs = shiftOf(without, withChanges);
    const ranked = {
      uid,
      isFirst: pair.isPresent || uid < uidOf(Origin.workload, 0),
      movedMs: without === null || withChanges === null ? 0 : Math.abs(shiftMs ?? Infinity),
    };
    if (this.#last !== undefined && order(this.#last, ranked) < 0) return;
    const row = {
      gprId: this.#ids.gprId(uid),
      gprName: this.#names.gpr(side, uid),
      workspace,
      effect,
      shiftMs,
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

  /** Of all GPRs. */
  get waitMs(): number {
    return [...this.#workspaces.values()].reduce((sum, { waitMs }) => sum + waitMs, 0);
  }

  /** Those that lose most time first. */
  workspaces(): WorkspaceSum[] {
    return [...this.#workspaces.values()]
      .sort((a, b) => b.waitMs - a.waitMs || b.worse - a.worse || (a.workspace < b.workspace ? -1 : 1))
      .slice(0, ROWS_MAX);
  }

  #sumOf(workspace: string) {
    const known = this.#workspaces.get(workspace);
    if (known !== undefined) return known;
    const sum = { workspace, worse: 0, better: 0, otherwise: 0, waitMs: 0 };
    this.#workspaces.set(workspace, sum);
    return sum;
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
  if (a.movedMs !== b.movedMs) return a.movedMs > b.movedMs ? -1 : 1;
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

/** How far the start moves, else the end, in ms: positive = later. null: the GPR exists, starts or ends in one future only. */
function shiftOf(without: HalfView | null, changed: HalfView | null): number | null {
  if (without === null || changed === null) return null;
  const member = without.startMs === changed.startMs ? 'endMs' : 'startMs';
  const [before, after] = [without[member], changed[member]];
  if (before === after) return 0;
  return before < 0 || after < 0 ? null : after - before;
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
