// Reads the tables in fixtures/tables, which state what is read of them.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { csv } from '../../sim/workload/formats/csv/csv.ts';
import { columns, machine } from '../../sim/workload/formats/csv/options.ts';
import { parseOption } from '../../sim/workload/formats/format.ts';
import { openb } from '../../sim/workload/formats/openb/openb.ts';
import { bound } from '../../sim/workload/formats/run-bound.ts';
import { bound as boundOfLog } from '../../sim/workload/formats/swf/options.ts';
import { swf } from '../../sim/workload/formats/swf/swf.ts';
import { zones } from '../../src/traces/zones.ts';
import { checkPart } from '../sim/runs/run.ts';
import { plain } from './read-table.ts';

const folder = join(import.meta.dirname, '../../fixtures/tables');

const parsers = { bound, columns, machine };

/** Options by name; the formats have different ones. */
type Given = Readonly<Record<string, unknown>>;

const PODS =
  'name,cpu_milli,memory_mib,num_gpu,gpu_milli,gpu_spec,qos,pod_phase,creation_time,deletion_time,scheduled_time';
const ofPods = { compress: 1, keepNodes: 1, shares: 'whole', arrivals: 'recorded' } as const;
const ofLogs = { broken: 'drop', processors: undefined, compress: 1 } as const;

const lines = (rows: readonly string[]) => `${rows.join('\n')}\n`;

/** By format: reads the rows of a test. @param head the rows at the top of the file */
const readers = {
  csv: (_: readonly string[], rows: readonly string[], given: Given) =>
    csv.read({ jobs: lines(rows) }, { ...plain, ...given }, zones),
  openb: (head: readonly string[], rows: readonly string[], given: Given) =>
    openb.read(
      { nodes: lines(head), pods: lines([PODS, ...rows]) },
      { ...ofPods, bound: { kind: 'round' }, ...given },
    ),
  swf: (head: readonly string[], rows: readonly string[], given: Given) =>
    swf.read({ log: lines([...head, ...rows]) }, { ...ofLogs, bound: { kind: 'requested' }, ...given }),
};

function optionsOf(format: string, given: Given): Given {
  const options = Object.entries(given).map(([name, text]) => {
    if (!(name in parsers)) return [name, text];
    const parser = format === 'swf' ? boundOfLog : parsers[name as 'columns'];
    const parsed = parseOption<unknown>(parser, String(text));
    assert.ok(parsed.ok, String(text));
    return [name, parsed.value];
  });
  return Object.fromEntries(options);
}

/** Takes the lines of a test: options, rows, `read` or `refuse`, and what that gives. */
function take(format: keyof typeof readers, head: readonly string[], lines: readonly string[]): void {
  let options: Given = {};
  const top = [...head];
  let rows: string[] = [];
  let value: unknown;
  for (const line of lines) {
    if (line.startsWith('n ')) top.push(line.slice(2));
    else if (/^[|p] /.test(line)) rows.push(line.slice(2));
    else if (line.startsWith('options ')) options = optionsOf(format, JSON.parse(line.slice(8)));
    else if (line.startsWith('  ')) checkPart(value, line);
    else {
      const found = readers[format](top, rows, options);
      assert.equal(found.ok, line === 'read', JSON.stringify(found));
      value = found.ok
        ? dated(found.trace)
        : found.problems.map(({ file, message }) => `${file} ${message}`).join('\n');
      rows = [];
    }
  }
}

function dated<T extends { readonly startMs?: number | undefined }>({ startMs, ...trace }: T) {
  return { ...trace, start: startMs === undefined ? null : new Date(startMs).toISOString() };
}

for (const file of readdirSync(folder).filter((name) => name.endsWith('.tables'))) {
  const [head, ...tests] = readFileSync(join(folder, file), 'utf8').split(/^### /m);
  const first = [...head!.matchAll(/^n (.*)$/gm)].map(([, row]) => row!);
  for (const text of tests) {
    const [title, ...lines] = text.trimEnd().split('\n');
    test(`${file}: ${title}`, () =>
      take(
        file.replace('.tables', '') as keyof typeof readers,
        first,
        lines.filter((line) => line !== '' && !line.startsWith('# ')),
      ));
  }
}
