// What commands print: text for people, or with --json one JSON document (or JSON lines) on standard output.

export interface Output {
  readonly json: boolean;
  /** A line for people; nothing under --json. */
  text(line: string): void;
  /** The answer as data; nothing without --json. */
  data(value: unknown): void;
  /** A remark beside the answer, on standard error. */
  remark(line: string): void;
}

export function openOutput(json: boolean): Output {
  return {
    json,
    text(line) {
      if (!json) process.stdout.write(`${line}\n`);
    },
    data(value) {
      if (json) process.stdout.write(`${JSON.stringify(value)}\n`);
    },
    remark(line) {
      process.stderr.write(`${line}\n`);
    },
  };
}

/** Columns of text, each as wide as its widest cell; numbers (marked by position) to the right. */
export function table(rows: readonly (readonly string[])[], right: readonly number[] = []): string[] {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [i, cell] of row.entries()) widths[i] = Math.max(widths[i] ?? 0, cell.length);
  }
  return rows.map((row) =>
    row
      .map((cell, i) => (right.includes(i) ? cell.padStart(widths[i]) : cell.padEnd(widths[i])))
      .join('  ')
      .trimEnd(),
  );
}
