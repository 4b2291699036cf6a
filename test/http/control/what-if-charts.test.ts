// The charts of a what-if, and what the page makes of the answer: both are what happens when the changes are made.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { DifferencesAnswer, Fact, GanttAnswer } from '../../../src/api/sim/answers.ts';
import { sorted } from '../../../src/dashboard/what-if/answers/answer-model.ts';
import { type Change, memberOf, questionOf, requestOf } from '../../../src/dashboard/what-if/question.ts';
import { seed } from '../../support/property.ts';
import { casesOf } from '../../support/runs.ts';
import { generated, SECOND } from '../../support/scenario.ts';
import { type Caller, Client, gprBody } from '../client.ts';
import { memoryWorld, scenario } from '../memory-world.ts';

const KINDS = 7;
const CASES = casesOf(7 * KINDS, 2 * KINDS);
const TEN_MS = 2 * 3_600_000;
const UNTIL = '2026-01-05T13:00:00.000Z';

const arriving = {
  ...scenario,
  workload: [generated({ count: 200, interArrivalMeanMs: 60 * SECOND, workspaces: ['red', 'blue'] })],
};

interface State {
  readonly nodes: readonly { readonly cluster: string; readonly name: string }[];
}

/** A change that the world of 10:00 takes. */
function changeOf(what: number, which: number, nodes: State['nodes'], gprs: readonly Listed[]): Change {
  const { cluster, name } = nodes[which % nodes.length];
  const down = {
    method: 'POST',
    path: `/sim/nodes/${cluster}/${name}/down`,
    body: { repairAfter: '1h' },
  } as const;
  const queued = gprs.filter(({ state }) => state === 'Queued');
  const held = gprs.filter(({ state }) => state === 'Successful');
  if (what === 0) return down;
  if (what === 1)
    return { scheduler: { queue: which % 2 === 0 ? 'greedy' : 'backfill', placement: 'worst-fit' } };
  if (what === 2) return { arrivalRate: 2 };
  if (what === 3)
    return { method: 'POST', path: '/api/v1/gpr', body: { ...gprBody, priority: 1 + (which % 300) } };
  const one = (what === 4 ? held : queued)[which % Math.max(1, (what === 4 ? held : queued).length)];
  if (one === undefined) return down;
  const { gprId } = one;
  if (what === 4) return { method: 'PUT', path: '/api/v1/gpr', body: { gprId, earlyRelease: true } };
  if (what === 5) return { method: 'DELETE', path: '/api/v1/gpr', body: { gprId } };
  return { method: 'PUT', path: '/api/v1/gpr', body: { gprId, priority: 300 } };
}

interface Listed {
  readonly gprId: string;
  readonly state: string;
}

test('for random what-ifs of each kind, the table and both plans of the page are what happens when the change is made', async () => {
  const client = new Client(memoryWorld(arriving));
  const owner = await client.as('Owner');
  await owner.advance('2h');
  const { nodes } = (await owner.get('/sim/state')) as State;
  const { gprs } = (await owner.get('/sim/gprs?limit=1000')) as { gprs: readonly Listed[] };
  await owner.post('/sim/clock/advance', { to: UNTIL });
  const without = await madeOf(owner);
  const draws = fc.sample(fc.nat(999), { numRuns: CASES, seed });
  let differ = 0;
  for (const [i, which] of draws.entries()) {
    const change = changeOf(i % KINDS, which, nodes, gprs);
    if (i > 0) await owner.post('/sim/branches/1/switch');
    await owner.post('/sim/rewind', { to: '2026-01-05T10:00:00Z' });
    // As the address has it.
    const [asked] = questionOf(memberOf({ changes: [change], until: UNTIL, futures: 'everything' })).changes;
    const answer = (await owner.post('/sim/what-if', {
      changes: [asked],
      until: UNTIL,
      charts: 'nodes',
      pixels: 10_000,
    })) as DifferencesAnswer;
    const { method, path, body } = requestOf(asked);
    await owner.data(method, `/${path}`, body);
    await owner.post('/sim/clock/advance', { to: UNTIL });
    const made = await madeOf(owner);
    assertPlan(answer.charts!.without, without);
    assertPlan(answer.charts!.with, made);
    assertRows(answer, without, made);
    differ += answer.rows.length;
  }
  assert.ok(differ > CASES, `${differ} rows in all`);
});

interface Made {
  readonly chart: GanttAnswer;
  /** GPR → its first start from 10:00 on, or the start of the attempt that runs then; only GPRs that start. */
  readonly starts: ReadonlyMap<string, string>;
}

async function madeOf(owner: Caller): Promise<Made> {
  const chart = await owner.get(`/sim/gantt?from=${TEN_MS}&pixels=10000`);
  const starts = new Map<string, string>();
  const open = new Map<string, string>();
  let after = 0;
  for (;;) {
    const page = (await owner.get(`/sim/facts?after=${after}&limit=1000`)) as {
      facts: readonly Fact[];
      next: number;
    };
    for (const { kind, at, gprId } of page.facts as readonly (Fact & { gprId: string })[]) {
      // A change that is made at 10:00 has its facts then.
      const isBefore = Date.parse(at) < Date.parse('2026-01-05T10:00:00Z');
      if (kind === 'gpr.provisioning') {
        if (isBefore) open.set(gprId, at);
        else if (!open.has(gprId) && !starts.has(gprId)) starts.set(gprId, at);
      } else if (isBefore && (kind === 'gpr.ended' || kind === 'gpr.requeued')) open.delete(gprId);
    }
    if (page.facts.length === 0) break;
    after = page.facts.at(-1)!.seq;
  }
  return { chart, starts: new Map([...starts, ...open]) };
}

