import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS, type Trace } from '../../sim/index.ts';
import { zones } from '../../src/traces/zones.ts';
import { columnsOf, lossOf, read, reportOf, whyRefused } from './read-table.ts';

const large = { machine: { nodes: 8, gpusPerNode: 8 } };
const shapes = ({ gprs }: Trace) =>
  gprs.map(({ name, nodeCount, gpusPerNode }) => `${name}: ${nodeCount} × ${gpusPerNode}`);
const runs = ({ gprs }: Trace) => gprs.map(({ name, runMs }) => [name, runMs / MINUTE_MS]);

test('a unit can be given for each column of times', () => {
  const header = 'Submit,Seconds,GPUs,LimitMinutes';
  const rows = ['2026-02-02 08:00:00,1500,8,30', '2026-02-02 08:01:00,540,8,10'];
  const named = 'arrival=Submit,run=Seconds,gpus=GPUs,exit=LimitMinutes';
  const wrong = read([header, ...rows], columnsOf(named));
  assert.deepEqual(runs(wrong), [
    [undefined, 0.5],
    [undefined, 1 / 6],
  ]);
  assert.deepEqual(wrong.report.warnings, [
    'the trace loses 98.0 % of its GPU time, most by 2 GPRs cut at the time limit, which the job exceeded (98.0 %)',
    'numbers in LimitMinutes count as seconds, but its name has another unit: --columns exit=LimitMinutes:min',
  ]);
  // 8 GPUs × (25 − 0.5 + 9 − 1/6) min are lost, 8 × (0.5 + 1/6) kept: 98.0 %.
  assert.deepEqual(lossOf(wrong, 'runsCut'), [2, 0, 8 * (1470 + 530) * SECOND_MS]);
  assert.match(wrong.report.lines.join('\n'), /2 GPRs cut at .*: 98\.0 % of the GPU time/);

  const right = read([header, ...rows], columnsOf(`${named}:min`));
  assert.deepEqual(
    right.gprs.map(({ exitMs }) => exitMs / MINUTE_MS),
    [30, 10],
  );
  assert.deepEqual(
    [runs(right), right.report.warnings],
    [
      [
        [undefined, 25],
        [undefined, 9],
      ],
      [],
    ],
  );

  const units = read(
    ['a,b,e,g', '2,0.5,90,1', '1.5,0.5,90,1'],
    columnsOf('arrival=a:h,start=b:min,end=e:s,gpus=g'),
  );
  assert.deepEqual(
    units.gprs.map(({ arrivalMs, runMs }) => [arrivalMs, runMs]),
    [
      [0, MINUTE_MS],
      [30 * MINUTE_MS, MINUTE_MS],
    ],
  );
  assert.equal(read(['a,r,g', '0,250,1'], columnsOf('arrival=a,run=r:ms,gpus=g')).gprs[0].runMs, 250);
  assert.match(
    whyRefused(['a,r,g', '0,x,1'], columnsOf('arrival=a,run=r:h,gpus=g')),
    /r must be hours, or a time/,
  );
  assert.match(
    whyRefused(['a,r,g', '0,1,1'], columnsOf('arrival=a,run=r:minutes,gpus=g')),
    /must have the column "r:minutes".*; the units of times are ms, s, min, h$/,
  );
});

test('a job has the nodes on which it ran; an empty cell, 0.00K and 2K are understood', () => {
  const table = [
    'JobID|User|Submit|ElapsedRaw|TimelimitRaw|ReqNodes|AllocTRES|State|NNodes',
    '11|ann|2026-02-02T08:00:00|600|60|0.00K|gres/gpu=2|COMPLETED|2',
    '12|ann|2026-02-02T08:00:00|600|60|2K|gres/gpu=2|COMPLETED|2',
    '13|bob|2026-02-02T08:00:00|600|60||gres/gpu=2|COMPLETED|2',
    '14|bob|2026-02-02T08:00:00|600|60|1|gres/gpu=8|COMPLETED|4',
  ];
  assert.deepEqual(shapes(read(table, large)), ['11: 2 × 1', '12: 2 × 1', '13: 2 × 1', '14: 4 × 2']);
  // 2K is 2048 nodes, more than the job has GPUs.
  const requested = read(table, { ...large, ...columnsOf('nodes=ReqNodes') });
  assert.deepEqual(shapes(requested), ['11: 1 × 2', '12: 1 × 2', '13: 1 × 2', '14: 1 × 8']);
  assert.equal(reportOf(requested).gprsOnOtherNodes, 1);
  const many = ['a,r,g,n', '0,1,4096,2K'];
  const { gprs } = read(many, {
    ...columnsOf('arrival=a,run=r,gpus=g,nodes=n'),
    machine: { nodes: 2048, gpusPerNode: 8 },
  });
  assert.deepEqual([gprs[0].nodeCount, gprs[0].gpusPerNode], [2048, 2]);
});

