// Tables whose columns depend on the width: if the table is too wide, columns are shortened, then left out.

import { badUsage } from '../../../arguments/command-failure.ts';
import { NONE } from '../../../looks/span.ts';
import { visible } from '../../../looks/visible.ts';
import { csvLine } from '../../../wire/text/csv.ts';
import { didYouMean } from '../../../wire/text/did-you-mean.ts';
import { inUnit, type Unit } from '../../../wire/text/unit.ts';
import { type Output, print } from './output.ts';
import { leastFor, linesOf, type TableOptions, tableWidth, widthOf, widthsOf } from './text-table.ts';

type Value = string | number | null;

export interface Column<Row> {
  /** The header. */
  readonly name: string;
  /** What the cell shows and --sort compares; null is shown as –, and comes last. */
  readonly value: (row: Row) => Value;
  /** The text of a number. */
  readonly text?: (value: number) => string;
  /** The text of the cell, if it does not derive from the value. */
  readonly cell?: (row: Row) => string;
  /** Default: whether the values are numbers. */
  readonly isRight?: boolean;
  /** The least width in characters; without it, cells are never shortened. */
  readonly least?: number;
  /** Columns with this member are left out if the table is too wide, the highest number first. */
  readonly spare?: number;
}

/** Lines of a group of rows; the header precedes the first group. */
type Layout<Row> = (rows: readonly Row[], isFirst: boolean) => string[];

/** A table; the first group of rows decides on the columns and their widths. @param unit of the headers about GPUs */
export function tableLayout<Row>(all: readonly Column<Row>[], unit: Unit = 'GPU'): Layout<Row> {
  let chosen: readonly Column<Row>[] = [];
  let widths: readonly number[] = [];
  let options: TableOptions = {};
  return (rows, isFirst) => {
    if (isFirst) {
      chosen = fitting(all, rows);
      options = optionsOf(chosen, rows);
      widths = widthsOf(matrixOf(chosen, rows, unit), options);
    }
    const lines = linesOf(matrixOf(chosen, rows, unit), widths, options);
    return isFirst ? lines : lines.slice(1);
  };
}

function fitting<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): readonly Column<Row>[] {
  let chosen = columns;
  const spares = columns.flatMap(({ spare }) => spare ?? []).sort((a, b) => b - a);
  for (const most of spares) {
    if (widthOf(widthsOf(matrixOf(chosen, rows), optionsOf(chosen, rows))) <= tableWidth()) break;
    chosen = chosen.filter(({ spare }) => spare !== most);
  }
  return chosen;
}

function matrixOf<Row>(chosen: readonly Column<Row>[], rows: readonly Row[], unit: Unit = 'GPU'): string[][] {
  const cells = (row: Row) => chosen.map((column) => visible(cellOf(column, row)));
  return [chosen.map(({ name }) => inUnit(name, unit)), ...rows.map(cells)];
}

function cellOf<Row>({ value, text = String, cell }: Column<Row>, row: Row): string {
  if (cell !== undefined) return cell(row);
  const one = value(row);
  return typeof one === 'number' ? text(one) : (one ?? NONE);
}

function optionsOf<Row>(chosen: readonly Column<Row>[], rows: readonly Row[]): TableOptions {
  const isRight = (column: Column<Row>) =>
    column.isRight ?? rows.some((row) => typeof column.value(row) === 'number');
  return {
    right: chosen.flatMap((column, i) => (isRight(column) ? [i] : [])),
    least: leastFor(
      Object.fromEntries(chosen.flatMap(({ least }, i) => (least === undefined ? [] : [[i, least]]))),
    ),
  };
}

/** Prints groups of rows: as a table, as CSV, or as a line of JSON for each row. @param members of CSV */
export function rowPrinter<Row extends object>(
  { json }: Output,
  isCsv = false,
  columns: readonly Column<Row>[],
  members: readonly string[],
  unit?: Unit,
): (rows: readonly Row[]) => void {
  const layout = tableLayout(columns, unit);
  let isFirst = true;
  return (rows) => {
    const lines = json
      ? rows.map((row) => JSON.stringify(row))
      : isCsv
        ? csvOf(rows, members).slice(isFirst ? 0 : 1)
        : layout(rows, isFirst);
    if (lines.length > 0) print(`${lines.join('\n')}\n`, json ? 'json' : isCsv ? 'csv' : 'text');
    isFirst = false;
  };
}

/** A header, and a line for each row. */
export function csvOf(rows: readonly object[], members: readonly string[]): string[] {
  return [
    members,
    ...rows.map((row) => members.map((member) => (row as Record<string, unknown>)[member])),
  ].map(csvLine);
}

/** The name of a column in `--sort`. */
export function sortName({ name }: { readonly name: string }): string {
  return name.toLowerCase().replaceAll(' ', '-');
}

/** Parses the value of --sort: the name of a column, after a "-" to begin with the greatest. */
export function sortBy(names: readonly string[]): (text: string) => string {
  return (text) => {
    const wanted = text.toLowerCase();
    if (names.includes(wanted.replace(/^-/, ''))) return wanted;
    throw badUsage(
      `--sort takes a column (${names.join(', ')}), or -COLUMN to begin with the greatest, ` +
        `not ${JSON.stringify(text)}${didYouMean(text.replace(/^-/, ''), names)}`,
    );
  };
}

/** @param sort as `sortBy` returns it; undefined keeps the order */
export function sorted<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  sort: string | undefined,
): readonly Row[] {
  if (sort === undefined) return rows;
  const { value } = columns.find((one) => sortName(one) === sort.replace(/^-/, ''))!;
  const sign = sort.startsWith('-') ? -1 : 1;
  return rows.toSorted((a, b) => compare(value(a), value(b), sign));
}

function compare(a: Value, b: Value, sign: number): number {
  if (a === b) return 0;
  if (a === null || b === null) return a === null ? 1 : -1;
  return a < b ? -sign : sign;
}
