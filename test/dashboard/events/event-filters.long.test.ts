// The filter of a GPR takes names; events are those of the branch and of the instant that the page shows.

import assert from 'node:assert/strict';
import { browserTest, settled } from '../browser.ts';

const demo = { scenario: 'demo', paused: true };

browserTest(
  'the filter takes a name, offers a choice among several GPRs, and names what it does not find',
  demo,
  async ({ page, ask, go }) => {
    await ask('POST', '/sim/clock/advance', { by: '12h' });
    const { events } = await ask('GET', '/sim/events?kind=eviction&limit=1');
    const [{ gpr, text }] = events;
    await go('#/events');
    const rows = page.getByTestId('events').getByTestId('event');
    await rows.first().waitFor();
    const filter = page.getByTestId('events-gpr');
    await filter.fill(gpr.gprName);
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.hash.includes(`gpr=${gpr.gprId}`));
    await rows.first().waitFor();
    await settled(async () => assert.ok((await rows.first().textContent())!.includes(text)));
    await settled(async () => assert.equal(await filter.inputValue(), gpr.gprName));
    await settled(async () => assert.equal(await page.title(), `${gpr.gprName} – Events – gprsim`));
    const own = await ask('GET', `/sim/events?gpr=${gpr.gprId}`);
    await settled(async () => assert.equal(await rows.count(), own.events.length));
    // `request-` is a part of many names.
    await filter.fill('request-1');
    await page.keyboard.press('Enter');
    const choices = page.getByTestId('found-gprs').getByRole('button');
    const listed = await ask('GET', '/sim/gprs/find?gpr=request-1');
    if (listed.gprs.length === 0) await choices.first().waitFor();
    else await page.waitForURL((url) => url.hash.includes(`gpr=${listed.gprs[0].gprId}`));
    await filter.fill('quest-4');
    await page.keyboard.press('Enter');
    await choices.nth(9).waitFor();
    await settled(async () => assert.equal(await choices.count(), 10));
    const chosen = (await choices.nth(3).getAttribute('title'))!;
    await choices.nth(3).focus();
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.hash.includes(`gpr=${chosen}`));
    await filter.fill('nothing-of-this-name');
    await page.keyboard.press('Enter');
    await page.getByTestId('no-gpr').getByText('No GPR has “nothing-of-this-name”').waitFor();
    await settled(async () => assert.equal(await rows.count(), 0));
  },
);

browserTest(
  'the filter of a node takes the end or a part of its name; an error names five nodes at most',
  demo,
  async ({ page, ask, go }) => {
    await ask('POST', '/sim/clock/advance', { by: '1h' });
    const { nodes } = await ask('GET', '/sim/state');
    const names: string[] = nodes.map(({ name }: { name: string }) => name);
    await go('#/events');
    const filter = page.getByTestId('events-node');
    const type = async (text: string) => {
      await filter.fill(text);
      await filter.press('Enter');
    };
    // One ends like it.
    const [last] = names.slice(-1) as [string];
    const end = last.replace(/^[^-]+-[^-]+-/, '');
    assert.equal(names.filter((name) => name.endsWith(`-${end}`)).length, 1);
    await type(end);
    await page.waitForURL((url) => url.hash.includes(`node=${last}`));
    await settled(async () => assert.equal(await filter.inputValue(), last));
    // Several do, or contain it.
    for (const text of ['1', 'worker']) {
      const matching = names.filter((name) => (text === '1' ? name.endsWith('-1') : name.includes(text)));
      assert.ok(matching.length > 1);
      await type(text);
      const few = matching.slice(0, 5).join(', ');
      await page.getByText(`${matching.length} nodes match, such as ${few}.`, { exact: true }).waitFor();
      assert.ok(page.url().includes(`node=${last}`));
    }
    // None does: the server knows removed nodes, too.
    await type('none-of-them');
    const refusal = page.getByTestId('events').getByRole('alert');
    await refusal.getByText('but is "none-of-them"').waitFor();
    assert.equal((await refusal.textContent())!.split(', ').length, Math.min(5, names.length) + 2);
  },
);

browserTest(
  'what is typed into a filter stays while the world goes on, until it is taken',
  demo,
  async ({ page, ask, go }) => {
    await ask('POST', '/sim/clock/advance', { by: '6h' });
    await go('#/events');
    const rows = page.getByTestId('events').getByTestId('event');
    const filter = page.getByTestId('events-gpr');
    await rows.first().waitFor();
    await filter.pressSequentially('request-1');
    for (let moves = 0; moves < 3; moves++) {
      await ask('POST', '/sim/clock/advance', { by: '20m' });
      const { now } = await ask('GET', '/sim/clock');
      await page.locator(`[data-testid=events] .as-of[datetime="${now}"]`).waitFor();
      await settled(async () => assert.equal(await filter.inputValue(), 'request-1'));
    }
    assert.ok(!page.url().includes('gpr='));
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.hash.includes('gpr='));
  },
);

browserTest(
  'the page of events grows with the world, and reads only what is new',
  demo,
  async ({ page, ask, go }) => {
    await ask('POST', '/sim/clock/advance', { by: '12h' });
    await go('#/events?kind=start,completion');
    const rows = page.getByTestId('events').getByTestId('event');
    await rows.nth(99).waitFor();
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/sim/events')) asked.push(request.url());
    });
    await ask('POST', '/sim/clock/advance', { by: '20m' });
    const { events } = await ask('GET', '/sim/events?kind=start,completion&limit=1');
    await rows.first().getByText(events[0].gpr.gprName, { exact: true }).waitFor();
    assert.ok(asked.length > 0);
    assert.deepEqual(
      asked.filter((url) => !url.includes('after=')),
      [],
    );
    const { events: all } = await ask('GET', `/sim/events?kind=start,completion&limit=${await rows.count()}`);
    const names = await rows.locator('td:nth-child(2) a:first-of-type').allTextContents();
    assert.deepEqual(names, all.map(({ gpr }: { gpr: { gprName: string } }) => gpr.gprName).toReversed());
    await ask('POST', '/sim/clock/advance', { by: '12h' });
    const last = await ask('GET', '/sim/events?kind=start,completion&limit=1');
    await rows.first().getByText(last.events[0].gpr.gprName, { exact: true }).waitFor();
    // It grows up to two pages, and is read anew then; a slow machine reads more often during the advance.
    await settled(async () => {
      const count = await rows.count();
      assert.ok(count >= 100 && count <= 200, `${count} rows`);
    });
  },
);
