import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { start } from '../../src/library/start.ts';
import { answerOf, asker, becomesTrue, browserTest, drawn, settled } from './browser.ts';

const KEY = '11111111-2222-4333-8444-555555555555';

browserTest(
  'after the connection is lost, the clock shows the instant of the last answer and stops; a server that returns is followed',
  { scenario: 'demo', speed: 10_000, apiKey: KEY },
  async ({ page, server, part, see, seeText, gone }, t) => {
    const instants: string[] = [];
    page.on('response', async (response) => {
      if (!response.url().endsWith('/sim/reads') || !response.ok()) return;
      // The body of a page that was left is gone.
      await response.finished();
      instants.push(response.headers()['x-sim-time']);
    });
    const clock = part('clock').locator('time');
    await page.waitForResponse((response) => response.url().endsWith('/sim/reads'));
    await server.close();
    await seeText(/cannot be reached|connection/i);
    await settled(async () => assert.equal(await clock.getAttribute('datetime'), instants.at(-1)));
    // Without an answer, no time makes the clock move.
    for (let frames = 0; frames < 20; frames++) {
      await drawn(page);
      assert.equal(await clock.getAttribute('datetime'), instants.at(-1));
    }
    await see('lost');
    // Another world: its tokens have another secret.
    const { host } = new URL(server.url);
    const again = await start({ scenario: 'demo', paused: true, apiKey: KEY, listen: host });
    t.after(() => again.close());
    await gone('lost');
    const ask = await asker(again);
    await ask('POST', '/sim/clock/advance', { by: '1h' });
    await seeText('1h after the start');
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
  async ({ page, part, ask, advance, click }) => {
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
    await click('pause');
    await isAnswered;
    await advance('2h');
    const isShown = async () => {
      const { now } = await ask('GET', '/sim/clock');
      await part('clock').locator(`time[datetime="${now}"]`).waitFor();
    };
    await isShown();
    const late = page.waitForResponse((response) => response.url().endsWith('/sim/clock'));
    release();
    await late;
    // The page has taken the answer once it has read again.
    await advance('1m');
    await isShown();
    const clocks = await page.evaluate<string[]>('clocksShown');
    assert.deepEqual(clocks, clocks.toSorted());
  },
);

/** The instants that the clock has shown, as soon as they are more than `count`. */
async function clocksPast(page: Page, count: number): Promise<string[]> {
  await becomesTrue(page, `clocksShown.length > ${count}`);
  return page.evaluate<string[]>('clocksShown');
}

browserTest(
  'after a reset by another client, the clock jumps once, and the page reports the jump',
  { scenario: 'demo', speed: 3_600, advance: '2d' },
  async ({ page, ask, see }) => {
    await page.evaluate(NOTE_CLOCKS);
    await clocksPast(page, 20);
    await ask('POST', '/sim/reset', {});
    await see('notice', 'Branch 2 is shown now: the clock went from');
    const { length } = await page.evaluate<string[]>('clocksShown');
    const clocks = await clocksPast(page, length + 20);
    assert.equal(clocks.filter((shown, i) => i > 0 && shown < clocks[i - 1]).length, 1);
  },
);

browserTest(
  'after a jump of a running clock, the page shows where it is at once',
  { scenario: 'demo', speed: 1 },
  async ({ page, click }) => {
    await page.evaluate(NOTE_CLOCKS);
    const before = Date.parse((await clocksPast(page, 10)).at(-1)!);
    await click('jump');
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