test('steps are left out under JobIDRaw, too', () => {
  const row = (id: string) => `${id}|ann|2026-02-02T08:00:00|600|cpu=8,gres/gpu=2|COMPLETED`;
  const ids = ['21', '21.batch', '21.extern', '21.0', '21.interactive'];
  const trace = read(['JobIDRaw|User|Submit|ElapsedRaw|AllocTRES|State', ...ids.map(row)]);
  assert.deepEqual([shapes(trace), reportOf(trace).steps], [['21: 1 × 2'], 4]);
});

test('each run of a requeued job is a GPR, and a later one arrives when the run before it ended', () => {
  const trace = read([
    'JobID|User|Submit|Start|End|ElapsedRaw|TimelimitRaw|NNodes|AllocTRES|State',
    '31|ann|2026-02-02T08:00:00|2026-02-02T08:00:00|2026-02-02T18:00:00|36000|1440|1|gres/gpu=8|NODE_FAIL',
    '31|ann|2026-02-02T08:00:00|2026-02-02T18:05:00|2026-02-02T19:05:00|3600|1440|1|gres/gpu=8|COMPLETED',
  ]);
  assert.deepEqual(
    trace.gprs.map(({ name, arrivalMs, runMs }) => [name, arrivalMs / HOUR_MS, runMs / HOUR_MS]),
    [
      ['31', 0, 10],
      ['31~2', 10, 1],
    ],
  );
  assert.deepEqual([trace.report.work.keptMs, trace.report.work!.losses], [88 * HOUR_MS, []]);
});

test('rows with one JobID are separate jobs if their runs overlap or their owners differ, and a repeated row is no loss', () => {
  const row = (user: string, start: string, gpus: number) =>
    `700|${user}|2026-02-02T08:00:00|2026-02-02T${start}:00|3600|gres/gpu=${gpus}|COMPLETED`;
  const trace = read(
    [
      'JobID|User|Submit|Start|ElapsedRaw|AllocTRES|State',
      row('ann', '08:00', 8),
      row('ann', '08:30', 8),
      row('bob', '09:30', 4),
      row('bob', '09:30', 4),
      row('bob', '10:30', 4),
    ].map((line, i) => (i === 3 || i === 4 ? line.replace('COMPLETED', 'NODE_FAIL') : line)),
  );
  assert.deepEqual(
    trace.gprs.map(({ name, workspace, arrivalMs }) => [
      name,
      trace.workspaces?.[workspace as number],
      arrivalMs / HOUR_MS,
    ]),
    [
      ['700', 'ann', 0],
      ['700~2', 'ann', 0],
      ['700~3', 'bob', 0],
      ['700~4', 'bob', 2.5],
    ],
  );
  const { gprsOfLaterRuns, gprsWithJobIdOfOthers, repeatedRows } = reportOf(trace);
  assert.deepEqual([gprsOfLaterRuns, gprsWithJobIdOfOthers, repeatedRows], [1, 2, 1]);
  assert.deepEqual([trace.report.warnings, trace.report.work.lostMs], [[], 0]);
});

