// The chart of recorded estimates on the page of a GPR: what is drawn is what the server answers.

import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { CalibrationAnswer, EstimatePage, ForecastAnswer } from '../../src/api/sim/answers.ts';
import { browserTest, type Opened } from './browser.ts';

type Ask = Opened['ask'];

/** A GPR of demo with at least two waits, each with at least three recordings. */
async function gprWithWaits(ask: Ask): Promise<string> {
  const { facts } = await ask('GET', '/sim/facts?kind=gpr.requeued&limit=10000');
  for (const { gprId } of facts) {
    const { waits }: EstimatePage = await ask('GET', `/sim/gprs/${gprId}/estimates`);
    if (waits.length > 1 && waits.every(({ estimates }) => estimates.length > 2)) return gprId;
  }
  return assert.fail('demo has such a GPR');
}

/** A line as its corners. In a drawing they are shares of the chart: across from the left, up from below. */
type Corners = (readonly [x: number, y: number])[];

interface Drawn {
  /** The instant that the chart names. */
  readonly now: string;
  readonly lines: Corners[];
}

async function drawnIn(page: Page): Promise<Drawn> {
  const drawn = page.getByTestId('gpr-estimates').locator('.plotted');
  const { now, paths } = await drawn.evaluate((element) => ({
    now: element.getAttribute('data-now')!,
    paths: [...element.querySelectorAll('path.estimate')].map((path) => path.getAttribute('d')!),
  }));
  return { now, lines: paths.map(cornersOf) };
}

function cornersOf(path: string): Corners {
  const corners: Corners = [];
  for (const [, letter, values] of path.matchAll(/([MHV])([\d.,-]+)/g)) {
    const [one, two] = values!.split(',').map(Number);
    const [x, y] = corners.at(-1) ?? [0, 0];
    corners.push(letter === 'M' ? [one!, two!] : letter === 'H' ? [one!, y] : [x, one!]);
  }
  return corners.map(([x, y]) => [x / 1000, 1 - y / 1000] as const);
}

/** Asserts that the lines have the corners that the answer has. The scale follows from two corners. */
function assertDrawn({ lines: drawn }: Drawn, { waits, now }: EstimatePage): void {
  const endMs = (startedAt: string | null) => Date.parse(startedAt ?? now);
  const corners = waits.map(({ startedAt, estimates }) =>
    estimates.flatMap(({ at, estimatedStartTime }, i): Corners => {
      if (estimatedStartTime === '') return [];
      const toMs = i + 1 < estimates.length ? Date.parse(estimates[i + 1]!.at) : endMs(startedAt);
      const startMs = Date.parse(estimatedStartTime);
      return [
        [Date.parse(at), startMs],
        [toMs, startMs],
      ];
    }),
  );
  const all = corners.flat();
  const [least, most] = [Math.min, Math.max];
  const across = [least(...all.map(([ms]) => ms)), most(...all.map(([ms]) => ms))] as const;
  const flat = drawn.flat();
  const [low, high] = [all, flat].map((list) => [
    list.reduce((one, other) => (other[1] < one[1] ? other : one))[1],
    list.reduce((one, other) => (other[1] > one[1] ? other : one))[1],
  ]) as [[number, number], [number, number]];
  const share = (ms: number) => high[0] + ((ms - low[0]) / (low[1] - low[0])) * (high[1] - high[0]);
  assert.equal(drawn.length, waits.length, 'one line for each wait');
  corners.forEach((line, i) => {
    assert.equal(drawn[i]!.length, line.length);
    line.forEach(([atMs, startMs], j) => {
      const [x, y] = drawn[i]![j]!;
      assert.ok(
        Math.abs(x - (atMs - across[0]) / (across[1] - across[0])) < 1e-6,
        `corner ${j} of line ${i}`,
      );
      assert.ok(Math.abs(y - share(startMs)) < 1e-6, `corner ${j} of line ${i}`);
    });
  });
}

browserTest(
  'each wait has a separate line, with the recorded estimates and no others, and rows from what to what',
  { scenario: 'demo', paused: true, advance: '30h' },
  async ({ page, part, go, ask }) => {
    const gprId = await gprWithWaits(ask);
    const answer: EstimatePage = await ask('GET', `/sim/gprs/${gprId}/estimates`);
    await go(`#/gpr/${gprId}`);
    const estimates = part('gpr-estimates');
    await estimates.locator('path.estimate').first().waitFor({ state: 'attached' });
    assertDrawn(await drawnIn(page), answer);

    const rows = await estimates.getByTestId('estimate-row').allTextContents();
    const recorded = answer.waits.flatMap((wait) => wait.estimates);
    const started = answer.waits.filter(({ startedAt }) => startedAt !== null);
    assert.equal(rows.length, recorded.length + started.length);
    assert.equal(rows.filter((row) => row.includes('first of the wait')).length, answer.waits.length);
    assert.equal(rows.filter((row) => row.includes('started')).length, started.length);
    const [first, second] = answer.waits[0]!.estimates;
    const [from, to] = [first, second].map((change) => change!.estimatedStartTime.slice(11, 19));
    const direction = Date.parse(second!.estimatedStartTime) > Date.parse(first!.estimatedStartTime);
    assert.ok(rows[1]!.includes(`${from} → ${to}`), rows[1]);
    assert.match(rows[1]!, direction ? /later/ : /earlier/);
    assert.ok(rows[1]!.endsWith(second!.causes.join(', ')), rows[1]);
    for (const side of ['up', 'across']) await estimates.locator(`.${side} span`).nth(1).waitFor();
  },
);

browserTest(
  'the queue, the page of a GPR and its chart have the likely start that the server answers',
  { scenario: 'demo', paused: true, advance: '30h' },
  async ({ page, part, go, ask }) => {
    const { gprs }: ForecastAnswer = await ask('GET', '/sim/forecast?samples=50');
    const [first] = gprs.filter(({ p10, p90 }) => p10 !== null && p90?.startsWith('2026-01-06'));
    const [from, to] = [first!.p10!, first!.p90!].map((iso) => iso.slice(11, 16));
    const row = part('queue').locator('tr', { has: page.locator(`a[href$="${first!.gprId}"]`) });
    await row.getByText(`likely ${from} to ${to}`).waitFor();
    await go(`#/gpr/${first!.gprId}`);
    await part('gpr-likely').getByText(`Likely ${from} to ${to}. So in eight of ten of 50 futures`).waitFor();
    await part('ask-coverage').click();
    const { likely }: CalibrationAnswer = await ask('GET', '/sim/estimates?samples=50');
    const share = Math.round(100 * likely!.coverage!);
    await part('coverage').getByText(`Of ${likely!.ranges} earlier ranges, ${share} % held`).waitFor();
    await part('gpr-estimates').locator('path.likely').waitFor({ state: 'attached' });
  },
);
