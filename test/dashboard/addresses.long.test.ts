// The address of the page: the instant of a question, what is wrong in it, and what belongs to one place only.

import assert from 'node:assert/strict';
import { browserTest, countIs, settled } from './browser.ts';

const demo = { scenario: 'demo', paused: true } as const;
const greedy = [{ scheduler: { queue: 'greedy' } }];
const question = `#/what-if?changes=${encodeURIComponent(JSON.stringify(greedy))}`;

browserTest(
  'the address of a what-if has its instant, also an earlier one: a link gives the same answer later, and only the present can be changed',
  { ...demo, advance: '9h' },
  async ({ page, server, part, go, ask, advance, click, choose, see, gone, openAs }) => {
    await go('#/?at=2026-01-05T13:00:00.000Z');
    await see('past');
    await click('what-if-scheduler');
    await choose('futures', 'everything');
    await page.waitForURL(/asked=2026-01-05T13%3A00/);
    await choose('field-changes[0].order', 'shortest');
    await see('change', 'the order of the queue is shortest');
    await page.waitForURL((url) => /shortest.*asked=/.test(url.hash));
    const { searchParams } = new URL(page.url().replace('#/', ''));
    const [change] = JSON.parse(searchParams.get('changes')!);
    assert.equal(change.scheduler.order, 'shortest');
    const answer = await ask('POST', '/sim/what-if?at=2026-01-05T13:00:00Z', { changes: [change] });
    await part('what-if-rows')
      .getByRole('heading', { name: `${answer.rowsTotal} GPRs differ` })
      .waitFor();
    assert.equal(await part('make-change').count(), 0);
    await click('ask-now');
    await page.waitForURL(/asked=2026-01-05T17%3A00/);
    await see('make-change');
    await gone('past');

    await go(question);
    const sentence = part('what-if-sentence');
    await page.waitForURL(/asked=2026-01-05T17%3A00/);
    await see('make-change');
    const before = await sentence.textContent();
    const link = page.url();
    await advance('2h');
    const other = await openAs(server.apiKey);
    await other.page.goto(link);
    await other.see('moved-on', 'about Mon 2026-01-05 17:00:00');
    assert.equal(await other.part('what-if-sentence').textContent(), before);
    assert.equal(await other.part('make-change').count(), 0);
    await other.click('ask-now');
    await other.page.waitForURL(/asked=2026-01-05T19%3A00/);
    await other.see('make-change');
    await other.page.close();
    // A branch that has the instant, too, gives the same answer.
    const open = async () => {
      await page.goto('about:blank');
      await page.goto(link);
    };
    await ask('POST', '/sim/rewind', { to: '2026-01-05T18:00:00Z' });
    await open();
    await see('moved-on', 'about Mon 2026-01-05 17:00:00');
    assert.equal(await sentence.textContent(), before);
    // Another branch did not have it.
    await ask('POST', '/sim/rewind', { to: '2026-01-05T16:00:00Z' });
    await open();
    await see(
      'what-if-problem',
      'The question is about Mon 2026-01-05 17:00:00 in branch 1. The present branch 3 has another history up to then.',
    );
    assert.equal(await part('what-if-problem').getByRole('link', { name: 'Branches' }).count(), 1);
    await click('ask-now');
    await page.waitForURL(/asked=2026-01-05T16%3A00.*branch=3/);
    await see('make-change');
    // The branch of the question is the present one again.
    await ask('POST', '/sim/branches/1/switch', {});
    await open();
    await sentence.waitFor();
    assert.equal(await sentence.textContent(), before);
  },
);

