import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import cases from '../../fixtures/rows/swf.json' with { type: 'json' };
import { NEVER, PROCESSORS_MAX, TIME_MAX_MS, type Trace } from '../../sim/index.ts';
import { parseOption } from '../../sim/workload/formats/format.ts';
import type { Report } from '../../sim/workload/formats/swf/log-report.ts';
import { bound, type Options, processors } from '../../sim/workload/formats/swf/options.ts';
import { swf } from '../../sim/workload/formats/swf/swf.ts';
import { scenarioOf } from '../../src/scenario/load.ts';
import { readStoredScenario } from '../../src/scenario/stored/stored-scenario.ts';
import { gprsim, temporaryFolder } from '../cli/gprsim.ts';
import { World } from '../support/world.ts';

const HEADER = '; MaxProcs: 100';

const plain: Options = {
  broken: 'drop',
  processors: undefined,
  compress: 1,
  bound: { kind: 'requested' },
};

interface Job {
  readonly number?: number | string;
  readonly submit?: number | string;
  readonly run?: number | string;
  readonly allocated?: number | string;
  readonly requested?: number | string;
  readonly time?: number | string;
  readonly user?: number | string;
}

function line({
  number = 1,
  submit = 0,
  run = 60,
  allocated = 4,
  requested = 4,
  time = 100,
  user = 1,
}: Job): string {
  return `  ${number}  ${submit} 5 ${run} ${allocated} 58.5 -1\t${requested} ${time} -1 1 ${user} 3 4 5 -1 -1 -1`;
}

function read(jobs: readonly Job[], given: Partial<Options> = {}, header = HEADER): Trace {
  const found = swf.read(
    { log: [header, ...jobs.map((job, index) => line({ number: index + 1, ...job }))].join('\n') },
    { ...plain, ...given },
  );
  assert.ok(found.ok, JSON.stringify(found));
  return found.trace;
}

function whyRefused(lines: readonly string[], given: Partial<Options> = {}): string {
  const found = swf.read({ log: lines.join('\n') }, { ...plain, ...given });
  assert.ok(!found.ok);
  return found.problems.map(({ file, message }) => `${file} ${message}`).join('\n');
}

const reportOf = ({ report }: Trace) => report.data as Report;

/** Arrival, run time and exit duration in s, and processors. */
const jobsOf = ({ gprs }: Trace) =>
  gprs.map(({ arrivalMs, runMs, exitMs, gpusPerNode }) => [
    arrivalMs / 1000,
    runMs / 1000,
    exitMs / 1000,
    gpusPerNode,
  ]);

test('the machine is one node of processors, users are workspaces, and the first submission is at 0', () => {
  const trace = read([
    { submit: 500, user: 7 },
    { number: 2, submit: 90, run: 30, allocated: 8, requested: 16, user: 3 },
    { number: 3, submit: 500, run: 20, user: 7 },
    { number: 'x', submit: 90, user: -1 },
  ]);
  assert.deepEqual(jobsOf(trace), [
    [0, 30, 100, 16],
    [0, 60, 100, 4],
    [410, 60, 100, 4],
    [410, 20, 100, 4],
  ]);
  assert.deepEqual(trace.workspaces, ['user-7', 'user-3', 'user-unknown']);
  assert.deepEqual(
    trace.gprs.map(({ workspace, nodeCount, name }) => [workspace, nodeCount, name]),
    [
      [1, 1, 'job-2'],
      [2, 1, undefined],
      [0, 1, 'job-1'],
      [0, 1, 'job-3'],
    ],
  );
  assert.equal(trace.capacity, 'processors');
  assert.deepEqual(trace.groups, [{ instanceType: 'machine', gpuModelName: 'processor', count: 1 }]);
  assert.equal(trace.instanceTypes[0]?.gpuCount, 100);
});

