// The words of the operations that report totals.

import { ofEach, type Words } from '../word.ts';

export const totalsWords: Words = {
  ...ofEach(['getTotals', 'listTotals'], {
    from: [
      'The begin of the range: simulated milliseconds since the start of the scenario, or an instant in ISO 8601. Default: the start.',
      0,
    ],
    to: [
      'The end of the range: simulated milliseconds since the start of the scenario, or an instant in ISO 8601. Default: now.',
      '2026-01-06T08:00:00Z',
    ],
  }),
  'getTotals.cluster': [
    'The only cluster to be counted, or the cluster of the node. Default: all.',
    'worker-1',
  ],
  'getTotals.node': ['The only node to be counted. Default: all.', 'worker-1-a2-highgpu-8g-0'],
  'getTotals.workspace': ['The only workspace to be counted. Default: all.', ''],
  ...ofEach(['Totals', 'TotalsList'], {
    seq: ['The number of the last fact that the totals count.', 412],
    nowMs: [
      'The present instant of the totals in simulated milliseconds since the start of the scenario.',
      0,
    ],
    fromMs: ['The begin of the range in simulated milliseconds since the start of the scenario.', 0],
    toMs: [
      'The end of the range, now at the latest, in simulated milliseconds since the start of the scenario.',
      86_400_000,
    ],
  }),
  ...ofEach(['Totals', 'TotalsRow'], {
    gprs: ['How many GPRs were created, started and ended. An eviction or a requeue starts a GPR again.'],
    waits: ['From the creation to the first start, of the GPRs that started for the first time.'],
    gpuHours: ['The allocated GPU time, in hours.', 96.5],
    upGpuHours: ['The GPU time of nodes that were up, in hours; null for a workspace.', 192],
    utilization: ['`gpuHours` ÷ `upGpuHours`; null without such GPUs, and for a workspace.', 0.5],
    evictions: ['Evictions of GPRs.'],
    requeues: ['How often a GPR was queued again.', 1],
    nodeFailures: [
      'How often a node went down; for a workspace, how often a GPR lost its GPUs because of that.',
      0,
    ],
    cost: ['The price of the GPU time, in the currency of the prices.', 14.7],
  }),
  'TotalsGprs.created': ['The number of created GPRs; null for a node.', 12],
  'TotalsGprs.started': ['The number of starts, also after requeues.', 11],
  'TotalsGprs.completed': ['The number of GPRs that became Complete.', 9],
  'TotalsGprs.timedOut': ['The number of GPRs that became TimedOut.', 1],
  'TotalsGprs.failed': ['The number of GPRs that became Failed.', 0],
  'TotalsGprs.removed': ['The number of GPRs that were deleted while Queued; null for a node.', 0],
  'TotalsGprs.queued': ['The number of GPRs that are Queued at the end of the range; null for a node.', 1],
  'TotalsWaits.count': ['The number of first starts.', 10],
  'TotalsWaits.meanMs': ['The mean wait in simulated milliseconds; null without one.', 90_000],
  'TotalsWaits.p50Ms': [
    'The median wait (nearest rank) in simulated milliseconds; null without one.',
    60_000,
  ],
  'TotalsWaits.p95Ms': [
    '95 % of the waits are at most as long, in simulated milliseconds; null without one.',
    300_000,
  ],
  'TotalsWaits.maxMs': ['The longest wait in simulated milliseconds; null without one.', 420_000],
  'TotalsEvictions.suffered': ['How often a GPR was evicted.', 1],
  'TotalsEvictions.given': ['How many GPRs were evicted for GPRs that started here.', 2],
  'listTotals.of': ['What the rows are: `clusters`, `nodes` or `workspaces`.', 'nodes'],
  'listTotals.cluster': ['The only cluster of the nodes; refused for other rows. Default: all.', 'worker-1'],
  'listTotals.sort': ['The member that sorts the rows, after `-` the greatest first.', '-waitP95Ms'],
  'listTotals.offset': ['The number of rows to leave out before the first one of the answer.', 0],
  'listTotals.limit': ['The largest number of rows in the answer.', 100],
  'TotalsList.total': ['The number of rows without `offset` and `limit`.', 1],
  'TotalsList.rows': ['The totals of each cluster, node or workspace.'],
  'TotalsRow.name': [
    'The name of the cluster, the node or the workspace; null if the caller may not see the workspace.',
    'team-blue',
  ],
  'TotalsRow.cluster': ['The cluster of the node; null for others.', null],
};
