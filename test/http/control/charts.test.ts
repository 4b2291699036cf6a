// GET /sim/gantt and GET /sim/series.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Client, detailedError, gprBody } from '../client.ts';

const MINUTE = 60_000;

/**
 * At 7 minutes: red held 4 GPUs until 5 minutes, and since then holds 8 until 15 minutes. Blue holds 6 until 60 minutes. The
 * second node of worker-2 is down for 10 minutes.
 */
async function sevenMinutes() {
  const client = new Client();
  const owner = await client.as('Owner');
  for (const given of [
    { gprName: 'first', numberOfGPUs: 4, exitDuration: '5m' },
    { gprName: 'second', numberOfGPUs: 8, exitDuration: '10m' },
    { gprName: 'third', numberOfGPUs: 6, exitDuration: '1h', sliceName: 'blue' },
  ]) {
    await owner.data('POST', '/api/v1/gpr', { ...gprBody, ...given });
  }
  await owner.data('POST', '/sim/clock/advance', { by: '7m' });
  await owner.data('POST', '/sim/nodes/worker-2/worker-2-a2-highgpu-8g-1/down', { repairAfter: '10m' });
  return { client, owner };
}

describe('the Gantt chart', () => {
  test('has the attempts so far on the GPUs of nodes, and running ones without an end', async () => {
    const { owner } = await sevenMinutes();
    const { seq } = await owner.data('GET', '/sim/clock');
    const chart = await owner.data('GET', '/sim/gantt');
    assert.deepEqual([chart.branch, chart.seq, chart.nowMs], [1, seq, 7 * MINUTE]);
    assert.deepEqual([chart.fromMs, chart.toMs, chart.rowsTotal], [0, 7 * MINUTE, 4]);
    assert.deepEqual(
      chart.rows.map(({ name, cluster, lanes }: Record<string, unknown>) => [name, cluster, lanes]),
      ['worker-1', 'worker-1', 'worker-2', 'worker-2'].map((cluster, i) => [
        `${cluster}-a2-highgpu-8g-${i % 2}`,
        cluster,
        8,
      ]),
    );
    assert.deepEqual(chart.bars, {
      row: [0, 1, 0],
      lane: [0, 0, 0],
      lanes: [4, 6, 8],
      fromMs: [0, 0, 5 * MINUTE],
      toMs: [5 * MINUTE, null, null],
      gpr: [0, 1, 2],
      end: ['complete', 'running', 'running'],
      planned: [0, 0, 0],
      count: [1, 1, 1],
    });
    assert.deepEqual(
      chart.gprs.map(({ gprName, workspace, priority }: Record<string, unknown>) => [
        gprName,
        workspace,
        priority,
      ]),
      [
        ['first', 'red', 101],
        ['third', 'blue', 101],
        ['second', 'red', 101],
      ],
    );
  });

  test('of a window that ends later has the forecast, with the repair of nodes', async () => {
    const { owner } = await sevenMinutes();
    const chart = await owner.data('GET', `/sim/gantt?from=${6 * MINUTE}&to=${90 * MINUTE}`);
    assert.deepEqual(chart.rows[3].down, [[7 * MINUTE, 17 * MINUTE]]);
    const { row, fromMs, toMs, planned } = chart.bars;
    assert.deepEqual(row, [1, 0, 1, 0]);
    assert.deepEqual(fromMs, [0, 5 * MINUTE, 7 * MINUTE, 7 * MINUTE]);
    assert.deepEqual(toMs, [null, null, 60 * MINUTE, 15 * MINUTE]);
    assert.deepEqual(planned, [0, 0, 1, 1]);
    assert.deepEqual(chart.bars.gpr, [0, 1, 0, 1]);
  });

  test('of workspaces has one row for each, whose lanes are the GPUs at once', async () => {
    const { owner } = await sevenMinutes();
    const chart = await owner.data('GET', '/sim/gantt?rows=workspaces');
    assert.deepEqual(chart.rows, [
      { name: 'red', cluster: null, lanes: 8, down: [] },
      { name: 'blue', cluster: null, lanes: 6, down: [] },
    ]);
    assert.deepEqual(chart.bars.row, [0, 1, 0]);
  });

  test('of a cluster has its nodes and bars only', async () => {
    const { owner } = await sevenMinutes();
    const chart = await owner.data('GET', '/sim/gantt?cluster=worker-2');
    assert.equal(chart.rows.length, 2);
    assert.deepEqual([chart.bars.row, chart.gprs], [[], []]);
  });

  test('of some rows has their bars and GPRs only, and counts all rows', async () => {
    const { owner } = await sevenMinutes();
    const names = ({ rows }: { rows: { name: string }[] }) => rows.map(({ name }) => name);
    const nodes = await owner.data('GET', '/sim/gantt?offset=1&limit=2');
    assert.deepEqual(names(nodes), ['worker-1-a2-highgpu-8g-1', 'worker-2-a2-highgpu-8g-0']);
    assert.deepEqual([nodes.rowsTotal, nodes.bars.row, nodes.bars.lanes], [4, [0], [6]]);
    assert.deepEqual(
      nodes.gprs.map(({ gprName }: { gprName: string }) => gprName),
      ['third'],
    );
    const ofCluster = await owner.data('GET', '/sim/gantt?cluster=worker-2&offset=1');
    assert.deepEqual([names(ofCluster), ofCluster.rowsTotal], [['worker-2-a2-highgpu-8g-1'], 2]);
    const workspaces = await owner.data('GET', '/sim/gantt?rows=workspaces&offset=1&limit=1');
    assert.deepEqual([names(workspaces), workspaces.rowsTotal], [['blue'], 2]);
    assert.deepEqual([workspaces.bars.row, workspaces.bars.lanes], [[0], [6]]);
    const none = await owner.data('GET', '/sim/gantt?offset=4');
    assert.deepEqual([none.rows, none.rowsTotal, none.bars.row], [[], 4, []]);
  });

  test('refuses an offset or a limit that is no whole number, and a limit above 2,000', async () => {
    const { owner } = await sevenMinutes();
    for (const [query, problem] of [
      ['offset=-1', /"offset" must be an integer from 0/],
      ['limit=x', /"limit" must be an integer from 0 to 2000/],
      ['limit=2001', /"limit" must be an integer from 0 to 2000/],
    ] as const) {
      const { status, body } = await owner.send('GET', `/sim/gantt?${query}`);
      assert.equal(status, 422);
      assert.match(body.message, problem);
    }
  });

  test('hides the names of other workspaces', async () => {
    const { client } = await sevenMinutes();
    const viewer = await client.as('Viewer', 'blue');
    const byNode = await viewer.data('GET', '/sim/gantt');
    const hidden = { gprId: null, gprName: null, workspace: null, priority: 101 };
    const [first, third, second] = byNode.gprs;
    assert.deepEqual([first, second], [hidden, hidden]);
    assert.deepEqual([third.gprName, third.workspace], ['third', 'blue']);
    assert.deepEqual(byNode.bars.lanes, [4, 6, 8]);
    const { rows } = await viewer.data('GET', '/sim/gantt?rows=workspaces');
    assert.deepEqual(
      rows.map(({ name }: { name: string | null }) => name),
      [null, 'blue'],
    );
  });

  test('does not name GPRs that were deleted', async () => {
    const { owner: other, client: its } = await sevenMinutes();
    const { gprs } = await other.data('GET', '/sim/gantt');
    await other.data('DELETE', '/api/v1/gpr', { gprId: gprs[0].gprId });
    const after = await other.data('GET', '/sim/gantt');
    assert.equal(its.world.read.gpr(gprs[0].gprId), undefined);
    assert.deepEqual(after.gprs[0], { ...gprs[0], gprName: null });
  });
});

