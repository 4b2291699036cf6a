// Reads the tables in fixtures/tables, which state what is read of them.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { columns, machine, type Options } from '../../sim/workload/formats/csv/options.ts';
import { parseOption } from '../../sim/workload/formats/format.ts';
import { bound } from '../../sim/workload/formats/run-bound.ts';
import { checkPart } from '../sim/runs/run.ts';
import { read, whyRefused } from './read-table.ts';

const folder = join(import.meta.dirname, '../../fixtures/tables');

const parsers = { bound, columns, machine };

function optionsOf(given: Readonly<Record<string, string>>): Partial<Options> {
  const options = Object.entries(given).map(([name, text]) => {
    if (!(name in parsers)) return [name, text];
    const parsed = parseOption(parsers[name as 'columns'], text);
    assert.ok(parsed.ok, text);
    return [name, parsed.value];
  });
  return Object.fromEntries(options);
}

/** Takes the lines of a test: options, rows, `read` or `refuse`, and what that gives. */
function take(lines: readonly string[]): void {
  let options: Partial<Options> = {};
  let rows: string[] = [];
  let value: unknown;
  for (const line of lines) {
    if (line.startsWith('| ')) rows.push(line.slice(2));
    else if (line.startsWith('options ')) options = optionsOf(JSON.parse(line.slice(8)));
    else if (line.startsWith('  ')) checkPart(value, line);
    else {
      value = line === 'read' ? found(rows, options) : whyRefused(rows, options);
      rows = [];
    }
  }
}

function found(rows: readonly string[], options: Partial<Options>) {
  const { startMs, ...trace } = read(rows, options);
  return { ...trace, start: startMs === undefined ? null : new Date(startMs).toISOString() };
}

for (const file of readdirSync(folder).filter((name) => name.endsWith('.tables'))) {
  const [, ...tests] = readFileSync(join(folder, file), 'utf8').split(/^### /m);
  for (const text of tests) {
    const [title, ...lines] = text.trimEnd().split('\n');
    test(`${file}: ${title}`, () => take(lines.filter((line) => line !== '' && !line.startsWith('# '))));
  }
}
