// The totals of the world, or of each cluster, node or workspace, in a table of words.

import { ratio } from '../../base/numbers/statistics.ts';
import { HOUR_MS } from '../../base/numbers/time.ts';
import type { SubjectKind } from './subjects.ts';

export interface Totals {
  /** `started`: starts, also after a requeue. `created` and `removed` (while Queued): null for a node. */
  readonly gprs: {
    readonly created: number | null;
    readonly started: number;
    readonly completed: number;
    readonly timedOut: number;
    readonly failed: number;
    readonly removed: number | null;
  };
  /** Waits that a first start ends within the range. */
  readonly waits: {
    readonly count: number;
    readonly meanMs: number | null;
    readonly p50Ms: number | null;
    readonly p95Ms: number | null;
    readonly maxMs: number | null;
  };
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
  p50Ms: 16,
  p95Ms: 17,
} as const;
export const WORDS = 18;

/** The members by which rows can be sorted. */
export const TOTALS_ORDERS = [
  'created',
  'started',
  'completed',
  'timedOut',
  'failed',
  'removed',
  'waits',
  'waitMeanMs',
  'waitP50Ms',
  'waitP95Ms',
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
  waitP50Ms: Word.p50Ms,
  waitP95Ms: Word.p95Ms,
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
  waits: Word.waits,
  suffered: Word.suffered,
  given: Word.given,
  requeues: Word.requeues,
  nodeFailures: Word.nodeFailures,
};

export class TotalsTable {
  readonly size: number;
  readonly #kind: SubjectKind;
  readonly #words: Float64Array;

  constructor(kind: SubjectKind, size: number, words: Float64Array) {
    this.#kind = kind;
    this.size = size;
    this.#words = words;
  }

  /** Whether anything is counted in a row beside the time that nodes were up. */
  isEmpty(row: number): boolean {
    for (let word = 0; word < WORDS; word++) {
      if (word !== Word.upGpuMs && this.#of(row, word) !== 0) return false;
    }
    return true;
  }

  of(row: number): Totals {
    const of = (word: number) => this.#of(row, word);
    const isNode = this.#kind === 'nodes';
    const isWorkspace = this.#kind === 'workspaces';
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
      },
      waits: {
        count: waits,
        meanMs: ratio(of(Word.waitMs), waits),
        p50Ms: ifAny(Word.p50Ms),
        p95Ms: ifAny(Word.p95Ms),
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
   * The rows at the places `from` to `end − 1` in the order of a member, the greatest first if `isDescending`. Rows without a
   * value come last, equal ones in the order of their numbers.
   */
  page(
    rows: readonly number[],
    order: TotalsOrder,
    isDescending: boolean,
    from: number,
    end: number,
  ): number[] {
    const keys = Float64Array.from(rows, (row) => this.#key(row, order, isDescending));
    const sorted = keys.slice().sort();
    const last = Math.min(end, rows.length);
    if (from >= last) return [];
    const low = sorted[from];
    const high = sorted[last - 1];
    let before = 0;
    const near: number[] = [];
    for (let i = 0; i < rows.length; i++) {
      if (keys[i] < low) before++;
      else if (keys[i] <= high) near.push(i);
    }
    near.sort((a, b) => (keys[a] < keys[b] ? -1 : keys[a] > keys[b] ? 1 : a - b));
    return near.slice(from - before, last - before).map((i) => rows[i]);
  }

  #key(row: number, order: TotalsOrder, isDescending: boolean): number {
    const value = this.#value(row, order);
    if (value === null) return Number.POSITIVE_INFINITY;
    return isDescending ? -value : value;
  }

  #value(row: number, order: TotalsOrder): number | null {
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
