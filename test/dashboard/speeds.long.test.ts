// The page against a second server of the same scenario and seed, which is paused at each instant that the page names: at random
// moments, at three speeds, every drawn bar, the nodes, the queue and the availability are those of that instant, and the clock
// shows no instant that was not read.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import type {
  ForecastAnswer,
  GanttAnswer,
  GprPage,
  NodeState,
  ReadTogetherAnswer,
  WorldState,
} from '../../src/api/sim/answers.ts';
import { rangeText } from '../../src/dashboard/estimated/likely-range.ts';
import { Bars } from '../../src/dashboard/gantt/data/bars.ts';
import { Rows } from '../../src/dashboard/gantt/data/row-places.ts';
import { Waits } from '../../src/dashboard/gantt/data/wait-lanes.ts';
import { eachRectangle } from '../../src/dashboard/gantt/scene/scene.ts';
import { waitRectangles } from '../../src/dashboard/gantt/scene/wait-pieces.ts';
import { findingOf } from '../../src/dashboard/overview/finding.ts';
import { relative, shortInstant, span } from '../../src/dashboard/text/spans.ts';
import { start } from '../../src/library/start.ts';
import { WAIT_REASONS, WAIT_WORDS } from '../../src/looks/wait-reasons.ts';
import { drawsOf } from '../support/draws.ts';
import { seed } from '../support/property.ts';
import { runs } from '../support/runs.ts';
import { asker, browserTest, type Opened } from './browser.ts';
import { readsOf } from './reads.ts';

const COLORS = readFileSync(join(import.meta.dirname, '../../src/looks/workspace-colors.ts'), 'utf8').match(
  /#[0-9a-f]{6}/g,
)!;
const inPage = join(import.meta.dirname, 'painted.page.js');
const SPEEDS = [60, 3_600, 10_000];
const MOMENTS = Math.ceil(50 * runs);
/** More moments follow until each part has shown this many instants. A page that never changes fails. */
const INSTANTS_MIN = 8;
const MOMENTS_MAX = 300;
/** Height of the time axis, CSS pixels. */
const AXIS = 20;

interface Painted {
  readonly atMs: number;
  readonly fromMs: number;
  readonly toMs: number;
  readonly gutter: number;
  readonly width: number;
  readonly height: number;
  readonly scrolled: number;
  /** The pixels of the area of the bars, row by row: how many are alike, and their four bytes as a number. */
  readonly runs: readonly number[];
}

interface Availability {
  /** ISO 8601; '' if there is none. */
  readonly at: string;
  /** Cluster, instance type and shape, start, victims. */
  readonly rows: readonly (readonly string[])[];
}

interface Figures {
  readonly at: string;
  readonly figures: readonly string[];
}

interface Nodes {
  readonly at: string;
  readonly nodes: readonly (readonly string[])[];
}

/** What the page shows at a moment. */
interface Shown {
  readonly chart: Painted;
  readonly figures: Figures;
  readonly queue: Queue;
  /** ISO 8601. */
  readonly clock: string;
  /** The instant of each part, and whether the part states it. */
  readonly parts: readonly { readonly at: string; readonly isStated: boolean }[];
}

interface Queue {
  readonly at: string;
  readonly rows: readonly (readonly string[])[];
}

