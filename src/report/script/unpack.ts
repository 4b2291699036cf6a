// The reverse of page/packed-csv.ts.

import { DIGITS } from './digits.ts';

/** The head of a column, how its cells are made of integers, and the integers; see `packedInts`. */
type PackedColumn = readonly [head: string, kind: 'text' | 'instant' | number, ints: string];

/** Makes lines of CSV with their header. @param texts of the section */
export function unpacked(columns: readonly PackedColumn[], texts: readonly string[]): string {
  const cells = columns.map(([, kind, packed]) =>
    intsOf(packed).map((int) => {
      if (int === null) return '';
      if (kind === 'text') return texts[int];
      return kind === 'instant' ? new Date(int).toISOString() : `${int / 10 ** kind}`;
    }),
  );
  const lines = cells[0].map((_, i) => cells.map((column) => column[i]).join(','));
  return [columns.map(([head]) => head).join(','), ...lines].join('\n');
}

function intsOf(packed: string): (number | null)[] {
  const ints: (number | null)[] = [];
  let at = 0;
  let value = 0;
  let difference = 0;
  const count = () => {
    for (let n = 0, unit = 1; ; unit *= 32) {
      const digit = DIGITS.indexOf(packed[at++]);
      n += (digit % 32) * unit;
      if (digit < 32) return n;
    }
  };
  const add = () => {
    value += difference;
    ints.push(value);
  };
  while (at < packed.length) {
    if (packed[at] === '_') {
      at++;
      ints.push(null);
    } else if (packed[at] === '.') {
      at++;
      for (let n = count(); n > 0; n--) add();
    } else {
      const n = count();
      difference = n % 2 === 1 ? (1 - n) / 2 : n / 2;
      add();
    }
  }
  return ints;
}
