import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import cases from '../../fixtures/rows/csv.json' with { type: 'json' };
import { HOUR_MS, MINUTE_MS, NEVER, SECOND_MS, Simulation } from '../../sim/index.ts';
import { columns, machine } from '../../sim/workload/formats/csv/options.ts';
import { parseOption } from '../../sim/workload/formats/format.ts';
import { rowsOf } from '../../sim/workload/formats/trace-table.ts';
import { scenarioOf } from '../../src/scenario/load.ts';
import { readStoredScenario } from '../../src/scenario/stored/stored-scenario.ts';
import { columnsOf, lossOf, read, reportOf, whyRefused } from './read-table.ts';

const HELIOS = 'job_id,user,vc,gpu_num,cpu_num,node_num,state,submit_time,start_time,end_time,duration,queue';
const SACCT = 'JobID|User|Submit|ElapsedRaw|TimelimitRaw|ReqNodes|AllocTRES|State';

test('a table of Helios needs no columns: users are workspaces, and the first job arrives at 0', () => {
  const trace = read([
    HELIOS,
    '7,ann,vc1,8,64,1,COMPLETED,2020-04-01 00:00:10,2020-04-01 00:00:20,2020-04-01 01:00:20,3600,10',
    '8,bob,vc1,16,64,2,COMPLETED,2020-04-01 00:01:10,2020-04-01 00:00:20,2020-04-01 01:00:20,60.5,10',
    '9,ann,vc1,1,8,1,CANCELLED,2020-04-01 00:00:00,,,0,5',
    '10,ann,vc1,0,8,1,COMPLETED,2020-04-01 00:00:00,,,10,5',
    '11,ann,vc1,64,8,8,COMPLETED,2020-04-01 00:00:00,,,10,5',
  ]);
  const shape = { priority: 100, gpuModels: [] };
  assert.deepEqual(trace.gprs, [
    {
      name: '7',
      workspace: 0,
      arrivalMs: 0,
      nodeCount: 1,
      gpusPerNode: 8,
      exitMs: HOUR_MS,
      runMs: HOUR_MS,
      ...shape,
    },
    {
      name: '8',
      workspace: 1,
      arrivalMs: MINUTE_MS,
      nodeCount: 2,
      gpusPerNode: 8,
      exitMs: 60_500,
      runMs: 60_500,
      ...shape,
    },
  ]);
  assert.deepEqual(trace.workspaces, ['ann', 'bob']);
  assert.deepEqual(trace.groups, [{ instanceType: 'node-8', gpuModelName: 'GPU', count: 4 }]);
  const { jobRows, gprs, jobsThatNeverRan, jobsWithoutGpu, jobsThatNeverFit } = reportOf(trace);
  assert.deepEqual([jobRows, gprs, jobsThatNeverRan, jobsWithoutGpu, jobsThatNeverFit], [5, 2, 1, 1, 1]);
});

test('in the accounting of Slurm, limits are minutes, GPUs are among the resources, and steps are left out', () => {
  const trace = read(
    [
      SACCT,
      '100|ann|2024-02-29T08:00:00|3700|60|1|billing=8,cpu=8,gres/gpu:a100=4,gres/gpu=4,node=1|TIMEOUT',
      '100.batch||2024-02-29T08:00:00|3700||1|cpu=8,gres/gpu=4|CANCELLED',
      '101_5|bob|2024-03-01T08:00:00|100|UNLIMITED|2|cpu=8,gres/gpu:h100=8,gres/gpu:a100=4|COMPLETED',
      '102|bob|2024-03-01T08:00:00|100|Partition_Limit|1|cpu=8|COMPLETED',
      '103|bob|2024-03-01T08:00:00|100|2|1|gres/gpu=1|COMPLETED',
    ],
    { bound: { kind: 'times', factor: 3 } },
  );
  const of = trace.gprs.map(({ name, nodeCount, gpusPerNode, arrivalMs, exitMs, runMs }) => [
    name,
    nodeCount,
    gpusPerNode,
    arrivalMs / SECOND_MS,
    exitMs / SECOND_MS,
    runMs / SECOND_MS,
  ]);
  assert.deepEqual(of, [
    ['100', 1, 4, 0, 3600, 3600],
    ['101_5', 2, 6, 86_400, 300, 100],
    ['103', 1, 1, 86_400, 120, 100],
  ]);
  const { steps, jobsWithoutGpu, runsCut, gprsWithLimit, broken } = reportOf(trace);
  assert.deepEqual([steps, jobsWithoutGpu, runsCut, gprsWithLimit, broken.count], [1, 1, 1, 2, 0]);
});

