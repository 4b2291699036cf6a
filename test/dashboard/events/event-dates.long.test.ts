// Events of a date are found without turning pages.

import assert from 'node:assert/strict';
import { browserTest, repeated, settled } from '../browser.ts';

const demo = { scenario: 'demo', paused: true };

browserTest(
  'a typed instant leads to the events up to it, in the address, and pages turn on top, too',
  demo,
  async ({ page, ask, go }) => {
    await ask('POST', '/sim/clock/advance', { by: '30h' });
    await page.getByTestId('clock').getByText('1d 6h after the start').waitFor();
    await go('#/events?kind=start');
    const place = page.getByTestId('events');
    const rows = place.getByTestId('event');
    await rows.nth(99).waitFor();
    const field = page.getByTestId('events-to');
    const times = () => rows.locator('time').evaluateAll((all) => all.map((one) => one.dateTime));
    const requireUpTo = async (to: string) => {
      const { events } = await ask('GET', `/sim/events?kind=start&to=${to}&limit=100`);
      await place
        .locator(`time[datetime="${events.at(-1).at}"]`)
        .first()
        .waitFor();
      await rows.nth(events.length).waitFor({ state: 'detached' });
      assert.deepEqual(await times(), events.map(({ at }: { at: string }) => at).toReversed());
    };
    await field.fill('2026-01-05 20:00');
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.hash.includes('to=2026-01-05T20%3A00%3A00.000Z'));
    await place.getByText(', the latest first, to Mon 2026-01-05 20:00:00').waitFor();
    await requireUpTo('2026-01-05T20:00:00Z');
    await settled(async () => assert.equal(await field.inputValue(), 'Mon 2026-01-05 20:00:00'));

    // On top and below: the same pages, with their own names.
    const below = page.getByRole('navigation', { name: 'Pages of the events, below' });
    const above = page.getByRole('navigation', { name: 'Pages of the events, above' });
    const [first] = await times();
    await above.getByRole('button', { name: 'Older' }).click();
    await page.waitForURL(/page=/);
    await rows.locator(`time[datetime="${first}"]`).waitFor({ state: 'detached' });
    assert.ok((await above.boundingBox())!.y < (await rows.first().boundingBox())!.y);
    await below.getByRole('button', { name: 'Latest' }).click();
    await requireUpTo('2026-01-05T20:00:00Z');

    // The present is Tue 14:00: the last 22:00 was on Monday, the last 9:00 today.
    for (const [typed, iso] of [
      ['22:00', '2026-01-05T22:00:00.000Z'],
      // A second and a day are included.
      ['Mon 10:00:05', '2026-01-05T10:00:05.999Z'],
    ] as const) {
      await field.fill(typed);
      await page.keyboard.press('Enter');
      await page.waitForURL((url) => url.hash.includes(`to=${encodeURIComponent(iso)}`));
      await requireUpTo(iso);
    }
    await field.fill('soon');
    await page.keyboard.press('Enter');
    await place
      .getByRole('alert')
      .getByText(
        'Must be a time such as 22:00, Mon 22:00 or 2026-01-06 22:00, or a day such as Mon, but is "soon".',
      )
      .waitFor();
    await settled(async () => {
      assert.equal(await field.inputValue(), 'soon');
      assert.equal(await field.getAttribute('aria-invalid'), 'true');
    });
    await go('#/events?to=soon');
    await place
      .getByRole('alert')
      .getByText('“To” must be a time such as 22:00, 2026-01-06 22:00 or in 2h')
      .waitFor();
    await settled(async () => assert.equal(await rows.count(), 0, 'events of other filters'));
    await field.fill('');
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => !url.hash.includes('to='));
    await place.getByText(/^\d+ events on this page, the latest first$/).waitFor();
  },
);

browserTest(
  'an end before the beginning removes it, a beginning can be typed, and an earlier instant bounds both',
  demo,
  async ({ page, ask, go }) => {
    await ask('POST', '/sim/clock/advance', { by: '12h' });
    await page.getByTestId('clock').getByText('12h after the start').waitFor();
    await go('#/events?from=2026-01-05T14:00:00.000Z&to=2026-01-05T16:00:00.000Z');
    const place = page.getByTestId('events');
    await place.getByText('from Mon 2026-01-05 14:00:00, to Mon 2026-01-05 16:00:00').waitFor();
    await page.getByTestId('events-to').fill('2026-01-05 13:00');
    await page.keyboard.press('Enter');
    await place.getByText(', the latest first, to Mon 2026-01-05 13:00:00').waitFor();
    await page.waitForURL((url) => !url.hash.includes('from='));
    const { events } = await ask('GET', '/sim/events?to=2026-01-05T13:00:00Z&limit=1');
    await place.getByTestId('event').first().locator(`time[datetime="${events[0].at}"]`).waitFor();
    await page.getByTestId('events-from').fill('12:30');
    await page.keyboard.press('Enter');
    await place.getByText(', from Mon 2026-01-05 12:30:00, to Mon 2026-01-05 13:00:00').waitFor();
    // A second and a day begin with their first millisecond, and the first day with the scenario.
    for (const [typed, iso] of [
      ['12:30:05', '2026-01-05T12:30:05.000Z'],
      ['Mon', '2026-01-05T08:00:00.000Z'],
    ]) {
      await page.getByTestId('events-from').fill(typed!);
      await page.keyboard.press('Enter');
      await page.waitForURL((url) => url.hash.includes(`from=${encodeURIComponent(iso!)}`));
    }
    await repeated(async () => {
      await page.getByTestId('events-from').fill('14:00');
      await page.keyboard.press('Enter');
      await place.getByText(/, the latest first, from Mon 2026-01-05 14:00:00$/).waitFor({ timeout: 5_000 });
    });
    await page.getByTestId('events-any-time').click();
    await place.getByText(/^\d+ events on this page, the latest first$/).waitFor();
    await go('#/events?to=2026-01-05T16:00:00.000Z&at=2026-01-05T12:00:00.000Z');
    await place.getByText(', the latest first, to Mon 2026-01-05 12:00:00').waitFor();
    const { events: past } = await ask('GET', '/sim/events?to=2026-01-05T12:00:00Z&limit=1');
    await place.getByTestId('event').first().locator(`time[datetime="${past[0].at}"]`).waitFor();
  },
);
