// The bins of the plots depend only on the shown time and the width: not on how the page came to it.

import assert from 'node:assert/strict';
import { browserTest, settled, timersOver } from './browser.ts';
import { onRead } from './reads.ts';

browserTest(
  'a link shows the bins that its sender sees, after any moves and in a page that is opened anew',
  { scenario: 'demo', paused: true, viewport: { width: 1440, height: 900 }, advance: '30h' },
  async ({ page, server, part, go, press, openAs }) => {
    let asked = '';
    const watch = (watched: typeof page) =>
      onRead(watched, (url) => {
        if (url.pathname === '/sim/series') asked = url.search;
      });
    watch(page);
    await go('#/?plot=waits');
    const becomes = (isSo: () => boolean, what: string) =>
      settled(async () => assert.ok(isSo(), `${what}: ${asked}`));
    const chart = part('gantt').getByRole('application');
    await page.locator('.gantt-canvases canvas[data-at="108000000"]').waitFor();
    await chart.focus();
    asked = '';
    await press('0');
    await becomes(() => asked.startsWith('?from=0&'), 'the whole time is shown');
    const whole = asked;
    await page.waitForURL((url) => url.hash.includes('window='));
    // The address follows a moving window, and rests with it.
    await timersOver(page);
    await press('+', '+', '+');
    await becomes(() => asked !== whole, 'a part is shown');
    await press('0');
    await becomes(() => asked === whole, 'after other windows');
    await timersOver(page);
    asked = '';
    await page.reload();
    await becomes(() => asked === whole, 'loaded again');
    const other = await openAs(server.apiKey);
    watch(other.page);
    await other.page.goto(page.url());
    asked = '';
    await other.page.reload();
    await becomes(() => asked === whole, 'in another page');
  },
);