test('the series has means, counts and waits by bin', async () => {
  const { owner } = await sevenMinutes();
  const { seq, ...series } = await owner.data('GET', '/sim/series?points=7');
  assert.deepEqual(
    [series.branch, series.nowMs, series.toMs, series.binMs],
    [1, 7 * MINUTE, 7 * MINUTE, MINUTE],
  );
  assert.equal(seq, (await owner.data('GET', '/sim/clock')).seq);
  assert.deepEqual(series.allocatedGpus, [10, 10, 10, 10, 10, 14, 14]);
  assert.deepEqual(series.upGpus, [32, 32, 32, 32, 32, 32, 32]);
  assert.deepEqual(series.queued, [1, 1, 1, 1, 1, 0, 0]);
  assert.deepEqual(series.provisioned, [2, 2, 2, 2, 2, 2, 2]);
  assert.deepEqual(series.started, [2, 0, 0, 0, 0, 1, 0]);
  assert.deepEqual(series.ended, [0, 0, 0, 0, 0, 1, 0]);
  assert.deepEqual(series.waitMsMean, [0, null, null, null, null, 5 * MINUTE, null]);
  // Both nodes of worker-1 are partly allocated: 6 of 22 free GPUs. Later only 2 of 18.
  assert.deepEqual(series.fragmentation.slice(4), [6 / 22, 2 / 18, 2 / 18]);
  const { utilization } = await owner.data('GET', '/sim/series?points=1&cluster=worker-1');
  assert.deepEqual(utilization, [(5 * 10 + 2 * 14) / (7 * 16)]);
});

