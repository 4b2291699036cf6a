import assert from 'node:assert/strict';
import { browserTest, settled } from '../browser.ts';

const demo = { scenario: 'demo', paused: true };

browserTest(
  'a link with filters shows these events, and an instant moves the chart',
  demo,
  async ({ page, go, ask }) => {
    await ask('POST', '/sim/clock/advance', { by: '12h' });
    const { events } = await ask('GET', '/sim/events?kind=eviction&limit=1');
    const [{ gpr, by, at, seq }] = events;
    await go(`#/events?kind=eviction&gpr=${gpr.gprId}`);
    const rows = page.getByTestId('events').getByTestId('event');
    await rows.first().waitFor();
    await settled(async () => assert.equal(await page.getByTestId('events-kind').inputValue(), 'eviction'));
    const expected = await ask('GET', `/sim/events?kind=eviction&gpr=${gpr.gprId}`);
    assert.equal(expected.events.at(-1).seq, seq);
    await settled(async () => assert.equal(await rows.count(), expected.events.length));
    const first = (await rows.first().textContent())!;
    assert.ok(first.includes(`${by.gprName} evicted ${gpr.gprName}`), first);
    await rows.first().locator('.event-time').click();
    await page.getByTestId('gantt').waitFor();
    assert.ok(page.url().includes(`mark=${encodeURIComponent(at)}`), page.url());
  },
);

browserTest('the pages of the events join, by keyboard', demo, async ({ page, go, ask }) => {
  await ask('POST', '/sim/clock/advance', { by: '30h' });
  await go('#/events?kind=start');
  const rows = page.getByTestId('events').getByTestId('event');
  await rows.first().waitFor();
  const latest = (await rows.first().locator('a').nth(1).textContent())!;
  await page.getByTestId('older-events').focus();
  await page.keyboard.press('Enter');
  const { events } = await ask('GET', '/sim/events?kind=start&limit=101');
  await rows.first().getByText(events[0].gpr.gprName, { exact: true }).waitFor();
  await page.getByTestId('newer-events').click();
  await rows.getByText(latest, { exact: true }).first().waitFor();
});

browserTest('the overview has the latest events of the shown time', demo, async ({ page, ask, go }) => {
  await ask('POST', '/sim/clock/advance', { by: '12h' });
  const { events } = await ask('GET', '/sim/events?limit=1');
  const strip = page.getByTestId('event-strip');
  await strip.getByText(events[0].text).first().waitFor();
  await settled(async () => assert.ok((await strip.locator('li').count()) <= 6));
  // Of the whole time, too, which begins at the start.
  await page.getByRole('button', { name: 'All', exact: true }).click();
  await page.waitForURL(/window=/);
  await strip.getByText(events[0].text).first().waitFor();
  // Nothing of after the instant that the page shows, even if the window begins later.
  await go('#/?window=2026-01-05T16:00:00Z/2026-01-05T19:00:00Z&at=2026-01-05T13:00:00Z');
  await strip.getByText('at Mon 13:00').waitFor();
  await settled(async () => {
    const texts = await strip
      .locator('time')
      .evaluateAll((all) => all.map((one) => one.getAttribute('datetime')!));
    assert.ok(
      texts.every((at) => Date.parse(at) <= Date.parse('2026-01-05T13:00:00Z')),
      texts.join(),
    );
  });
  // The list is of the instant that the page shows.
  const { events: earlier } = await ask('GET', '/sim/events?to=6h&limit=1');
  await go('#/?window=2026-01-05T08:00:00Z/2026-01-05T20:00:00Z&at=2026-01-05T14:00:00Z');
  await strip.getByText(earlier[0].text).first().waitFor();
  await page.getByTestId('all-events').click();
  await page.getByTestId('events').getByText(earlier[0].text).first().waitFor();
  assert.match(page.url(), /at=2026-01-05T14/);
});
