// The lists of events: filters, links, dates, pages, and how they lead to the chart.

import assert from 'node:assert/strict';
import type { EventRecord } from '../../../src/api/sim/answers.ts';
import { attributeIs, browserTest, countIs, settled, titleIs, type User, valueIs } from '../browser.ts';
import { onRead } from '../reads.ts';

const demo = { scenario: 'demo', paused: true };

/** The page lists this event alone, and its instant leads back to the chart. */
async function requireListed({ page, part, see }: User, event: EventRecord): Promise<void> {
  const rows = part('events').getByTestId('event');
  const row = rows.filter({ hasText: event.text }).first();
  await row.waitFor();
  assert.ok(page.url().includes(`gpr=${event.gpr!.gprId}`), page.url());
  await row.locator('.event-time').click();
  await see('gantt');
  assert.ok(page.url().includes(`mark=${encodeURIComponent(event.at)}`), page.url());
}

browserTest(
  'links, names of GPRs and nodes, and typed times filter the events; events lead to the chart; a list grows with the world',
  { ...demo, advance: '12h' },
  async (opened) => {
    const { page, part, go, ask, advance, click, enter, press, see } = opened;
    const rows = part('events').getByTestId('event');
    const { events: evictions } = await ask('GET', '/sim/events?kind=eviction&limit=1');
    const [{ gpr, by, text, seq }] = evictions;
    await go(`#/events?kind=eviction&gpr=${gpr.gprId}`);
    await valueIs(part('events-kind'), 'eviction');
    const expected = await ask('GET', `/sim/events?kind=eviction&gpr=${gpr.gprId}`);
    assert.equal(expected.events.at(-1).seq, seq);
    await countIs(rows, expected.events.length);
    const first = (await rows.first().textContent())!;
    assert.ok(first.includes(`${by.gprName} evicted ${gpr.gprName}`), first);
    await requireListed(opened, evictions[0]);

    await go('#/events');
    const ofGpr = part('events-gpr');
    await enter('events-gpr', gpr.gprName);
    await page.waitForURL((url) => url.hash.includes(`gpr=${gpr.gprId}`));
    await settled(async () => assert.ok((await rows.first().textContent())!.includes(text)));
    await valueIs(ofGpr, gpr.gprName);
    await titleIs(page, `${gpr.gprName} – Events – gprsim`);
    const own = await ask('GET', `/sim/events?gpr=${gpr.gprId}`);
    await countIs(rows, own.events.length);
    // `request-1` is a whole name, or a part of several.
    await enter('events-gpr', 'request-1');
    const choices = part('found-gprs').getByRole('button');
    const listed = await ask('GET', '/sim/gprs/find?gpr=request-1');
    if (listed.gprs.length === 0) await choices.first().waitFor();
    else await page.waitForURL((url) => url.hash.includes(`gpr=${listed.gprs[0].gprId}`));
    await enter('events-gpr', 'quest-4');
    await countIs(choices, 10);
    const chosen = (await choices.nth(3).getAttribute('title'))!;
    await choices.nth(3).focus();
    await press('Enter');
    await page.waitForURL((url) => url.hash.includes(`gpr=${chosen}`));
    await enter('events-gpr', 'nothing-of-this-name');
    await see('no-gpr', 'No GPR has “nothing-of-this-name”');
    await countIs(rows, 0);

    const { nodes } = await ask('GET', '/sim/state');
    const names: string[] = nodes.map(({ name }: { name: string }) => name);
    await go('#/events');
    // One ends like it.
    const [last] = names.slice(-1) as [string];
    const end = last.replace(/^[^-]+-[^-]+-/, '');
    assert.equal(names.filter((name) => name.endsWith(`-${end}`)).length, 1);
    await enter('events-node', end);
    await page.waitForURL((url) => url.hash.includes(`node=${last}`));
    await valueIs(part('events-node'), last);
    // Several do, or contain it.
    for (const part of ['1', 'worker']) {
      const matching = names.filter((name) => (part === '1' ? name.endsWith('-1') : name.includes(part)));
      assert.ok(matching.length > 1);
      await enter('events-node', part);
      const few = matching.slice(0, 5).join(', ');
      await page.getByText(`${matching.length} nodes match, such as ${few}.`, { exact: true }).waitFor();
      assert.ok(page.url().includes(`node=${last}`));
    }
    // None does: the server knows removed nodes, too. An error names five at most.
    await enter('events-node', 'none-of-them');
    const refusal = part('events').getByRole('alert');
    await refusal.getByText('but is "none-of-them"').waitFor();
    assert.equal((await refusal.textContent())!.split(', ').length, Math.min(5, names.length) + 2);

    await go('#/events?from=2026-01-05T14:00:00.000Z&to=2026-01-05T16:00:00.000Z');
    await see('events', 'from Mon 2026-01-05 14:00:00, to Mon 2026-01-05 16:00:00');
    // An end before the beginning removes it.
    await enter('events-to', '2026-01-05 13:00');
    await see('events', ', the latest first, to Mon 2026-01-05 13:00:00');
    await page.waitForURL((url) => !url.hash.includes('from='));
    const beginsWithLatest = async (to: string) => {
      const { events } = await ask('GET', `/sim/events?to=${to}&limit=1`);
      await rows.first().locator(`time[datetime="${events[0].at}"]`).waitFor();
    };
    await beginsWithLatest('2026-01-05T13:00:00Z');
    // A second and a day begin with their first millisecond, and the first day with the scenario.
    for (const [typed, at] of [
      ['12:30', '12:30:00'],
      ['12:30:05', '12:30:05'],
      ['Mon', '08:00:00'],
    ] as const) {
      await enter('events-from', typed);
      await page.waitForURL((url) => url.hash.includes(`from=2026-01-05T${encodeURIComponent(at)}.000Z`));
      await see('events', `, from Mon 2026-01-05 ${at}, to Mon 2026-01-05 13:00:00`);
      await valueIs(part('events-from'), `Mon 2026-01-05 ${at}`);
    }
    // A beginning after the end removes it.
    await enter('events-from', '14:00');
    await see('events', /, the latest first, from Mon 2026-01-05 14:00:00$/);
    await click('events-any-time');
    await see('events', /^\d+ events on this page, the latest first$/);
    await go('#/events?to=2026-01-05T16:00:00.000Z&at=2026-01-05T12:00:00.000Z');
    await see('events', ', the latest first, to Mon 2026-01-05 12:00:00');
    await beginsWithLatest('2026-01-05T12:00:00Z');

    // What is typed stays while the world goes on, until it is taken.
    await go('#/events');
    await ofGpr.pressSequentially('request-1');
    for (let moves = 0; moves < 3; moves++) {
      await advance('20m');
      const { now } = await ask('GET', '/sim/clock');
      await page.locator(`[data-testid=events] .as-of[datetime="${now}"]`).waitFor({ state: 'attached' });
      await valueIs(ofGpr, 'request-1');
    }
    assert.ok(!page.url().includes('gpr='));
    await press('Enter');
    await page.waitForURL((url) => url.hash.includes('gpr='));

    // It reads only what is new.
    await go('#/events?kind=start,completion');
    await rows.nth(99).waitFor();
    const asked: string[] = [];
    onRead(page, ({ pathname, search }) => {
      if (pathname === '/sim/events') asked.push(search);
    });
    await advance('20m');
    const newest = async () =>
      (await ask('GET', '/sim/events?kind=start,completion&limit=1')).events[0].gpr.gprName;
    await rows
      .first()
      .getByText(await newest(), { exact: true })
      .waitFor();
    assert.ok(asked.length > 0);
    assert.deepEqual(
      asked.filter((url) => !url.includes('after=')),
      [],
    );
    const { events: all } = await ask('GET', `/sim/events?kind=start,completion&limit=${await rows.count()}`);
    const shown = await rows.locator('td:nth-child(2) a:first-of-type').allTextContents();
    assert.deepEqual(shown, all.map((one: EventRecord) => one.gpr!.gprName).toReversed());
    await advance('12h');
    await rows
      .first()
      .getByText(await newest(), { exact: true })
      .waitFor();
    // It grows up to two pages, and is read anew then; a slow machine reads more often during the advance.
    await settled(async () => {
      const count = await rows.count();
      assert.ok(count >= 100 && count <= 200, `${count} rows`);
    });
  },
);

