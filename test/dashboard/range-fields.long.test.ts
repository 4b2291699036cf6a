// The ends of a range can be typed, wherever the chart has its button.

import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { assertFits, becomesTrue, browserTest, countIs, settled, valueIs } from './browser.ts';

const demo = { scenario: 'demo', paused: true };
const rangeIn = async (page: Page, expected: string) => {
  await page.waitForURL((url) => new URLSearchParams(url.hash.split('?')[1]).get('range') === expected);
};

browserTest(
  'by keyboard alone, on a phone, a range is typed, shown, corrected and kept by the link',
  { ...demo, viewport: { width: 390, height: 844 }, advance: '8h' },
  async ({ page, part, go, ask, click, press, see }) => {
    await see('clock', '8h after the start');
    await part('choose-range').focus();
    await press('Enter');
    const line = part('range-totals');
    await line.getByText('Drag over the chart, or type:').waitFor();
    const from = page.getByLabel('From', { exact: true });
    const to = page.getByLabel('To', { exact: true });
    const type = async (field: Locator, text: string) => {
      await field.fill(text);
      await field.press('Enter');
    };
    await becomesTrue(page, 'document.activeElement?.id === "range-from"');
    await page.keyboard.type('9:30');
    await press('Enter');
    // 10:00 to 18:00 is shown. Without an end, the range ends at the present.
    await rangeIn(page, '2026-01-05T09:30:00.000Z/2026-01-05T16:00:00.000Z');
    await countIs(line.getByText('Drag over the chart'), 0);
    await valueIs(to, 'Mon 2026-01-05 16:00:00');
    await type(to, '11:00');
    await rangeIn(page, '2026-01-05T09:30:00.000Z/2026-01-05T11:00:00.000Z');
    await valueIs(from, 'Mon 2026-01-05 09:30:00');
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
      await type(field, typed);
      await line.getByRole('alert').getByText(why, { exact: true }).waitFor();
      await settled(async () => {
        assert.equal(await field.inputValue(), typed);
        assert.equal(await field.getAttribute('aria-invalid'), 'true');
      });
    }
    await type(from, '2026-01-05 12:00');
    await line.getByText('must lie after “From”, Mon 2026-01-05 12').waitFor();
    await type(to, 'in 2h');
    await rangeIn(page, '2026-01-05T12:00:00.000Z/2026-01-05T18:00:00.000Z');
    await countIs(line.getByRole('alert'), 0);
    await assertFits(page);

    const link = new URL(page.url()).hash;
    await go('#/gprs');
    await go(link);
    await to.waitFor();
    await valueIs(to, 'Mon 2026-01-05 18:00:00');
    await page.getByLabel('Remove the range').click();
    await line.waitFor({ state: 'detached' });

    // A day begins with the scenario, and ends with its last millisecond.
    await click('choose-range');
    await type(from, 'Mon');
    await type(to, '2026-01-05');
    await rangeIn(page, '2026-01-05T08:00:00.000Z/2026-01-05T23:59:59.999Z');
    await page.getByLabel('Remove the range').click();
    await line.waitFor({ state: 'detached' });

    // Without a beginning, a range begins with the start.
    await click('choose-range');
    await type(to, 'Mon 11:00');
    await rangeIn(page, '2026-01-05T08:00:00.000Z/2026-01-05T11:00:00.000Z');
    await go('#/?range=2026-01-05T17:00:00Z/2026-01-05T18:00:00Z');
    await line.getByText('This time has not begun.').waitFor();
  },
);