/** The bars of a plan, without lanes, which a plan chooses anew at its beginning. */
function barsOf({ bars, rows, gprs, nowMs }: GanttAnswer): string[] {
  return bars.row
    .flatMap((row, i) => {
      if (bars.gpr[i] < 0 || bars.fromMs[i] >= nowMs || bars.toMs[i] === TEN_MS) return [];
      const { gprId, workspace, priority } = gprs[bars.gpr[i]];
      return Array.from({ length: bars.lanes[i] }, () =>
        [rows[row].name, gprId, workspace, priority, bars.fromMs[i], bars.toMs[i], bars.end[i]].join(' '),
      );
    })
    .sort();
}

function assertPlan(plan: GanttAnswer, { chart }: Made): void {
  assert.deepEqual(barsOf(plan), barsOf(chart));
  assert.equal(plan.nowMs, chart.nowMs);
}

function assertRows(answer: DifferencesAnswer, without: Made, made: Made): void {
  const { rows, charts } = answer;
  for (const { gprId, without: before, with: after } of rows) {
    assert.equal(before?.startTime ?? undefined, without.starts.get(gprId));
    assert.equal(after?.startTime ?? undefined, made.starts.get(gprId));
  }
  const listed = new Set(rows.map(({ gprId }) => gprId));
  for (const gprId of new Set([...without.starts.keys(), ...made.starts.keys()]))
    if (without.starts.get(gprId) !== made.starts.get(gprId))
      assert.ok(listed.has(gprId), `${gprId} is listed`);
  for (const row of rows) {
    const [from, to] = [without.starts.get(row.gprId), made.starts.get(row.gprId)];
    if (from === undefined || to === undefined || from === to) continue;
    assert.equal(row.shiftMs, Date.parse(to) - Date.parse(from));
    assert.ok(charts!.differing.includes(row.gprId));
  }
  assert.deepEqual(new Set(sorted(rows, 'shiftMs')), new Set(rows));
  const { without: above, with: below } = charts!;
  assert.deepEqual(
    above.rows.map(({ name }) => name),
    below.rows.map(({ name }) => name),
  );
}

test('a comparison of branches has the charts of both, and wrong members are named', async () => {
  const client = new Client(memoryWorld(arriving));
  const owner = await client.as('Owner');
  await owner.advance('3h');
  await owner.post('/sim/rewind', { to: '2026-01-05T10:00:00Z' });
  await owner.put('/sim/scheduler', { queue: 'greedy' });
  await owner.advance('1h');
  const present = await owner.get(`/sim/gantt?from=${TEN_MS}&pixels=10000`);
  const { charts } = await owner.get('/sim/branches/1/differences?charts=nodes&pixels=10000');
  assert.deepEqual(barsOf(charts.without), barsOf(present));
  await owner.post('/sim/branches/1/switch');
  assert.deepEqual(barsOf(charts.with), barsOf(await owner.get(`/sim/gantt?from=${TEN_MS}&pixels=10000`)));
  assert.equal((await owner.get('/sim/branches/2/differences')).charts, null);
  const rows = await owner.post('/sim/what-if', { charts: 'workspaces', cluster: 'worker-1' });
  assert.deepEqual(rows.charts.without.rows.map(({ name }: { name: string }) => name).sort(), [
    'blue',
    'red',
  ]);
  // Of more rows than wanted, those in which something differs: GPRs are released.
  const { gprs } = await owner.get('/sim/gprs?state=Successful');
  const changes = gprs.map(({ gprId }: Listed) => {
    return { method: 'PUT', path: '/api/v1/gpr', body: { gprId, earlyRelease: true } };
  });
  const one = await owner.post('/sim/what-if', { changes, charts: 'workspaces', chartRows: 1 });
  for (const { rows, rowsTotal, gprs, bars } of [one.charts.without, one.charts.with]) {
    assert.deepEqual([rows.length, rowsTotal], [1, 2]);
    assert.ok(bars.row.every((row: number) => row === 0));
    assert.ok(gprs.length > 0);
  }
  const shown = one.charts.without.bars.gpr.map((gpr: number) => one.charts.without.gprs[gpr]?.gprId);
  assert.ok(shown.some((gprId: string) => one.charts.differing.includes(gprId)));
  const wrong = await owner.send('POST', '/sim/what-if', { charts: 'pools', pixels: 0 });
  assert.equal(wrong.status, 422);
  assert.match(wrong.body.error.message, /"charts" must be one of nodes, workspaces.*"pixels" must be/);
  for (const path of ['/sim/what-if', '/sim/branches/2/differences']) {
    const method = path === '/sim/what-if' ? 'POST' : 'GET';
    const query = method === 'GET' ? '?charts=nodes&cluster=worker-9' : '';
    const body = method === 'POST' ? { charts: 'nodes', cluster: 'worker-9' } : undefined;
    const answer = await owner.send(method, `${path}${query}`, body);
    assert.match(answer.body.error.message, /"cluster" must be a cluster of this world|"cluster"/);
  }
});
