// The page asks what would happen, shows both plans, and makes the change; and it shows the branches.

import assert from 'node:assert/strict';
import { span } from '../../src/dashboard/text/spans.ts';
import { browserTest, repeated, settled } from './browser.ts';

const node = 'worker-1-a2-highgpu-8g-2';
const away = { method: 'POST', path: `/sim/nodes/worker-1/${node}/down`, body: { repairAfter: '4h' } };
const addressOf = (changes: readonly object[], more = '') =>
  `#/what-if?changes=${encodeURIComponent(JSON.stringify(changes))}${more}`;

browserTest(
  'a node is asked about from its tile; the answer is that of the server, and the change is made',
  { scenario: 'demo', paused: true },
  async ({ page, ask, openAs, server }) => {
    await ask('POST', '/sim/clock/advance', { by: '9h' });
    await page.locator(`[data-node="${node}"]`).getByTestId('what-if-node').focus();
    await page.keyboard.press('Enter');
    const sentence = page.getByTestId('what-if-sentence');
    await sentence.waitFor();
    const answer = await ask('POST', '/sim/what-if', { changes: [away], charts: 'nodes' });
    const { later, earlier, notStarted } = answer.counts;
    const moves = `${later} starts later, ${earlier} earlier, ${notStarted} not before the end.`;
    assert.ok(answer.waitMs > 0);
    await settled(async () =>
      assert.equal(
        await sentence.textContent(),
        `GPRs wait ${span(answer.waitMs)} longer in total: ${moves}`,
      ),
    );
    const rows = page.getByTestId('what-if-rows').locator('tbody tr');
    const listed = await Promise.all((await rows.all()).map((row) => row.getAttribute('data-row')));
    assert.deepEqual(
      listed,
      answer.rows.slice(0, 50).map(({ gprId }: { gprId: string }) => gprId),
    );
    for (const side of ['without', 'with']) await page.getByTestId(`plan-${side}`).waitFor();
    // A link opens the same view.
    const other = await openAs(server.apiKey);
    await other.goto(page.url());
    await other.getByTestId('what-if-sentence').waitFor();
    await settled(async () =>
      assert.equal(await other.getByTestId('what-if-sentence').textContent(), await sentence.textContent()),
    );
    await other.close();
    // Only GPRs that exist have pages.
    const linked = await rows
      .locator('td:first-child a[href]')
      .evaluateAll((links) => links.map((link) => link.closest('tr')!.getAttribute('data-row')));
    const { gprs } = await ask('GET', '/sim/gprs?limit=1000');
    const known = new Set(gprs.map(({ gprId }: { gprId: string }) => gprId));
    assert.deepEqual(
      linked,
      listed.filter((gprId) => known.has(gprId)),
    );
    assert.ok(linked.length > 0 && linked.length < listed.length);
    // The sums are above the plans. The workspace that loses most time is the first one, and is named above them.
    const sums = page.getByTestId('what-if-workspaces');
    const [{ workspace: loser, waitMs }] = answer.workspaces;
    assert.equal(
      waitMs,
      Math.max(...answer.workspaces.map(({ waitMs }: { readonly waitMs: number }) => waitMs)),
    );
    assert.equal(await sums.locator('tbody a').first().textContent(), loser);
    await page
      .getByTestId('what-if-others')
      .getByText(`${loser} loses most: ${span(waitMs)}`)
      .waitFor();
    const plan = (await page.getByTestId('plan-without').boundingBox())!;
    assert.ok((await sums.boundingBox())!.y < plan.y);
    // A GPR under the pointer is marked everywhere.
    await rows.first().hover();
    await page.getByTestId('pointed-plan').getByText('above').waitFor();
    await page.getByTestId('make-change').click();
    await page.getByTestId('confirm-make').click();
    await page.getByTestId('made').getByText(node).waitFor();
    const { nodes } = await ask('GET', '/sim/state');
    assert.equal(nodes.find(({ name }: { name: string }) => name === node).up, false);
  },
);

