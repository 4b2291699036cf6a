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
  /** Where more than two things ran side by side: all of them. */
  readonly column?: Column;
}

/** A column of a table that has one line for each thing that was measured. */
export interface Column {
  readonly table: string;
  readonly name: string;
  /** By line. */
  readonly figures: Readonly<Record<string, Figure>>;
}

export interface Figure {
  /** Median, in the row's unit. */
  readonly value: number;
  /** What it took ÷ what the row's subject took: median of the rounds, and their spread as in a row. */
  readonly ratio: number;
  readonly spread: number;
}

/** Measures; throws when what was measured gave a wrong result. */
export type Entry = (options: { readonly quick: boolean }) => Promise<Row[]>;
