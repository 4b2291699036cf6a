// Comparisons whose variants cannot run the same work.

import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { words } from '../../support/words.ts';
import { gprsim, temporaryFolder } from '../gprsim.ts';

/** Job a takes 64 GPUs for 10 h, the others take 8 for 1 h: 640 of 664 GPU hours. */
const JOBS = 'Job,Queued,Seconds,Cards\na,0,36000,64\nb,10,3600,8\nc,20,3600,8\nd,30,3600,8\n';
const COLUMNS = ['--columns', 'arrival=Queued,run=Seconds,gpus=Cards,name=Job', '--queue', 'strict'];
const TARGET = ['--target', 'p95(wait)<30m'];

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ');

test('a variant that leaves out a job of others has yes and the lowest cost only for less work', (t) => {
  const folder = temporaryFolder(t);
  const [jobs, page] = [join(folder, 'jobs.csv'), join(folder, 'page.html')];
  writeFileSync(jobs, JOBS);
  const trace = words`compare --trace csv --workload ${jobs} --machine 8x8 ${COLUMNS}`;
  const args = words`${trace} --vary /machine=4x8,8x8,9x8`;
  const { stdout } = gprsim([...args, ...TARGET, '--report', page]);
  assert.match(stdout, /^ +jobs left out or cut, not by all +1 +0 +0$/m);
  assert.match(stdout, /^ +their GPU time +96\.4 % +0\.0 % +0\.0 %$/m);
  assert.match(stdout, /machine=4x8 +32 +0\.0 +yes for less work +1 job, 96\.4 % of the work$/m);
  const answer =
    'No variant that runs all of the work has yes for all targets. Of the others, the cheapest with yes for less work is machine=4x8, with 32 GPUs. It leaves out or cuts what others run: 1 job, 96.4 % of the work.';
  assert.ok(oneLine(stdout).includes(answer), stdout);
  const html = readFileSync(page, 'utf8');
  for (const text of [answer, 'yes for less work', 'Warning: variants leave out or cut jobs'])
    assert.ok(html.includes(text), text);
  assert.match(html, /<h2>Figures by \/machine<\/h2>/);
  assert.doesNotMatch(html, /class="ring"/);

  const json = gprsim([...args, ...TARGET, '--json']).json;
  assert.deepEqual(
    json.leftOutOfTraces.map((one: Record<string, unknown>) => [one.jobs, one.gpuMs, one.isLessThanOthers]),
    [
      [1, 64 * 36_000_000, true],
      [0, 0, false],
      [0, 0, false],
    ],
  );
  assert.equal(json.leftOutOfTraces[0].share.toFixed(6), (640 / 664).toFixed(6));
  type Verdict = { readonly reached: string };
  const verdicts = json.targets[0].variants.map(({ reached }: Verdict) => reached);
  assert.deepEqual(verdicts, ['yes for less work', 'no', 'no']);
  assert.deepEqual(json.cheapest.variants, []);
  const [header, ...rows] = gprsim([...args, '--csv']).stdout.split('\n');
  const at = header.split(',').indexOf('leftOutJobs');
  assert.deepEqual(
    rows.slice(0, 3).map((row) => row.split(',')[at]),
    ['1', '0', '0'],
  );

  // A loose target: the machine that runs all is the cheapest.
  const loose = gprsim(words`${args} --target p95(wait)<3h`).stdout;
  assert.ok(
    oneLine(loose).includes(
      'The cheapest variant with yes for all targets is machine=9x8, with 72 GPUs. Cheaper, but with less work: machine=4x8, with 32 GPUs. It leaves out or cuts what others run: 1 job, 96.4 % of the work.',
    ),
  );
  // Alone, the small machine leaves out nothing that another variant runs.
  assert.equal(gprsim(words`${trace} --vary /machine=3x8,4x8 --json`).json.leftOutOfTraces[0].jobs, 1);
  assert.doesNotMatch(gprsim(words`${trace} --vary /machine=3x8,4x8 ${TARGET}`).stdout, /less work/);

  const results = ['--results', join(folder, 'results')];
  for (const part of ['0/2', '1/2']) gprsim([...args, ...results, '--part', part]);
  assert.deepEqual(gprsim(words`${args} ${TARGET} ${results} --merge --json`).json, json);
  // A job that no machine runs changes what is left out, and so the comparison.
  writeFileSync(jobs, `${JOBS}e,40,3600,999\n`);
  const other = gprsim([...args, ...results, '--merge']);
  assert.match(other.stderr, /are of another comparison/);
});

