import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { HOUR_MS, NEVER, Simulation } from '../../sim/index.ts';
import { loadTrace, type TraceFlags } from '../../src/scenario/trace.ts';

const now = () => assert.fail('a trace starts at a fixed instant');

const data = resolve(import.meta.dirname, '../../../shared/data/openb');
const missing = existsSync(data) ? false : `there is no ${data}`;

const flags: TraceFlags = {
  trace: 'openb',
  nodes: join(data, 'openb_node_list_gpu_node.csv'),
  workload: join(data, 'openb_pod_list_default.csv'),
  compress: '400',
  keepNodes: '1/8',
};

function replay(queue: string) {
  const loaded = loadTrace(flags, { now, queue });
  assert.ok(loaded.ok, JSON.stringify(loaded));
  const simulation = new Simulation(loaded.scenario);
  while (simulation.nextEventMs() < NEVER) {
    simulation.runTo(simulation.nextEventMs() + HOUR_MS);
    simulation.takeFacts();
  }
  const summary = simulation.measures.summary();
  return { ...summary, hash: simulation.clock().hash, report: loaded.reports[0] };
}

test('the production trace runs to its end under every policy, and waits are longest under strict', {
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

test('problems are told by the flag', () => {
  const cases: [Partial<TraceFlags>, string, RegExp][] = [
    [{ trace: 'swf' }, '--trace', /must be one of openb, but is "swf"/],
    [{ nodes: '/nowhere/n.csv' }, '--nodes', /names \/nowhere\/n\.csv, which cannot be read/],
    [{ workload: '/nowhere/p.csv' }, '--workload', /names \/nowhere\/p\.csv, which cannot be read/],
    [{ compress: 'fast' }, '--compress', /must be a number above 0/],
    [{ keepNodes: '1/0' }, '--keep-nodes', /must be 1\/N/],
    [{ bound: 'loose' }, '--bound', /must be round, exact, or xN/],
  ];
  for (const [change, flag, why] of cases) {
    const loaded = loadTrace({ ...flags, ...change }, { now });
    assert.ok(!loaded.ok);
    const told = loaded.problems.filter((problem) => problem.path === flag);
    assert.equal(told.length, 1, JSON.stringify(loaded.problems));
    assert.match(told[0].message, why);
  }
});
