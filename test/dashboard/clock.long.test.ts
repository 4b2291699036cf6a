import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { answerOf, browserTest, settled } from './browser.ts';

browserTest(
  'after the connection is lost, the clock shows the instant of the last answer and stops',
  { scenario: 'demo', speed: 10_000 },
  async ({ page, server }) => {
    const instants: string[] = [];
    page.on('response', async (response) => {
      if (!response.url().includes('/sim/state')) return;
      const body = (await response.json().catch(() => undefined)) as
        | { data: { clock: { now: string } } }
        | undefined;
      if (body !== undefined) instants.push(body.data.clock.now);
    });
    const clock = page.getByTestId('clock').locator('time');
    await page.waitForResponse((response) => response.url().includes('/sim/state'));
    await server.close();
    await page
      .getByText(/cannot be reached|connection/i)
      .first()
      .waitFor();
    const shown = await clock.getAttribute('datetime');
    assert.equal(shown, instants.at(-1));
    // Without an answer, no time makes the clock move.
    for (let i = 0; i < 5; i++) {
      await sleep(200);
      await settled(async () => assert.equal(await clock.getAttribute('datetime'), shown));
    }
  },
);

browserTest(
  'the availability uses what is entered, and names what is missing or wrong instead of starts',
  { scenario: 'quiet', paused: true },
  async ({ page, go }) => {
    await go('#/create');
    const panel = page.getByTestId('availability');
    const status = panel.getByRole('status');
    await status.getByText('Enter first: Workspace.').waitFor();
    await page.getByTestId('field-sliceName').selectOption('team-blue');
    await panel.getByText('at once').first().waitFor();
    for (const wrong of ['0', 'abc']) {
      await page.getByTestId('field-priority').fill(wrong);
      await status.getByText(/^“Priority” must be an integer from 1 to 300, but is .*\.$/).waitFor();
      await settled(async () => assert.equal(await panel.getByText('at once').count(), 0));
    }
    await page.getByTestId('field-priority').fill('100');
    // The page shows durations as `1h 30m`, and accepts them.
    for (const duration of ['1h 30m', '013000', '90m']) {
      await page.getByTestId('field-exitDuration').fill('');
      await status.getByText('Enter first: Exit duration.').waitFor();
      await page.getByTestId('field-exitDuration').fill(duration);
      await panel.getByText('at once').first().waitFor();
    }
  },
);

/** Notes in the page every instant that its clock shows. */
const NOTE_CLOCKS = `globalThis.clocksShown = [];
  new MutationObserver(() => {
    const shown = document.querySelector('[data-testid="clock"] time')?.getAttribute('datetime');
    if (shown && shown !== clocksShown.at(-1)) clocksShown.push(shown);
  }).observe(document, { subtree: true, childList: true, attributes: true });`;

browserTest(
  'the clock keeps a later instant when the answer to an earlier change comes late',
  { scenario: 'quiet', speed: 60 },
  async ({ page, ask }) => {
    let release = () => {};
    const isLate = new Promise<void>((done) => (release = done));
    let answered = () => {};
    const isAnswered = new Promise<void>((done) => (answered = done));
    await page.route('**/sim/clock', async (route) => {
      const response = await answerOf(route);
      answered();
      await isLate;
      await route.fulfill({ response });
    });
    await page.evaluate(NOTE_CLOCKS);
    await page.getByTestId('pause').click();
    await isAnswered;
    await ask('POST', '/sim/clock/advance', { by: '2h' });
    const { now } = await ask('GET', '/sim/clock');
    const clock = page.getByTestId('clock').locator(`time[datetime="${now}"]`);
    await clock.waitFor();
    const late = page.waitForResponse((response) => response.url().endsWith('/sim/clock'));
    release();
    await late;
    // The page has taken the answer once it has read again.
    for (let i = 0; i < 2; i++)
      await page.waitForResponse((response) => response.url().includes('/sim/state'));
    await clock.waitFor();
    const clocks = await page.evaluate<string[]>('clocksShown');
    assert.deepEqual(clocks, clocks.toSorted());
  },
);

/** The instants that the clock has shown, as soon as they are more than `count`. */
async function clocksPast(page: Page, count: number): Promise<string[]> {
  for (;;) {
    const clocks = await page.evaluate<string[]>('clocksShown');
    if (clocks.length > count) return clocks;
    await sleep(20);
  }
}

browserTest(
  'after a reset by another client, the clock jumps once, and the page reports the jump',
  { scenario: 'demo', speed: 3_600 },
  async ({ page, ask }) => {
    await ask('POST', '/sim/clock/advance', { by: '2d' });
    await page.evaluate(NOTE_CLOCKS);
    await clocksPast(page, 20);
    await ask('POST', '/sim/reset', {});
    await page.getByTestId('notice').getByText('Branch 2 is shown now: the clock went from').waitFor();
    const { length } = await page.evaluate<string[]>('clocksShown');
    const clocks = await clocksPast(page, length + 20);
    assert.equal(clocks.filter((shown, i) => i > 0 && shown < clocks[i - 1]).length, 1);
  },
);

browserTest(
  'after a jump of a running clock, the page shows where it is at once',
  { scenario: 'demo', speed: 1 },
  async ({ page }) => {
    await page.evaluate(NOTE_CLOCKS);
    const before = Date.parse((await clocksPast(page, 10)).at(-1)!);
    // Only the answer to the jump moves the clock.
    await page.route('**/sim/state?*', () => {});
    await page.getByTestId('jump').click();
    await settled(async () => {
      const clocks = (await page.evaluate<string[]>('clocksShown')).map(
        (shown) => Date.parse(shown) - before,
      );
      assert.ok(clocks.at(-1)! >= 3_600_000);
      assert.deepEqual(
        clocks.filter((ms) => ms > 600_000 && ms < 3_600_000),
        [],
      );
    });
  },
);
