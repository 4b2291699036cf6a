// The bins of the plots depend only on the shown time and the width: not on how the page came to it.

import assert from 'node:assert/strict';
import { browserTest } from './browser.ts';

browserTest(
  'a link shows the bins that its sender sees, after any moves and in a page that is opened anew',
  { scenario: 'demo', paused: true, viewport: { width: 1440, height: 900 } },
  async ({ page, ask, go, openAs, server }) => {
    await ask('POST', '/sim/clock/advance', { by: '30h' });
    let asked = '';
    const watch = (watched: typeof page) =>
      watched.on('request', (request) => {
        const url = new URL(request.url());
        if (url.pathname === '/sim/series') asked = url.search;
      });
    watch(page);
    await go('#/?plot=waits');
    const becomes = async (isSo: () => boolean, what: string) => {
      for (let i = 0; i < 200 && !isSo(); i++) await page.waitForTimeout(100);
      assert.ok(isSo(), `${what}: ${asked}`);
    };
    const chart = page.getByTestId('gantt').getByRole('application');
    await page.locator('.gantt-canvases canvas[data-at="108000000"]').waitFor();
    await chart.focus();
    asked = '';
    await page.keyboard.press('0');
    await becomes(() => asked.startsWith('?from=0&'), 'the whole time is shown');
    const whole = asked;
    await page.waitForURL((url) => url.hash.includes('window='));
    const address = page.url();
    for (let i = 0; i < 3; i++) await page.keyboard.press('+');
    await becomes(() => asked !== whole, 'a part is shown');
    await page.keyboard.press('0');
    await becomes(() => asked === whole, 'after other windows');
    await page.waitForURL(address);
    asked = '';
    await page.reload();
    await becomes(() => asked === whole, 'loaded again');
    const other = await openAs(server.apiKey);
    await other.setViewportSize({ width: 1440, height: 900 });
    watch(other);
    await other.goto(page.url());
    asked = '';
    await other.reload();
    await becomes(() => asked === whole, 'in another page');
    await other.close();
  },
);
