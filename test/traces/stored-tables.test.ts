// Reads the tables in fixtures/tables, which state what is read of them.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { columns, machine } from '../../sim/workload/formats/csv/options.ts';
import { parseOption } from '../../sim/workload/formats/format.ts';
import { openb } from '../../sim/workload/formats/openb/openb.ts';
import { bound } from '../../sim/workload/formats/run-bound.ts';
import { checkPart } from '../sim/runs/run.ts';
import { read, whyRefused } from './read-table.ts';

const folder = join(import.meta.dirname, '../../fixtures/tables');

const parsers = { bound, columns, machine };

/** Options by name; the formats have different ones. */
type Given = Readonly<Record<string, unknown>>;

function optionsOf(given: Readonly<Record<string, string>>): Given {
  const options = Object.entries(given).map(([name, text]) => {
    if (!(name in parsers)) return [name, text];
    const parsed = parseOption(parsers[name as 'columns'], text);
    assert.ok(parsed.ok, text);
    return [name, parsed.value];
  });
  return Object.fromEntries(options);
}

/** Takes the lines of a test: options, rows, `read` or `refuse`, and what that gives. */
function take(lines: readonly string[], nodes: readonly string[]): void {
  let options: Given = {};
  let rows: string[] = [];
  let value: unknown;
  for (const line of lines) {
    if (/^[|p] /.test(line)) rows.push(line.slice(2));
    else if (line.startsWith('options ')) options = optionsOf(JSON.parse(line.slice(8)));
    else if (line.startsWith('  ')) checkPart(value, line);
    else {
      if (nodes.length > 0) value = podsRead(nodes, rows, options);
      else value = line === 'read' ? jobsRead(rows, options) : whyRefused(rows, options);
      rows = [];
    }
  }
}

function jobsRead(rows: readonly string[], options: Given) {
  const { startMs, ...trace } = read(rows, options);
  return { ...trace, start: startMs === undefined ? null : new Date(startMs).toISOString() };
}

const PODS =
  'name,cpu_milli,memory_mib,num_gpu,gpu_milli,gpu_spec,qos,pod_phase,creation_time,deletion_time,scheduled_time';

function podsRead(nodes: readonly string[], rows: readonly string[], options: Given) {
  const texts = { nodes: `${nodes.join('\n')}\n`, pods: `${[PODS, ...rows].join('\n')}\n` };
  const plain = { compress: 1, keepNodes: 1, shares: 'whole', arrivals: 'recorded' } as const;
  const found = openb.read(texts, { ...plain, bound: { kind: 'round' }, ...options });
  assert.ok(found.ok, JSON.stringify(found));
  return found.trace;
}

for (const file of readdirSync(folder).filter((name) => name.endsWith('.tables'))) {
  const [head, ...tests] = readFileSync(join(folder, file), 'utf8').split(/^### /m);
  const nodes = [...head!.matchAll(/^n (.*)$/gm)].map(([, row]) => row!);
  for (const text of tests) {
    const [title, ...lines] = text.trimEnd().split('\n');
    test(`${file}: ${title}`, () =>
      take(
        lines.filter((line) => line !== '' && !line.startsWith('# ')),
        nodes,
      ));
  }
}