test('a column of GPUs of a node, by its name, counts for each node', () => {
  const table = ['Submit,Seconds,GpusPerNode,Nodes', '2026-02-02T08:00:00,600,3,2'];
  const columns = 'arrival=Submit,run=Seconds,gpus=GpusPerNode';
  const alone = read(table, columnsOf(columns));
  assert.ok(alone.report.lines.includes('column "Nodes" is not used; --columns nodes=… can name it'));
  const right = read(table, columnsOf(`${columns},nodes=Nodes`));
  assert.deepEqual([shapes(right), right.report.warnings], [['undefined: 2 × 3'], []]);
  assert.ok(right.report.lines.includes('1 GPR with the GPUs in GpusPerNode on each of its nodes'));
});

test('jobs with one JobID that ran one after another are separate if they completed; without states, a warning asks', () => {
  const row = (hour: number, state: string) =>
    `7|ann|2026-02-02T08:00:00|2026-02-02T${hour}:00:00|14400|gres/gpu=8${state}`;
  const arrivals = ({ gprs }: { gprs: readonly { arrivalMs: number }[] }) =>
    gprs.map(({ arrivalMs }) => arrivalMs / HOUR_MS);
  const header = 'JobID|User|Submit|Start|ElapsedRaw|AllocTRES';
  const completed = read([`${header}|State`, row(12, '|COMPLETED'), row(16, '|COMPLETED')]);
  assert.deepEqual([arrivals(completed), completed.report.warnings], [[0, 0], []]);
  const unknown = read([header, row(12, ''), row(16, '')]);
  assert.deepEqual(arrivals(unknown), [0, 8]);
  assert.match(
    unknown.report.warnings!.join(),
    /^1 GPR of later runs of jobs that may be separate jobs with one JobID/,
  );
});

test('what is odd in a table without known headers is a warning: equal rows, arrivals without a date, a wrong year', () => {
  const named = columnsOf('arrival=a,run=r,gpus=g');
  const rows = (...arrivals: string[]) => ['a,r,g', ...arrivals.map((arrival) => `${arrival},60,1`)];
  const warnings = (...arrivals: string[]) => read(rows(...arrivals), named).report.warnings;
  const day = (date: string) => `${date} 08:00`;
  assert.deepEqual(warnings(day('2026-02-02'), day('2026-02-03')), []);
  assert.deepEqual(warnings(day('2026-02-02'), day('2026-02-02')), [
    '1 GPR of rows that equal an earlier row in every cell; if these are repeated, remove them',
  ]);
  assert.deepEqual(warnings(day('2026-02-02'), day('2026-02-03'), day('2062-02-03')), [
    'no job arrives for 13149 of 13150 days; 1 job after that may have a wrong date',
  ]);
  assert.deepEqual(warnings('600', day('2026-02-02'), day('2026-02-03')), [
    '2 arrivals with a date, and 1 without: they count from different instants',
    'no job arrives for 20486 of 20488 days; 1 job before that may have a wrong date',
  ]);
});

test('an empty run time is that from start to end, a negative one is none, and states may be in small letters', () => {
  const table = [
    'Id,Submit,Start,End,Secs,gpus,state',
    'a,2026-02-02 08:00,2026-02-02 08:00,2026-02-02 09:00,,1,done',
    'b,2026-02-02 08:00,2026-02-02 08:00,2026-02-02 09:00,-7200,1,done',
    'c,2026-02-02 08:00,2026-02-02 08:00,2026-02-02 09:00,60,1,running',
  ];
  const trace = read(table, columnsOf('name=Id,run=Secs'));
  assert.deepEqual(
    trace.gprs.map(({ name, runMs }) => [name, runMs]),
    [['a', HOUR_MS]],
  );
  const { jobsThatEndBeforeTheyBegin, jobsNotEnded } = reportOf(trace);
  assert.deepEqual([jobsThatEndBeforeTheyBegin, jobsNotEnded], [1, 1]);
});

