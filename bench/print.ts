// A run of the benchmarks for people: where it ran, and a table.

import { arch, cpus, platform, totalmem } from 'node:os';
import type { Row } from './row.ts';

export interface Machine {
  readonly date: string;
  readonly node: string;
  readonly platform: string;
  readonly cpu: string;
  readonly cpus: number;
  readonly memoryGb: number;
}

export function machine(): Machine {
  const all = cpus();
  return {
    date: new Date().toISOString().slice(0, 10),
    node: process.versions.node,
    platform: `${platform()}-${arch()}`,
    cpu: all[0]?.model.trim() ?? 'unknown',
    cpus: all.length,
    memoryGb: Math.round(totalmem() / 2 ** 30),
  };
}

/** A line about the machine, a table of the rows, and their notes. */
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
  const noted = rows.filter(({ notes }) => Object.keys(notes).length > 0);
  if (noted.length > 0) lines.push('');
  for (const { name, notes } of noted) {
    const told = Object.entries(notes).map(([key, value]) => `${key} ${value}`);
    lines.push(`- ${name}: ${told.join(', ')}`);
  }
  return lines.join('\n');
}

/** Three digits that count; thousands with commas. */
function shown(value: number): string {
  if (value < 100) return String(Number(value.toPrecision(3)));
  return Math.round(value).toLocaleString('en-US');
}
