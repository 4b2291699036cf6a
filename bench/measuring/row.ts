/** A result: a subject and its reference, measured in the same run. */
export interface Row {
  /** Such as `heap mixed 1e5`; unique in all benchmarks. */
  readonly name: string;
  readonly value: number;
  readonly reference: number;
  readonly unit: string;
  /** What the ratio divides, such as `engine ÷ bare loop`. */
  readonly ratioOf: string;
  readonly ratio: number;
  /** (Largest − smallest ratio of a round) ÷ median. */
  readonly spread: number;
  readonly notes: Readonly<Record<string, string | number>>;
  /** If more than two contenders were measured: the figures of all. */
  readonly column?: Column;
}

/** A column of a table with one line for each contender. */
export interface Column {
  readonly table: string;
  readonly name: string;
  readonly figures: Readonly<Record<string, Figure>>;
}

export interface Figure {
  readonly value: number;
  /** Its time ÷ the time of the row's subject: median and relative spread of the rounds. */
  readonly ratio: number;
  readonly spread: number;
}

/** Runs a benchmark. Throws if a measured task gives a wrong result. */
export type Entry = (options: { readonly quick: boolean }) => Promise<Row[]>;
