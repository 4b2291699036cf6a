// The steps of the curves, by column: one step for each arrival, and a column for each percent of the GPUs that have been requested.

import { halfToEven, meanOf, toHundredths, toHundredthsOfProduct } from './rounding.ts';

/** The last column: 130 % of the GPUs have been requested, at which the arrivals of the study end. */
const LAST_COLUMN = 130;

/** Percentages; null if there is no step in the column or beside it. */
export interface CurveRow {
  readonly arrivedPercent: number;
  /** Of all GPUs. */
  readonly allocatedPercent: number | null;
  /** Free GPUs that the typical requests cannot use: of all GPUs, and of the free ones. */
  readonly fragmentationPercent: number | null;
  readonly fragmentationOfFreePercent: number | null;
}

/** The values of the steps of one column, in their order. */
interface Column {
  readonly allocated: number[];
  readonly fragmented: number[];
  readonly ofFree: number[];
}

export class ColumnSteps {
  readonly #columns: (Column | undefined)[] = [];

  /** @param arrivedMilli requested so far @param gpus of the nodes that are up @param usedMilli, fragmentedMilli thousandths */
  add(arrivedMilli: number, gpus: number, usedMilli: number, fragmentedMilli: number): void {
    const at = halfToEven(arrivedMilli / gpus / 10);
    if (at > LAST_COLUMN + 1) return;
    this.#columns[at] ??= { allocated: [], fragmented: [], ofFree: [] };
    const column = this.#columns[at];
    const free = gpus * 1000 - usedMilli;
    column.allocated.push(toHundredths(usedMilli / gpus / 10));
    column.fragmented.push(toHundredths(fragmentedMilli));
    column.ofFree.push(free === 0 ? 0 : toHundredths((100 * fragmentedMilli) / free));
  }

  rows(gpus: number): CurveRow[] {
    return Array.from({ length: LAST_COLUMN + 1 }, (_, arrivedPercent) => {
      const { allocated, fragmented, ofFree } = this.#stepsOf(arrivedPercent);
      if (allocated.length === 0) {
        const none = { allocatedPercent: null, fragmentationPercent: null };
        return { arrivedPercent, ...none, fragmentationOfFreePercent: null };
      }
      return {
        arrivedPercent,
        allocatedPercent: toHundredthsOfProduct(meanOf(allocated)),
        fragmentationPercent: toHundredthsOfProduct((100 * meanOf(fragmented)) / 1000 / gpus),
        fragmentationOfFreePercent: meanOf(ofFree),
      };
    });
  }

  /** The steps of a column; if it has none, those of both columns beside it. */
  #stepsOf(at: number): Column {
    const own = this.#columns[at];
    if (own !== undefined) return own;
    const beside = [this.#columns[at - 1], this.#columns[at + 1]];
    const joined = (of: (column: Column) => number[]) =>
      beside.flatMap((column) => (column === undefined ? [] : of(column)));
    return {
      allocated: joined(({ allocated }) => allocated),
      fragmented: joined(({ fragmented }) => fragmented),
      ofFree: joined(({ ofFree }) => ofFree),
    };
  }
}
