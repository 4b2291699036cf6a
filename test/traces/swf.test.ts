import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import cases from '../../fixtures/rows/swf.json' with { type: 'json' };
import { NEVER, PROCESSORS_MAX, type Trace } from '../../sim/index.ts';
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
});

test('a multiple of the requested time is from 1 to 1000', () => {
  for (const text of ['rounded', 'x0.5', 'x', 'x1001'])
    assert.deepEqual(parseOption(bound, text), {
      ok: false,
      why: `must be requested, round, exact, or xN with N from 1 to 1000, but is "${text}"`,
    });
});

describe('the processors of the machine', () => {
  test('are in the header', () => {
    assert.equal(reportOf(read([{}], {}, ';MaxProcs:   32  \r')).processors, 32);
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
    assert.match(whyRefused(['']), /MaxProcs/);
    assert.match(whyRefused(['JobID|Submit|Elapsed']), /no line has them; line 1: must have at least 18/);
    const refused = { ok: false, why: 'must be a whole number from 1 to 1000000, but is "0"' };
    assert.deepEqual(parseOption(processors, '0'), refused);
    assert.equal(parseOption(processors, String(PROCESSORS_MAX + 1)).ok, false);
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

test('a log without requested times has limits from the run times under exact, round and xN, with both cleanings', () => {
  // The form of the model of Lublin and Feitelson: run time and processors, and no request.
  const lublin = [
    { submit: 0, run: 1200, allocated: 64, requested: -1, time: -1 },
    { submit: 600, run: 3600, allocated: 32, requested: -1, time: -1 },
    { submit: 700, run: 900, allocated: 64, requested: -1, time: -1 },
  ];
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