test('processors of a log are varied as numbers, with --processors and without', (t) => {
  const log = join(temporaryFolder(t), 'log.swf');
  const job = (number: number, processors: number) =>
    `${number} 0 -1 100 ${processors} -1 -1 ${processors} 100 -1 1 1 1 -1 -1 -1 -1 -1\n`;
  writeFileSync(log, `; MaxProcs: 8\n${job(1, 8)}${job(2, 2)}`);
  const args = words`compare --trace swf --workload ${log} --vary /processors=4,8`;
  const text = oneLine(gprsim([...args, ...TARGET]).stdout);
  const cheaper = 'Cheaper, but with less work: processors=4, with 4 processors.';
  assert.ok(text.includes(`processors=8, with 8 processors. ${cheaper}`), text);
  const { warnings } = gprsim([...args, ...TARGET, '--json']).json;
  assert.match(warnings.join(), /^Warning: variants leave out .* share of the processor time\. Less work/);
  for (const given of [[], ['--processors', '8']]) {
    const { json } = gprsim([...args, ...given, '--json']);
    assert.deepEqual(
      json.leftOutOfTraces.map(({ jobs, share }: { jobs: number; share: number }) => [jobs, share]),
      [
        [1, 0.8],
        [0, 0],
      ],
    );
  }
  const { stderr } = gprsim([...args.slice(0, -1), '/processors=0,8']);
  assert.match(stderr, /processors must be a whole number from 1 to 1000000, but is 0$/m);
});

test('the answer states that variants have different workloads', (t) => {
  const folder = temporaryFolder(t);
  const files = ['few', 'all'].map((name) => {
    const rows = name === 'all' ? JOBS : JOBS.replace(/^a.*\n/m, '');
    writeFileSync(join(folder, `${name}.csv`), rows);
    const entry = { kind: 'csv', jobs: `${name}.csv`, machine: '8x8', columns: COLUMNS[1] };
    const file = join(folder, `${name}.json`);
    writeFileSync(file, JSON.stringify({ name, workload: [entry] }));
    return file;
  });
  const { stdout } = gprsim(['compare', ...files, ...TARGET]);
  assert.match(stdout, /^ +GPRs +3 +4$/m);
  const warning = 'Warning: the variants have different workloads, so it may be the cheapest';
  assert.ok(oneLine(stdout).includes(warning), stdout);
  assert.equal(gprsim(words`compare ${files} ${TARGET} --json`).json.isOneWorkload, false);
  const same = words`compare demo --until 1h --seeds 1 --vary /clusters/0/nodes/0/count=3,4`;
  assert.equal(gprsim([...same, '--json']).json.isOneWorkload, true);
});

test('work that all variants leave out, and jobs after the end, are stated beside the answer', (t) => {
  const jobs = join(temporaryFolder(t), 'jobs.csv');
  writeFileSync(jobs, JOBS);
  const trace = words`--trace csv --workload ${jobs} ${COLUMNS}`;
  const { stdout } = gprsim(words`compare ${trace} --machine 4x8 --vary /machine=4x8,3x8 ${TARGET}`);
  assert.ok(
    oneLine(stdout).includes('with 24 GPUs. All variants leave out or cut 1 job, 96.4 % of the work.'),
    stdout,
  );
  const whole = gprsim(words`compare ${trace} --machine 8x8 --vary /machine=8x8,9x8 ${TARGET}`);
  assert.doesNotMatch(whole.stdout, /All variants leave out/);

  const late = '2 of 4 jobs arrive after the end of the run (--until)';
  const short = words`${trace} --machine 8x8 --until 20s`;
  assert.ok(gprsim(['run', ...short]).stderr.includes(`warning: ${late}`));
  assert.ok(oneLine(gprsim(words`compare ${short} --seeds 1`).stdout).includes(`Warning: ${late}.`));
  assert.doesNotMatch(gprsim(words`run ${trace} --machine 8x8 --until 31s`).stderr, /arrive after/);
});

test('a log with few workspaces is compared by workspace', (t) => {
  const jobs = join(temporaryFolder(t), 'jobs.csv');
  const rows = Array.from(
    { length: 30 },
    (_, index) => `j${index},${index},60,1,${index % 2 === 0 ? 'ana' : 'ben'}`,
  );
  writeFileSync(jobs, `Job,Queued,Seconds,Cards,user\n${rows.join('\n')}\n`);
  const trace = words`compare --trace csv --workload ${jobs} --machine 1x8 ${COLUMNS}`;
  const { stdout } = gprsim([...trace, '--target', 'p95(wait, workspace=ana)<30m']);
  assert.match(stdout, /yes/);
  assert.match(gprsim(words`${trace} --csv --by workspace`).stdout, /,ben,/);
});

test('variants with as much work under other options are not compared for less work', (t) => {
  const jobs = join(temporaryFolder(t), 'jobs.csv');
  const dated = 'Job,Queued,Seconds,Cards\na,2026-01-05 08:00:00,3600,8\nb,2026-01-05 09:00:00,3600,99\n';
  writeFileSync(jobs, dated);
  const trace = words`compare --trace csv --workload ${jobs} --machine 8x8 ${COLUMNS}`;
  const { stdout } = gprsim(words`${trace} --vary /zone=UTC,Europe/Berlin --target mean(wait)<1h`);
  assert.match(oneLine(stdout), /All variants leave out or cut 1 job, 92\.5 % of the work\./);
  assert.doesNotMatch(stdout, /different workloads/);
});
