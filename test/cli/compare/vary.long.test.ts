// Comparisons that vary members of the scenario file, and of several scenarios.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { assertSound, csvIn } from '../../report/page.ts';
import { words } from '../../support/words.ts';
import { gprsim, programPath, temporaryFolder } from '../gprsim.ts';

const COUNT = '/clusters/0/nodes/0/count';
const sixHours = words`compare demo --until 6h`;
const demo = () => gprsim('scenarios demo --json').json;

/** Runs a printed command, as a shell does. */
function repeated(command: string): { hash: string } {
  const words = command.replace(/^gprsim/, programPath());
  const { stdout, stderr } = spawnSync('sh', ['-c', `${words} --json`], { encoding: 'utf8' });
  assert.notEqual(stdout, '', stderr);
  return JSON.parse(stdout);
}

test('a varied member is part of the variants: in JSON, CSV and the table', () => {
  const args = words`${sixHours} --vary ${COUNT}=3..4 --queue strict,backfill --seeds 1..2`;
  const { json, status, stderr } = gprsim(words`${args} --json --jobs 1`);
  assert.equal(status, 0, stderr);
  assert.deepEqual(
    json.variants,
    [3, 4].flatMap((count) =>
      ['strict', 'backfill'].map((queue) => ({
        varied: { [COUNT]: count },
        queue,
        placement: 'best-fit',
        order: 'priority',
        backfillOrder: 'same',
      })),
    ),
  );
  assert.deepEqual(json.metrics[0].means[2].varied, { [COUNT]: 4 });
  const csv = gprsim(words`${args} --csv --jobs 2`).stdout;
  const rows: Record<string, string>[] = parse(csv, { columns: true });
  assert.deepEqual(
    rows.map((row) => [row[COUNT], row.queue, row.seed, row.hash]),
    json.runs.map((run: { varied: Record<string, number>; queue: string; seed: number; hash: string }) => [
      `${run.varied[COUNT]}`,
      run.queue,
      `${run.seed}`,
      run.hash,
    ]),
  );
  const { stdout } = gprsim(args);
  assert.match(stdout, /^ {2}\/clusters\/0\/nodes\/0\/count {2}better if +3 +3$/m);
  assert.match(stdout, /^ {2}again .* --vary \/clusters\/0\/nodes\/0\/count=3,4 --queue strict,backfill /m);
});

test('the printed command repeats the comparison, whatever the values are', (t) => {
  const file = join(temporaryFolder(t), "the planner's.json");
  writeFileSync(file, JSON.stringify({ ...demo(), keepEnded: undefined }));
  const args = [
    'compare',
    file,
    '--until',
    '2h',
    '--seeds',
    '1',
    '--vary',
    '/workload/0/gpus=[1,2]',
    '--vary',
    '/workload/0/gpus=[8]',
    '--vary',
    '/workload/0/exitDuration={"from": "5m", "to": "10m"},{"from": "20m", "to": "1h"}',
    '--vary',
    '/workspaces/0/email="a, b\'s"',
    '--vary',
    '/keepEnded=0',
    '--target',
    'p95(wait, pool=a2)<1h',
    '--cheapest',
    'nodes',
  ];
  const { hash, command, variants, runs } = gprsim([...args, '--json']).json;
  assert.equal(variants.length, 4);
  assert.equal(new Set(runs.map((run: { hash: string }) => run.hash)).size, 4);
  assert.deepEqual(variants[0].varied['/workspaces/0/email'], "a, b's");
  const again = repeated(command);
  assert.deepEqual([again.hash, (again as unknown as { command: string }).command], [hash, command]);
});

test('several scenarios stand side by side, each with its own policies unless some are given', (t) => {
  const folder = temporaryFolder(t);
  const file = join(folder, 'greedy.json');
  const scenario = demo();
  writeFileSync(file, JSON.stringify({ ...scenario, scheduler: { ...scenario.scheduler, queue: 'greedy' } }));
  const args = words`compare demo ${file} --until 3h --seeds 1..2`;
  const { json, status, stderr } = gprsim([...args, '--json']);
  assert.equal(status, 0, stderr);
  const same = { placement: 'best-fit', order: 'priority', backfillOrder: 'same' };
  assert.deepEqual(json.variants, [
    { scenario: 'demo', queue: 'strict', ...same },
    { scenario: 'greedy.json', queue: 'greedy', ...same },
  ]);
  const one = gprsim('compare demo --queue strict,greedy --until 3h --seeds 1..2 --json').json;
  assert.equal(json.hash, one.hash);
  assert.equal(repeated(json.command).hash, json.hash);
  assert.match(gprsim(args).stdout, /better if +demo +greedy\.json/);
  assert.match(gprsim([...args, '--csv']).stdout, /^scenario,queue,placement,order,backfillOrder,seed,gprs/);
});

