// How the runs of a comparison are divided into parts.

/** The runs K, K + N, K + 2 N, … of the grid. */
export interface Part {
  /** From 0. */
  readonly index: number;
  readonly count: number;
}

export const PARTS_MAX = 1_000_000;
const RUNS_PER_PART = 10;
const DEFAULT_PARTS_MAX = 100;

/** Parses `K/N`; undefined unless 0 ≤ K < N. */
export function parsePart(text: string): Part | undefined {
  const [, index, count] = /^([0-9]{1,7})\/([0-9]{1,7})$/.exec(text)?.map(Number) ?? [];
  if (index === undefined || index >= count || count > PARTS_MAX) return undefined;
  return { index, count };
}

/** Ten runs in each part, but at most 100 parts: a part should take minutes. */
export function defaultParts(runs: number): number {
  return Math.min(DEFAULT_PARTS_MAX, Math.ceil(runs / RUNS_PER_PART));
}