describe('the two cleanings', () => {
  for (const { job, dropped, repaired } of cases.cleaned) {
    test(JSON.stringify(job), () => {
      // A second job, so that a log from which the first one is left out has one.
      const two = [job, { submit: 1000 }];
      const found = read(two);
      if (typeof dropped === 'string') {
        assert.equal(found.gprs.length, 1);
        assert.equal(reportOf(found)[dropped as keyof Report], 1);
      } else assert.deepEqual(jobsOf(found)[0]?.slice(1), dropped);
      const { gprs, ...rest } = read(two, { broken: 'repair' });
      assert.deepEqual(jobsOf({ gprs, ...rest })[0]?.slice(1), repaired);
    });
  }

  test('a repaired job without submit time arrives at 1 s of the log', () => {
    const trace = read([{ submit: -1 }, { submit: 4 }], { broken: 'repair' });
    assert.deepEqual(
      trace.gprs.map(({ arrivalMs }) => arrivalMs),
      [0, 3000],
    );
  });

  test('the report counts what was left out and changed', () => {
    const jobs = [
      {},
      { requested: 101 },
      { run: -1 },
      { run: 130, user: 2 },
      { run: 9.75, submit: 20.5 },
      { allocated: 200, requested: -1 },
    ];
    const { lines } = read(jobs).report;
    assert.deepEqual(lines, [
      '3 of 6 jobs became GPRs, of 2 workspaces, on 100 processors',
      // 101 and 200 processors × 60 s of 18,856 processor seconds.
      '2 jobs with more processors than the machine left out: 95.8 % of the processor time (lines 3, 7)',
      '1 job without a run time left out: processor time not known (line 4)',
      // 4 × 30 s.
      '1 GPR cut at the requested time: 0.6 % of the processor time (line 5)',
      '1 job with fractions of seconds, which are cut off',
      '1 job with an earlier submit time than the line before, sorted in',
    ]);
    const repaired = read(jobs, { broken: 'repair' });
    assert.deepEqual(repaired.report.lines.slice(1), [
      // Of 13,040 processor seconds: 4 × 30 s, and 100 × 60 s.
      '1 job without run time, requested time, processors or submit time, run for 1 s: processor time not known (line 4)',
      '1 GPR cut at the requested time: 0.9 % of the processor time (line 5)',
      '1 job with more processors than the machine, cut to all of it: 46.0 % of the processor time (line 7)',
      '1 job with fractions of seconds, which are cut off',
      '1 job with an earlier submit time than the line before, sorted in',
    ]);
    // A job without requested time has none that it exceeded.
    const untimed = read([{ time: -1 }, { time: 0 }, {}], { broken: 'repair' });
    assert.deepEqual([reportOf(untimed).madeShort, reportOf(untimed).runsCut], [2, 0]);
    const one = read([{ allocated: 1, requested: 1 }], { processors: 1 });
    assert.equal(one.report.lines[0], '1 of 1 job became GPRs, of 1 workspace, on 1 processor');
    // Arrivals in order: 0 s four times, then 20 s, and the last line at 0 s again.
    assert.deepEqual(jobsOf(repaired).at(-1), [20, 9, 100, 4]);
  });
});

test('a job with the number of an earlier one has a name of its number and its count', () => {
  const trace = read([{ number: 4 }, { number: 5 }, { number: 4 }, { number: 4, run: -1 }, { number: 4 }]);
  assert.deepEqual(
    trace.gprs.map(({ name }) => name),
    ['job-4', 'job-5', 'job-4~2', 'job-4~3'],
  );
  assert.equal(trace.report.lines.at(-1), '2 GPRs with the number of an earlier job, named such as job-4~2');
});

test('an exit duration is the requested time, the run time, or a multiple of the requested time', () => {
  const exitsOf = (text: string) => {
    const parsed = parseOption(bound, text);
    assert.ok(parsed.ok);
    return read([{ run: 60, time: 100 }], { bound: parsed.value }).gprs.map(({ exitMs, runMs }) => [
      exitMs,
      runMs,
    ]);
  };
  assert.deepEqual(exitsOf('requested'), [[100_000, 60_000]]);
  assert.deepEqual(exitsOf('exact'), [[60_000, 60_000]]);
  assert.deepEqual(exitsOf('x2'), [[200_000, 60_000]]);
  assert.deepEqual(exitsOf('x1.5'), [[150_000, 60_000]]);
  // The floating-point product of 100,000 and 1.1 is above 110,000.
  assert.deepEqual(exitsOf('x1.1'), [[110_000, 60_000]]);
  const longest = read([{ time: 8e9 }], { bound: { kind: 'times', factor: 1000 } });
  assert.equal(longest.gprs[0]?.exitMs, TIME_MAX_MS);
  for (const text of ['rounded', 'x0.5', 'x', 'x1001'])
    assert.deepEqual(parseOption(bound, text), {
      ok: false,
      why: `must be requested, round, exact, or xN with N from 1 to 1000, but is "${text}"`,
    });
});

