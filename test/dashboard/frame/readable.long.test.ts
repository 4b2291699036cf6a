// The header of the queue and the bar can be read at each width and during an advance.

import assert from 'node:assert/strict';
import { browserTest, settled } from '../browser.ts';

browserTest(
  'no count of reasons of the queue is cut at any width',
  { scenario: 'demo', paused: true },
  async ({ page, ask }) => {
    await ask('POST', '/sim/clock/advance', { by: '30h' });
    await page.getByTestId('clock').getByText('1d 6h after the start').waitFor();
    const { waits } = await ask('GET', '/sim/state');
    const expected = Object.values(waits).filter((count) => Number(count) > 0).length;
    assert.ok(expected >= 3);
    const buttons = page.getByTestId('queue-reasons').getByRole('button');
    await buttons.nth(expected - 1).waitFor();
    for (const width of [390, 1280, 1440, 2560]) {
      await page.setViewportSize({ width, height: 900 });
      const panel = (await page.getByTestId('queue').boundingBox())!;
      await settled(async () => assert.equal(await buttons.count(), expected));
      for (const button of await buttons.all()) {
        const [text, shown] = await button.evaluate((of) => [of.scrollWidth, of.clientWidth]);
        await settled(async () =>
          assert.ok(text! <= shown!, `${await button.textContent()}: ${shown} of ${text} px at ${width} px`),
        );
        const { x, width: own } = (await button.boundingBox())!;
        assert.ok(x >= panel.x && x + own <= panel.x + panel.width, `at ${width} px`);
      }
    }
  },
);

browserTest(
  'during an advance, the bar states that the panels follow',
  { scenario: 'million', paused: true },
  async ({ page, ask }) => {
    const pace = page.locator('.pace');
    await pace.getByText('paused').waitFor();
    await page.getByTestId('jump-by').fill('10d');
    await page.getByTestId('jump').click();
    await pace.getByText(/^advancing( \d+ %)?, panels follow$/).waitFor();
    await ask('PUT', '/sim/clock', { mode: 'paused' });
    await pace.getByText('paused', { exact: true }).waitFor();
    await settled(async () => assert.equal(await page.getByText('panels follow').count(), 0));
  },
);
