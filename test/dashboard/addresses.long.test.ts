// The address of the page: the instant of a question, what is wrong in it, and what belongs to one place only.

import assert from 'node:assert/strict';
import { browserTest, settled } from './browser.ts';

const demo = { scenario: 'demo', paused: true } as const;
const greedy = [{ scheduler: { queue: 'greedy' } }];
const question = `#/what-if?changes=${encodeURIComponent(JSON.stringify(greedy))}`;

browserTest(
  'the address of a what-if has its instant: a link gives the same answer later, and only the present can be changed',
  demo,
  async ({ page, ask, go, openAs, server }) => {
    await ask('POST', '/sim/clock/advance', { by: '9h' });
    await go(question);
    const sentence = page.getByTestId('what-if-sentence');
    await page.waitForURL(/asked=2026-01-05T17%3A00/);
    await page.getByTestId('make-change').waitFor();
    const before = await sentence.textContent();
    const link = page.url();
    await ask('POST', '/sim/clock/advance', { by: '2h' });
    const other = await openAs(server.apiKey);
    await other.goto(link);
    await other.getByTestId('moved-on').getByText('about Mon 2026-01-05 17:00:00').waitFor();
    assert.equal(await other.getByTestId('what-if-sentence').textContent(), before);
    assert.equal(await other.getByTestId('make-change').count(), 0);
    await other.getByTestId('ask-now').click();
    await other.waitForURL(/asked=2026-01-05T19%3A00/);
    await other.getByTestId('make-change').waitFor();
    await other.close();
    // A branch that has the instant, too, gives the same answer.
    const open = async () => {
      await page.goto('about:blank');
      await page.goto(link);
    };
    await ask('POST', '/sim/rewind', { to: '2026-01-05T18:00:00Z' });
    await open();
    await page.getByTestId('moved-on').getByText('about Mon 2026-01-05 17:00:00').waitFor();
    assert.equal(await sentence.textContent(), before);
    // Another branch did not have it.
    await ask('POST', '/sim/rewind', { to: '2026-01-05T16:00:00Z' });
    await open();
    await page
      .getByTestId('what-if-problem')
      .getByText(
        'The question is about Mon 2026-01-05 17:00:00 in branch 1. The present branch 3 has another history up to then.',
      )
      .waitFor();
    assert.equal(
      await page.getByTestId('what-if-problem').getByRole('link', { name: 'Branches' }).count(),
      1,
    );
    await page.getByTestId('ask-now').click();
    await page.waitForURL(/asked=2026-01-05T16%3A00.*branch=3/);
    await page.getByTestId('make-change').waitFor();
    // The branch of the question is the present one again.
    await ask('POST', '/sim/branches/1/switch', {});
    await open();
    await sentence.waitFor();
    assert.equal(await sentence.textContent(), before);
  },
);

browserTest(
  'a what-if from an earlier instant is about this instant, and offers the orders of the queue',
  demo,
  async ({ page, ask, go }) => {
    await ask('POST', '/sim/clock/advance', { by: '9h' });
    await go('#/?at=2026-01-05T13:00:00.000Z');
    await page.getByTestId('past').waitFor();
    await page.getByTestId('what-if-scheduler').click();
    await page.waitForURL(/asked=2026-01-05T13%3A00/);
    await page.getByTestId('field-changes[0].order').selectOption('shortest');
    await page.getByTestId('change').getByText('the order of the queue is shortest').waitFor();
    await page.waitForURL((url) => /shortest.*asked=/.test(url.hash));
    const [change] = JSON.parse(
      new URL(`http://x/${new URL(page.url()).hash.slice(2)}`).searchParams.get('changes')!,
    );
    assert.equal(change.scheduler.order, 'shortest');
    const answer = await ask('POST', '/sim/what-if?at=2026-01-05T13:00:00Z', { changes: [change] });
    await page
      .getByTestId('what-if-rows')
      .getByRole('heading', { name: `${answer.rowsTotal} GPRs differ` })
      .waitFor();
    assert.equal(await page.getByTestId('make-change').count(), 0);
    await page.getByTestId('ask-now').click();
    await page.waitForURL(/asked=2026-01-05T17%3A00/);
    await page.getByTestId('make-change').waitFor();
    await page.getByTestId('past').waitFor({ state: 'detached' });
  },
);

