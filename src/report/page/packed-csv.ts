// Long CSV texts, packed column by column: the numbers of a chart would otherwise take more than its picture. The script of the
// page unpacks them.

import { visibleLines } from '../../looks/visible.ts';
import { csvLine } from '../../wire/text/csv.ts';
import { DIGITS } from '../script/digits.ts';

/** A column, or several that depend on each other and are one text, such as `row,node`. */
export type Column = { readonly head: string } & (
  | { readonly texts: readonly string[] }
  /** ms since 1970; null = empty. */
  | { readonly instants: readonly (number | null)[] }
  /** Rounded to this number of digits after the point; null = empty. */
  | { readonly numbers: readonly (number | null)[]; readonly digits: number }
);

export type Columns = readonly Column[];

/** Up to this number of lines, a text is not packed. */
const PLAIN_MAX = 100;

/** Texts of a section; its packed columns have their indexes. */
export class Texts {
  readonly #indexes = new Map<string, number>();

  indexOf(text: string): number {
    const known = this.#indexes.get(text);
    if (known !== undefined) return known;
    this.#indexes.set(text, this.#indexes.size);
    return this.#indexes.size - 1;
  }

  /** HTML that the script reads; empty without texts. */
  html(): string {
    const texts = [...this.#indexes.keys()].map(visibleLines);
    return texts.length === 0 ? '' : `<pre class="texts packed">${content(JSON.stringify(texts))}</pre>\n`;
  }
}

/** HTML of the lines, which can be opened. */
export function packedDetails(columns: Columns, texts: Texts): string {
  const count = lengthOf(columns[0]);
  if (count <= PLAIN_MAX) {
    return `<details><summary>Numbers as CSV</summary><pre class="csv">${content(visibleLines(linesOf(columns).join('\n')))}</pre></details>`;
  }
  const packed = columns.map((column) => [column.head, kindOf(column), packedInts(intsOf(column, texts))]);
  return `<details><summary>Numbers as CSV</summary><noscript><p class="quiet">The script of this page unpacks the numbers.</p></noscript><pre class="csv packed">${content(JSON.stringify(packed))}</pre></details>`;
}

/** The text of an element. In contrast to attributes, quotation marks stay. */
function content(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}

function lengthOf(column: Column): number {
  if ('texts' in column) return column.texts.length;
  return 'instants' in column ? column.instants.length : column.numbers.length;
}

/** Lines of CSV with their header. */
function linesOf(columns: Columns): string[] {
  const cells = columns.map((column): readonly string[] => {
    if ('texts' in column) return column.texts;
    if ('instants' in column)
      return column.instants.map((ms) => (ms === null ? '' : new Date(ms).toISOString()));
    const { numbers, digits } = column;
    return numbers.map((value) => (value === null ? '' : `${scaled(value, digits) / 10 ** digits}`));
  });
  const lines = Array.from({ length: lengthOf(columns[0]) }, (_, i) => cells.map((of) => of[i]).join(','));
  return [columns.map(({ head }) => head).join(','), ...lines];
}

/** How the script makes cells of integers: texts, instants, or numbers with this number of digits. */
function kindOf(column: Column): string | number {
  if ('texts' in column) return 'text';
  return 'instants' in column ? 'instant' : column.digits;
}

const scaled = (value: number, digits: number) => Math.round(value * 10 ** digits);

function intsOf(column: Column, texts: Texts): (number | null)[] {
  if ('texts' in column) return column.texts.map((text) => texts.indexOf(text));
  if ('instants' in column) return [...column.instants];
  const { numbers, digits } = column;
  return numbers.map((value) => (value === null ? null : scaled(value, digits)));
}

/**
 * Packs integers as differences to the one before, in digits of 5 bits, the lowest first; a digit from 32 on is followed by another,
 * and the lowest bit of a difference is its sign. `_` is null, and `.` with a number repeats the last difference.
 */
function packedInts(ints: readonly (number | null)[]): string {
  const parts: string[] = [];
  let value = 0;
  let difference = 0;
  let repeats = 0;
  const close = () => {
    if (repeats > 0) parts.push(`.${digitsOf(repeats)}`);
    repeats = 0;
  };
  for (const int of ints) {
    if (int === null) {
      close();
      parts.push('_');
      continue;
    }
    if (parts.length > 0 && int - value === difference) repeats += 1;
    else {
      close();
      difference = int - value;
      parts.push(digitsOf(difference < 0 ? -2 * difference + 1 : 2 * difference));
    }
    value = int;
  }
  close();
  return parts.join('');
}

function digitsOf(count: number): string {
  let text = '';
  let rest = count;
  for (; rest >= 32; rest = Math.floor(rest / 32)) text += DIGITS[32 + (rest % 32)];
  return text + DIGITS[rest];
}

/** A piece of a CSV line. */
export const pieceOf = (...cells: readonly unknown[]): string => csvLine(cells);