test('a job arrives when it is eligible, unless the column is Submit', () => {
  const table = [
    'JobID|User|Submit|Eligible|Start|ElapsedRaw|TimelimitRaw|NNodes|AllocTRES|State',
    '41|ann|2026-02-02T08:00:00|2026-02-02T08:00:00|2026-02-02T08:00:00|3600|120|1|gres/gpu=4|COMPLETED',
    '42|ann|2026-02-02T08:00:01|2026-02-02T09:00:00|2026-02-02T09:00:00|3600|120|1|gres/gpu=4|COMPLETED',
    '43|ann|2026-02-02T08:30:00|Unknown|Unknown|3600|120|1|gres/gpu=4|COMPLETED',
  ];
  const arrivals = (trace: Trace) => trace.gprs.map(({ name, arrivalMs }) => [name, arrivalMs / SECOND_MS]);
  const trace = read(table);
  assert.deepEqual(arrivals(trace), [
    ['41', 0],
    ['43', 1800],
    ['42', 3600],
  ]);
  assert.ok(
    trace.report.lines.includes(
      'jobs arrive at Eligible; with --columns arrival=Submit, they arrive at Submit',
    ),
  );
  assert.deepEqual(arrivals(read(table, columnsOf('arrival=Submit'))), [
    ['41', 0],
    ['42', 1],
    ['43', 1800],
  ]);
});

test('dates without a time zone are of --zone, and an end in the repeated hour is not before its start', () => {
  const table = [
    'JobID|User|Submit|Start|End|AllocTRES|State',
    '51|ann|2026-11-01T01:35:00|2026-11-01T01:50:00|2026-11-01T01:10:00|gres/gpu=1|COMPLETED',
    '52|ann|2026-11-01T00:30:00|2026-11-01T00:30:00|2026-11-01T03:30:00|gres/gpu=1|COMPLETED',
    '53|ann|2026-11-01T00:30:00|2026-11-01T00:30:00|2026-11-01T00:20:00|gres/gpu=1|COMPLETED',
  ];
  const trace = read(table, { zone: 'America/New_York' });
  assert.deepEqual(runs(trace), [
    ['52', 240],
    ['51', 20],
  ]);
  assert.equal(trace.startMs, Date.parse('2026-11-01T00:30:00-04:00'));
  const { jobsThatEndBeforeTheyBegin, jobsThatNeverRan } = reportOf(trace);
  assert.deepEqual([jobsThatEndBeforeTheyBegin, jobsThatNeverRan], [1, 0]);
  const arrival = (at: string, zone: string) => {
    const { startMs } = read(['Submit,Elapsed,gpus', `${at},1,1`], { zone });
    return new Date(startMs!).toISOString();
  };
  assert.equal(arrival('2026-07-01 12:00', 'Europe/Berlin'), '2026-07-01T10:00:00.000Z');
  assert.equal(arrival('2026-01-01 12:00', 'Asia/Kolkata'), '2026-01-01T06:30:00.000Z');
  assert.equal(arrival('2026-07-01T12:00:00+09:00', 'Europe/Berlin'), '2026-07-01T03:00:00.000Z');
  // 02:30 does not exist on this day, and is 1:30 UTC, half an hour after 01:59:59.
  assert.equal(arrival('2026-03-29 02:30', 'Europe/Berlin'), '2026-03-29T01:30:00.000Z');
  assert.equal(zones('Europe/Nowhere'), undefined);
});

test('generic resources of Slurm are of each node', () => {
  const row = (id: number, nodes: number, gres: string) =>
    `${id}|ann|2026-02-02T08:00:00|01:00:00|02:00:00|${nodes}|${gres}|COMPLETED`;
  const header = (gres: string) => `JobID|User|Submit|Elapsed|Timelimit|NNodes|${gres}|State`;
  const rows = [row(61, 2, 'gpu:4'), row(62, 1, 'gpu:tesla:2'), row(63, 1, 'gpu:v100:2(IDX:0-1)')];
  const more = [row(64, 1, 'craynetwork:1,gpu:v100:2(IDX:0,3),gpu:k80:1'), row(65, 1, 'craynetwork:1')];
  for (const gres of ['AllocGRES', 'ReqGRES']) {
    const trace = read([header(gres), ...rows, ...more], large);
    assert.deepEqual(shapes(trace), ['61: 2 × 4', '62: 1 × 2', '63: 1 × 2', '64: 1 × 3']);
    assert.equal(reportOf(trace).jobsWithoutGpu, 1);
  }
  const both = ['AllocTRES|ReqTRES|Submit|Elapsed', '|gres/gpu=3|5|10', 'gres/gpu=2|gres/gpu=3|5|10'];
  assert.deepEqual(shapes(read(both)), ['undefined: 1 × 3', 'undefined: 1 × 2']);
});