for (const speed of SPEEDS) {
  browserTest(
    `at ${speed} ×, everything that the page shows is of the instants that it names`,
    { scenario: 'demo', speed, viewport: { width: 1440, height: 900 } },
    async (opened, t) => {
      t.diagnostic(`seed ${seed}`);
      const random = drawsOf(seed + speed);
      const answers = new Map<number, { url: URL; answer: GanttAnswer }>();
      const page = await watched(opened, answers);
      const creation = await otherPage(opened, '#/create');
      await creation.getByTestId('field-sliceName').selectOption('team-blue');
      await creation.getByTestId('availability').locator('time').waitFor();
      const map = await otherPage(opened, '#/map');
      await map.getByTestId('map-table').locator('tbody tr').first().waitFor();
      const charts: Painted[] = [];
      const figures: Figures[] = [];
      const offers: Availability[] = [];
      const nodes: Nodes[] = [];
      const queues: Queue[] = [];
      const fewest = () => Math.min(...[charts, offers, figures, nodes, queues].map(instantsIn));
      for (let moment = 0; moment < MOMENTS || fewest() < INSTANTS_MIN; moment++) {
        assert.ok(moment < MOMENTS_MAX, 'each part of the page moves');
        await sleep(10 + random() * 240);
        const shown = await page.evaluate<Shown>('shownAtOnce()');
        charts.push(shown.chart);
        figures.push(shown.figures);
        queues.push(shown.queue);
        // One instant, stated once: a part that is of another one states that.
        assert.equal(shown.figures.at, shown.clock);
        for (const { at, isStated } of shown.parts)
          assert.equal(isStated, at !== shown.clock, JSON.stringify(shown.parts));
        nodes.push(await map.evaluate<Nodes>('nodesShown()'));
        offers.push(await creation.evaluate<Availability>('availabilityShown()'));
      }
      await page.getByTestId('pause').click();
      await page.getByText('paused').waitFor();
      const { now, nowMs } = await opened.ask('GET', '/sim/clock');
      await page.locator(`.gantt-canvases canvas[data-at="${nowMs}"]`).waitFor();
      charts.push(await page.evaluate<Painted>('paintedNow()'));
      const clocks = await page.evaluate<string[]>('clocksShown');
      assert.equal(clocks.at(-1), now, 'after a pause, the clock shows the instant of the pause');
      assert.deepEqual(clocks, clocks.toSorted(), 'the clock never runs backward');
      assert.ok(clocks.length > 10, `the clock moved only ${clocks.length} times`);
      assert.deepEqual(await page.evaluate<string[]>('clocksTooFar'), [], 'no instant that was not read');

      const truth = await start({ scenario: 'demo', paused: true });
      t.after(() => truth.close());
      const ask = await asker(truth);
      const advance = (to: string | number) =>
        ask('POST', '/sim/clock/advance', { to: new Date(to).toISOString() });
      const startMs = Date.parse((await ask('GET', '/sim/state')).scenario.start);
      const checks = [
        ...charts.map((painted) => ({
          atMs: startMs + painted.atMs,
          check: async () => {
            const { url, answer } = answers.get(painted.atMs)!;
            const expected: GanttAnswer = await ask('GET', `${url.pathname}${url.search}`);
            assert.deepEqual(answer, expected);
            assertPainted(painted, expected);
          },
        })),
        ...offers
          .filter(({ at }) => at !== '')
          .map(({ at, rows }) => ({
            atMs: Date.parse(at),
            check: async () => assert.deepEqual(rows, await rowsAt(ask, at)),
          })),
        ...figures.map((shown) => ({
          atMs: Date.parse(shown.at),
          check: async () => assert.deepEqual(shown, await figuresAt(ask, shown.at)),
        })),
        ...nodes.map((shown) => ({
          atMs: Date.parse(shown.at),
          check: async () => assert.deepEqual(shown, await nodesAt(ask, shown.at)),
        })),
        ...queues.map((shown) => ({
          atMs: Date.parse(shown.at),
          check: async () =>
            assert.deepEqual(
              shown.rows.map((row) => row.slice(0, 4)),
              await queueAt(ask, shown.at),
            ),
        })),
        ...[...likelyShown(queues)].map(([at, shown]) => ({
          atMs: Date.parse(at),
          check: async () => {
            const { gprs, now, samples }: ForecastAnswer = await ask('GET', '/sim/forecast?samples=50');
            assert.equal(now, at);
            for (const { gprId, text, now } of shown) {
              const likely = gprs.find((gpr) => gpr.gprId === gprId)!;
              assert.equal(text, `likely ${rangeText({ ...likely, now: at, samples }, now)}`);
            }
          },
        })),
      ].sort((a, b) => a.atMs - b.atMs);
      assert.ok(offers.filter(({ rows }) => rows.length > 0).length > MOMENTS / 2, 'offers were shown');
      for (const { atMs, check } of checks) {
        await advance(atMs);
        await check();
      }
    },
  );
}

