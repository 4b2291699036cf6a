// Why GPRs wait, in all answers about it: after a restart, a rewind, a switch of branches and an import, at an earlier instant, and
// for keys of one workspace.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Scenario } from '../../../sim/index.ts';
import { openWorld, temporaryFile } from '../../driver/world.ts';
import { generated, SECOND } from '../../support/scenario.ts';
import { type Caller, Client } from '../client.ts';
import { memoryWorld, scenario } from '../memory-world.ts';

const names = ['red', 'blue', 'green', 'white', 'black', 'gray', 'pink'];
const HALF = '2026-01-05T08:35:00.000Z';
/** Since the start at 08:00. */
const HALF_MS = 35 * 60 * SECOND;
const END = '2026-01-05T08:50:00.000Z';
const NODE = 'worker-1-a2-highgpu-8g-0';

/** Seven workspaces compete for the two nodes of worker-1. */
const crowded = (queue: 'strict' | 'greedy' | 'backfill'): Scenario => ({
  ...scenario,
  scheduler: { ...scenario.scheduler, queue },
  workspaces: names.map((name) => ({
    name,
    clusters: ['worker-1'],
    namespaces: [name],
    username: name,
    email: `${name}@example.com`,
  })),
  workload: [
    generated({
      count: null,
      interArrivalMeanMs: 60 * SECOND,
      workspaces: names,
      gpus: [1, 4, 8],
      nodes: [1, 2],
      exitDurationMs: { from: 300 * SECOND, to: 1200 * SECOND },
    }),
  ],
});

interface Asked {
  /** null in another workspace. */
  readonly gprId: string | null;
  readonly waitReason: string;
}

interface Chart {
  readonly waits: {
    readonly gpr: readonly number[];
    readonly fromMs: readonly number[];
    readonly toMs: readonly number[];
    readonly reason: readonly string[];
  };
  readonly gprs: readonly { readonly gprId: string | null; readonly workspace: string | null }[];
}

/** What lists, counts and explanations report about waits. @param at ISO 8601; undefined = now */
async function waitsSeen(caller: Caller, at?: string) {
  const dated = (path: string) =>
    at === undefined ? path : `${path}${path.includes('?') ? '&' : '?'}at=${at}`;
  const read = (path: string) => caller.get(dated(path));
  const { waits } = await read('/sim/state?limit=0');
  const { gprs } = await read('/sim/gprs?limit=100');
  const explained = [];
  for (const { gprId } of gprs as Asked[]) {
    if (gprId === null) continue;
    const { waitReason, waitsFor, plannedEndTime, next, sentence } = await read(`/sim/explain/${gprId}`);
    explained.push({ gprId, waitReason, waitsFor, plannedEndTime, next, sentence });
  }
  const listed: [string | null, string][] = gprs.map(({ gprId, waitReason }: Asked) => [gprId, waitReason]);
  return { waits, listed, explained };
}

/** Both charts. They take no instant. */
async function chartsSeen(caller: Caller) {
  const charts: Chart[] = [];
  for (const rows of ['nodes', 'workspaces']) {
    const { branch: _, ...chart } = await caller.get(`/sim/gantt?rows=${rows}&waits=true&from=0h&to=6h`);
    charts.push(chart);
  }
  return charts;
}

async function advanced(caller: Caller, to: string): Promise<void> {
  await caller.post('/sim/clock/advance', { to });
}

/** The reasons of a chart at an instant, ms since the start. */
function reasonsAt({ waits, gprs }: Chart, atMs: number): [string | null, string][] {
  return waits.gpr.flatMap((gpr, i): [string | null, string][] =>
    waits.fromMs[i] <= atMs && waits.toMs[i] > atMs ? [[gprs[gpr].gprId, waits.reason[i]]] : [],
  );
}

/** A node is down from 08:20 to 09:20. */
async function nodeDown(caller: Caller): Promise<void> {
  await advanced(caller, '2026-01-05T08:20:00Z');
  await caller.post(`/sim/nodes/worker-1/${NODE}/down`, { repairAfter: '1h' });
}

