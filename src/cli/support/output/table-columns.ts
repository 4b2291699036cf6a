// Tables whose columns depend on the width: if the table is too wide, columns are shortened, then left out.

import { badUsage } from '../../../arguments/command-failure.ts';
import { visible } from '../../../looks/visible.ts';
import { didYouMean } from '../../../wire/text/nearest.ts';
import { inUnit, type Unit } from '../../../wire/text/unit.ts';
import { leastFor, linesOf, type TableOptions, tableWidth, widthOf, widthsOf } from './text-table.ts';

type Sortable = string | number | null;

export interface Column<Row> {
  /** The header. */
  readonly name: string;
  readonly cell: (row: Row) => string;
  readonly isRight?: boolean;
  /** The least width in characters; without it, cells are never shortened. */
  readonly least?: number;
  /** Columns with this member are left out if the table is too wide, the highest number first. */
  readonly spare?: number;
  /** What --sort compares; null comes last. Default: the cell. */
  readonly value?: (row: Row) => Sortable;
}

/** Lines of a group of rows; the header precedes the first group. */
export type Layout<Row> = (rows: readonly Row[], isFirst: boolean) => string[];

/** A table; the first group of rows decides on the columns and their widths. @param unit of the headers about GPUs */
export function tableLayout<Row>(all: readonly Column<Row>[], unit: Unit = 'GPU'): Layout<Row> {
  const columns = all.map((column) => ({ ...column, name: inUnit(column.name, unit) }));
  let chosen: readonly Column<Row>[] = [];
  let widths: readonly number[] = [];
  return (rows, isFirst) => {
    if (isFirst) {
      chosen = fitting(columns, rows);
      widths = widthsOf(matrixOf(chosen, rows), optionsOf(chosen));
    }
    const lines = linesOf(matrixOf(chosen, rows), widths, optionsOf(chosen));
    return isFirst ? lines : lines.slice(1);
  };
}

function fitting<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): readonly Column<Row>[] {
  let chosen = columns;
  const spares = columns.flatMap(({ spare }) => spare ?? []).sort((a, b) => b - a);
  for (const most of spares) {
    const matrix = matrixOf(chosen, rows);
    if (widthOf(widthsOf(matrix, optionsOf(chosen))) <= tableWidth()) break;
    chosen = chosen.filter(({ spare }) => spare !== most);
  }
  return chosen;
}

function matrixOf<Row>(chosen: readonly Column<Row>[], rows: readonly Row[]): string[][] {
  return [chosen.map(({ name }) => name), ...rows.map((row) => chosen.map(({ cell }) => visible(cell(row))))];
}

function optionsOf<Row>(chosen: readonly Column<Row>[]): TableOptions {
  return {
    right: chosen.flatMap(({ isRight }, i) => (isRight ? [i] : [])),
    least: leastFor(
      Object.fromEntries(chosen.flatMap(({ least }, i) => (least === undefined ? [] : [[i, least]]))),
    ),
  };
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
  const column = columns.find((one) => sortName(one) === sort.replace(/^-/, ''))!;
  const value = column.value ?? column.cell;
  const sign = sort.startsWith('-') ? -1 : 1;
  return rows.toSorted((a, b) => compare(value(a), value(b), sign));
}

function compare(a: Sortable, b: Sortable, sign: number): number {
  if (a === b) return 0;
  if (a === null || b === null) return a === null ? 1 : -1;
  return a < b ? -sign : sign;
}