test('with --trace, a pointer is of the entry that the flags make', (t) => {
  const folder = temporaryFolder(t);
  const file = (name: string) => join(folder, name);
  writeFileSync(
    file('nodes.csv'),
    'sn,cpu_milli,memory_mib,gpu,model\nn0,64000,262144,2,G2\nn1,64000,262144,2,G2\n',
  );
  writeFileSync(
    file('pods.csv'),
    [
      'name,cpu_milli,memory_mib,num_gpu,gpu_milli,gpu_spec,qos,pod_phase,creation_time,deletion_time,scheduled_time',
      ...[0, 100, 200].map((at, i) => `p${i},1000,1000,1,1000,,LS,Succeeded,${at},${at + 5000},${at}`),
      '',
    ].join('\n'),
  );
  const trace = words`compare --trace openb --nodes ${file('nodes.csv')} --workload
    ${file('pods.csv')}`;
  const varied = gprsim(words`${trace} --vary /compress=1,10 --json`);
  assert.equal(varied.status, 0, varied.stderr);
  const [one, ten] = varied.json.runs;
  assert.ok(ten.simMs < one.simMs);
  assert.equal(one.hash, gprsim([...trace, '--json']).json.runs[0].hash);
  assert.equal(repeated(varied.json.command).hash, varied.json.hash);
  const nothing = gprsim(words`${trace} --vary /workload/0/compress=1`);
  assert.equal(nothing.status, 2);
  assert.match(nothing.stderr, /--vary: \/workload\/0\/compress points to nothing: .* has kind, nodes, pods/);
});

/** One node with 8 GPUs, for GPRs with 2 GPUs and for some that need all 8. */
const crowded = {
  name: 'crowded',
  start: '2026-01-05T00:00:00Z',
  scheduler: { workspaceLimit: 'none' },
  instanceTypes: [
    {
      instanceType: 'a100',
      gpuModelName: 'A100',
      gpuCount: 8,
      memoryGb: 80,
      cpuMilli: 96000,
      memoryMib: 696320,
    },
  ],
  clusters: [{ name: 'main', nodes: [{ instanceType: 'a100', count: 1 }] }],
  workspaces: [{ name: 'research', clusters: ['main'] }],
  workload: [
    { interArrival: { mean: '9m' }, gpus: [2], exitDuration: { from: '30m', to: '30m' } },
    { interArrival: { mean: '6h' }, gpus: [8], exitDuration: { from: '30m', to: '30m' } },
  ].map((entry) => ({ kind: 'generated', instanceType: 'a100', workspaces: ['research'], ...entry })),
};

test('an answer over waits shows how many GPRs did not start: refused ones, and those that starve', (t) => {
  const folder = temporaryFolder(t);
  const [file, html] = [join(folder, 'crowded.json'), join(folder, 'report.html')];
  writeFileSync(file, JSON.stringify(crowded));
  const run = [file, '--until', '2d', '--seeds', '1..3', '--target', 'p95(wait, pool=a100)<1d'];
  for (const queue of ['refuse', 'greedy']) {
    const args = words`compare ${run} --queue ${queue}`;
    const { targets, runs } = gprsim([...args, '--json']).json;
    const [{ reached, notStarted }] = targets[0].variants;
    type Pools = { parts: { pools: { gprs: number; started: number }[] } };
    const counts = runs.map(({ parts }: Pools) => parts.pools[0].gprs - parts.pools[0].started);
    const mean = counts.reduce((sum: number, count: number) => sum + count, 0) / 3;
    assert.ok(mean > 0 && Math.abs(notStarted.mean - mean) < 1e-9, `${queue}: ${counts}`);
    assert.equal(reached, 'yes', queue);
    const { stdout } = gprsim([...args, '--report', html]);
    const rows = gprsim([...args, '--csv']);
    assert.match(rows.stdout, /^queue,.*\nrefuse,|^queue,.*\ngreedy,/);
    assert.match(rows.stderr, /--csv does not show the answer to --target/);
    const shown = `${mean.toFixed(1)} ± ${notStarted.halfWidth.toFixed(1)} of ${Math.round(notStarted.gprs)}`;
    assert.ok(stdout.replaceAll(/ +/g, ' ').includes(` yes ${shown}`), stdout);
    assert.ok(stdout.replaceAll('\n', ' ').includes(`There, ${shown} GPRs did not start.`), stdout);
    assert.ok(readFileSync(html, 'utf8').includes(`<td class="right">${shown}</td>`));
  }
});

