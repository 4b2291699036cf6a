// The ends of a range can be typed, wherever the chart has its button.

import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { browserTest, settled } from './browser.ts';

const demo = { scenario: 'demo', paused: true };
const rangeIn = async (page: Page, expected: string) => {
  await page.waitForURL((url) => new URLSearchParams(url.hash.split('?')[1]).get('range') === expected);
};

browserTest(
  'by keyboard alone, on a phone, a range is typed, shown, corrected and kept by the link',
  { ...demo, viewport: { width: 390, height: 844 } },
  async ({ page, ask, go }) => {
    await ask('POST', '/sim/clock/advance', { by: '8h' });
    await page.getByTestId('clock').getByText('8h after the start').waitFor();
    await page.getByTestId('choose-range').focus();
    await page.keyboard.press('Enter');
    const line = page.getByTestId('range-totals');
    await line.getByText('Drag over the chart, or type:').waitFor();
    const from = page.getByLabel('From', { exact: true });
    const to = page.getByLabel('To', { exact: true });
    await page.waitForFunction('document.activeElement?.id === "range-from"');
    await page.keyboard.type('9:30');
    await page.keyboard.press('Enter');
    // 10:00 to 18:00 is shown. Without an end, the range ends at the present.
    await rangeIn(page, '2026-01-05T09:30:00.000Z/2026-01-05T16:00:00.000Z');
    await settled(async () => assert.equal(await line.getByText('Drag over the chart').count(), 0));
    await settled(async () => assert.equal(await to.inputValue(), 'Mon 2026-01-05 16:00:00'));
    await to.fill('11:00');
    await page.keyboard.press('Enter');
    await rangeIn(page, '2026-01-05T09:30:00.000Z/2026-01-05T11:00:00.000Z');
    await settled(async () => assert.equal(await from.inputValue(), 'Mon 2026-01-05 09:30:00'));
    const totals = await ask('GET', '/sim/totals?from=2026-01-05T09:30:00Z&to=2026-01-05T11:00:00Z');
    await line.getByText(`1h 30m · `).getByText(` ${totals.gprs.started} started`).waitFor();

    for (const [field, typed, why] of [
      [
        from,
        'soon',
        'Must be a time such as 22:00, Mon 22:00 or 2026-01-06 22:00, or a day such as Mon, but is "soon".',
      ],
      [from, '2026-01-05 11:00', '“To” must lie after “From”, Mon 2026-01-05 11:00:00.'],
      [from, '2026-01-04 11:00', 'Must lie from Mon 2026-01-05 08:00:00 to Mon 2026-01-05 16:00:00.'],
      [to, '2026-01-04 11:00', 'Must lie from Mon 2026-01-05 08:00:00 on.'],
    ] as const) {
      await field.fill(typed);
      await page.keyboard.press('Enter');
      await line.getByRole('alert').getByText(why, { exact: true }).waitFor();
      await settled(async () => {
        assert.equal(await field.inputValue(), typed);
        assert.equal(await field.getAttribute('aria-invalid'), 'true');
      });
    }
    await from.fill('2026-01-05 12:00');
    await page.keyboard.press('Enter');
    await line.getByText('must lie after “From”, Mon 2026-01-05 12').waitFor();
    await to.fill('in 2h');
    await page.keyboard.press('Enter');
    await rangeIn(page, '2026-01-05T12:00:00.000Z/2026-01-05T18:00:00.000Z');
    await settled(async () => assert.equal(await line.getByRole('alert').count(), 0));
    const wide = await page.evaluate('document.documentElement.scrollWidth');
    assert.ok(Number(wide) <= 390, `${wide} px`);

    const link = new URL(page.url()).hash;
    await go('#/gprs');
    await go(link);
    await to.waitFor();
    await settled(async () => assert.equal(await to.inputValue(), 'Mon 2026-01-05 18:00:00'));
    await page.getByLabel('Remove the range').click();
    await line.waitFor({ state: 'detached' });

    // A day begins with the scenario, and ends with its last millisecond.
    await page.getByTestId('choose-range').click();
    await from.fill('Mon');
    await page.keyboard.press('Enter');
    await to.fill('2026-01-05');
    await page.keyboard.press('Enter');
    await rangeIn(page, '2026-01-05T08:00:00.000Z/2026-01-05T23:59:59.999Z');
    await page.getByLabel('Remove the range').click();
    await line.waitFor({ state: 'detached' });

    // Without a beginning, a range begins with the start.
    await page.getByTestId('choose-range').click();
    await to.fill('Mon 11:00');
    await page.keyboard.press('Enter');
    await rangeIn(page, '2026-01-05T08:00:00.000Z/2026-01-05T11:00:00.000Z');
    await go('#/?range=2026-01-05T17:00:00Z/2026-01-05T18:00:00Z');
    await line.getByText('This time has not begun.').waitFor();
  },
);
