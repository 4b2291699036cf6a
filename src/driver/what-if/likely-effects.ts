// What an alternative changes, as many futures have shown it: how much each figure differs, and how far GPRs move.

import { quantile, type Simulation, State } from '../../../sim/index.ts';
import { eachFigure } from '../../wire/run-figures.ts';
import {
  type Alternative,
  EFFECTS,
  type LikelyEffect,
  type MovedGpr,
  ROWS_MAX,
  type Spread,
} from '../differing.ts';
import type { HalfView, PairView } from './gpr-pairs.ts';
import type { Compared } from './two-futures.ts';

/** Values are rounded to millionths. */
const DIGITS = 1_000_000;

type Shown = Pick<Compared, 'counts' | 'waitMs' | 'figures'> & { readonly isRefused: boolean };

/** A GPR that exists at the beginning. */
interface Moved extends Pick<MovedGpr, 'by' | 'directMs'> {
  readonly uid: number;
  readonly workspace: number;
  /** In how many futures it fails only with the changes, less those in which it fails only without them. */
  failures: number;
  /** In how many futures what moves is later than the end. */
  open: number;
  /** In the futures in which it differs. null = as `directMs`. */
  readonly shiftsMs: (number | null)[];
}

export class LikelyEffects {
  readonly #name: string;
  readonly #base: Simulation;
  readonly #futures: Shown[] = [];
  readonly #moved: Map<number, Moved> = new Map();

  /** @param base the world at the beginning */
  constructor(name: string, base: Simulation) {
    this.#name = name;
    this.#base = base;
  }

  /** Takes the GPRs that the changes themselves move: those that differ if nothing else happens. */
  direct(pairs: readonly PairView[], untilMs: number): void {
    for (const pair of pairs)
      if (pair.isPresent) this.#add(pair, 'change', shiftOf(pair, this.#base.nowMs, untilMs));
  }

  /** Takes a GPR that differs in a future. */
  pair(pair: PairView, untilMs: number): void {
    if (!pair.isPresent) return;
    const moved = this.#moved.get(pair.uid) ?? this.#add(pair, 'ripple', null);
    const [without, changed] = pair.halves as Halves;
    moved.failures += Number(changed.state === State.failed) - Number(without.state === State.failed);
    moved.open += Number(instantsOf(pair, this.#base.nowMs).includes(Infinity));
    moved.shiftsMs.push(shiftOf(pair, this.#base.nowMs, untilMs));
  }

  /** Takes a future, after its GPRs. */
  future(shown: Shown): void {
    this.#futures.push(shown);
  }

  answer(samples: number): Alternative {
    const futures = this.#futures;
    const gprs = [...this.#moved.values()]
      .map(({ shiftsMs, failures, open, ...moved }) => {
        const equal = Array<number>(samples - shiftsMs.length).fill(0);
        const none = shiftsMs.filter((shiftMs) => shiftMs === null).length;
        const shiftMs = none > samples / 10 ? null : effectOf([...shiftsMs, ...equal]);
        return { ...moved, shiftMs, open: open / samples, failsMore: failures / samples };
      })
      .sort(order);
    const countOf = (effect: (typeof EFFECTS)[number]) =>
      effectOf(futures.map(({ counts }) => counts[effect]));
    return {
      name: this.#name,
      refused: futures.filter(({ isRefused }) => isRefused).length,
      waitMs: effectOf(futures.map(({ waitMs }) => waitMs))!,
      figures: eachFigure((name) =>
        effectOf(futures.map(({ figures }) => difference(figures.without[name], figures.with[name]))),
      ),
      counts: Object.fromEntries(EFFECTS.map((effect) => [effect, countOf(effect)])) as Alternative['counts'],
      gprs: gprs.slice(0, ROWS_MAX).map(({ uid, workspace, ...moved }) => ({
        gprId: this.#base.gprId(uid),
        gprName: this.#base.gprName(uid),
        workspace: this.#base.workspaceName(workspace),
        ...moved,
      })),
      gprsTotal: gprs.length,
    };
  }

  #add({ uid, workspace }: PairView, by: Moved['by'], directMs: number | null): Moved {
    const moved: Moved = { uid, workspace, by, directMs, shiftsMs: [], failures: 0, open: 0 };
    this.#moved.set(uid, moved);
    return moved;
  }
}

type Ranked = Pick<Moved, 'uid' | 'by'> & Pick<MovedGpr, 'shiftMs'>;

/** Those that the change itself moves first, then the greatest medians, then the lowest uids. */
function order(a: Ranked, b: Ranked): number {
  if (a.by !== b.by) return a.by === 'change' ? -1 : 1;
  const medianOf = ({ shiftMs }: Ranked) => Math.abs(shiftMs?.p50 ?? 0);
  return medianOf(b) - medianOf(a) || a.uid - b.uid;
}

type Halves = readonly [HalfView, HalfView];

/** How much later a GPR starts or ends with the changes. What comes after `untilMs` counts as coming then. */
function shiftOf(pair: PairView, nowMs: number, untilMs: number): number | null {
  const [without, changed] = instantsOf(pair, nowMs).map((ms) => ms && Math.min(ms, untilMs));
  return difference(without, changed);
}

/**
 * When a GPR starts without and with the changes; if it holds GPUs at `nowMs`, when it ends. Infinity: after the end of the future. null:
 * it does not start, because it has ended or was removed, or it holds GPUs and fails on one side, which is no early end.
 */
function instantsOf({ halves }: PairView, nowMs: number): readonly (number | null)[] {
  const [without, changed] = halves as Halves;
  const holds = without.startMs >= 0 && without.startMs <= nowMs && without.startMs === changed.startMs;
  const failsOnce = (without.state === State.failed) !== (changed.state === State.failed);
  return [without, changed].map(({ startMs, endMs }) => {
    if (holds) return failsOnce ? null : endMs < 0 ? Infinity : endMs;
    if (startMs >= 0) return startMs;
    return endMs < 0 ? Infinity : null;
  });
}

function difference(without: number | null, changed: number | null): number | null {
  return without === null || changed === null ? null : changed - without;
}

/** Bounds are values of futures, so that at least 80 % of these lie between them. @param values of the futures that have one */
export function spreadOf(values: readonly (number | null)[]): Spread | null {
  const known = Float64Array.from(values.filter((value) => value !== null)).sort();
  if (known.length === 0) return null;
  const outside = Math.floor(known.length / 10);
  const [p10, p50, p90] = [known[outside], quantile(known, 0.5), known[known.length - 1 - outside]].map(
    (value) => Math.round(value * DIGITS) / DIGITS,
  );
  return { p10, p50, p90 };
}

function effectOf(differences: readonly (number | null)[]): LikelyEffect | null {
  const spread = spreadOf(differences);
  if (spread === null) return null;
  const known = differences.filter((value) => value !== null);
  const less = known.filter((value) => value < 0).length;
  const more = known.filter((value) => value > 0).length;
  return {
    ...spread,
    less: less / known.length,
    more: more / known.length,
    shown: spread.p10 > 0 || spread.p90 < 0,
    // If 80 % of the futures are equal, those that differ are exceptions.
    tends: spread.p10 === 0 && spread.p90 === 0 ? null : tendencyOf(less, more),
  };
}

/** null: the numbers differ by at most two standard deviations of tosses of a fair coin. */
function tendencyOf(less: number, more: number): LikelyEffect['tends'] {
  if ((more - less) * (more - less) <= 4 * (more + less)) return null;
  return more > less ? 'more' : 'less';
}