/** The page, opened again with `watch`. Every answer for the chart is kept by its instant. */
async function watched(
  { page, server }: Opened,
  answers: Map<number, { url: URL; answer: GanttAnswer }>,
): Promise<Page> {
  page.on('response', async (response) => {
    const asked = readsOf(response.request());
    const place = asked.findIndex(({ pathname }) => pathname === '/sim/gantt');
    if (place < 0 || response.status() !== 200) return;
    // The body of a page that was left is gone.
    const body = (await response.json().catch(() => undefined)) as { data: unknown } | undefined;
    const isAlone = new URL(response.url()).pathname === '/sim/gantt';
    const data = isAlone
      ? body?.data
      : (body?.data as ReadTogetherAnswer | undefined)?.answers[place]?.answer.data;
    const answer = data as GanttAnswer | undefined;
    if (answer !== undefined) answers.set(answer.nowMs, { url: asked[place], answer });
  });
  await page.addInitScript({ path: inPage });
  await page.goto('about:blank');
  await page.goto(`${server.url}/#key=${server.apiKey}`);
  await page.locator('.gantt-canvases canvas[data-at]').first().waitFor();
  return page;
}

/** Another tab that notes what it shows, at a place. */
async function otherPage({ openAs, server: { url, apiKey } }: Opened, hash: string): Promise<Page> {
  const { page } = await openAs(apiKey);
  await page.addInitScript({ path: inPage });
  await page.goto('about:blank');
  await page.goto(`${url}/#key=${apiKey}`);
  await page.getByTestId('role').waitFor();
  await page.goto(`${url}/${hash}`);
  return page;
}

/** What the table of the availability must show at an instant, for the first values of the form and `team-blue`. */
async function rowsAt(ask: Opened['ask'], at: string): Promise<string[][]> {
  const { items } = await ask('POST', '/api/v1/gpr/gpu-availability', {
    requestName: 'truth',
    sliceName: 'team-blue',
    exitDuration: '1h',
    priority: 100,
    numberOfGPUs: 1,
    numberOfGPUNodes: 1,
    memoryPerGpu: 1,
    enableAutoClusterSelection: true,
    enableAutoGpuSelection: true,
  });
  return (items as Record<'cluster' | 'instanceType' | 'gpuShape' | 'expectedStartTime', string>[]).map(
    ({ cluster, instanceType, gpuShape, expectedStartTime: starts }) => [
      cluster,
      `${instanceType} ${gpuShape}`,
      starts === ''
        ? 'unknown'
        : Date.parse(starts) <= Date.parse(at)
          ? 'at once'
          : `${relative(starts, at)} (${shortInstant(starts, at)})`,
    ],
  );
}

function instantsIn(shown: readonly (Painted | { readonly at: string })[]): number {
  return new Set(shown.map((one) => ('at' in one ? one.at : one.atMs))).size;
}

