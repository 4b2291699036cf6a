import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commonMeaning, hasTimes, meaningOf } from '../../src/studies/meaning.ts';
import { metricsOf } from '../../src/studies/statistics/compared-metrics.ts';

const clustersOf = (...models: string[]) => [
  {
    name: 'east',
    cloudProvider: '',
    cloud: '',
    region: '',
    onePool: true,
    nodes: models.map((gpuModelName) => ({ instanceType: 'node', gpuModelName, count: 1 })),
  },
];
const trace = { kind: 'trace', format: 'openb', cluster: 'east', gprs: [] } as const;
const shuffled = { ...trace, arrivals: 'shuffled' } as const;
const labelsOf = (...meanings: ReturnType<typeof meaningOf>[]) =>
  metricsOf(false, meanings.reduce(commonMeaning)).map(({ label }) => label);

const all = meaningOf({ clusters: clustersOf('T4'), workload: [trace] });
const machine = meaningOf({ clusters: clustersOf('processor'), workload: [trace] });
const study = meaningOf({ clusters: clustersOf('T4'), workload: [shuffled] });

test('a world of processors only has no fragmentation', () => {
  assert.equal(machine.unit, 'processor');
  assert.ok(!labelsOf(machine).includes('fragmentation'));
  assert.ok(labelsOf(all).includes('fragmentation'));
  assert.equal(meaningOf({ clusters: clustersOf('processor', 'T4'), workload: [] }).unit, 'GPU');
  assert.equal(meaningOf({ clusters: [], workload: [] }).unit, 'GPU');
});

test('shuffled arrivals have no times', () => {
  assert.deepEqual(labelsOf(study), ['utilization', 'fragmentation', 'allocated at the end']);
  assert.deepEqual([hasTimes(study), hasTimes(all)], [false, true]);
  assert.ok(hasTimes(meaningOf({ clusters: clustersOf('T4'), workload: [shuffled, trace] })));
  assert.ok(hasTimes(meaningOf({ clusters: clustersOf('T4'), workload: [] })));
});

test('a comparison has what one of its scenarios has', () => {
  assert.deepEqual(labelsOf(study, all, machine), labelsOf(all));
  assert.equal(commonMeaning(machine, all).unit, 'GPU');
  assert.equal(commonMeaning(machine, machine).unit, 'processor');
});
