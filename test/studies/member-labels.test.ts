import assert from 'node:assert/strict';
import { test } from 'node:test';
import { memberLabels } from '../../src/studies/varied/member-labels.ts';

const nodes = (...types: string[]) => types.map((instanceType) => ({ instanceType, count: 1 }));
const content = {
  clusters: [
    { name: 'ams', nodes: nodes('h100') },
    { name: 'ber', nodes: nodes('a100', 't4') },
    { name: 'cph', nodes: nodes('a100') },
  ],
  workload: [{ instanceType: 'a100', gap: { mean: '1m' } }, { gap: { mean: '2m' } }],
};
const labels = (pointers: readonly string[], ...contents: unknown[]) =>
  memberLabels(
    pointers,
    contents.map((one) => ({ content: one, root: '' })),
  );
const count = (cluster: number, group: number) => `/clusters/${cluster}/nodes/${group}/count`;

test('a label has the names of array elements, and only those in which members differ', () => {
  assert.deepEqual(labels([count(1, 0)], content), ['count']);
  assert.deepEqual(labels([count(0, 0), count(2, 0)], content), ['ams count', 'cph count']);
  assert.deepEqual(labels([count(1, 0), count(1, 1)], content), ['a100 count', 't4 count']);
  assert.deepEqual(
    labels([count(0, 0), count(1, 0)], content),
    ['ams h100 count', 'ber a100 count'],
    'ber has several groups of nodes',
  );
  assert.deepEqual(labels([count(1, 0), count(1, 1), count(2, 0)], content), [
    'ber a100 count',
    'ber t4 count',
    'cph a100 count',
  ]);
  assert.deepEqual(labels(['/workload/0/gap/mean', '/workload/1/gap/mean', '/keep'], content), [
    'a100 mean',
    'workload/1 mean',
    'keep',
  ]);
});

test('members without a different label, and labels that scenarios do not share, are pointers', () => {
  const twins = { clusters: [{ name: 'x' }, { name: 'x' }] };
  assert.deepEqual(labels(['/clusters/0/a', '/clusters/1/a'], twins), ['clusters/0 a', 'clusters/1 a']);
  const other = { clusters: content.clusters.toReversed() };
  const pair = [count(0, 0), count(2, 0)];
  assert.deepEqual(labels(pair, content, other), pair);
  assert.deepEqual(labels(pair, content, content), ['ams count', 'cph count']);
  assert.deepEqual(labels([count(0, 0)], content, other), ['count']);
});

test('a label begins after the member that pointers begin at', () => {
  const trace = { workload: [{ kind: 'trace', jobs: { max: 1 }, tasks: { max: 2 } }] };
  const given = { content: trace, root: '/workload/0' };
  assert.deepEqual(memberLabels(['/jobs/max', '/tasks/max'], [given]), ['jobs max', 'tasks max']);
  assert.deepEqual(memberLabels(['/compress'], [given]), ['compress']);
});