browserTest(
  'changes for later are made at their instants, whatever their order',
  { scenario: 'demo', paused: true },
  async ({ page, ask, go }) => {
    await ask('POST', '/sim/clock/advance', { by: '9h' });
    const changes = [
      { at: '+10h', scheduler: { queue: 'greedy' } },
      { at: '17:30', ...away },
    ];
    await go(addressOf(changes, '&until=%2B13h'));
    await page.getByTestId('what-if-sentence').waitFor();
    await page.getByTestId('make-change').click();
    await page.getByText('The clock advances to Mon 2026-01-05 18:00:00 for that.').waitFor();
    await page.getByTestId('confirm-make').click();
    await page.getByTestId('made').getByText(node).waitFor();
    const { facts } = await ask('GET', '/sim/facts?kind=node.down,scheduler.changed&from=9h');
    const instants = facts.map(({ kind, at }: { kind: string; at: string }) => [kind, at]);
    assert.deepEqual(instants.slice(0, 2), [
      ['node.down', '2026-01-05T17:30:00.000Z'],
      ['scheduler.changed', '2026-01-05T18:00:00.000Z'],
    ]);
  },
);

browserTest(
  'a change whose time is over, or before which the clock is stopped, is not made, and the page reports it',
  { scenario: 'demo', paused: true },
  async ({ page, ask, go }) => {
    await ask('POST', '/sim/clock/advance', { by: '9h' });
    const make = async () => {
      await page.getByTestId('make-change').click();
      await page.getByTestId('confirm-make').click();
    };
    await go(addressOf([{ at: '17:30', ...away }]));
    await page.getByTestId('what-if-sentence').waitFor();
    await ask('POST', '/sim/clock/advance', { by: '1h' });
    await page.locator('[data-testid="clock"] time[datetime="2026-01-05T18:00:00.000Z"]').waitFor();
    await make();
    await page
      .getByTestId('made')
      .getByText('0 changes of 1 made. The next one was not made: Its time is over.')
      .waitFor();
    await go(addressOf([{ scheduler: { queue: 'greedy' } }, { at: '+30d', ...away }], '&until=%2B30d1h'));
    // Two futures of 30 days.
    await page.getByTestId('what-if-sentence').waitFor({ timeout: 120_000 });
    await make();
    await page.getByTestId('stop').click();
    await page
      .getByTestId('made')
      .getByText('1 change of 2 made. The next one was not made: The clock was stopped')
      .waitFor();
    const { scheduler, clock } = await ask('GET', '/sim/state');
    assert.equal(scheduler.queue, 'greedy');
    assert.ok(clock.now < '2026-02-04T08:00:00', clock.now);
  },
);

browserTest(
  'several changes, wrong entries, a world that has moved on, and Cancel',
  { scenario: 'demo', paused: true },
  async ({ page, ask, go }) => {
    await ask('POST', '/sim/clock/advance', { by: '9h' });
    await go('#/what-if');
    await page.getByTestId('no-question').waitFor();
    const { scheduler } = await ask('GET', '/sim/state');
    await page.getByTestId('add-change').selectOption('scheduler');
    await page.getByTestId('what-if-sentence').waitFor();
    await page
      .getByTestId('change')
      .getByText(
        new RegExp(`^The queue policy is (?!${scheduler.queue})\\w+ instead of ${scheduler.queue}\\.$`),
      )
      .waitFor();
    await page.getByTestId('add-change').selectOption({ label: `${node} is taken away` });
    await page.getByTestId('change').nth(1).waitFor();
    await page.getByTestId('field-changes[1].repairAfter').fill('soon');
    const change = page.getByTestId('change').nth(1);
    await change.locator('.problem').waitFor();
    await settled(async () =>
      assert.equal(await page.getByTestId('change').nth(0).locator('.problem').count(), 0),
    );
    await page.getByTestId('field-changes[1].repairAfter').fill('1h');
    await page.getByTestId('what-if-sentence').waitFor();
    await settled(async () => assert.equal(await change.locator('.problem').count(), 0));
    await page.getByTestId('until').fill('yesterday');
    await page.getByTestId('until').blur();
    const until = page.locator('span.problem', { hasText: '“Until” must be a time such as 22:00' });
    await until.waitFor();
    assert.equal(await page.getByTestId('until').getAttribute('aria-invalid'), 'true');
    assert.equal(
      await until.getAttribute('id'),
      await page.getByTestId('until').getAttribute('aria-describedby'),
    );
    // As people type it: the next one after now.
    await page.getByTestId('until').fill('22:00');
    await page.getByTestId('until').blur();
    await page.getByText('to Mon 2026-01-05 22:00:00').waitFor();
    assert.equal(await page.getByTestId('until').getAttribute('aria-invalid'), 'false');
    // The address has what it meant.
    await page.waitForURL(/until=2026-01-05T22/);
    await page.getByTestId('field-changes[1].at').fill('mon 21:00');
    await page.waitForURL(/2026-01-05T21/);
    await change.getByText('at Mon 2026-01-05 21:00:00').waitFor();
    await settled(async () =>
      assert.equal(await page.getByTestId('field-changes[1].at').inputValue(), 'Mon 2026-01-05 21:00:00'),
    );
    await page.getByTestId('field-changes[1].at').fill('');
    await page.getByTestId('until').fill('');
    await page.getByTestId('until').blur();
    await page.getByText('to Mon 2026-01-05 22:00:00').waitFor({ state: 'detached' });
    await page.getByTestId('what-if-sentence').waitFor();
    await settled(async () => assert.equal(await page.getByTestId('moved-on').count(), 0));
    await ask('POST', '/sim/clock/advance', { by: '10m' });
    await page.getByTestId('moved-on').waitFor();
    await page.getByTestId('ask-now').click();
    await page.getByTestId('moved-on').waitFor({ state: 'detached' });
    await page.getByTestId('leave-change').click();
    await page.getByTestId('nodes').waitFor();
    await page.getByTestId('what-if-scheduler').click();
    // Only the policies that this world can have.
    await settled(async () =>
      assert.deepEqual(await page.getByTestId('field-changes[0].queue').locator('option').allTextContents(), [
        'as it is',
        'backfill',
        'greedy',
        'refuse',
        'strict',
      ]),
    );
  },
);