test('gaps between arrivals are divided', () => {
  const trace = read([{ submit: 100 }, { submit: 140 }], { compress: 16 });
  assert.deepEqual(
    trace.gprs.map(({ arrivalMs }) => arrivalMs),
    [0, 2500],
  );
});

describe('the processors of the machine', () => {
  test('are in the header, and the option precedes it', () => {
    assert.equal(reportOf(read([{}], {}, ';MaxProcs:   32  \r')).processors, 32);
    assert.equal(reportOf(read([{}], { processors: 93_312 })).processors, 93_312);
  });

  test('are required', () => {
    assert.equal(
      whyRefused(['; MaxNodes: 128', line({})]),
      'log must have a line "; MaxProcs: N" with the processors of the machine, but has none; give them as processors (--processors N)',
    );
    assert.match(
      whyRefused(['; MaxProcs: -1', line({})]),
      /but has "-1", which is not a whole number from 1 to 1000000; give them/,
    );
    const refused = { ok: false, why: 'must be a whole number from 1 to 1000000, but is "0"' };
    assert.deepEqual(parseOption(processors, '0'), refused);
    assert.equal(parseOption(processors, String(PROCESSORS_MAX + 1)).ok, false);
  });
});

describe('a line that is no job is left out and reported', () => {
  const good = line({ submit: 3 });
  const cases: readonly (readonly [string, string])[] = [
    [good.replace(/ -1$/, ''), 'must have at least 18 fields, but has 17'],
    ['7', 'must have at least 18 fields, but has 1'],
    [
      line({ run: 'long' }),
      'field 4, the run time, must be a number of seconds up to 8796093022, but is "long"',
    ],
    [
      line({ submit: '1e3' }),
      'field 2, the submit time, must be a number of seconds up to 8796093022, but is "1e3"',
    ],
    [
      line({ time: '99999999999' }),
      'field 9, the requested time, must be a number of seconds up to 8796093022, but is "99999999999"',
    ],
    [line({ user: '1-2' }), 'field 12, the user, must be a whole number, but is "1-2"'],
    [
      line({ allocated: 2.5, requested: '-' }),
      'field 5, the allocated processors, must be a whole number, but is "2.5"; field 8, the requested processors, must be a whole number, but is "-"',
    ],
  ];
  for (const [wrong, why] of cases) {
    test(why, () => {
      const log = `${HEADER}\r\n${good}\r\n\r\n${wrong}\r\n; ${wrong}\r\n${good}`;
      const found = swf.read({ log }, plain);
      assert.ok(found.ok);
      assert.equal(found.trace.gprs.length, 2);
      assert.deepEqual(reportOf(found.trace).broken.listed, [{ table: 'log', line: 4, why }]);
      assert.equal(reportOf(found.trace).jobLines, 3);
      assert.equal(found.trace.report.lines.at(-1), `  log, line 4: ${why}`);
    });
  }

  test('a log without a job is refused, with why jobs are left out and the first wrong line', () => {
    assert.equal(
      whyRefused([HEADER, 'job_id,user', line({ run: -1 })]),
      'log must have a job that ran and fits the machine, but has none: 1 job without a run time left out; line 2: must have at least 18 fields, but has 1',
    );
    assert.match(
      whyRefused([HEADER, line({ requested: 200 })]),
      /but has none: 1 job with more processors than the machine left out$/,
    );
    const other = 'JobID|Submit|Elapsed';
    for (const lines of [[other], [HEADER, other]])
      assert.equal(
        whyRefused(lines),
        `log must be a log in the Standard Workload Format, with 18 numbers in each line, but no line has them; line ${lines.length}: must have at least 18 fields, but has 1`,
      );
    assert.match(whyRefused(['']), /MaxProcs/);
  });
});

