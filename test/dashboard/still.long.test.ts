// What the page asks the server while nothing changes, and while it is hidden: nothing.

import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { browserTest } from './browser.ts';

/** Longer than each pause after which a running page is read again. */
const STILL_MS = 5_000;

/** Counts the requests of a page. */
function counterOf(page: Page): () => number {
  let count = 0;
  page.on('request', () => (count += 1));
  return () => count;
}

/** Waits until the page has asked nothing for some time. Fails if it goes on. */
async function still(count: () => number, what: string): Promise<void> {
  for (let attempt = 0; attempt < 20; attempt++) {
    const before = count();
    await sleep(STILL_MS);
    if (count() === before) return;
  }
  assert.fail(`${what}: the page goes on asking`);
}

const places = ['#/', '#/gprs', '#/events', '#/totals', '#/resources', '#/branches', '#/world', '#/create'];

browserTest(
  'a paused page asks nothing, in all its places, and shows what others change at once',
  { scenario: 'demo', paused: true, advance: '30h' },
  async ({ page, go, ask, advance, see }) => {
    const count = counterOf(page);
    for (const place of places) {
      await go(place);
      await still(count, place);
    }
    await go('#/');
    await advance('1h');
    await see('clock', '15:00:00');
    await still(count, 'after an advance');
    await ask('PUT', '/sim/clock', { mode: 'running' });
    await page.getByTestId('pause').waitFor();
  },
);

browserTest(
  'a hidden page asks nothing, and is read again when it is shown',
  { scenario: 'demo', speed: 3_600 },
  async ({ page, ask, see }) => {
    const count = counterOf(page);
    const setHidden = (isHidden: boolean) =>
      page.evaluate(`
        Object.defineProperty(document, 'hidden', { configurable: true, get: () => ${isHidden} });
        document.dispatchEvent(new Event('visibilitychange'));
      `);
    await see('clock', '01-0');
    await setHidden(true);
    await still(count, 'hidden');
    await ask('PUT', '/sim/clock', { mode: 'paused' });
    const { now } = await ask('GET', '/sim/clock');
    await setHidden(false);
    await page.locator(`[data-testid="clock"] time[datetime="${now}"]`).waitFor();
  },
);
