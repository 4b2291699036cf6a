import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { csv } from '../../sim/workload/formats/csv/csv.ts';
import { columns, machine } from '../../sim/workload/formats/csv/options.ts';
import { filesOfDisk, keptFiles } from '../../src/scenario/input-files.ts';
import { temporaryFolder } from '../support/folder.ts';

test('kept files are read once, as long as there are few of them', (t) => {
  const folder = temporaryFolder(t);
  const file = (number: number) => join(folder, `${number}.csv`);
  for (let i = 0; i < 5; i++) writeFileSync(file(i), `gpus,duration\n${i + 1},1h\n`);
  const kept = keptFiles();
  const first = kept.readJobs(file(0));
  assert.deepEqual(first, filesOfDisk.readJobs(file(0)));
  writeFileSync(file(0), 'gpus,duration\n8,2h\n');
  assert.equal(kept.readJobs(file(0)), first, 'all variants have the same jobs, also if the file changes');
  for (let i = 1; i < 5; i++) kept.readJobs(file(i));
  assert.deepEqual(kept.readJobs(file(0)), filesOfDisk.readJobs(file(0)), 'the oldest of five is read again');
});

test('a kept table is read again for other columns', (t) => {
  const folder = temporaryFolder(t);
  const jobs = join(folder, 'jobs.csv');
  writeFileSync(jobs, 'a,r,few,many\n0,10,1,4\n');
  const { readTrace } = keptFiles();
  const gpus = ['few', 'many'].map((header) => {
    const options = {
      machine: machine.parse('1x8'),
      columns: columns.parse(`arrival=a,run=r,gpus=${header}`),
      compress: 1,
      bound: { kind: 'exact' },
    };
    const read = readTrace(csv as unknown as Parameters<typeof readTrace>[0], { jobs }, options);
    assert.ok(read.ok);
    return read.trace.gprs[0]!.gpusPerNode;
  });
  assert.deepEqual(gpus, [1, 4]);
});
