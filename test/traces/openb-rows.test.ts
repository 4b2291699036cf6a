// Rows of the trace `openb` that cannot be read, or that no node has room for, with exact shares.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { NODE_COLUMNS } from '../../sim/workload/formats/openb/node-list.ts';
import { openb } from '../../sim/workload/formats/openb/openb.ts';
import type { Options } from '../../sim/workload/formats/openb/options.ts';
import { POD_COLUMNS } from '../../sim/workload/formats/openb/pods.ts';
import type { Report } from '../../sim/workload/formats/openb/trace-report.ts';

const plain: Options = {
  compress: 1,
  keepNodes: 1,
  bound: { kind: 'round' },
  shares: 'exact',
  arrivals: 'recorded',
};

const NODES = ['n0,64000,262144,2,P100', 'n1,96000,131072,8,G2'];
const POD = {
  name: 'a',
  cpu_milli: '4000',
  memory_mib: '8192',
  num_gpu: '1',
  gpu_milli: '500',
  gpu_spec: '',
  qos: 'LS',
  pod_phase: 'Running',
  creation_time: '5',
  deletion_time: '20',
  scheduled_time: '10',
};
type Cells = Partial<typeof POD>;

const podRow = (cells: Cells) => Object.values({ ...POD, ...cells }).join();

/** The invalid rows of tables that also have a valid row. */
function brokenOf(nodes: readonly string[], pods: readonly string[], given: Partial<Options> = {}) {
  const texts = {
    nodes: [NODE_COLUMNS.join(), ...NODES, ...nodes].join('\n'),
    pods: [POD_COLUMNS.join(), podRow({ name: 'good' }), ...pods].join('\n'),
  };
  const found = openb.read(texts, { ...plain, ...given });
  assert.ok(found.ok, JSON.stringify(found));
  return { ...(found.trace.report.data as Report), lines: found.trace.report.lines, gprs: found.trace.gprs };
}

const whole = (column: string, cell: string) =>
  `${column} must be a whole number of at most ten digits, but is ${JSON.stringify(cell)}`;

describe('what is wrong in a row of pods is named with line and column, all at once', () => {
  const cases: readonly (readonly [Cells, string])[] = [
    [{ cpu_milli: '4.5' }, whole('cpu_milli', '4.5')],
    [{ memory_mib: '-1' }, whole('memory_mib', '-1')],
    [{ num_gpu: '' }, whole('num_gpu', '')],
    [{ gpu_milli: '1e3' }, whole('gpu_milli', '1e3')],
    [{ creation_time: '12345678901' }, whole('creation_time', '12345678901')],
    [{ scheduled_time: 'now' }, whole('scheduled_time', 'now')],
    [{ deletion_time: '' }, whole('deletion_time', '')],
    [{ gpu_milli: '0' }, 'gpu_milli must be at least 1 if num_gpu is above 0, but is 0'],
    [{ gpu_milli: '1001' }, 'gpu_milli must be at most 1000, but is 1001'],
    [{ qos: 'ls' }, 'qos must be one of LS, Guaranteed, Burstable, BE, but is "ls"'],
    [{ name: '' }, 'name must be 1 to 253 letters, digits, -, _ and ., but is ""'],
    [{ name: 'good' }, 'name must be unique, but "good" is on an earlier line too'],
    [{ scheduled_time: '4' }, 'scheduled_time must not be before creation_time (5), but is 4'],
    [{ deletion_time: '9' }, 'deletion_time must not be before scheduled_time (10), but is 9'],
    [
      { gpu_spec: 'A100|H100' },
      'gpu_spec must name a model of the kept nodes (P100, G2), but is "A100|H100"',
    ],
    [{ num_gpu: '9' }, 'num_gpu must be at most 8, the most of a node that the pod accepts, but is 9'],
    [
      { num_gpu: '3', gpu_spec: 'P100', cpu_milli: '64001' },
      'num_gpu must be at most 2, the most of a node that the pod accepts, but is 3; cpu_milli must be at most 64000, the most of a node that the pod accepts, but is 64001',
    ],
    [
      { memory_mib: '262145' },
      'memory_mib must be at most 262144, the most of a node that the pod accepts, but is 262145',
    ],
    [
      { num_gpu: '8', memory_mib: '131073' },
      'num_gpu, cpu_milli and memory_mib must fit one node, but none has 8, 4000 and 131073 together',
    ],
    [
      {
        name: 'x y',
        qos: 'Gold',
        num_gpu: 'one',
        gpu_milli: '2000',
        scheduled_time: '3',
        deletion_time: '2',
      },
      'name must be 1 to 253 letters, digits, -, _ and ., but is "x y"; qos must be one of LS, Guaranteed, Burstable, BE, but is "Gold"; num_gpu must be a whole number of at most ten digits, but is "one"; gpu_milli must be at most 1000, but is 2000; scheduled_time must not be before creation_time (5), but is 3; deletion_time must not be before scheduled_time (3), but is 2',
    ],
  ];
  for (const [cells, why] of cases) {
    test(why, () => {
      const { broken, gprs } = brokenOf([], [podRow(cells)]);
      assert.deepEqual(broken.pods.listed, [{ table: 'pods', line: 3, why }]);
      assert.equal(gprs.length, 1);
    });
  }
});

