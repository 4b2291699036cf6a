// The totals of the world, or of each cluster, node or workspace, in a table of words.

import { nameKey, pageInSteps, pageOfValues } from '../../base/collections/selection.ts';
import { ratio } from '../../base/numbers/statistics.ts';
import { HOUR_MS } from '../../base/numbers/time.ts';
import { TOTALS_PERCENTILES } from './percentiles.ts';
import type { SubjectKind } from './subjects.ts';

type Percentile = (typeof TOTALS_PERCENTILES)[number];

export interface Totals {
  /** `started`: starts, also after a requeue. `created` and `removed` (while Queued): null for a node. */
  readonly gprs: {
    readonly created: number | null;
    readonly started: number;
    readonly completed: number;
    readonly timedOut: number;
    readonly failed: number;
    readonly removed: number | null;
    /** Queued at the end of the range; null for a node. */
    readonly queued: number | null;
  };
  /** Waits that a first start ends within the range. */
  readonly waits: {
    readonly count: number;
    readonly meanMs: number | null;
    readonly maxMs: number | null;
  } & { readonly [Name in `p${Percentile}Ms`]: number | null };
  /** GPU time that GPRs held, and that nodes were up; null for a workspace. */
  readonly gpuHours: number;
  readonly upGpuHours: number | null;
  readonly utilization: number | null;
  readonly evictions: { readonly suffered: number; readonly given: number };
  readonly requeues: number;
  /** Of nodes; of a workspace, the attempts that one ended. */
  readonly nodeFailures: number;
  /** GPU time within the range × price, in the currency of the prices. */
  readonly cost: number;
}

/** Offsets in the words of a row. */
export const Word = {
  created: 0,
  removed: 1,
  started: 2,
  completed: 3,
  timedOut: 4,
  failed: 5,
  gpuMs: 6,
  upGpuMs: 7,
  costMicroHours: 8,
  suffered: 9,
  given: 10,
  requeues: 11,
  nodeFailures: 12,
  waits: 13,
  waitMs: 14,
  waitMsMax: 15,
  queued: 16,
  /** The first of `TOTALS_PERCENTILES`. */
  percentiles: 17,
} as const;
export const WORDS: number = Word.percentiles + TOTALS_PERCENTILES.length;

/** A member for each percentile. @param of returns its value by its word */
function percentiles<Name extends string, Value>(
  nameOf: (which: Percentile) => Name,
  of: (word: number) => Value,
): Readonly<Record<Name, Value>> {
  const members = TOTALS_PERCENTILES.map((which, i) => [nameOf(which), of(Word.percentiles + i)]);
  return Object.fromEntries(members) as Record<Name, Value>;
}

/** The members by which rows can be sorted. */
export const TOTALS_ORDERS = [
  'name',
  'created',
  'started',
  'completed',
  'timedOut',
  'failed',
  'removed',
  'queued',
  'waits',
  'waitMeanMs',
  ...TOTALS_PERCENTILES.map((which) => `waitP${which}Ms` as const),
  'waitMaxMs',
  'gpuHours',
  'upGpuHours',
  'utilization',
  'suffered',
  'given',
  'requeues',
  'nodeFailures',
  'cost',
] as const;
export type TotalsOrder = (typeof TOTALS_ORDERS)[number];

const WORD_OF: Readonly<Partial<Record<TotalsOrder, number>>> = {
  ...percentiles(
    (which) => `waitP${which}Ms` as const,
    (word) => word,
  ),
  waitMaxMs: Word.waitMsMax,
  gpuHours: Word.gpuMs,
  upGpuHours: Word.upGpuMs,
  cost: Word.costMicroHours,
  created: Word.created,
  started: Word.started,
  completed: Word.completed,
  timedOut: Word.timedOut,
  failed: Word.failed,
  removed: Word.removed,
  queued: Word.queued,
  waits: Word.waits,
  suffered: Word.suffered,
  given: Word.given,
  requeues: Word.requeues,
  nodeFailures: Word.nodeFailures,
};

/** Which rows are wanted, and in what order. */
export interface Chosen {
  readonly kind: SubjectKind;
  /** undefined: rows are in the order of their numbers. */
  readonly order: TotalsOrder | undefined;
  readonly isDescending: boolean;
  /** Whether a row is wanted that has totals. */
  readonly isWanted: (row: number) => boolean;
  /** undefined: the reader may not see it, and it comes last in the order of names. */
  readonly nameOf: (row: number) => string | undefined;
}

