// The figures of a run as a table and as lines of CSV.

import { span } from '../looks/span.ts';
import type { Meaning } from '../studies/meaning.ts';
import { csvLine } from '../wire/text/csv.ts';
import { inUnit } from '../wire/text/unit.ts';
import { detailsOf, tableOf } from './page/html.ts';

/** The members of a summary. */
export type Members = Readonly<Record<string, unknown>>;

/** Member → name, in the order of the table. */
const NAMES: Readonly<Record<string, string>> = {
  gprs: 'GPRs created',
  placed: 'placed',
  completed: 'completed',
  timedOut: 'timed out',
  failed: 'failed',
  waiting: 'waiting at the end',
  running: 'with GPUs at the end',
  evictions: 'evictions',
  requeues: 'requeues',
  waitMsMean: 'mean wait',
  waitMsP50: 'median wait',
  waitMsP95: 'p95 wait',
  waitMsP99: 'p99 wait',
  waitMsMax: 'longest wait',
  flowMsMean: 'mean flow',
  boundedSlowdownMean: 'mean bounded slowdown',
  boundedSlowdownMax: 'highest bounded slowdown',
  recordedEstimates: 'recorded estimates',
  estimateErrorMsMean: 'mean error of estimates',
  utilization: 'utilization of the GPUs',
  fragmentation: 'fragmentation of the free GPUs',
  allocatedAtEnd: 'allocated at the end',
  simMs: 'simulated',
};

export function figuresTable(summary: Members, { unit, without }: Meaning): string {
  const hidden: ReadonlySet<string> = without;
  const rows = Object.entries(NAMES)
    .filter(([member]) => summary[member] !== undefined && !hidden.has(member))
    .map(([member, name]) => [
      inUnit(name, unit),
      readable(member, summary[member] as number | null),
      exact(summary[member]),
    ]);
  const lines = metricLines(summary);
  return (
    tableOf(['figure', 'value', 'exact'], rows, 1) +
    detailsOf(lines, lines.length, 'the command above prints all with --csv')
  );
}

/** A header and a line `metric,value` for each number and text; lists and objects have none. */
export function metricLines(summary: Members): string[] {
  const values = Object.entries(summary).filter(([, value]) => value === null || typeof value !== 'object');
  return [csvLine(['metric', 'value']), ...values.map(csvLine)];
}

/** Members that are shares of GPUs. */
const SHARES: readonly string[] = ['utilization', 'fragmentation', 'allocatedAtEnd'];

/** The text of a value without a sample. */
export const NONE = '–';

function readable(member: string, value: number | null): string {
  if (value === null) return NONE;
  if (/Ms([A-Z]|$)/.test(member)) return span(value);
  if (SHARES.includes(member)) return `${(value * 100).toFixed(1)} %`;
  return Number.isInteger(value) ? `${value}` : value.toFixed(2);
}

function exact(value: unknown): string {
  return value === null ? NONE : String(value);
}
