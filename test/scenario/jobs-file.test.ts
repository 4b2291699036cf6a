import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { scenarioOf } from '../../src/scenario/load.ts';
import { readStoredScenario } from '../../src/scenario/stored/stored-scenario.ts';
import { temporaryFolder } from '../support/folder.ts';
import { example, now } from './example.ts';

/** Loads the example with GPRs that are drawn from a file of jobs. */
function withJobs(t: TestContext, content: string | Buffer | undefined, entries = 1) {
  const folder = temporaryFolder(t);
  const path = join(folder, 'jobs.csv');
  if (content !== undefined) writeFileSync(path, content);
  const file = example();
  const { gpus: _, nodes: __, exitDuration: ___, ...entry } = file.workload[0];
  file.workload = Array.from({ length: entries }, () => ({ ...entry, jobsFile: 'jobs.csv' }));
  return { path, loaded: scenarioOf(file, join(folder, 'example.json'), { now }) };
}

const table = 'duration,gpus,exitDuration,nodes,weight\n90,1,2m,,\n1h30m,8,, 3,5\n\n';

test('jobs are read from a file beside the scenario, plain or compressed, and are kept in the stored scenario', (t) => {
  for (const content of [table, `\uFEFF${table.replaceAll('\n', '\r\n')}`, gzipSync(table)]) {
    const { loaded } = withJobs(t, content);
    assert.ok(loaded.ok, JSON.stringify(loaded));
    const [workload] = loaded.scenario.workload;
    assert.ok(workload.kind === 'generated');
    assert.deepEqual(workload.jobs, [
      { gpusPerNode: 1, nodeCount: 1, exitMs: 120_000, runMs: 90_000, weight: 1 },
      { gpusPerNode: 8, nodeCount: 3, exitMs: 5_400_000, runMs: 5_400_000, weight: 5 },
    ]);
    const stored = readStoredScenario(JSON.stringify(loaded.scenario));
    assert.ok(stored.ok && stored.scenario.workload[0]!.kind === 'generated');
    assert.deepEqual(stored.scenario, loaded.scenario);
  }
});

const wrong: [content: string | Buffer | undefined, ...messages: RegExp[]][] = [
  [undefined, /jobs\.csv, which cannot be read: there is no such file/],
  [gzipSync(table).subarray(0, 40), /which cannot be read: its gzip data ends early; give the whole file/],
  [gzipSync(table).fill(7, 20, 40), /which cannot be read: its gzip data is damaged; give a whole file/],
  [
    gzipSync(Buffer.alloc(17 << 20)),
    /which must be at most 16777216 bytes without compression, but is larger/,
  ],
  ['', /must begin with the names of its columns, gpus and duration .* but is empty/],
  ['gpus,nodes\n1,1\n', /must begin with the names of its columns/],
  ['gpus,duration,user\n1,1h,x\n', /but begins with "gpus,duration,user"/],
  ['gpus,duration,gpus\n1,1h,1\n', /must begin with the names/],
  ['gpus,duration\n', /must have 1 to 10000 jobs, but has 0/],
  [`gpus,duration\n${'1,1h\n'.repeat(10_001)}`, /must have 1 to 10000 jobs, but has 10001/],
  [
    'gpus,duration,exitDuration\n1,1h\nx,0,1h\n1,2h,1h\n',
    /which has 2 cells in line 2; its first line has 3/,
    /which has in line 3 a wrong gpus: it must be a whole number from 1 to 64, but is "x"/,
    /in line 3 a wrong duration: it must be longer than zero/,
    /in line 4 a wrong job: it must have an exitDuration that is not below its duration/,
  ],
  [
    'gpus,duration,exitDuration\n1,12.,1h\n1,1h,90min\n',
    /in line 2 a wrong duration: it must be a duration such as 90s or 2h30m, or a number of seconds, but is "12\."/,
    /in line 3 a wrong exitDuration: it must be a duration such as 90s or 2h30m, or a number of seconds, but is "90min"/,
  ],
  [
    'gpus,nodes,duration\n9,1,1h\n1,4,1h\n',
    /has in line 2 a wrong gpus: it must be at most 8, the number of GPUs of the largest node, but is 9/,
    /has in line 3 a wrong nodes: it must be at most 3/,
  ],
];

test('all problems of a file of jobs are reported together, with their lines', (t) => {
  for (const [content, ...messages] of wrong) {
    const { loaded } = withJobs(t, content);
    assert.ok(!loaded.ok);
    assert.deepEqual(new Set(loaded.problems.map(({ path }) => path)), new Set(['workload[0].jobsFile']));
    assert.equal(loaded.problems.length, messages.length);
    messages.forEach((message, i) => {
      assert.match(loaded.problems[i]!.message, message);
    });
  }
});

test('fractions of seconds are rounded up', (t) => {
  const { loaded } = withJobs(t, 'gpus,duration,exitDuration\n1,1.5,1.75\n1,0.001,60.000\n');
  assert.ok(loaded.ok, JSON.stringify(loaded));
  const [workload] = loaded.scenario.workload;
  assert.ok(workload.kind === 'generated');
  assert.deepEqual(
    workload.jobs?.map(({ runMs, exitMs }) => [runMs, exitMs]),
    [
      [2_000, 2_000],
      [1_000, 60_000],
    ],
  );
});

test('a problem of a file that several entries name is reported once, with the entries', (t) => {
  const { path, loaded } = withJobs(t, 'gpus,duration\n1,x\n', 3);
  assert.ok(!loaded.ok);
  assert.deepEqual(loaded.problems, [
    {
      path: 'workload[0].jobsFile',
      message: `names ${path}, which has in line 2 a wrong duration: it must be a duration such as 90s or 2h30m, or a number of seconds, but is "x" (also in workload[1], workload[2])`,
    },
  ]);
});