test('headers of Slurm are known one by one, with the times that sacct writes', () => {
  const trace = read([
    'JobID|Submit|Start|End|Timelimit|ReqTRES',
    '1|2026-01-05T08:00:00|2026-01-05T09:00:00|2026-01-05T09:01:40|1-02:30:00|gres/gpu=1',
    '2|2026-01-05T08:00:00|Unknown|Unknown|30:00|gres/gpu=1',
    '3|2026-01-05T08:00:00|2026-01-05T09:00:00|2026-01-05T09:00:50|90|gres/gpu=1',
    '4|2026-01-05T08:00:00|2026-01-05T09:00:00|2026-01-05T09:00:50|soon|gres/gpu=1',
  ]);
  const seconds = trace.gprs.map(({ runMs, exitMs }) => [runMs / SECOND_MS, exitMs / SECOND_MS]);
  assert.deepEqual(seconds, [
    [100, 26 * 3600 + 1800],
    [50, 90 * 60],
  ]);
  const { jobsThatNeverRan, broken } = reportOf(trace);
  assert.equal(jobsThatNeverRan, 1);
  assert.match(broken.listed[0].why, /Timelimit must be minutes, a time such as 1-02:30:00, UNLIMITED or/);
  const elapsed = (cell: string) =>
    read(['Submit|Elapsed|AllocTRES', `2026-01-05T08:00:00|${cell}|gres/gpu=1`]).gprs[0].runMs / SECOND_MS;
  assert.deepEqual(
    ['30', '02:30', '01:02:03', '2-00:00:01', '1-12', '1-12:30', '00:00:01.500'].map(elapsed),
    [30, 150, 3723, 172_801, 129_600, 131_400, 1.5],
  );
});

test('slices of GPUs, and parts of heterogeneous jobs, become GPRs and are counted', () => {
  const trace = read([
    SACCT,
    '1|ann|2026-01-05T08:00:00|10|60|1|cpu=8,gres/gpu:1g.5gb=1|COMPLETED',
    '2|ann|2026-01-05T08:00:00|10|60|1|gres/gpu:a100_3g.20gb=2,gres/gpu=2|COMPLETED',
    '3|ann|2026-01-05T08:00:00|10|60|1|gres/gpu:a100=1,gres/gpu=1,mem=5gb|COMPLETED',
    '110+0|bob|2026-01-05T08:00:00|10|60|1|gres/gpu=1|COMPLETED',
    '110+1|bob|2026-01-05T08:00:00|10|60|1|gres/gpu=1|COMPLETED',
  ]);
  assert.deepEqual(
    trace.gprs.map(({ gpusPerNode }) => gpusPerNode),
    [1, 2, 1, 1, 1],
  );
  assert.deepEqual(
    trace.report.lines.filter((text) => /slices|parts/.test(text)),
    [
      '2 GPRs with slices of GPUs (MIG), each of which counts as a GPU',
      '2 GPRs of parts of heterogeneous jobs, which start one by one',
    ],
  );
});