describe('what is wrong in a row of nodes is named with line and column, all at once', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['n,x,1,1,T4', whole('cpu_milli', 'x')],
    ['n,1,,1,T4', whole('memory_mib', '')],
    ['n,1,1,-1,T4', whole('gpu', '-1')],
    ['n,1,1,65,T4', 'gpu must be at most 64, but is 65'],
    ['n,1,1,1,T 4', 'model must be 1 to 64 letters, digits, - and _, but is "T 4"'],
    ['n,1,1,1', 'must have 5 cells (sn,cpu_milli,memory_mib,gpu,model), but has 4'],
    [
      `n,,${'9'.repeat(60)},65,`,
      `${whole('cpu_milli', '')}; memory_mib must be a whole number of at most ten digits, but is "${'9'.repeat(40)}…"; gpu must be at most 64, but is 65; model must be 1 to 64 letters, digits, - and _, but is ""`,
    ],
  ];
  for (const [row, why] of cases)
    test(why, () =>
      assert.deepEqual(brokenOf([row], []).broken.nodes.listed, [{ table: 'nodes', line: 4, why }]),
    );
});

test('a quoted cell may have a comma, and models are between bars', () => {
  const { gprs, broken } = brokenOf(
    [],
    [podRow({ gpu_spec: '"P100|G2"' }), podRow({ name: '"b,c"', num_gpu: '"2"' })],
  );
  assert.deepEqual(gprs[1]?.gpuModels, ['P100', 'G2']);
  const why = 'name must be 1 to 253 letters, digits, -, _ and ., but is "b,c"';
  assert.deepEqual(broken.pods.listed, [{ table: 'pods', line: 4, why }]);
});

test('counts agree in number with what they count', () => {
  const { lines } = brokenOf(
    ['n2,96000,131072,0,'],
    [podRow({ name: 'b', scheduled_time: '', deletion_time: '9' })],
  );
  assert.deepEqual(lines, [
    '2 of 3 node rows kept, with 10 GPUs',
    '1 of 2 pod rows became GPRs',
    '1 pod that never ran left out: GPU time not known',
    '1 node without GPU left out',
  ]);
});

test('twenty rows are listed, and the others are counted', () => {
  const { lines, broken } = brokenOf(
    [],
    Array.from({ length: 25 }, (_, i) => podRow({ name: `p${i}`, num_gpu: '9' })),
  );
  assert.deepEqual([broken.pods.count, broken.pods.listed.length], [25, 20]);
  assert.deepEqual(
    [lines.at(-22), lines.at(-1)],
    // 25 × 9 of 226 GPUs, for equal times.
    ['25 invalid rows left out: 99.6 % of the GPU time', '  and 5 more'],
  );
});

test('with shuffled arrivals, pods that fit no kept node stay, and are listed', () => {
  const rows = [podRow({ gpu_spec: 'A100' })];
  const { neverPlaced, gprs, lines } = brokenOf([], rows, { arrivals: 'shuffled' });
  const why = 'gpu_spec must name a model of the kept nodes (P100, G2), but is "A100"';
  assert.deepEqual(neverPlaced.listed, [{ table: 'pods', line: 3, why }]);
  assert.equal(gprs.length, 2);
  assert.deepEqual(lines.slice(-2), [
    '1 GPR never placed, because no kept node fits',
    `  pods, line 3: ${why}`,
  ]);
});