test('a comparison answers targets, and names the cheapest variant that reaches all', (t) => {
  const html = join(temporaryFolder(t), 'report.html');
  const args = words`${sixHours} --vary ${COUNT}=3,30 --seeds 1..3 --target utilization>1%`;
  const more = [
    ...args,
    '--target',
    'p95(wait, pool=worker-1/a2-highgpu-8g) < 10d',
    '--target',
    'evictions<0',
  ];
  const { targets, cheapest, runs } = gprsim([...more, '--json']).json;
  assert.deepEqual(
    targets.map(({ target, bound }: { target: string; bound: number }) => [target, bound]),
    [
      ['utilization > 1%', 0.01],
      ['p95(wait, pool=worker-1/a2-highgpu-8g) < 10d', 864_000_000],
      ['evictions < 0', 0],
    ],
  );
  const [first] = targets[1].variants;
  const waits = runs
    .slice(0, 3)
    .map(
      ({ parts }: { parts: { pools: { name: string; waitMsP95: number }[] } }) =>
        parts.pools.find(({ name }) => name === first.part)!.waitMsP95,
    );
  assert.ok(Math.abs(first.mean - (waits[0] + waits[1] + waits[2]) / 3) < 1e-6);
  assert.deepEqual([first.reached, first.cost, first.varied], ['yes', 74, { [COUNT]: 3 }]);
  assert.deepEqual(
    [targets[2].variants[0].reached, cheapest],
    ['no', { by: 'gpus', cost: null, variants: [], isOneWorkload: true }],
  );

  const reached = gprsim(words`${args} --cheapest price --report ${html}`);
  assert.equal(reached.status, 0, reached.stderr);
  assert.match(reached.stdout, /^ +per hour +utilization > 1%, % +reached in +answer$/m);
  assert.match(
    reached.stdout,
    /The cheapest variant with yes for all targets is count=3, with [0-9.]+ per hour\./,
  );
  const page = readFileSync(html, 'utf8');
  assertSound(page);
  assert.match(
    page,
    /<section id="targets">[\s\S]*The cheapest variant with yes for all targets is count=3,/,
  );
  const rows: Record<string, string>[] = parse(csvIn(page, 'by-value-1')[0], { columns: true });
  const utilization = rows.filter(({ figure }) => figure === 'utilization');
  const { metrics } = gprsim([...args, '--json']).json;
  const { means } = metrics.find(({ metric }: { metric: string }) => metric === 'utilization');
  assert.deepEqual(
    utilization.map((row) => [row[COUNT], Number(row.mean), Number(row.halfWidth)]),
    means.map((mean: { varied: object; mean: number; halfWidth: number }) => [
      `${Object.values(mean.varied)[0]}`,
      mean.mean,
      mean.halfWidth,
    ]),
  );
  assert.match(page, /<code>gprsim compare demo --vary \/clusters\/0\/nodes\/0\/count=3,30 /);
});

test('a wrong combination of right values is refused before anything runs, also by a part without it', (t) => {
  const folder = join(temporaryFolder(t), 'study');
  const why = /\/exitDuration\/from=3h, .*\/exitDuration\/to=2h: workload\[0\]\.exitDuration.* must/;
  // In the first order, each value is right beside the first values of the others.
  for (const spread of [
    ['/workload/0/exitDuration/from=1h,3h', '/workload/0/exitDuration/to=4h,2h'],
    ['/workload/0/exitDuration/from=3h,1h', '/workload/0/exitDuration/to=2h,4h'],
  ]) {
    const args = [
      'compare',
      'demo',
      '--until',
      '10m',
      '--seeds',
      '1',
      ...spread.flatMap((vary) => ['--vary', vary]),
    ];
    const results = ['--results', folder];
    const ofParts = ['1/4', '3/4'].map((part) => [...results, '--part', part]);
    for (const more of [[], results, ...ofParts, ['--for', 'slurm']]) {
      const { status, stderr } = gprsim([...args, ...more]);
      assert.equal(status, 2);
      assert.match(stderr, why);
    }
  }
  assert.ok(!existsSync(folder));
});