test('jobs that have not ended are left out, with their work; each run of a requeued job is a GPR, and a repeated row is not', () => {
  const trace = read([
    SACCT,
    '1|ann|2026-01-05T08:00:00|10|60|1|gres/gpu=1|NODE_FAIL',
    '2|bob|2026-01-05T08:00:00|20|60|1|gres/gpu=1|RUNNING',
    '3|bob|2026-01-05T08:00:00|0|60|1|gres/gpu=1|PENDING',
    '1|ann|2026-01-05T09:00:00|30|60|1|gres/gpu=1|COMPLETED',
    '4|bob|2026-01-05T09:00:00|40|60|1|gres/gpu=1|CANCELLED by 1000',
    '4|bob|2026-01-05T09:00:00|40|60|1|gres/gpu=1|CANCELLED by 1000',
  ]);
  assert.deepEqual(
    trace.gprs.map(({ name, runMs }) => [name, runMs]),
    [
      ['1', 10_000],
      ['1~2', 30_000],
      ['4', 40_000],
    ],
  );
  const { gprsOfLaterRuns, repeatedRows, jobsNotEnded } = reportOf(trace);
  assert.deepEqual([gprsOfLaterRuns, repeatedRows, jobsNotEnded], [1, 1, 2]);
  assert.deepEqual(lossOf(trace, 'jobsNotEnded'), [2, 0, 20_000]);
  assert.equal(trace.report.work.keptMs, 80_000);
});

test('a job without an owner is of the workspace unknown', () => {
  const row = (owner: string) => `2026-01-05T08:00:00|${owner}|10|gres/gpu=1`;
  const trace = read(['Submit|User|ElapsedRaw|AllocTRES', row('ann'), row(''), row('unknown')]);
  assert.deepEqual(trace.workspaces, ['ann', 'unknown']);
  assert.equal(reportOf(trace).jobsWithoutOwner, 1);
});

test('the header decides what separates cells', () => {
  for (const separator of [',', ';', '\t', '|']) {
    const line = (...cells: string[]) => cells.join(separator);
    const trace = read([
      line('Submit', 'User', 'ElapsedRaw', 'AllocTRES'),
      line('2026-01-05T08:00:00', '"a;b"', '10', '1'),
      line('2026-01-05T08:00:00', '', '10', '1'),
    ]);
    assert.deepEqual(trace.workspaces, ['a;b', 'unknown']);
  }
  const quotedHeader = ['"t;u",r,g', '5,10,1'];
  assert.equal(read(quotedHeader, columnsOf('arrival=t;u,run=r,gpus=g')).gprs.length, 1);
});

test('a column that seems to be one that the table lacks is named', () => {
  const row = '2026-01-05T08:00:00|10|1|60|physics|2';
  const trace = read(['Submit|ElapsedRaw|AllocTRES|time_limit|Account|Priority', row]);
  assert.deepEqual(reportOf(trace).unusedColumns, [
    { header: 'Account', role: 'owner' },
    { header: 'time_limit', role: 'exit' },
  ]);
  assert.ok(
    trace.report.lines.includes('column "time_limit" is not used; --columns exit=… can name it'),
    trace.report.lines.join(),
  );
  const owner = read(['Submit|ElapsedRaw|AllocTRES|User|Account', '5|10|1|ann|physics']);
  assert.deepEqual(reportOf(owner).unusedColumns, []);
});

test('a table with dates has the start of its first job; one with seconds has none', () => {
  const table = (...arrivals: string[]) =>
    read(['Submit|ElapsedRaw|AllocTRES', ...arrivals.map((at) => `${at}|10|1`)]).startMs;
  const at = Date.parse('2026-01-05T08:00:00Z');
  assert.equal(table('2026-01-05T09:00:00', '2026-01-05T10:00:00+02:00'), at);
  assert.equal(table('5', '6'), undefined);
});