/** Names read in a step. */
const STEP_NAMES = 2048;

export class TotalsTable {
  readonly #chosen: Chosen;
  readonly #words: Float64Array;
  /** The selected rows with their keys. */
  readonly #rows: Int32Array;
  readonly #keys: Float64Array;
  /** Number of selected rows. */
  total = 0;

  constructor(chosen: Chosen, size: number, words: Float64Array) {
    this.#chosen = chosen;
    this.#words = words;
    this.#rows = new Int32Array(size);
    this.#keys = new Float64Array(size);
  }

  /** Selects a row with complete totals if it is wanted; a workspace, if it counts anything. Rows come in their order. */
  select(row: number): void {
    const { kind, order, isDescending, isWanted } = this.#chosen;
    if (!isWanted(row) || (kind === 'workspaces' && this.#isEmpty(row))) return;
    const value = order === undefined || order === 'name' ? row : this.#value(row, order);
    const key = isDescending && value !== null ? -value : value;
    this.#rows[this.total] = row;
    this.#keys[this.total++] = key ?? Number.POSITIVE_INFINITY;
  }

  #isEmpty(row: number): boolean {
    const from = row * WORDS;
    for (let at = from; at < from + WORDS; at++) if (this.#words[at] !== 0) return false;
    return true;
  }

  of(row: number): Totals {
    const of = (word: number) => this.#of(row, word);
    const isNode = this.#chosen.kind === 'nodes';
    const isWorkspace = this.#chosen.kind === 'workspaces';
    const waits = of(Word.waits);
    const ifAny = (word: number) => (waits === 0 ? null : of(word));
    return {
      gprs: {
        created: isNode ? null : of(Word.created),
        started: of(Word.started),
        completed: of(Word.completed),
        timedOut: of(Word.timedOut),
        failed: of(Word.failed),
        removed: isNode ? null : of(Word.removed),
        queued: isNode ? null : of(Word.queued),
      },
      waits: {
        count: waits,
        meanMs: ratio(of(Word.waitMs), waits),
        ...percentiles((which) => `p${which}Ms` as const, ifAny),
        maxMs: ifAny(Word.waitMsMax),
      },
      gpuHours: of(Word.gpuMs) / HOUR_MS,
      upGpuHours: isWorkspace ? null : of(Word.upGpuMs) / HOUR_MS,
      utilization: isWorkspace ? null : ratio(of(Word.gpuMs), of(Word.upGpuMs)),
      evictions: { suffered: of(Word.suffered), given: of(Word.given) },
      requeues: of(Word.requeues),
      nodeFailures: of(Word.nodeFailures),
      cost: of(Word.costMicroHours) / 1e6,
    };
  }

  /**
   * The selected rows at the places `from` to `end − 1` in the order of the member, found in steps. Rows without a value come last,
   * equal ones in the order of their numbers.
   */
  *page(from: number, end: number): Generator<void, number[]> {
    const { order, isDescending, nameOf } = this.#chosen;
    const names: (string | undefined)[] = [];
    for (let i = 0; order === 'name' && i < this.total; i++) {
      const name = nameOf(this.#rows[i]);
      names.push(name === undefined ? undefined : nameKey(name));
      if (i % STEP_NAMES === STEP_NAMES - 1) yield;
    }
    const places =
      order === 'name'
        ? yield* pageOfValues(names, isDescending, from, end)
        : yield* pageInSteps(this.#keys.subarray(0, this.total), from, end);
    return places.map((place) => this.#rows[place]);
  }

  #value(row: number, order: Exclude<TotalsOrder, 'name'>): number | null {
    if (order === 'utilization') return ratio(this.#of(row, Word.gpuMs), this.#of(row, Word.upGpuMs));
    if (order === 'waitMeanMs') return ratio(this.#of(row, Word.waitMs), this.#of(row, Word.waits));
    const isOfWait = order.startsWith('wait') && order !== 'waits';
    if (isOfWait && this.#of(row, Word.waits) === 0) return null;
    return this.#of(row, WORD_OF[order]!);
  }

  #of(row: number, word: number): number {
    return this.#words[row * WORDS + word];
  }
}
