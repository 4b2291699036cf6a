// Events and the chart lead to each other, with the pointer and with keys.

import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { EventRecord, GanttAnswer } from '../../../src/api/sim/answers.ts';
import { browserTest, drawn, type Opened, settled } from '../browser.ts';

const demo = { scenario: 'demo', paused: true };
const START = Date.parse('2026-01-05T08:00:00Z');
const HOUR = 3_600_000;

/** An eviction that ends a bar of at least ten minutes in the first rows of the chart. */
async function evictionOf(ask: Opened['ask']): Promise<EventRecord> {
  const { events } = await ask('GET', '/sim/events?kind=eviction&limit=100');
  const { bars, gprs }: GanttAnswer = await ask('GET', '/sim/gantt?from=0&to=12h');
  const found = events.find(
    (event: EventRecord) =>
      event.nodes[0]!.startsWith('worker-1-a2') &&
      bars.gpr.some(
        (gpr, i) =>
          gprs[gpr]?.gprId === event.gpr!.gprId &&
          bars.toMs[i] === Date.parse(event.at) - START &&
          bars.toMs[i]! - bars.fromMs[i]! > HOUR / 6,
      ),
  );
  assert.ok(found, 'demo evicts a GPR ten minutes after its start');
  return found;
}

const windowOf = ({ at }: EventRecord) => {
  const iso = (ms: number) => new Date(ms).toISOString();
  return `#/?window=${iso(Date.parse(at) - HOUR / 2)}/${iso(Date.parse(at) + HOUR / 2)}`;
};

/** The page lists this event alone, and its instant leads back to the chart. */
async function requireListed(page: Page, event: EventRecord): Promise<void> {
  const rows = page.getByTestId('events').getByTestId('event');
  await rows.first().waitFor();
  assert.ok(page.url().includes(`gpr=${event.gpr!.gprId}`), page.url());
  const texts = await rows.allTextContents();
  assert.ok(
    texts.some((text) => text.includes(event.text)),
    `${event.text} is not in ${texts}`,
  );
  await rows.filter({ hasText: event.text }).locator('.event-time').click();
  await page.getByTestId('gantt').waitFor();
  assert.ok(page.url().includes(`mark=${encodeURIComponent(event.at)}`), page.url());
  // The events of the overview are those up to the marked one.
  const latest = page.getByTestId('event-strip').locator('.event').first();
  await settled(async () => assert.equal(await latest.locator('time').getAttribute('datetime'), event.at));
}

browserTest('a click on the mark of a bar leads to its event', demo, async ({ page, ask, go }) => {
  await ask('POST', '/sim/clock/advance', { by: '12h' });
  const event = await evictionOf(ask);
  await go(windowOf(event));
  const view = page.locator('.gantt-view');
  await page.locator('.gantt-canvases canvas').first().waitFor();
  await view.scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await view.boundingBox())!;
  const tooltip = page.locator('.tooltip');
  const named = async (left: number, top: number) => {
    await page.mouse.move(left, top);
    await drawn(page);
    return (await tooltip.allTextContents()).some((text) => text.includes(event.gpr!.gprName!));
  };
  // The bar ends in the middle of the shown time, which begins behind the names of the rows.
  let found: { left: number; top: number } | undefined;
  for (let top = y + 26; top < y + height && found === undefined; top += 5)
    for (const share of [0.5, 0.48, 0.53])
      if (found === undefined && (await named(x + width * share, top)))
        found = { left: Math.round(x + width * share), top };
  assert.ok(found, `no bar of ${event.text}`);
  let { left } = found;
  while (await named(left + 1, found.top)) left += 1;
  await page.mouse.click(left - 5, found.top);
  await requireListed(page, event);
});
