// 50 random questions on the page against a second server of the same scenario and seed, which makes the changes: the table of the
// GPRs that differ, and the sums above it, are what follows from the facts of both pasts.

import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { shortInstant, span } from '../../src/dashboard/text/spans.ts';
import { start } from '../../src/library/start.ts';
import { drawsOf } from '../support/draws.ts';
import { seed } from '../support/property.ts';
import { asker, browserTest, type Opened } from './browser.ts';

const QUESTIONS = 50;
const PAGE = 50;
const BEGIN = '2026-01-05T17:00:00.000Z';

type Ask = Opened['ask'];

interface Change {
  readonly method: string;
  readonly path: string;
  readonly body: object;
}

interface Node {
  readonly cluster: string;
  readonly name: string;
  readonly up: boolean;
}

/** What follows from the facts about a GPR. */
interface Life {
  readonly state: string;
  /** The start of the attempt that runs at the beginning, or the first start after it. */
  readonly start: string | null;
  readonly end: string | null;
  readonly evictions: number;
  readonly requeues: number;
}

interface Fact {
  readonly at: string;
  readonly kind: string;
  readonly gprId: string;
  readonly state: string;
  readonly reason: string;
}

type Lives = Map<string, Life>;

browserTest(
  'the table of 50 random questions has what follows from the facts after each change',
  { scenario: 'demo', paused: true },
  async ({ page, ask, go }, t) => {
    t.diagnostic(`seed ${seed}`);
    const truth = await start({ scenario: 'demo', paused: true });
    t.after(() => truth.close());
    const make = await asker(truth);
    for (const each of [ask, make]) await each('POST', '/sim/clock/advance', { to: BEGIN });
    const { seq } = await make('GET', '/sim/clock');
    const present = atPresent(await factsFrom(make, 0));
    const changeOf = await changes(make, present);
    const draw = drawsOf(seed);
    let differed = 0;
    for (let question = 0; question < QUESTIONS; question++) {
      const change = changeOf(question, draw);
      const until = new Date(Date.parse(BEGIN) + Math.ceil(draw() * 6) * 3_600_000).toISOString();
      const answered = page.waitForResponse((response) => response.url().endsWith('/sim/what-if'));
      await go(`#/what-if?changes=${encodeURIComponent(JSON.stringify([change]))}&until=${until}`);
      assert.equal((await answered).status(), 200, JSON.stringify(change));
      await page.getByTestId('what-if-sentence').waitFor();

      const pasts: Lives[] = [];
      const queued: number[] = [];
      for (const made of [undefined, change]) {
        // A rewind to an instant keeps the changes at this instant, so each past is a branch .
        const { branch } = await make('POST', '/sim/rewind', { to: BEGIN });
        if (made !== undefined) await make(made.method, made.path, made.body);
        await make('POST', '/sim/clock/advance', { to: until });
        const facts = await factsFrom(make, seq);
        pasts.push(livesOf(facts, present));
        queued.push(queuedMs(facts, present, Date.parse(until)));
        await make('POST', '/sim/branches/1/switch');
        await make('DELETE', `/sim/branches/${branch}`);
      }
      const expected = rowsOf(pasts[0]!, pasts[1]!);
      const { total, rows } = await rowsShown(page);
      const what = `${JSON.stringify(change)} until ${until}`;
      assert.equal(total, `${expected.size} GPR${expected.size === 1 ? '' : 's'} differ`, what);
      assert.equal(rows.length, Math.min(PAGE, expected.size), what);
      for (const [gprId, ...cells] of rows)
        assert.deepEqual(cells, expected.get(gprId!), `${gprId}, ${what}`);
      const counts = await page.evaluate<number[]>(
        `[...document.querySelectorAll('[data-testid="what-if-workspaces"] tbody td.number')].map((cell) => Number(cell.textContent))`,
      );
      const ofWorkspaces = counts.filter(Number.isFinite).reduce((sum, count) => sum + count, 0);
      assert.equal(ofWorkspaces, expected.size, `by workspace, ${what}`);
      const waitMs = queued[1]! - queued[0]!;
      const wait =
        waitMs === 0 ? 'as long' : `${span(Math.abs(waitMs))} ${waitMs > 0 ? 'longer' : 'shorter'}`;
      const headline = (await page.getByTestId('what-if-sentence').textContent())!;
      const same = waitMs === 0 && expected.size === 0;
      assert.ok(headline.startsWith(same ? 'Nothing differs.' : `GPRs wait ${wait} in total`), headline);
      differed += expected.size;
    }
    t.diagnostic(`${differed} GPRs differed`);
    assert.ok(differed > QUESTIONS);
  },
);

async function factsFrom(ask: Ask, seq: number): Promise<Fact[]> {
  const all: Fact[] = [];
  for (let after = seq; ; ) {
    const { facts, next } = await ask('GET', `/sim/facts?after=${after}&limit=10000`);
    if (facts.length === 0) return all;
    all.push(...facts);
    after = next;
  }
}

