// What a benchmark hands back.

/** One thing measured beside its reference in the same run. */
export interface Row {
  /** Such as `heap mixed 1e5`; unique over all entries. */
  readonly name: string;
  /** Median, in `unit`. */
  readonly value: number;
  readonly reference: number;
  readonly unit: string;
  /** What the ratio divides by what, in words. */
  readonly ratioOf: string;
  /** Median of the rounds' ratios. */
  readonly ratio: number;
  /** (Largest − smallest ratio of a round) ÷ median. */
  readonly spread: number;
  /** Further findings, such as a hash. */
  readonly notes: Readonly<Record<string, string | number>>;
}

/** Measures; throws when what was measured gave a wrong result. */
export type Entry = (options: { readonly quick: boolean }) => Promise<Row[]>;