browserTest(
  'members of an address that are wrong are named, with what is right, and the rest is shown',
  demo,
  async ({ page, ask, go }) => {
    await ask('POST', '/sim/clock/advance', { by: '5h' });
    await go('#/?at=tomorrow&range=9h&window=2026-01-05T10:00:00Z/2026-01-05T09:00:00Z&rows=workspaces');
    const notice = page.getByTestId('notice');
    for (const text of [
      'In the address, at=tomorrow is left out: it must be an instant such as 2026-01-05T09:00:00Z.',
      'In the address, range=9h is left out: it must be two instants, the earlier one first, such as',
      'In the address, window=2026-01-05T10:00:00Z/2026-01-05T09:00:00Z is left out: it must be two instants',
    ])
      await notice.getByText(text).waitFor();
    assert.equal(await page.getByTestId('gantt-rows').inputValue(), 'workspaces');
    await page.waitForURL((url) => url.hash === '#/?rows=workspaces');
    for (const [place, member, right] of [
      ['', 'rows=rooms', 'nodes or workspaces'],
      ['', 'color=red', 'workspace or priority'],
      ['', 'plot=bars', 'utilization or queue-length or waits or fragmentation or evictions'],
      ['', 'reason=none', 'workspace or head or room or down or cycle'],
      ['', 'mark=noon', 'an instant such as 2026-01-05T09:00:00Z'],
      ['', 'queuePage=two', 'a number from 1'],
      ['gprs', 'state=Queued,Lost', 'some of Queued,Provisioning,Successful,Complete,TimedOut,Failed'],
      ['gprs', 'page=-1', 'a number from 1'],
    ]) {
      await go(`#/${place}?${member}`);
      await notice.getByText(`In the address, ${member} is left out: it must be ${right}.`).waitFor();
      await page.waitForURL((url) => url.hash === `#/${place}`);
    }
    await go('#/?rows=nodes&color=workspace&plot=utilization');
    await page.getByTestId('gantt').waitFor();
    await settled(async () => assert.equal(await notice.count(), 0));
    for (const [changes, knowing, text] of [
      ['[{', 'everything', 'In the address, changes=[{ is left out: it must be a list of changes in JSON'],
      ['{"a":1}', 'everything', 'In the address, changes={"a":1} is left out'],
      ['[]', 'all', 'In the address, knowing=all is left out: it must be everything or scheduler.'],
    ]) {
      await go(`#/what-if?changes=${encodeURIComponent(changes!)}&knowing=${knowing}`);
      await page.getByTestId('what-if-problem').getByText(text!).waitFor();
      await page.getByTestId('add-change').waitFor();
    }
    await go(`${question}&asked=noon`);
    await page.getByTestId('what-if-problem').getByText('a time such as 22:00').waitFor();
  },
);

browserTest(
  'the filter of the events stays there, and a range with charts and totals',
  demo,
  async ({ page, ask, go }) => {
    await ask('POST', '/sim/clock/advance', { by: '5h' });
    await go('#/events?from=2026-01-05T09:00:00.000Z&to=2026-01-05T10:00:00.000Z');
    await page.getByText('to Mon 2026-01-05 10:00:00').waitFor();
    await page.getByRole('link', { name: 'Overview' }).click();
    await page.getByTestId('gantt').waitFor();
    assert.equal(new URL(page.url()).hash, '#/');
    assert.equal(await page.getByTestId('follow-now').getAttribute('aria-pressed'), 'true');
    // A page of events is a position, which no other list has.
    await go('#/events?page=120-7');
    await page.getByTestId('newer-events').waitFor();
    await page.getByRole('link', { name: 'GPRs', exact: true }).first().click();
    await page.getByTestId('gprs').locator('tbody tr').first().waitFor();
    assert.equal(await page.getByTestId('notice').count(), 0);
    await go('#/?range=2026-01-05T09:00:00.000Z/2026-01-05T11:00:00.000Z&at=2026-01-05T12:00:00.000Z');
    await page.getByTestId('range-totals').waitFor();
    const addressOf = (name: string) =>
      page.getByRole('link', { name, exact: true }).first().getAttribute('href');
    await settled(async () => assert.match((await addressOf('Totals'))!, /at=.*range=|range=.*at=/));
    for (const name of ['Events', 'GPRs', 'Branches']) {
      const address = (await addressOf(name))!;
      assert.match(address, /at=/);
      assert.doesNotMatch(address, /range=/);
    }
  },
);

browserTest(
  'Escape ends a range at once, and after the window of the keys the chart has the focus again',
  demo,
  async ({ page, ask }) => {
    await ask('POST', '/sim/clock/advance', { by: '5h' });
    const chart = page.locator('.gantt-view');
    await page.locator('.gantt-view canvas[data-from]').first().waitFor();
    await chart.focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('[');
    await page.getByTestId('range-totals').waitFor();
    await page.keyboard.press('Escape');
    await page.getByTestId('range-totals').waitFor({ state: 'detached' });
    await page.getByTestId('keys').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await settled(async () =>
      assert.equal(await chart.evaluate((element) => element.matches(':focus')), true),
    );
  },
);