for (const queue of ['strict', 'greedy', 'backfill'] as const) {
  test(`under ${queue}, waits are the same after a restart, a rewind, a switch and an import, and at an earlier instant`, async (t) => {
    const path = temporaryFile(t);
    const driver = openWorld(t, path, crowded(queue));
    const before = await new Client(driver).as('Owner');
    await nodeDown(before);
    await advanced(before, HALF);
    const half = await waitsSeen(before);
    const halfCharts = await chartsSeen(before);
    await advanced(before, END);
    const end = await waitsSeen(before);
    const endCharts = await chartsSeen(before);
    const reasons = new Set([...halfCharts, ...endCharts].flatMap(({ waits }) => waits.reason));
    for (const chart of endCharts) {
      const charted = reasonsAt(chart, HALF_MS);
      assert.ok(charted.length > 1);
      // The chart has no GPR that neither started nor is planned to.
      for (const [gprId, reason] of charted) assert.equal(reason, new Map(half.listed).get(gprId), gprId!);
    }
    for (const reason of ['workspace', 'room', 'down']) assert.ok(reasons.has(reason), reason);
    assert.equal(reasons.has('head'), queue !== 'greedy');
    assert.notDeepEqual(half, end);
    assert.deepEqual(await waitsSeen(before, HALF), half, 'at an earlier instant');

    await driver.close();
    const owner = await new Client(openWorld(t, path)).as('Owner');
    assert.deepEqual(await waitsSeen(owner), end, 'after a restart');
    assert.deepEqual(await chartsSeen(owner), endCharts, 'after a restart');
    assert.deepEqual(await waitsSeen(owner, HALF), half, 'at an earlier instant after a restart');

    await owner.post('/sim/rewind', { to: HALF });
    assert.deepEqual(await waitsSeen(owner), half, 'after a rewind');
    assert.deepEqual(await chartsSeen(owner), halfCharts, 'after a rewind');
    await owner.post(`/sim/nodes/worker-1/${NODE}/up`);
    await advanced(owner, END);
    assert.notDeepEqual(await waitsSeen(owner), end, 'in a branch with another change');
    await owner.post('/sim/branches/1/switch');
    assert.deepEqual(await waitsSeen(owner), end, 'after a switch');
    assert.deepEqual(await chartsSeen(owner), endCharts, 'after a switch');

    const headers = { Authorization: `Bearer ${owner.token}` };
    const exported = await owner.client.app.request('/sim/export', { headers });
    const other = await new Client(memoryWorld()).as('Owner');
    const imported = await other.client.app.request('/sim/import', {
      method: 'POST',
      body: await exported.arrayBuffer(),
      headers: { Authorization: `Bearer ${other.token}`, 'Content-Type': 'application/octet-stream' },
    });
    assert.equal(imported.status, 200);
    assert.deepEqual(await waitsSeen(other), end, 'after an import');
    assert.deepEqual(await chartsSeen(other), endCharts, 'after an import');
    assert.deepEqual(await waitsSeen(other, HALF), half, 'at an earlier instant after an import');
  });

  test(`under ${queue}, a key of one workspace sees no name and no GPR of another one`, async () => {
    const client = new Client(memoryWorld(crowded(queue)));
    const owner = await client.as('Owner');
    await nodeDown(owner);
    await advanced(owner, END);
    const charts = await chartsSeen(owner);
    const gprs = charts.flatMap((chart) => chart.gprs);
    const foreign = gprs.filter(({ workspace }) => workspace !== 'red').map(({ gprId }) => gprId!);
    assert.ok(foreign.length > 5 && gprs.length > foreign.length);
    for (const role of ['Viewer', 'Editor'] as const) {
      const caller = await client.as(role, 'red');
      const answers: unknown[] = [await chartsSeen(caller)];
      for (const at of [undefined, HALF]) {
        const [own, whole] = [await waitsSeen(caller, at), await waitsSeen(owner, at)];
        answers.push(own);
        assert.ok(own.explained.length > 0 && own.explained.length < whole.explained.length);
        const visible = whole.listed.filter(([gprId]) => !foreign.includes(gprId!));
        assert.deepEqual(
          own.listed.filter(([gprId]) => gprId !== null),
          visible,
        );
      }
      const text = JSON.stringify(answers);
      for (const name of [...names.slice(1), ...foreign]) assert.ok(!text.includes(name), name);
      // The waits of the others are in the charts, without names.
      const waits = async (of: Caller) => (await chartsSeen(of)).map((chart) => chart.waits);
      assert.deepEqual(await waits(caller), await waits(owner));
    }
  });
}