test('a log in a scenario file, compressed or not, becomes a world, is stored and read back', () => {
  const folder = mkdtempSync(join(tmpdir(), 'gprsim-'));
  const log = `${[HEADER, line({}), line({ submit: 5, requested: 100, user: 2 })].join('\n')}\n`;
  writeFileSync(join(folder, 'log.swf'), log);
  writeFileSync(join(folder, 'log.swf.gz'), gzipSync(log));
  const loadedFrom = (file: string) => {
    const content = { name: 'recorded', workload: [{ kind: 'swf', log: file, bound: 'x2' }] };
    const loaded = scenarioOf(content, join(folder, 'scenario.json'), { now: () => 0 });
    assert.ok(loaded.ok, JSON.stringify(loaded));
    return loaded.scenario;
  };
  const scenario = loadedFrom('log.swf');
  assert.deepEqual(loadedFrom('log.swf.gz'), scenario);
  rmSync(folder, { recursive: true });
  assert.equal(scenario.scheduler.workspaceLimit, 'none');
  const stored = readStoredScenario(JSON.stringify(scenario));
  assert.ok(stored.ok, JSON.stringify(stored));
  assert.deepEqual(stored.scenario, scenario);
  // The memory of a processor is not known, so a request may name any.
  new World(stored.scenario).at(0).create('user-1', { memoryGbPerGpu: 40 });
  const world = new World(stored.scenario).run(NEVER);
  const of = (kind: string) => world.facts.filter((fact) => fact.kind === kind).map(({ atMs }) => atMs);
  // The machine is full from 5 s on, when the second job arrives, until the first one ends.
  assert.deepEqual(
    [of('gpr.provisioning'), of('gpr.ended')],
    [
      [0, 60_000],
      [60_000, 120_000],
    ],
  );
});

test('a stored machine of processors is one node, and no other node has its many processors', () => {
  const found = swf.read({ log: `${HEADER}\n${line({})}` }, plain);
  assert.ok(found.ok);
  const { instanceTypes, groups, gprs, workspaces } = found.trace;
  const cluster = { name: 'swf', cloudProvider: '', cloud: '', region: '', nodes: groups, onePool: true };
  const problemsOf = (clusters: readonly object[]) => {
    const { scenario } = loadedStarter();
    const stored = readStoredScenario(
      JSON.stringify({
        ...scenario,
        instanceTypes,
        clusters,
        workload: [{ kind: 'trace', format: 'swf', cluster: 'swf', gprs, workspaces }],
      }),
    );
    return stored.ok ? [] : stored.problems.map(({ path, message }) => `${path} ${message}`);
  };
  const processorsOf = { ...cluster, capacity: 'processors' };
  assert.deepEqual(problemsOf([processorsOf]), []);
  const two = [{ ...groups[0]!, count: 2 }];
  const why = 'must have "onePool" and one node, because its "capacity" is "processors"';
  assert.deepEqual(problemsOf([{ ...processorsOf, nodes: two }]), [`clusters[0] ${why}`]);
  assert.deepEqual(problemsOf([{ ...processorsOf, onePool: false }])[0], `clusters[0] ${why}`);
  assert.deepEqual(
    problemsOf([cluster])[0],
    'clusters[0].nodes[0] must have at most 64 GPUs a node, but has 100',
  );
});

function loadedStarter() {
  const loaded = scenarioOf({ name: 'empty', start: '2026-01-05T00:00:00Z' }, 'empty', { now: () => 0 });
  assert.ok(loaded.ok, JSON.stringify(loaded));
  return loaded;
}

describe('a log without requested times', () => {
  // The form of the model of Lublin and Feitelson: run time and processors, and no request.
  const lublin = [
    { submit: 0, run: 1200, allocated: 64, requested: -1, time: -1 },
    { submit: 600, run: 3600, allocated: 32, requested: -1, time: -1 },
    { submit: 700, run: 900, allocated: 64, requested: -1, time: -1 },
  ];

  test('is refused under --bound requested, with the remedy, and stated in processor time if it is a part', () => {
    assert.match(
      whyRefused([HEADER, ...lublin.map(line)]),
      /3 jobs without a requested time left out \(--bound exact, round or xN makes a limit of their run time\)$/,
    );
    // 80 × 60 of 80 × 60 + 20 × 60 processor seconds, and one job whose run time is not known.
    const part = read([
      { allocated: 80, requested: 80, time: -1 },
      { allocated: 20, requested: 20 },
      { run: -1 },
    ]);
    assert.deepEqual(part.report.lines.slice(1), [
      '1 job without a requested time left out: 80.0 % of the processor time (line 2)',
      '1 job without a run time left out: processor time not known (line 4)',
    ]);
    assert.deepEqual(part.report.warnings, [
      'the trace loses 80.0 % of its processor time, most by 1 job without a requested time left out (80.0 %); --bound exact, round or xN makes a limit of their run time',
      'the trace leaves out 1 job (33.3 %) whose processor time is not known',
    ]);
    assert.equal(part.report.work.keptMs, 20 * 60_000);
  });

  test('loses no work with a job of unknown processors that did not run', () => {
    const { report } = read([{}, { run: 0, allocated: -1, requested: -1 }]);
    assert.deepEqual(report.lines.slice(1), [
      '1 job without processors left out: 0.0 % of the processor time (line 3)',
    ]);
    assert.deepEqual(report.warnings, []);
  });

  test('has limits from the run times under exact, round and xN, with both cleanings', () => {
    const exits = { exact: [1200, 3600, 900], round: [3600, 3600, 900], x2: [2400, 7200, 1800] };
    for (const [text, limits] of Object.entries(exits)) {
      const parsed = parseOption(bound, text);
      assert.ok(parsed.ok);
      for (const broken of ['drop', 'repair'] as const) {
        const trace = read(lublin, { bound: parsed.value, broken });
        assert.deepEqual(
          jobsOf(trace).map(([, run, exit]) => [run, exit]),
          [1200, 3600, 900].map((run, i) => [run, limits[i]]),
        );
        assert.deepEqual(trace.report.warnings, []);
        assert.equal(trace.report.work.keptMs, (1200 * 64 + 3600 * 32 + 900 * 64) * 1000);
      }
    }
    // A requested time stays the limit under round.
    assert.deepEqual(jobsOf(read([{ run: 60, time: 100 }], { bound: { kind: 'round' } })), [[0, 60, 100, 4]]);
  });
});