test('a share of a GPU counts as a GPU, and instances are packed as wholes', () => {
  const table = [
    'job,submit_time,duration,num_gpu,num_inst',
    'x,0,3600,0.5,2',
    'y,10,3600,1,10',
    'z,20,3600,0.25,1',
    'w,30,3600,3,5',
  ];
  const named = 'arrival=submit_time,run=duration,gpus=num_gpu,name=job';
  const trace = read(table, columnsOf(`${named},instances=num_inst`));
  // A node of 8 GPUs has room for two instances of 3.
  assert.deepEqual(shapes(trace), ['x: 1 × 2', 'y: 2 × 5', 'z: 1 × 1', 'w: 3 × 6']);
  assert.equal(reportOf(trace).gprsWithShares, 2);
  assert.deepEqual(read(table, columnsOf(`${named},nodes=num_inst`)).report.warnings, [
    '3 jobs with more nodes than GPUs; if these are the GPUs of an instance: --columns instances=num_inst',
  ]);
});

test('floating-point counts, times without seconds, dates with the day first, other capital letters and line breaks in cells are read', () => {
  const trace = read([
    'submit,ELAPSEDRAW,Gpus',
    '2026-02-02T08:00:00,600.0,2.0',
    '2026-02-02 08:01,60.0,1.0',
    '02.02.2026 08:02,60.0,1.0',
    '2.2.2026 08:03:30,60.0,1.0',
  ]);
  assert.deepEqual(
    trace.gprs.map(({ arrivalMs, runMs, gpusPerNode }) => [arrivalMs, runMs, gpusPerNode]),
    [
      [0, 600_000, 2],
      [60_000, 60_000, 1],
      [120_000, 60_000, 1],
      [210_000, 60_000, 1],
    ],
  );
  const named = read(
    ['submit,user,elapsed,"g\r\npus"', '5,"a\nb",10,1', 'x', '6,c,10,1'],
    columnsOf('gpus=g\r\npus'),
  );
  assert.deepEqual(named.workspaces, ['a\nb', 'c']);
  assert.equal(reportOf(named).broken.listed[0].line, 5);
});

test('numbers of the size of recent instants are dates, in seconds or milliseconds', () => {
  const startOf = (...arrivals: string[]) => {
    const trace = read([
      'Submit|Start|End|AllocTRES',
      ...arrivals.map((at) => `${at}|1770019260|1770022860|1`),
    ]);
    return [trace.startMs, ...trace.gprs.map(({ arrivalMs }) => arrivalMs)];
  };
  const start = Date.parse('2026-02-02T08:00:00Z');
  assert.deepEqual(startOf('1770019200', '1770019201'), [start, 0, SECOND_MS]);
  assert.deepEqual(startOf('1770019200250', '1770019201'), [start + 250, 0, 750]);
  assert.deepEqual(startOf('946684799', '946684800'), [undefined, 0, SECOND_MS]);
  assert.deepEqual(startOf('0', '86400'), [undefined, 0, DAY_MS]);
});

test('tables of fixed width, without a header, and with a column twice are refused with the remedy', () => {
  assert.match(
    whyRefused(['       JobID      User', '------------ ---------', '31 ann']),
    /columns of fixed width, which cut long cells; write it with sacct --parsable2$/,
  );
  assert.match(
    whyRefused(['31|ann|2026-02-02T08:00:00|60|gres/gpu=8', '32|ann|2026-02-02T08:00:00|60|gres/gpu=8']),
    /must begin with a header, but begins with "31,ann,.*"; add one \(sacct writes it without --noheader\)$/,
  );
  assert.match(
    whyRefused(['Submit|Elapsed|gpus|Submit', '5|1|1|6']),
    /must have the column "Submit" once, but has it at 1 and 4; rename one$/,
  );
  assert.equal(read(['Submit|Elapsed|gpus|Note|Note', '5|1|1||']).gprs.length, 1);
});
