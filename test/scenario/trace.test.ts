import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, test } from 'node:test';
import { HOUR_MS, NEVER, Simulation, TRACE_FORMATS, type TraceFormat } from '../../sim/index.ts';
import { loadTrace, mergedFlags } from '../../src/scenario/trace-flags.ts';

const now = () => assert.fail('a trace starts at a fixed instant');

const data = resolve(import.meta.dirname, '../../../shared/data/openb');
const missing = existsSync(data) ? false : `${data} does not exist`;

const flags: Readonly<Record<string, string>> = {
  '--nodes': join(data, 'openb_node_list_gpu_node.csv'),
  '--workload': join(data, 'openb_pod_list_default.csv'),
  '--compress': '400',
  '--keep-nodes': '1/8',
};

function replay(queue: string) {
  const loaded = loadTrace('openb', flags, { now, queue });
  assert.ok(loaded.ok, JSON.stringify(loaded));
  const simulation = new Simulation(loaded.scenario);
  while (simulation.nextEventMs() < NEVER) {
    simulation.runTo(simulation.nextEventMs() + HOUR_MS);
    simulation.takeFacts();
  }
  const summary = simulation.measures.summary();
  return { ...summary, hash: simulation.clock().hash, report: loaded.reports[0].data as { gprs: number } };
}

test('the production trace runs to its end under each policy, with the longest waits under strict', {
  skip: missing,
}, () => {
  const strict = replay('strict');
  const greedy = replay('greedy');
  const backfill = replay('backfill');
  for (const run of [strict, greedy, backfill]) {
    assert.equal(run.gprs, run.report.gprs);
    assert.equal(run.completed, run.gprs);
  }
  assert.ok(strict.waitMsMean! > backfill.waitMsMean!, `${strict.waitMsMean} > ${backfill.waitMsMean}`);
  assert.ok(strict.waitMsMean! > greedy.waitMsMean!, `${strict.waitMsMean} > ${greedy.waitMsMean}`);
  assert.equal(replay('strict').hash, strict.hash);
});

test('a problem has the flag as its path', () => {
  const cases: [string, string, RegExp][] = [
    ['--nodes', '/nowhere/n.csv', /names \/nowhere\/n\.csv, which cannot be read/],
    ['--workload', '/nowhere/p.csv', /names \/nowhere\/p\.csv, which cannot be read/],
    ['--compress', 'fast', /must be a number above 0 and up to 1000000, but is "fast"/],
    ['--keep-nodes', '1/0', /must be 1\/N/],
    ['--bound', 'loose', /must be round, exact, or xN/],
  ];
  for (const [flag, value, why] of cases) {
    const loaded = loadTrace('openb', { ...flags, [flag]: value }, { now });
    assert.ok(!loaded.ok);
    const reported = loaded.problems.filter((problem) => problem.path === flag);
    assert.equal(reported.length, 1, JSON.stringify(loaded.problems));
    assert.match(reported[0].message, why);
  }
});

test('an unknown format is refused with the known ones', () => {
  const loaded = loadTrace('pbs', flags, { now });
  assert.ok(!loaded.ok);
  assert.deepEqual(loaded.problems, [
    { path: '--trace', message: 'must be one of csv, openb, swf, but is "pbs"' },
  ]);
});

describe('flags of several formats', () => {
  const openb = TRACE_FORMATS.find(({ name }) => name === 'openb')!;
  const other: TraceFormat = {
    ...openb,
    name: 'other',
    files: { jobs: { flag: '--workload', summary: "the trace's list of jobs" } },
    options: { bound: { ...openb.options.bound, value: 'requested|exact', summary: 'another bound' } },
  };

  test('appear once, and name their formats if some format does not take them', () => {
    const flags = mergedFlags([openb, other]);
    assert.deepEqual(
      flags.map(({ flag, value }) => `${flag} ${value}`),
      [
        '--nodes FILE',
        '--workload FILE',
        '--compress N',
        '--keep-nodes 1/N',
        '--bound exact|xN|round|requested',
        '--shares whole|exact',
        '--arrivals recorded|shuffled',
      ],
    );
    assert.deepEqual(
      flags.slice(0, 3).map(({ summary }) => summary),
      [
        "the trace's table of nodes (openb)",
        "the trace's table of pods (openb); the trace's list of jobs (other)",
        'divide the gaps between arrivals by N (default: 1) (openb)',
      ],
    );
  });

  test('do not name the format if it is the only one', () => {
    assert.equal(mergedFlags([openb])[0].summary, "the trace's table of nodes");
  });
});