test('columns are chosen by their headers, also beside a known header; other columns do not matter', () => {
  const lines = ['what,t,"how, long",n', 'x,5,"1,5",1', 'y,"7",20,3'];
  const chosen = columnsOf('arrival=t,run=what,gpus=n');
  assert.match(
    whyRefused(lines, chosen),
    /line 2: what must be seconds, or a time such as 1-02:30:00, but is "x"/,
  );
  const trace = read(['t,run,n', '5,10,1', '7.25,20,3'], columnsOf('arrival=t,run=run,gpus=n'));
  assert.deepEqual(
    trace.gprs.map(({ arrivalMs, name, gpusPerNode }) => [arrivalMs, name, gpusPerNode]),
    [
      [0, undefined, 1],
      [2250, undefined, 3],
    ],
  );
  assert.deepEqual(trace.workspaces, ['jobs']);
  const slurm = [
    'JobID|Account|User|Submit|ElapsedRaw|AllocTRES',
    '1|physics|ann|2026-01-05T08:00:00|5|gres/gpu=1',
  ];
  assert.deepEqual(read(slurm, columnsOf('owner=Account')).workspaces, ['physics']);
});

test('GPUs that do not divide evenly become equally many on each node; more nodes than needed are kept', () => {
  const shapeOf = (gpus: number, nodes: number) => {
    const [{ nodeCount, gpusPerNode }] = read(
      ['a,r,g,n', `0,1,${gpus},${nodes}`],
      columnsOf('arrival=a,run=r,gpus=g,nodes=n'),
    ).gprs;
    return `${nodeCount} × ${gpusPerNode}`;
  };
  assert.equal(shapeOf(20, 0), '3 × 7');
  assert.equal(shapeOf(20, 1), '3 × 7');
  assert.equal(shapeOf(20, 4), '4 × 5');
  assert.equal(shapeOf(4, 1), '1 × 4');
  assert.equal(shapeOf(4, 2), '2 × 2');
  assert.equal(shapeOf(2, 4), '1 × 2');
  assert.equal(shapeOf(32, 0), '4 × 8');
});

test('instants have time zones, leap days and fractions', () => {
  const arrivals = (...cells: string[]) =>
    read(['a,r,g', ...cells.map((cell) => `${cell},1,1`)], columnsOf('arrival=a,run=r,gpus=g')).gprs.map(
      ({ arrivalMs }) => arrivalMs,
    );
  const pairs: [string, string][] = [
    ['2024-02-28 23:59:59', '2024-03-01 00:00:00'],
    ['1999-12-31T23:59:59.500Z', '2000-01-01T00:00:00+00:00'],
    ['2026-01-05T08:00:00+02:00', '2026-01-05T07:30:00-0130'],
    ['1900-02-28 00:00:00', '1900-03-01 00:00:00'],
    ['0', '86400.25'],
  ];
  for (const [from, to] of pairs) {
    const msOf = (text: string) =>
      /^[0-9.]+$/.test(text)
        ? Number(text) * 1000
        : Date.parse(/[Z]|[+-]\d\d:?\d\d$/.test(text) && text.includes('T') ? text : `${text}Z`);
    assert.deepEqual(arrivals(to, from), [0, msOf(to) - msOf(from)], `${from} ${to}`);
  }
  for (const wrong of [
    '2023-02-29 00:00:00',
    '2023-13-01 00:00:00',
    '2023-00-01 00:00:00',
    '2023-01-01 24:00:00',
    'soon',
    '',
  ])
    assert.match(
      whyRefused(['a,r,g', `${wrong},1,1`], columnsOf('arrival=a,run=r,gpus=g')),
      /line 2: a must be seconds, or an instant/,
    );
});