browserTest(
  'Cancel ends a question while its futures run, and the next question is answered',
  { scenario: 'demo', paused: true },
  async ({ page, ask, go }) => {
    await ask('POST', '/sim/clock/advance', { by: '9h' });
    // Two futures of 30 days take a second; a busy machine may still show the answer before the test looks.
    let days = 31;
    await repeated(async () => {
      days -= 1;
      await go(addressOf([away], `&until=%2B${days}d`));
      await page.getByTestId('cancel').click({ timeout: 5_000 });
      await page.getByText('Cancelled.').waitFor({ timeout: 5_000 });
    });
    await settled(async () => assert.equal(await page.getByTestId('what-if-sentence').count(), 0));
    await go(addressOf([away], '&until=%2B10h'));
    await page.getByTestId('what-if-sentence').waitFor();
    const answer = await ask('POST', '/sim/what-if', { changes: [away], until: '10h' });
    const sentence = (await page.getByTestId('what-if-sentence').textContent())!;
    assert.ok(sentence.includes(` in total: ${answer.counts.later} starts later`), sentence);
  },
);

browserTest(
  'branches are a tree; two are compared, one is deleted after a question, and the page switches',
  { scenario: 'demo', paused: true },
  async ({ page, ask, go }) => {
    await ask('POST', '/sim/clock/advance', { by: '9h' });
    await ask('POST', '/sim/rewind', { to: '2026-01-05T15:00:00Z' });
    await ask('PUT', '/sim/scheduler', { queue: 'greedy' });
    await ask('POST', '/sim/clock/advance', { by: '1h' });
    await go('#/branches');
    const rows = page.getByTestId('branches').locator('[data-row]');
    await rows.nth(1).getByText('present').waitFor();
    await page.getByTestId('rewind-to').fill('tomorrow');
    await page.getByTestId('rewind').click();
    await page
      .getByTestId('branches')
      .getByRole('alert')
      .getByText(
        'Must be a time such as 22:00, Mon 22:00 or 2026-01-06 22:00, or a day such as Mon, but is "tomorrow".',
      )
      .waitFor();
    assert.equal(await page.getByTestId('rewind-to').getAttribute('aria-invalid'), 'true');
    // A notice may report the rewind by the test, but not this refusal.
    assert.equal(await page.locator('.notice.problem').count(), 0);
    const rewind = async (to: string) => {
      await page.getByTestId('rewind-to').fill(to);
      await page.getByTestId('rewind').click();
    };
    await rewind('+7h30m');
    await page.getByTestId('cancel').click();
    assert.equal((await ask('GET', '/sim/branches')).branches.length, 2);
    await rewind('+7h30m');
    await page
      .getByRole('dialog')
      .getByText(
        'The world goes back to Mon 2026-01-05 15:30:00 for all users of this server, in a new branch. ' +
          'What happened after it stays in branch 2.',
      )
      .waitFor();
    await page.getByTestId('confirm-rewind').click();
    await rows.nth(2).getByText('present').waitFor();
    const compare = rows.nth(1).getByTestId('compare');
    const { x, width } = (await compare.boundingBox())!;
    assert.ok((await rows.nth(1).getByTestId('switch').boundingBox())!.x > x + width, 'they do not touch');
    await compare.click();
    await page.getByTestId('what-if-sentence').waitFor();
    await page.waitForURL(/#\/branches\?compare=2%2C3$/);
    const sentence = page.getByTestId('what-if-sentence');
    await sentence.getByText(/^Branch 2 is compared to branch 3\. [A-Z\d]/).waitFor();
    // A switch to the compared branch exchanges the two sides.
    await rows.nth(1).getByTestId('switch').click();
    await sentence.getByText(/^Branch 3 is compared to branch 2\. /).waitFor();
    assert.equal(await page.getByText('is the current one').count(), 0);
    // The first day begins with the scenario.
    await rewind('2026-01-05');
    await page.getByTestId('confirm-rewind').click();
    await rows.nth(3).getByText('present').waitFor();
    // The link is about the same branches, of which none is present any more.
    await page.getByText('The link compares branches 2 and 3. Switch to one of them.').waitFor();
    assert.equal(await sentence.count(), 0);
    await rows.nth(3).getByText('Mon 2026-01-05 08:00:00').first().waitFor();
    await rows.nth(0).getByTestId('switch').click();
    await rows.nth(0).getByText('present').waitFor();
    for (const last of [3, 2]) {
      await rows.nth(last).getByTestId('delete-branch').click();
      await page.getByTestId('confirm-delete-branch').click();
      await rows.nth(last).waitFor({ state: 'detached' });
    }
    const { branch, branches } = await ask('GET', '/sim/branches');
    assert.deepEqual([branch, branches.length], [1, 2]);
  },
);

browserTest(
  'on a phone, the sums come before the GPRs, and a refusal is at its entry in the words of the page',
  { scenario: 'demo', paused: true, viewport: { width: 390, height: 844 } },
  async ({ page, ask, go }) => {
    await ask('POST', '/sim/clock/advance', { by: '3h' });
    await go(addressOf([away]));
    await page.getByTestId('what-if-workspaces').waitFor();
    await settled(async () => {
      const sums = (await page.getByTestId('what-if-workspaces').boundingBox())!;
      const rows = (await page.getByTestId('what-if-rows').boundingBox())!;
      assert.ok(sums.y < rows.y);
    });
    const entry = page.locator('.field', { has: page.getByTestId('field-changes[0].repairAfter') });
    await page.getByTestId('field-changes[0].repairAfter').fill('soon');
    await entry.getByText('Must be a duration such as 2h30m, but is "soon".').waitFor();
    const title = page.getByTestId('change').locator('b');
    await title.getByText(`Node ${node} is taken away for ….`).waitFor();
    const time = page.getByTestId('field-changes[0].repairAfter');
    await time.fill('1h 30m');
    await title.getByText(`Node ${node} is taken away for 1h30m.`).waitFor();
    await page.getByTestId('what-if-sentence').waitFor();
    await page.getByTestId('field-changes[0].repairAfter').fill('4h');
    const at = page.locator('.field', { has: page.getByTestId('field-changes[0].at') });
    await page.getByTestId('field-changes[0].at').fill('soon');
    await at.getByText('Must be a time such as 22:00, 2026-01-06 22:00 or in 2h, but is "soon".').waitFor();
    await title.getByText(`Node ${node} is taken away for 4h at ….`).waitFor();
    await page.getByTestId('field-changes[0].at').fill('');
    await page.getByTestId('knowing').selectOption('scheduler');
    await page.getByText(', without later arrivals, failures and real run times').waitFor();
  },
);
