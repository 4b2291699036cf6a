// Reads tables of jobs in tests.

import assert from 'node:assert/strict';
import type { Trace } from '../../sim/index.ts';
import { csv } from '../../sim/workload/formats/csv/csv.ts';
import type { Report } from '../../sim/workload/formats/csv/jobs-report.ts';
import { columns, type Options } from '../../sim/workload/formats/csv/options.ts';
import { parseOption } from '../../sim/workload/formats/format.ts';
import { zones } from '../../src/traces/zones.ts';

export const plain: Options = {
  machine: { nodes: 4, gpusPerNode: 8 },
  columns: undefined,
  compress: 1,
  bound: { kind: 'exact' },
};

export function read(lines: readonly string[], given: Partial<Options> = {}): Trace {
  const found = csv.read({ jobs: `${lines.join('\n')}\n` }, { ...plain, ...given }, zones);
  assert.ok(found.ok, JSON.stringify(found));
  return found.trace;
}

export function whyRefused(lines: readonly string[], given: Partial<Options> = {}): string {
  const found = csv.read({ jobs: lines.join('\n') }, { ...plain, ...given }, zones);
  assert.ok(!found.ok);
  return found.problems.map(({ file, message }) => `${file} ${message}`).join('\n');
}

export const reportOf = ({ report }: Trace) => report.data as Report;

export const columnsOf = (text: string) => {
  const parsed = parseOption(columns, text);
  assert.ok(parsed.ok);
  return { columns: parsed.value };
};