browserTest(
  'members of an address that are wrong are named, with what is right; some stay at one place, and Escape ends a range',
  { ...demo, advance: '5h' },
  async ({ page, part, go, click, press, see, seeText, gone }) => {
    await go('#/?at=tomorrow&range=9h&window=2026-01-05T10:00:00Z/2026-01-05T09:00:00Z&rows=workspaces');
    for (const text of [
      'In the address, at=tomorrow is left out: it must be an instant such as 2026-01-05T09:00:00Z.',
      'In the address, range=9h is left out: it must be two instants, the earlier one first, such as',
      'In the address, window=2026-01-05T10:00:00Z/2026-01-05T09:00:00Z is left out: it must be two instants',
    ])
      await see('notice', text);
    assert.equal(await part('gantt-rows').inputValue(), 'workspaces');
    await page.waitForURL((url) => url.hash === '#/?rows=workspaces');
    for (const [place, member, right] of [
      ['', 'rows=rooms', 'nodes or workspaces'],
      ['', 'color=red', 'workspace or priority'],
      ['', 'plot=bars', 'utilization or queue-length or blocked or waits or fragmentation or evictions'],
      ['', 'reason=none', 'workspace or head or room or down or cycle'],
      ['', 'mark=noon', 'an instant such as 2026-01-05T09:00:00Z'],
      ['', 'queuePage=two', 'a number from 1'],
      ['gprs', 'state=Queued,Lost', 'some of Queued,Provisioning,Successful,Complete,TimedOut,Failed'],
      ['gprs', 'page=-1', 'a number from 1'],
    ]) {
      await go(`#/${place}?${member}`);
      await see('notice', `In the address, ${member} is left out: it must be ${right}.`);
      await page.waitForURL((url) => url.hash === `#/${place}`);
    }
    await go('#/?rows=nodes&color=workspace&plot=utilization');
    await see('gantt');
    await countIs(part('notice'), 0);
    for (const [changes, futures, text] of [
      ['[{', 'everything', 'In the address, changes=[{ is left out: it must be a list of changes in JSON'],
      ['{"a":1}', 'everything', 'In the address, changes={"a":1} is left out'],
      ['[]', '5', 'In the address, futures=5 is left out: it must be 20, 100, 400, everything or scheduler.'],
    ]) {
      await go(`#/what-if?changes=${encodeURIComponent(changes!)}&futures=${futures}`);
      await see('what-if-problem', text);
      await see('add-change');
    }
    await go(`${question}&asked=noon`);
    await see('what-if-problem', 'a time such as 22:00');

    await go('#/events?from=2026-01-05T09:00:00.000Z&to=2026-01-05T10:00:00.000Z');
    await seeText('to Mon 2026-01-05 10:00:00');
    await page.getByRole('link', { name: 'Overview' }).click();
    await see('gantt');
    assert.equal(new URL(page.url()).hash, '#/');
    assert.equal(await part('follow-now').getAttribute('aria-pressed'), 'true');
    // A page of events is a position, which no other list has.
    await go('#/events?page=120-7');
    await see('newer-events');
    await page.getByRole('link', { name: 'GPRs', exact: true }).first().click();
    await part('gprs').locator('tbody tr').first().waitFor();
    assert.equal(await part('notice').count(), 0);
    await go('#/?range=2026-01-05T09:00:00.000Z/2026-01-05T11:00:00.000Z&at=2026-01-05T12:00:00.000Z');
    await see('range-totals');
    const addressOf = (name: string) =>
      page.getByRole('link', { name, exact: true }).first().getAttribute('href');
    for (const name of ['Totals', 'GPRs'])
      await settled(async () => assert.match((await addressOf(name))!, /at=.*range=|range=.*at=/));
    for (const name of ['Events', 'Nodes', 'Branches']) {
      const address = (await addressOf(name))!;
      assert.match(address, /at=/);
      assert.doesNotMatch(address, /range=/);
    }

    await go('#/');
    const chart = page.locator('.gantt-view');
    await page.locator('.gantt-view canvas[data-from]').first().waitFor();
    await chart.focus();
    await press('ArrowRight', '[');
    await see('range-totals');
    await press('Escape');
    await gone('range-totals');
    await click('keys');
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await settled(async () =>
      assert.equal(await chart.evaluate((element) => element.matches(':focus')), true),
    );
  },
);