async function figuresAt(ask: Opened['ask'], at: string): Promise<Figures> {
  const state: WorldState = await ask('GET', '/sim/state');
  const { clock, clusters, blocked, medianAgeMs, counts } = state;
  assert.equal(clock.now, at);
  const sum = (of: 'allocatedGpus' | 'availableGpus') =>
    clusters.reduce((total, cluster) => total + cluster[of], 0);
  const [held, free] = [sum('allocatedGpus'), sum('availableGpus')];
  const many = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`;
  const blockedGpus = blocked.reduce((total, { freeGpus }) => total + freeGpus, 0);
  const why = WAIT_REASONS.filter((reason) => blocked.some((pool) => pool.waits[reason] > 0));
  const words = why.map((reason) => WAIT_WORDS[reason].words).join(', ');
  const age = medianAgeMs === null ? 'the queue is empty' : `median age ${span(medianAgeMs)}`;
  return {
    at,
    figures: [
      findingOf(state),
      `${Math.round((100 * held) / (held + free))} %${held} of ${held + free} GPUs allocated`,
      `${many(counts.Queued, 'GPR')}${age}`,
      `${many(blockedGpus, 'GPU')}of ${free} free${words === '' ? '' : `: ${words}`}`,
    ],
  };
}

async function nodesAt(ask: Opened['ask'], at: string): Promise<Nodes> {
  const { clock, clusters, nodes }: WorldState = await ask('GET', '/sim/state');
  assert.equal(clock.now, at);
  const usedOf = ({ gpus, freeGpus }: NodeState) => (gpus - freeGpus) / gpus;
  return {
    at,
    nodes: clusters.map(({ name, gpus, allocatedGpus, idleGpus, queuedGprs }) => {
      const own = nodes.filter(({ cluster }) => cluster === name);
      const up = own.filter((node) => node.up);
      const count = (from: number, to: number) =>
        up.filter((node) => usedOf(node) >= from && usedOf(node) < to).length;
      const none = count(0, 0.001);
      const steps = [none, count(0, 0.5) - none, count(0.5, 1), count(1, 2), own.length - up.length];
      return [name, ...[gpus, allocatedGpus, idleGpus, queuedGprs, ...steps].map(String)];
    }),
  };
}

/** The likely starts that were shown, by the instant of their forecast. */
function likelyShown(queues: readonly Queue[]) {
  const shown = queues.flatMap(({ at: now, rows }) =>
    rows.map(([gprId, , , , text, at]) => ({ gprId, text, at: at!, now })),
  );
  return Map.groupBy(
    shown.filter(({ at }) => at !== ''),
    ({ at }) => at,
  );
}

async function queueAt(ask: Opened['ask'], at: string): Promise<string[][]> {
  const { gprs }: GprPage = await ask('GET', '/sim/gprs?state=Queued&limit=100');
  return gprs.map(({ gprId, createdAt, waitReason, estimatedStartTime: starts }) => [
    gprId!,
    span(Date.parse(at) - Date.parse(createdAt)),
    WAIT_WORDS[waitReason!].words,
    starts === '' ? 'unknown' : relative(starts, at),
  ]);
}

/** What a pixel of the chart is a part of. */
const Part = { none: 0, bar: 1, betweenStripes: 2, wait: 3 } as const;
/** From one stripe of a planned bar to the next, and how many of these pixels are colored. */
const STRIPE = 6;
const STRIPE_COLORED = 3;

/** Fails unless the pixels are exactly those of the bars and waits of the answer. */
function assertPainted(painted: Painted, answer: GanttAnswer): void {
  const { atMs, fromMs, toMs, gutter, scrolled } = painted;
  assert.equal(answer.rows.length, answer.rowsTotal);
  const width = painted.width - gutter;
  const height = painted.height - AXIS;
  const bars = new Bars(answer.bars, answer.rows.length);
  const waits = answer.waits === undefined ? undefined : new Waits(answer.waits, answer.rows.length);
  const rows = new Rows(
    answer.rows.map(({ lanes }) => lanes),
    height,
  );
  const scene = {
    bars,
    waits,
    rows,
    width,
    height,
    scrolled,
    ratio: 1,
    window: { fromMs, toMs },
    read: { fromMs, toMs },
    nowMs: atMs,
    shownMs: atMs,
  };
  const expected = new Uint8Array(width * height);
  eachRectangle(scene, (left, top, right, bottom, bar) => {
    // A bar that has ended has a gap of a pixel.
    const hasGap = bar.kind !== 'running' && right - left > 3 && right < width;
    const isPlanned = bar.kind === 'planned';
    for (let y = top; y < bottom; y++)
      for (let x = left; x < right - (hasGap ? 1 : 0); x++)
        expected[y * width + x] =
          isPlanned && (x + y) % STRIPE >= STRIPE_COLORED ? Part.betweenStripes : Part.bar;
  });
  const { colored, lines } = waitRectangles(scene, WAIT_REASONS.length);
  for (const list of [...colored, lines])
    for (let i = 0; i < list.length; i += 4)
      for (let y = list[i + 1]; y < list[i + 1] + list[i + 3]; y++)
        expected.fill(Part.wait, y * width + list[i], y * width + list[i] + list[i + 2]);
  let at = 0;
  for (let i = 0; i < painted.runs.length; i += 2) {
    const [count, pixel] = painted.runs.slice(i, i + 2);
    const part = partOf(pixel);
    for (const end = at + count; at < end; at++)
      if (expected[at] !== part)
        assert.fail(
          `x ${at % width}, y ${Math.floor(at / width)}: ${partName(part)} instead of ${partName(expected[at])}`,
        );
  }
  assert.equal(at, expected.length);
}

function partOf(pixel: number): number {
  const [red, green, blue, alpha] = new Uint8Array(Uint32Array.of(pixel).buffer);
  const color = `#${[red, green, blue].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
  if (alpha === 0) return Part.none;
  if (alpha < 255) return COLORS.includes(color) ? Part.betweenStripes : -1;
  return COLORS.includes(color) ? Part.bar : Part.wait;
}

function partName(part: number): string {
  return Object.entries(Part).find(([, value]) => value === part)?.[0] ?? 'an unknown color';
}
