import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csvOf, figuresOf, shareOf, textOf } from '../../src/dashboard/subjects/shown-totals.ts';

const totals = {
  gprs: { created: 4, started: 3, completed: 2, timedOut: 0, failed: 1, removed: 0, queued: 1 },
  waits: { count: 3, meanMs: 60_500.4, p50Ms: 60_000, p95Ms: 90_000, maxMs: 90_000 },
  gpuHours: 2.5,
  upGpuHours: 10,
  utilization: 0.25,
  evictions: { suffered: 1, given: 0 },
  requeues: 0,
  nodeFailures: 0,
  cost: 12.5,
};
const none = {
  ...totals,
  gpuHours: 0,
  waits: { count: 0, meanMs: null, p50Ms: null, p95Ms: null, maxMs: null },
};

test('a list as CSV has raw values, a cell without one is empty, and a name is quoted where it must be', () => {
  const rows = [
    { name: 'worker-1', cluster: null, ...totals },
    { name: 'a, "b"', cluster: null, ...none },
  ];
  assert.equal(
    csvOf('clusters', rows),
    'name,cluster,queued,utilization,gpuHours,started,completed,timedOut,failed,waitMeanMs,waitP50Ms,waitP95Ms,suffered,given,requeues,nodeFailures,cost\r\n' +
      'worker-1,,1,0.25,2.5,3,2,0,1,60500.4,60000,90000,1,0,0,0,12.5\r\n' +
      '"a, ""b""",,1,0.25,0,3,2,0,1,,,,1,0,0,0,12.5\r\n',
  );
});

test('a share is that of the sum; a mean, and what there is none of, have none', () => {
  const figure = (name: string) => figuresOf('clusters').find((one) => one.name === name)!;
  assert.equal(shareOf(figure('GPU hours'), { ...totals, gpuHours: 1 }, totals), 0.4);
  assert.equal(shareOf(figure('GPU hours'), totals, none), undefined);
  assert.equal(shareOf(figure('Wait mean'), totals, totals), undefined);
  assert.equal(textOf(figure('Wait mean'), none), '–');
  assert.equal(textOf(figure('Utilization'), totals), '25 %');
});
