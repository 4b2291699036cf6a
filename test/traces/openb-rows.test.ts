// Rows of the trace `openb` that cannot be read, or that no node has room for, with exact shares.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import cases from '../../fixtures/rows/openb.json' with { type: 'json' };
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

describe('what is wrong in a row of pods is named with line and column, all at once', () => {
  for (const { cells, why } of cases.pods) {
    test(why, () => {
      const { broken, gprs } = brokenOf([], [podRow(cells)]);
      assert.deepEqual(broken.pods.listed, [{ table: 'pods', line: 3, why }]);
      assert.equal(gprs.length, 1);
    });
  }
});

describe('what is wrong in a row of nodes is named with line and column, all at once', () => {
  for (const { row, why } of cases.nodes)
    test(why, () =>
      assert.deepEqual(brokenOf([row], []).broken.nodes.listed, [{ table: 'nodes', line: 4, why }]),
    );
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