test('UnixStartTime is the instant of submit time 0; an unknown one is none', () => {
  const startOf = (header: string) => read([{ submit: 60 }], {}, `${HEADER}\n${header}`).startMs;
  assert.equal(startOf('; UnixStartTime: 1767600000'), 1_767_600_060_000);
  for (const header of ['; UnixStartTime: 0', '; UnixStartTime: -1', ';'])
    assert.equal(startOf(header), undefined);
});

test('a line that begins with # is a comment, and fields after the 18th are not read', () => {
  const found = swf.read(
    { log: `# made by a program\n${HEADER}\n${line({})} 7 8\n${line({ number: 2 })}` },
    plain,
  );
  assert.ok(found.ok);
  assert.deepEqual(jobsOf(found.trace), [
    [0, 60, 100, 4],
    [0, 60, 100, 4],
  ]);
  assert.equal(
    found.trace.report.lines.at(-1),
    '1 line with more than 18 fields, of which the first 18 are read',
  );
});

test('losses are in the texts, JSON and HTML reports of run and compare; the log may be standard input', (t) => {
  const log = [
    HEADER,
    line({ allocated: 80, requested: 80, time: -1 }),
    line({ allocated: 20, requested: 20 }),
  ];
  const args = ['--trace', 'swf', '--workload'];
  const warning = /the trace loses 80\.0 % of its processor time/;
  const folder = temporaryFolder(t);
  const [page, file] = [join(folder, 'page.html'), join(folder, 'log.swf')];
  writeFileSync(file, log.join('\n'));
  for (const command of [['run'], ['compare', '--queue', 'strict,backfill']]) {
    const { json, stderr } = gprsim([...command, ...args, '-', '--json'], {}, log.join('\n'));
    assert.match(stderr, warning);
    assert.match(json.warnings[0], warning);
    assert.deepEqual(json.traces[0].work.losses, [
      { reason: 'withoutRequestedTime', jobs: 1, unknown: 0, gpuMs: 4_800_000, lines: [2], share: 0.8 },
    ]);
    const text = gprsim([...command, ...args, file, '--report', page]);
    assert.match(text.stdout, /1 job without a requested time left out: 80\.0 % of the processor time/);
    assert.match(readFileSync(page, 'utf8'), warning);
  }
});

const atlas = join(import.meta.dirname, '../../../shared/data/swf/llnl-atlas-2006-cleaned.swf.gz');
const missing = existsSync(atlas) ? false : `${atlas} is missing`;

test('LLNL-Atlas keeps the processor time of jobs without a requested time', { skip: missing }, () => {
  const parsed = parseOption(bound, 'round');
  assert.ok(parsed.ok);
  const log = gunzipSync(readFileSync(atlas)).toString();
  const kept = swf.read({ log }, { ...plain, bound: parsed.value });
  assert.ok(kept.ok);
  // From a program of another language, which read the log alone.
  assert.deepEqual([kept.trace.gprs.length, kept.trace.report.work.keptMs], [36_600, 108_036_775_328_000]);
  const lost = swf.read({ log }, plain);
  assert.ok(lost.ok);
  assert.equal(
    lost.trace.report.work.losses.find(({ reason }) => reason === 'withoutRequestedTime')?.gpuMs,
    26_797_670_128_000,
  );
});