browserTest(
  'a typed instant leads to the events up to it, in the address, and pages turn on top and below, by keyboard, too',
  { ...demo, advance: '30h' },
  async ({ page, part, go, ask, click, enter, press, see }) => {
    await go('#/events?kind=start');
    const rows = part('events').getByTestId('event');
    await rows.nth(99).waitFor();
    const latest = (await rows.first().locator('a').nth(1).textContent())!;
    await part('older-events').focus();
    await press('Enter');
    const { events: started } = await ask('GET', '/sim/events?kind=start&limit=101');
    await rows.first().getByText(started[0].gpr.gprName, { exact: true }).waitFor();
    await click('newer-events');
    await rows.getByText(latest, { exact: true }).first().waitFor();

    const times = () => rows.locator('time').evaluateAll((all) => all.map((one) => one.dateTime));
    const requireUpTo = async (to: string) => {
      const { events } = await ask('GET', `/sim/events?kind=start&to=${to}&limit=100`);
      const expected = events.map(({ at }: { at: string }) => at).toReversed();
      await settled(async () => assert.deepEqual(await times(), expected));
    };
    // The present is Tue 14:00: the last 22:00 was on Monday. A second and a day are included.
    for (const [typed, at, iso] of [
      ['22:00', '22:00:00', '2026-01-05T22:00:00.000Z'],
      ['Mon 10:00:05', '10:00:05', '2026-01-05T10:00:05.999Z'],
      ['2026-01-05 20:00', '20:00:00', '2026-01-05T20:00:00.000Z'],
    ] as const) {
      await enter('events-to', typed);
      await page.waitForURL((url) => url.hash.includes(`to=${encodeURIComponent(iso)}`));
      await see('events', `, the latest first, to Mon 2026-01-05 ${at}`);
      await requireUpTo(iso);
      await valueIs(part('events-to'), `Mon 2026-01-05 ${at}`);
    }

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

    const alert = part('events').getByRole('alert');
    await enter('events-to', 'soon');
    const why =
      'Must be a time such as 22:00, Mon 22:00 or 2026-01-06 22:00, or a day such as Mon, but is "soon".';
    await alert.getByText(why).waitFor();
    await valueIs(part('events-to'), 'soon');
    await attributeIs(part('events-to'), 'aria-invalid', 'true');
    await go('#/events?to=soon');
    await alert.getByText('“To” must be a time such as 22:00, 2026-01-06 22:00 or in 2h').waitFor();
    // No events of other filters.
    await countIs(rows, 0);
    await enter('events-to', '');
    await page.waitForURL((url) => !url.hash.includes('to='));
    await see('events', /^\d+ events on this page, the latest first$/);
  },
);
