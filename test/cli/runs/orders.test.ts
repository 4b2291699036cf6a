// Orders on the command line: --order and --backfill-order.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { words } from '../../support/words.ts';
import { gprsim, temporaryFolder } from '../gprsim.ts';

/** One node of 8 GPUs. From 1 m on, three GPRs wait for those of the first, which ends after 2 h. */
const scenario = {
  name: 'orders',
  instanceTypes: [
    { instanceType: 'g8', gpuModelName: 'A100', gpuCount: 8, memoryGb: 80, cpuMilli: 1, memoryMib: 1 },
  ],
  clusters: [{ name: 'east', nodes: [{ instanceType: 'g8', count: 1 }] }],
  workspaces: ['first', 'head', 'long', 'short'].map((name) => ({ name, clusters: ['east'] })),
  workload: [
    {
      kind: 'script',
      steps: (
        [
          ['first', '+0s', 6, 300, '2h'],
          ['head', '+1m', 8, 200, '30m'],
          ['long', '+1m', 2, 100, '90m'],
          ['short', '+1m', 2, 50, '20m'],
        ] as const
      ).map(([sliceName, at, numberOfGPUs, priority, exitDuration]) => ({
        at,
        gpr: {
          gprName: sliceName,
          sliceName,
          clusterName: 'east',
          instanceType: 'g8',
          numberOfGPUNodes: 1,
          numberOfGPUs,
          priority,
          exitDuration,
        },
      })),
    },
  ],
};

const MINUTE = 60_000;

test('run starts GPRs in the given orders, and prints orders that are not usual', (t) => {
  const folder = temporaryFolder(t);
  const file = join(folder, 'orders.json');
  writeFileSync(file, JSON.stringify(scenario));
  const waits = (...flags: string[]) => {
    const jobs = join(folder, 'jobs.csv');
    const run = gprsim(words`run ${file} --check --jobs ${jobs} --queue backfill ${flags}`);
    const { waitMsMax, waitMsMean } = gprsim(words`run ${file} --queue backfill ${flags} --json`).json;
    return [run.stdout.split('\n')[0], waitMsMax / MINUTE, waitMsMean / MINUTE];
  };
  // The reservation is at 120 m. `long` starts at 1 m and ends at 91 m, `short` at 91 m, `head` at 120 m.
  assert.deepEqual(waits(), ['orders  seed 1  backfill, best-fit', 119, (0 + 119 + 0 + 90) / 4]);
  // `short` starts at 1 m and ends at 21 m, `long` at 21 m.
  assert.deepEqual(waits('--backfill-order', 'shortest'), [
    'orders  seed 1  backfill, best-fit, behind:shortest',
    119,
    (0 + 119 + 20 + 0) / 4,
  ]);
  // `short` is the first head and starts. `head` is blocked then, and `long` goes before it only if it does not delay it.
  assert.deepEqual(waits('--order', 'shortest'), [
    'orders  seed 1  backfill, best-fit, shortest',
    119,
    (0 + 119 + 20 + 0) / 4,
  ]);
});

test('compare varies both orders', (t) => {
  const file = join(temporaryFolder(t), 'orders.json');
  writeFileSync(file, JSON.stringify(scenario));
  const orders = ['--order', 'priority,shortest', '--backfill-order', 'same,fair-share'];
  const flags = words`compare ${file} --queue backfill ${orders}`;
  const [header, ...lines] = gprsim([...flags, '--csv'])
    .stdout.trim()
    .split('\n');
  const columns = header.split(',').slice(0, 5);
  assert.deepEqual(columns, words`queue placement order backfillOrder seed`);
  assert.deepEqual(
    lines.map((line) => line.split(',').slice(2, 4)),
    [
      ['priority', 'same'],
      ['priority', 'fair-share'],
      ['shortest', 'same'],
      ['shortest', 'fair-share'],
    ],
  );
  const { stdout } = gprsim(flags);
  assert.match(stdout, /again +gprsim compare .* --order priority,shortest --backfill-order same,fair-share/);
});

test('with --cycle event, a GPR that arrives when another one ends early is examined before', (t) => {
  const folder = temporaryFolder(t);
  const file = join(folder, 'orders.json');
  // At 1 m, the GPR of `first` ends, 119 minutes before its exit duration is over.
  const [entry] = scenario.workload;
  const [first, ...others] = entry.steps;
  const steps = [{ ...first, runtime: '1m' }, ...others];
  writeFileSync(file, JSON.stringify({ ...scenario, workload: [{ ...entry, steps }] }));
  const args = ['--queue', 'backfill', '--cycle'];
  const waits = (cycle: string) => gprsim(words`run ${file} ${args} ${cycle} --json`).json.waitMsMax / MINUTE;
  // `head` starts at 1 m and ends at 31 m; `long` and `short` follow.
  assert.equal(waits('instant'), 30);
  // `long` starts at 1 m beside `first`, then `short`; `head` starts when `long` ends, at 91 m.
  assert.equal(waits('event'), 90);
  const report = join(folder, 'run.html');
  assert.equal(gprsim(words`run ${file} ${args} event --check --report ${report}`).status, 0);
  const compared = gprsim(words`compare ${file} ${args} event`).stdout;
  assert.match(compared, /^ {2}again +gprsim compare .* --queue backfill .*--cycle event/m);
});