/** @param before the GPRs of the beginning */
function livesOf(facts: readonly Fact[], before: Lives = new Map()): Lives {
  const lives = new Map(before);
  for (const { at, kind, gprId, state, reason } of facts) {
    if (kind === 'gpr.created')
      lives.set(gprId, { state: 'Queued', start: null, end: null, evictions: 0, requeues: 0 });
    const life = lives.get(gprId);
    if (life === undefined || life.end !== null) continue;
    const evictions = life.evictions + (reason === 'eviction' ? 1 : 0);
    const next: Partial<Life> | undefined = {
      'gpr.provisioning': { state: 'Provisioning', start: life.start ?? at },
      'gpr.successful': { state: 'Successful' },
      'gpr.requeued': { state: 'Queued', requeues: life.requeues + 1, evictions },
      'gpr.ended': { state, end: at, evictions },
      'gpr.removed': { state: 'Removed', end: at },
    }[kind];
    if (next !== undefined) lives.set(gprId, { ...life, ...next });
  }
  return lives;
}

/** For how long all GPRs are queued from the beginning to the end, ms. */
function queuedMs(facts: readonly Fact[], before: Lives, untilMs: number): number {
  const since = new Map<string, number>();
  for (const [gprId, { state }] of before) if (state === 'Queued') since.set(gprId, Date.parse(BEGIN));
  let sum = 0;
  for (const { at, kind, gprId } of facts) {
    if (['gpr.created', 'gpr.requeued'].includes(kind)) since.set(gprId, Date.parse(at));
    if (!['gpr.provisioning', 'gpr.ended', 'gpr.removed'].includes(kind)) continue;
    sum += Date.parse(at) - (since.get(gprId) ?? Date.parse(at));
    since.delete(gprId);
  }
  for (const fromMs of since.values()) sum += untilMs - fromMs;
  return sum;
}

/** The GPRs that have not ended, as a future begins with them: with the start of the attempt that runs. */
function atPresent(facts: readonly Fact[]): Lives {
  const lastStarts = new Map(
    facts.filter(({ kind }) => kind === 'gpr.provisioning').map(({ gprId, at }) => [gprId, at]),
  );
  const open = [...livesOf(facts)].filter(([, { end }]) => end === null);
  return new Map(
    open.map(([gprId, life]) => {
      const start = life.state === 'Queued' ? null : lastStarts.get(gprId)!;
      return [gprId, { ...life, start, evictions: 0, requeues: 0 }];
    }),
  );
}

/** GPR → the cells of both starts, of the GPRs that differ. */
function rowsOf(without: Lives, changed: Lives): Map<string, string[]> {
  const ids = [...new Set([...without.keys(), ...changed.keys()])];
  const differing = ids.filter((id) => JSON.stringify(without.get(id)) !== JSON.stringify(changed.get(id)));
  const cell = (life: Life | undefined) => {
    if (life === undefined) return 'does not exist';
    return life.start === null ? 'no start' : shortInstant(life.start, BEGIN);
  };
  return new Map(differing.map((id) => [id, [cell(without.get(id)), cell(changed.get(id))]]));
}

async function rowsShown(page: Page): Promise<{ total: string; rows: string[][] }> {
  const panel = page.getByTestId('what-if-rows');
  const rows = await page.evaluate<string[][]>(
    `[...document.querySelectorAll('[data-testid="what-if-rows"] tbody tr')].map((row) =>
      [row.dataset.row, ...[...row.cells].slice(4, 6).map((cell) => cell.textContent)])`,
  );
  return { total: (await panel.locator('h2').textContent())!, rows };
}

/** Returns a function that draws a change; the kinds take turns. */
async function changes(ask: Ask, present: Lives): Promise<(turn: number, draw: () => number) => Change> {
  const { nodes } = await ask('GET', '/sim/state');
  const ids = [...present.keys()];
  const queued = ids.filter((id) => present.get(id)!.state === 'Queued');
  const holding = ids.filter((id) => present.get(id)!.state === 'Successful');
  return (turn, draw) => {
    const one = <T>(of: readonly T[]): T => of[Math.floor(draw() * of.length)]!;
    const node = one((nodes as Node[]).filter(({ up }) => up));
    const kinds: (() => Change)[] = [
      () => ({
        method: 'PUT',
        path: '/api/v1/gpr',
        body: { gprId: one(queued), priority: 1 + Math.floor(draw() * 300) },
      }),
      () => ({ method: 'DELETE', path: '/api/v1/gpr', body: { gprId: one(queued) } }),
      () => ({ method: 'PUT', path: '/api/v1/gpr', body: { gprId: one(holding), earlyRelease: true } }),
      () => ({
        method: 'POST',
        path: `/sim/nodes/${node.cluster}/${node.name}/down`,
        body: { repairAfter: one(['30m', '4h']) },
      }),
      () => ({ method: 'PUT', path: '/sim/scheduler', body: { queue: one(['greedy', 'backfill']) } }),
      () => ({ method: 'PUT', path: '/sim/workload', body: { arrivalRate: one([0.2, 0.5, 1.5]) } }),
    ];
    return kinds[turn % kinds.length]!();
  };
}