test('what is wrong in a row is named at once, and the row is left out', () => {
  const trace = read([
    SACCT,
    '1|ann|yesterday|long|soon|many|gres/gpu=x|?',
    '2|ann|2026-01-05T08:00:00|5|60|1|gres/gpu=1|COMPLETED',
    '3|ann|2026-01-05T08:00:00',
    `4|${'a'.repeat(254)}|2026-01-05T08:00:00|5|60|1|gres/gpu=1|COMPLETED`,
  ]);
  assert.equal(trace.gprs.length, 1);
  const [first, short, long] = reportOf(trace).broken.listed;
  assert.equal(first.line, 2);
  assert.deepEqual(
    first.why.split('; ').map((part) => part.split(' ')[0]),
    ['Submit', 'ElapsedRaw', 'AllocTRES', 'ReqNodes', 'TimelimitRaw'],
  );
  assert.match(short.why, /must have 8 cells, but has 3/);
  assert.match(long.why, /User must be at most 253 characters, but is "a/);
});

test('of many invalid rows, the first are listed and the others counted', () => {
  const trace = read([
    HELIOS,
    ...Array.from({ length: 1000 }, () => 'x'),
    '1,ann,vc,1,1,1,COMPLETED,0,0,5,5,q',
  ]);
  const { broken } = reportOf(trace);
  assert.deepEqual([broken.count, broken.listed.length], [1000, 20]);
  const lines = trace.report.lines.slice(-22);
  assert.equal(lines[0], '1000 invalid rows left out: GPU time not known');
  assert.match(lines[20], /^ {2}jobs, line 21: must have 12 cells, but has 1$/);
  assert.equal(lines[21], '  and 980 more');
});

test('a long cell, header or row is not read to its end', () => {
  const long = 'x'.repeat(20_000_000);
  const row = (cells: string) => whyRefused(['submit_time,duration,gpu_num', cells]);
  assert.match(row(`"${long}",1,1`), /line 2: submit_time must be .*, but is "x{40}…"$/);
  assert.match(whyRefused([`"${long}",b`]), /because its header is "x{200}…"$/);
  const wide = ','.repeat(1000);
  assert.match(row(wide), /line 2: must have 3 cells, but has more than 1000$/);
  assert.match(whyRefused([wide]), /^jobs must have at most 1000 columns, but has more$/);
  for (const text of [wide.repeat(1000), `"",${wide.repeat(1000)}`])
    assert.equal(rowsOf(text, ',').next().value!.cells.length, 1001);
  assert.match(whyRefused([wide.slice(1)]), /must have columns for arrival/, '1000 columns are not too many');
});

test('each column has a sentence for an invalid cell, with its line', () => {
  const roles = ['arrival', 'run', 'gpus', 'nodes', 'cpu', 'owner', 'exit', 'name'];
  const good = ['5', '60', '1', '1', '8', 'ann', '90', 'job'];
  const given = columnsOf(roles.map((role) => `${role}=${role}`).join());
  for (const separator of [',', '|']) {
    const rows = cases.map(({ role, cell }) => {
      const cells = good.with(roles.indexOf(role), cell.includes(separator) ? `"${cell}"` : cell);
      return cells.join(separator);
    });
    const { broken } = reportOf(read([roles.join(separator), ...rows, good.join(separator)], given));
    assert.deepEqual(
      broken.listed,
      cases.map(({ role, why }, i) => ({ table: 'jobs', line: i + 2, why: `${role} ${why}` })),
    );
  }
});

test('negative run times are those of jobs that never ran', () => {
  const trace = read(
    ['a,r,g', '0,-1,1', '0,-0.5,1', '0,0,1', '0,,1', '0,9,1'],
    columnsOf('arrival=a,run=r,gpus=g'),
  );
  assert.deepEqual(
    [trace.gprs.length, reportOf(trace).jobsThatNeverRan, reportOf(trace).broken.count],
    [1, 4, 0],
  );
  assert.deepEqual(trace.report.lines, [
    '1 of 5 rows became GPRs, of 1 workspace',
    '4 jobs that never ran left out: 0.0 % of the GPU time, not known of 1 job',
  ]);
});

test('a cell between bars may be quoted, and have a bar', () => {
  const trace = read(
    ['JobID|User|Submit|ElapsedRaw|AllocTRES', '"1"|"a|b"|"2026-01-05T08:00:00"|5|"gres/gpu=1"'],
    {},
  );
  assert.deepEqual([trace.workspaces, trace.gprs[0]?.name], [['a|b'], '1']);
});

test('a table that cannot be read is refused with what would be right', () => {
  assert.match(whyRefused([]), /jobs must have a header and jobs, but is empty/);
  assert.match(
    whyRefused(['time,cards', '1,2']),
    /must have columns for arrival, run, gpus; name arrival and run and gpus with columns \(--columns arrival=HEADER,run=HEADER,gpus=HEADER\), because its header is "time,cards"/,
  );
  assert.match(
    whyRefused(['a,r,g', '1,2,3'], columnsOf('arrival=a,run=r,gpus=gpu')),
    /must have the column "gpu", but its header is "a,r,g"/,
  );
  assert.match(
    whyRefused([HELIOS]),
    /must have a job with GPUs that ran and fits the machine, but has none$/,
  );
});

test('the options are refused with the valid form', () => {
  assert.deepEqual(parseOption(machine, '32x8'), { ok: true, value: { nodes: 32, gpusPerNode: 8 } });
  for (const text of ['32', '0x8', '32x0', '8X8', '1000001x8', '1x99999', '32x8 ', '', 'x'])
    assert.match(
      JSON.stringify(parseOption(machine, text)),
      /must be COUNTxGPUS, with up to 1000000 nodes of up to/,
    );
  for (const text of [
    '',
    'arrival',
    'arrival=',
    'time=t',
    'arrival=a,arrival=b',
    'arrival=a,run=a',
    'arrival=a,,run=b',
    'arrival=a=b',
  ])
    assert.match(
      JSON.stringify(parseOption(columns, text)),
      /must be WHAT=HEADER,…, each WHAT and HEADER once, WHAT one of arrival/,
    );
});

test('cells are quoted, lines end in any way, and empty lines do not count', () => {
  const text = 'a,"b ""c"", d",e\r\n\r\n 1 , " 2 " ,"x"y\r"",,\n';
  assert.deepEqual(
    [...rowsOf(text, ',')],
    [
      { line: 1, cells: ['a', 'b "c", d', 'e'] },
      { line: 3, cells: ['1', ' 2 ', '"x"y'] },
      { line: 4, cells: ['', '', ''] },
    ],
  );
});

test('users have several GPRs at a time, unless the scenario limits them; a stored world is the same', (t) => {
  const rows = [0, 1, 2].map((i) => `${i},ann,vc,2,1,1,COMPLETED,2026-01-05 08:00:0${i},,,600,0`);
  const folder = mkdtempSync(join(tmpdir(), 'gprsim-csv-'));
  t.after(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'jobs.csv'), [HELIOS, ...rows].join('\n'));
  const run = (scheduler: object, start: object = {}) => {
    const content = {
      name: 'log',
      ...start,
      scheduler,
      workload: [{ kind: 'csv', jobs: 'jobs.csv', machine: '1x8' }],
    };
    const loaded = scenarioOf(content, join(folder, 'log.json'), { now: () => 0 });
    assert.ok(loaded.ok, JSON.stringify(loaded));
    return { scenario: loaded.scenario, ...ended(new Simulation(loaded.scenario)) };
  };
  const { scenario, waitMsMax } = run({});
  assert.deepEqual([waitMsMax, scenario.start], [0, '2026-01-05T08:00:00.000Z']);
  const start = '2030-01-01T00:00:00.000Z';
  assert.equal(run({}, { start }).scenario.start, start);
  const limited = run({ workspaceLimit: 1 });
  assert.equal(limited.waitMsMax, 1_200_000 - 2_000);
  const again = readStoredScenario(JSON.stringify(limited.scenario));
  assert.ok(again.ok);
  assert.equal(ended(new Simulation(again.scenario)).hash, limited.hash);
});

function ended(simulation: Simulation) {
  while (simulation.nextEventMs() < NEVER) {
    simulation.runTo(simulation.nextEventMs() + HOUR_MS);
    simulation.takeFacts();
  }
  return { ...simulation.measures.summary(), hash: simulation.clock().hash };
}

test('an invalid list of columns is refused with its first invalid entry', () => {
  const parsed = parseOption(columns, `arrival=${'A'.repeat(90)},prio=job,gpus=C`);
  assert.ok(!parsed.ok);
  assert.match(parsed.why, /^has "prio=job", but must be WHAT=HEADER,/);
});
