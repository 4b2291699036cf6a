// Small compressed files whose texts have as much as possible of one thing are refused in little memory. Each change tries them
// with a tenth of it, which shows the refusals, but not the memory.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { csv } from '../../sim/workload/formats/csv/csv.ts';
import { gprsim, temporaryFolder } from '../cli/gprsim.ts';
import { onlyNightly, runs } from '../support/runs.ts';

const M = 1_000_000 * Math.max(0.1, Math.min(1, runs));
const HEADER = 'submit_time,duration,gpu_num\n';

const cases: readonly (readonly [
  what: string,
  format: 'csv' | 'swf',
  parts: readonly (readonly [text: string, times: number])[],
  why: RegExp,
])[] = [
  [
    'a long header',
    'swf',
    [
      ['; MaxProcs: ', 1],
      ['x', 120 * M],
    ],
    /but has "x{40}…", which is not a whole/,
  ],
  [
    'a long field',
    'swf',
    [
      ['; MaxProcs: 4\n1 1 1 ', 1],
      ['x', 120 * M],
      [' 1', 14],
    ],
    /line 2: field 4, the run time, must be .*, but is "x{40}…"/,
  ],
  [
    'many lines',
    'swf',
    [
      ['; MaxProcs: 4\n', 1],
      ['x\n', 20 * M],
    ],
    /line 2: must have at least 18 fields, but has 1/,
  ],
  [
    'a long cell',
    'csv',
    [
      [`${HEADER}"`, 1],
      ['""', 60 * M],
      ['",1,1', 1],
    ],
    /but is "(?:\\"){40}…"/,
  ],
  ['many columns', 'csv', [[',', 120 * M]], /must have at most 1000 columns, but has more/],
  [
    'many rows',
    'csv',
    [
      [HEADER, 1],
      ['x\n', 8 * M],
    ],
    /line 2: must have 3 cells, but has 1/,
  ],
];

for (const [what, format, parts, why] of cases) {
  test(`${what}: ${format}, up to ${120 * M} characters`, (t) => {
    const file = join(temporaryFolder(t), 'log.gz');
    const text = Buffer.concat(parts.map(([text, times]) => Buffer.alloc(text.length * times, text)));
    writeFileSync(file, gzipSync(text, { level: 1 }));
    const options = format === 'csv' ? ['--machine', '1x8'] : [];
    const args = ['run', '--trace', format, '--workload', file, ...options];
    const { status, stderr } = gprsim(args, { NODE_OPTIONS: '--max-old-space-size=400' });
    assert.equal(status, 2, stderr.slice(-2000));
    assert.match(stderr, why);
    assert.ok(stderr.length < 2000, 'the error is short');
  });
}

test('a table of Slurm has at most five million jobs', { skip: onlyNightly }, () => {
  // None of them fits the machine, so that only their identifiers take memory.
  const rows = Array.from({ length: 5 * M + 1 }, (_, i) => `${i}|5|1|9`).join('\n');
  const options = { machine: { nodes: 1, gpusPerNode: 8 }, columns: undefined, compress: 1 };
  const found = csv.read(
    { jobs: `JobID|Submit|ElapsedRaw|AllocTRES\n${rows}` },
    { ...options, bound: { kind: 'exact' } },
  );
  assert.ok(!found.ok);
  assert.equal(found.problems[0].message, 'must have at most 5000000 jobs, but has more');
});