test('charts follow the world after new facts, a reset and an import', async () => {
  const { owner } = await sevenMinutes();
  assert.equal((await owner.data('GET', '/sim/gantt')).bars.row.length, 3);
  await owner.data('POST', '/sim/clock/advance', { by: '8m' });
  const later = await owner.data('GET', '/sim/gantt');
  assert.deepEqual(later.bars.end, ['complete', 'running', 'complete']);
  await owner.data('POST', '/sim/reset');
  const { branch, nowMs, bars } = await owner.data('GET', '/sim/gantt');
  assert.deepEqual([branch, nowMs, bars.row], [2, 0, []]);
});

test('a window may have instants in ISO 8601, also with an offset', async () => {
  const { owner } = await sevenMinutes();
  const windows = [
    ['from=60000&to=300000', 'from=2026-01-05T08:01:00Z&to=2026-01-05T08:05:00.000Z'],
    ['from=60000', 'from=2026-01-05T10:01:00%2B02:00'],
    ['to=300000', 'to=2026-01-05T08:05:00Z'],
    ['from=60000&to=300000', 'from=1m&to=0h5m'],
  ];
  for (const path of ['/sim/gantt', '/sim/series']) {
    for (const [ms, iso] of windows)
      assert.deepEqual(await owner.data('GET', `${path}?${iso}`), await owner.data('GET', `${path}?${ms}`));
    for (const [query, why] of [
      ['from=2026-01-05T07:59:59Z', /"from" must lie between 2026-01-05T08:00:00.000Z and 2304-/],
      ['to=2400-01-05T08:00:00Z', /"to" must lie between/],
      [
        'from=2026-02-30T08:00:00Z',
        /"from" must be an ISO 8601 instant such as .*, or an integer from 0 to \d+ \(ms\), but is /,
      ],
      ['from=2026-01-05T08:02:00Z&to=60000', /"to" must not lie before "from", 2026-01-05T08:02:00.000Z/],
      ['from=x&to=y', /"from" must be .*; "to" must be/],
    ] as const) {
      const { status, body } = await owner.send('GET', `${path}?${query}`);
      assert.equal(status, 422, query);
      assert.match(body.message, why);
    }
  }
});

test('an unknown cluster and an end before the begin are refused', async () => {
  const { owner } = await sevenMinutes();
  for (const path of ['gantt', 'series']) {
    const cluster = await owner.send('GET', `/sim/${path}?cluster=x`);
    assert.equal(cluster.status, 422);
    assert.match(detailedError(cluster).DetailedError.Errormessage, /worker-1, worker-2/);
    assert.equal((await owner.send('GET', `/sim/${path}?from=5&to=4`)).status, 422);
    assert.equal((await owner.send('GET', `/sim/${path}?from=-1`)).status, 422);
  }
});
