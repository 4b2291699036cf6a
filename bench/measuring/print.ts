// Formats the results of a run as Markdown.

import { type Machine as ThisMachine, thisMachine } from '../../src/observe/machine.ts';
import type { Column, Row } from './row.ts';

export interface Machine extends ThisMachine {
  readonly date: string;
}

export function machine(): Machine {
  return { date: new Date().toISOString().slice(0, 10), ...thisMachine() };
}

export function markdown(about: Machine & { readonly quick: boolean }, rows: readonly Row[]): string {
  const { date, node, platform, cpu, cpus, memoryGb, quick } = about;
  const lines = [
    `${date}, Node ${node}, ${platform}, ${cpus} × ${cpu}, ${memoryGb} GB${quick ? ', quick' : ''}`,
    '',
    '| what | median | reference | unit | ratio | spread | ratio of |',
    '|---|--:|--:|---|--:|--:|---|',
    ...rows.map((row) => {
      const figures = [shown(row.value), shown(row.reference), row.unit, row.ratio.toFixed(2)];
      return `| ${[row.name, ...figures, `${Math.round(row.spread * 100)} %`, row.ratioOf].join(' | ')} |`;
    }),
  ];
  const columns = rows.flatMap(({ column }) => column ?? []);
  for (const table of new Set(columns.map((column) => column.table))) {
    lines.push(
      '',
      ...tableOf(
        table,
        columns.filter((column) => column.table === table),
      ),
    );
  }
  const noted = rows.filter(({ notes }) => Object.keys(notes).length > 0);
  if (noted.length > 0) lines.push('');
  for (const { name, notes } of noted) {
    const texts = Object.entries(notes).map(([key, value]) => `${key} ${value}`);
    lines.push(`- ${name}: ${texts.join(', ')}`);
  }
  return lines.join('\n');
}

/** Returns a table with one line for each contender; the smallest figure of a column is bold. */
function tableOf(title: string, columns: readonly Column[]): string[] {
  const names = new Set(columns.flatMap(({ figures }) => Object.keys(figures)));
  const smallest = columns.map(({ figures }) =>
    Math.min(...Object.values(figures).map(({ value }) => value)),
  );
  const cell = ({ figures }: Column, name: string, at: number) => {
    const value = figures[name]?.value;
    if (value === undefined) return '–';
    return value === smallest[at] ? `**${shown(value)}**` : shown(value);
  };
  return [
    `| ${[title, ...columns.map(({ name }) => name)].join(' | ')} |`,
    `|---|${'--:|'.repeat(columns.length)}`,
    ...[...names].map(
      (name) => `| ${[name, ...columns.map((column, at) => cell(column, name, at))].join(' | ')} |`,
    ),
  ];
}

/** Returns a number with three significant digits, or as an integer with commas from 100 on. */
function shown(value: number): string {
  if (value < 100) return String(Number(value.toPrecision(3)));
  return Math.round(value).toLocaleString('en-US');
}
