// The page asks what would happen, and makes the change; and it shows the branches.

import assert from 'node:assert/strict';
import { span } from '../../src/dashboard/text/spans.ts';
import { attributeIs, browserTest, countIs, settled, textIs, textsAre, valueIs } from './browser.ts';

const node = 'worker-1-a2-highgpu-8g-2';
const away = { method: 'POST', path: `/sim/nodes/worker-1/${node}/down`, body: { repairAfter: '4h' } };
const addressOf = (changes: readonly object[], more = '', futures = 'everything') =>
  `#/what-if?changes=${encodeURIComponent(JSON.stringify(changes))}&futures=${futures}${more}`;

browserTest(
  'changes are asked about, corrected, cancelled, asked again and made; the answer is that of the server, on a phone, too',
  { scenario: 'demo', paused: true, advance: '9h', viewport: { width: 390, height: 844 } },
  async ({
    page,
    server,
    part,
    go,
    ask,
    advance,
    click,
    fill,
    choose,
    press,
    see,
    seeText,
    gone,
    openAs,
  }) => {
    const sentence = part('what-if-sentence');
    await go(addressOf([away]));
    await see('what-if-workspaces');
    await settled(async () => {
      const sums = (await part('what-if-workspaces').boundingBox())!;
      const rows = (await part('what-if-rows').boundingBox())!;
      assert.ok(sums.y < rows.y);
    });
    const entry = page.locator('.field', { has: part('field-changes[0].repairAfter') });
    await fill('field-changes[0].repairAfter', 'soon');
    await entry.getByText('Must be a duration such as 2h30m, but is "soon".').waitFor();
    const title = part('change').locator('b');
    await title.getByText(`Node ${node} is taken away for ….`).waitFor();
    const time = part('field-changes[0].repairAfter');
    await time.fill('1h 30m');
    await title.getByText(`Node ${node} is taken away for 1h30m.`).waitFor();
    await sentence.waitFor();
    await fill('field-changes[0].repairAfter', '4h');
    const at = page.locator('.field', { has: part('field-changes[0].at') });
    await fill('field-changes[0].at', 'soon');
    await at.getByText('Must be a time such as 22:00, 2026-01-06 22:00 or in 2h, but is "soon".').waitFor();
    await title.getByText(`Node ${node} is taken away for 4h at ….`).waitFor();
    await fill('field-changes[0].at', '');
    await choose('futures', 'scheduler');
    await seeText(', without later arrivals, failures and real run times');

    await page.setViewportSize({ width: 1280, height: 720 });
    // Cancel ends a question while its futures run, and the next question is answered.
    await page.evaluate(`new MutationObserver((_, observer) => {
      const cancel = document.querySelector('[data-testid=cancel]');
      if (cancel === null) return;
      observer.disconnect();
      cancel.click();
    }).observe(document, { subtree: true, childList: true })`);
    await go(addressOf([away], '&until=%2B30d'));
    await seeText('Cancelled.');
    await countIs(sentence, 0);
    await go(addressOf([away], '&until=%2B10h'));
    const { counts } = await ask('POST', '/sim/what-if', { changes: [away], until: '10h' });
    await sentence.getByText(` in total: ${counts.later} starts later`).waitFor();

    // Several changes, wrong entries, a world that has moved on.
    await go('#/what-if');
    await see('cards');
    const { scheduler } = await ask('GET', '/sim/state');
    await choose('add-change', 'scheduler');
    await sentence.waitFor();
    const { queue } = scheduler;
    await see('change', new RegExp(`^The queue policy is (?!${queue})\\w+ instead of ${queue}\\.$`));
    await part('add-change').selectOption({ label: `${node} is taken away` });
    await part('change').nth(1).waitFor();
    await fill('field-changes[1].repairAfter', 'soon');
    const change = part('change').nth(1);
    await change.locator('.problem').waitFor();
    await countIs(part('change').nth(0).locator('.problem'), 0);
    await fill('field-changes[1].repairAfter', '1h');
    await sentence.waitFor();
    await countIs(change.locator('.problem'), 0);
    await fill('until', 'yesterday');
    await part('until').blur();
    const until = page.locator('span.problem', { hasText: '“Until” must be a time such as 22:00' });
    await until.waitFor();
    assert.equal(await part('until').getAttribute('aria-invalid'), 'true');
    assert.equal(await until.getAttribute('id'), await part('until').getAttribute('aria-describedby'));
    // As people type it: the next one after now.
    await fill('until', '22:00');
    await part('until').blur();
    await seeText('to Mon 2026-01-05 22:00:00');
    assert.equal(await part('until').getAttribute('aria-invalid'), 'false');
    // The address has what it meant.
    await page.waitForURL(/until=2026-01-05T22/);
    await fill('field-changes[1].at', 'mon 21:00');
    await page.waitForURL(/2026-01-05T21/);
    await change.getByText('at Mon 2026-01-05 21:00:00').waitFor();
    await valueIs(part('field-changes[1].at'), 'Mon 2026-01-05 21:00:00');
    await fill('field-changes[1].at', '');
    await fill('until', '');
    await part('until').blur();
    await page.getByText('to Mon 2026-01-05 22:00:00').waitFor({ state: 'detached' });
    await sentence.waitFor();
    await countIs(part('moved-on'), 0);
    await advance('10m');
    await see('moved-on');
    await click('ask-now');
    await gone('moved-on');
    await click('leave-change');
    await see('queue');
    await click('what-if-scheduler');
    // Only the policies that this world can have.
    await textsAre(part('field-changes[0].queue').locator('option'), [
      'as it is',
      'backfill',
      'greedy',
      'refuse',
      'strict',
    ]);

    // A node is asked about from its page.
    await go(`#/node/${node}`);
    await part('what-if-node').focus();
    await press('Enter');
    await sentence.getByText('Over 100 futures: ').waitFor();
    await choose('futures', 'everything');
    await sentence.getByText('In one future: ').waitFor();
    const answer = await ask('POST', '/sim/what-if', { changes: [away] });
    const { later, earlier, notStarted } = answer.counts;
    const moves = `${later} starts later, ${earlier} earlier, ${notStarted} not before the end.`;
    assert.ok(answer.waitMs > 0);
    await textIs(sentence, `In one future: GPRs wait ${span(answer.waitMs)} longer in total: ${moves}`);
    const rows = part('what-if-rows').locator('tbody tr');
    const listed = await Promise.all((await rows.all()).map((row) => row.getAttribute('data-row')));
    assert.deepEqual(
      listed,
      answer.rows.slice(0, 50).map(({ gprId }: { gprId: string }) => gprId),
    );
    // A link opens the same view.
    const other = await openAs(server.apiKey);
    await other.page.goto(page.url());
    await other.see('what-if-sentence');
    await textIs(other.part('what-if-sentence'), await sentence.textContent());
    await other.page.close();
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
    // The workspace that loses most time is the first one, and is named above the sums.
    const sums = part('what-if-workspaces');
    const [{ workspace: loser, waitMs }] = answer.workspaces;
    assert.equal(
      waitMs,
      Math.max(...answer.workspaces.map(({ waitMs }: { readonly waitMs: number }) => waitMs)),
    );
    assert.equal(await sums.locator('tbody a').first().textContent(), loser);
    await see('what-if-others', `${loser} loses most: ${span(waitMs)}`);
    await click('make-change');
    await click('confirm-make');
    await see('made', node);
    const { nodes } = await ask('GET', '/sim/state');
    assert.equal(nodes.find(({ name }: { name: string }) => name === node).up, false);
  },
);

browserTest(
  'cards ask about many futures: the effects are those of the server, the changed GPR comes first, ripple is apart',
  { scenario: 'demo', paused: true, advance: '9h' },
  async ({ page, part, go, ask, click, see, seeText }) => {
    const sentence = part('what-if-sentence');
    const cards = async () => {
      await go('#/what-if');
      await see('cards');
    };
    await cards();
    const { nodes } = await ask('GET', '/sim/state');
    const used = nodes.map(({ gpus, freeGpus }: { gpus: number; freeGpus: number }) => gpus - freeGpus);
    const busiest = nodes[used.indexOf(Math.max(...used))].name;
    await seeText(`Take ${busiest} away for an hour?`);
    await seeText('Not possible here: "conservative" plans machines of interchangeable processors only');

    // The GPR that has waited longest.
    const { gprs } = await ask('GET', '/sim/gprs?state=Queued&sort=-waited&limit=50');
    const priority = Math.max(...gprs.map((gpr: { priority: number }) => gpr.priority)) + 1;
    const [{ gprId, gprName }] = gprs;
    const change = { method: 'PUT', path: '/api/v1/gpr', body: { gprId, priority } };
    await click('ask-priority');
    await sentence.getByText(`Over 100 futures: ${gprName} starts `).waitFor();
    const { alternatives } = await ask('POST', '/sim/what-if', { changes: [change], samples: 100 });
    const [{ gprs: moved, figures }] = alternatives;
    const { shiftMs: own, open } = moved.find((gpr: { gprId: string }) => gpr.gprId === gprId);
    assert.ok(
      own.shown && own.p90 < 0 && open > 0.1,
      'without the change, it starts later than the end in some',
    );
    const range = `80 % of futures: ${span(-own.p90)} to ${span(-own.p10)} earlier`;
    await sentence.getByText(`${gprName} starts at least ${span(-own.p50)} earlier (${range})`).waitFor();
    const completed = part('effects').locator('tr', { hasText: 'Complete GPRs' });
    assert.equal(await completed.getByText('no difference shown').count(), figures.completed.shown ? 0 : 1);
    const direct = moved.filter(({ by }: { by: string }) => by === 'change');
    const rows = part('what-if-rows').locator('[data-row]');
    const idsOf = (list: readonly { gprId: string }[]) => list.map((gpr) => gpr.gprId);
    const listed = await rows.evaluateAll((all) => all.map((row) => row.getAttribute('data-row')));
    assert.deepEqual(listed, idsOf(moved), 'those that the change moves are first');
    assert.ok(direct.length > 0 && direct.length < moved.length);
    assert.equal(await part('ripple').locator('[data-row]').count(), moved.length - direct.length);
    assert.equal(await rows.last().isVisible(), false, 'ripple is folded');
    await see('make-change');

    // What would help most: the policy without a queue has short waits, because GPRs fail at once, and is not the best.
    await cards();
    await click('ask-help');
    await see('refused-policies', 'Not possible here: "conservative"');
    await sentence.getByText(/^Over 100 futures: no change is shown to help/).waitFor({ timeout: 120_000 });
    const names = await part('helps')
      .locator('[data-row]')
      .evaluateAll((all) => all.map((row) => row.getAttribute('data-row')));
    assert.ok(
      names.includes('order of the queue fair-share') && names.includes('placement policy worst-fit'),
    );
    const asked = ['backfill', 'greedy', 'refuse'].map((queue) => ({
      name: `queue policy ${queue}`,
      changes: [{ scheduler: { queue } }],
    }));
    const load = { name: '10 % less load', changes: [{ arrivalRate: 0.9 }] };
    const compared = await ask('POST', '/sim/what-if', { alternatives: [...asked, load], samples: 100 });
    type Compared = {
      name: string;
      figures: { waitMsMean: { p50: number; shown: boolean }; completed: { p90: number } };
    };
    const byMean = compared.alternatives.toSorted(
      (a: Compared, b: Compared) => a.figures.waitMsMean.p50 - b.figures.waitMsMean.p50,
    );
    const order = byMean.map(({ name }: Compared) => name);
    assert.deepEqual(
      names.filter((name) => order.includes(name)),
      order,
    );
    const refusing = byMean.find(({ name }: Compared) => name === 'queue policy refuse');
    assert.ok(refusing.figures.waitMsMean.shown && refusing.figures.completed.p90 < 0);

    // Tonight is an instant; the calmest hour has 24 starts, each a question.
    await cards();
    await click('ask-node');
    await page.waitForURL(/2026-01-05T22/);
    await sentence.waitFor();
    await cards();
    await click('ask-window');
    await sentence.getByText(/^Within a day: /).waitFor({ timeout: 120_000 });
    const starts = part('starts').locator('a');
    assert.equal(await starts.count(), 24);
    await see('window-chance', 'of 23');
    const first = { ...change, method: 'POST', path: `/sim/nodes/worker-1/${busiest}/down` };
    const at = '2026-01-05T17:00:00.000Z';
    const body = {
      changes: [{ ...first, at, body: { repairAfter: '1h' } }],
      samples: 20,
      until: '2026-01-05T19:00:00Z',
    };
    const { waitMs } = (await ask('POST', '/sim/what-if', body)).alternatives[0];
    assert.match(
      (await starts.first().getAttribute('aria-label'))!,
      new RegExp(`^Mon 17:00:00: all waits together ${span(Math.abs(waitMs.p50))}`),
    );
    await starts.nth(3).focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(/2026-01-05T20/);
    await sentence.getByText('Over 100 futures: ').waitFor();
  },
);

browserTest(
  'changes for later are made at their instants, whatever their order; one whose time is over, or before which the clock is stopped, is not',
  { scenario: 'demo', paused: true, advance: '9h' },
  async ({ page, go, ask, advance, click, see, seeText }) => {
    const changes = [
      { at: '+10h', scheduler: { queue: 'greedy' } },
      { at: '17:30', ...away },
    ];
    await go(addressOf(changes, '&until=%2B13h'));
    await see('what-if-sentence');
    await click('make-change');
    await seeText('The clock advances to Mon 2026-01-05 18:00:00 for that.');
    await click('confirm-make');
    await see('made', node);
    const { facts } = await ask('GET', '/sim/facts?kind=node.down,scheduler.changed&from=9h');
    const instants = facts.map(({ kind, at }: { kind: string; at: string }) => [kind, at]);
    assert.deepEqual(instants.slice(0, 2), [
      ['node.down', '2026-01-05T17:30:00.000Z'],
      ['scheduler.changed', '2026-01-05T18:00:00.000Z'],
    ]);

    await ask('POST', '/sim/rewind', { to: '2026-01-05T17:00:00Z' });
    await page.locator('[data-testid="clock"] time[datetime="2026-01-05T17:00:00.000Z"]').waitFor();
    const make = async () => {
      await click('make-change');
      await click('confirm-make');
    };
    await go(addressOf([{ at: '17:30', ...away }]));
    await see('what-if-sentence');
    await advance('1h');
    await page.locator('[data-testid="clock"] time[datetime="2026-01-05T18:00:00.000Z"]').waitFor();
    await make();
    await see('made', '0 changes of 1 made. The next one was not made: Its time is over.');
    await go(addressOf([{ scheduler: { queue: 'greedy' } }, { at: '+30d', ...away }], '&until=%2B30d1h'));
    // Two futures of 30 days.
    await see('what-if-sentence');
    await make();
    await click('stop');
    await see('made', '1 change of 2 made. The next one was not made: The clock was stopped');
    const { scheduler, clock } = await ask('GET', '/sim/state');
    assert.equal(scheduler.queue, 'greedy');
    assert.ok(clock.now < '2026-02-04T08:00:00', clock.now);
  },
);

browserTest(
  'branches are a tree; two are compared, one is deleted after a question, and the page switches',
  { scenario: 'demo', paused: true, advance: '9h' },
  async ({ page, part, go, ask, advance, click, fill, see, seeText }) => {
    await ask('POST', '/sim/rewind', { to: '2026-01-05T15:00:00Z' });
    await ask('PUT', '/sim/scheduler', { queue: 'greedy' });
    await advance('1h');
    await go('#/branches');
    const rows = part('branches').locator('[data-row]');
    await rows.nth(1).getByText('present').waitFor();
    assert.deepEqual(await rows.locator('.depth .unseen').allTextContents(), [', from branch 1']);
    await see('clock', '2026-01-05 16:00:00');
    await fill('rewind-to', 'tomorrow');
    await click('rewind');
    await part('branches')
      .getByRole('alert')
      .getByText(
        'Must be a time such as 22:00, Mon 22:00 or 2026-01-06 22:00, or a day such as Mon, but is "tomorrow".',
      )
      .waitFor();
    assert.equal(await part('rewind-to').getAttribute('aria-invalid'), 'true');
    // A notice may report the rewind by the test, but not this refusal.
    assert.equal(await page.locator('.notice.problem').count(), 0);
    const rewind = async (to: string) => {
      await fill('rewind-to', to);
      // The button moves when the refusal goes.
      await attributeIs(part('rewind-to'), 'aria-invalid', 'false');
      await click('rewind');
    };
    await rewind('+7h30m');
    await click('cancel');
    assert.equal((await ask('GET', '/sim/branches')).branches.length, 2);
    await rewind('+7h30m');
    await page
      .getByRole('dialog')
      .getByText(
        'The world goes back to Mon 2026-01-05 15:30:00 for all users of this server, in a new branch. ' +
          'What happened after it stays in branch 2.',
      )
      .waitFor();
    await click('confirm-rewind');
    await rows.nth(2).getByText('present').waitFor();
    const compare = rows.nth(1).getByTestId('compare');
    const { x, width } = (await compare.boundingBox())!;
    assert.ok((await rows.nth(1).getByTestId('switch').boundingBox())!.x > x + width, 'they do not touch');
    await compare.click();
    await see('what-if-sentence');
    await page.waitForURL(/#\/branches\?compare=2%2C3$/);
    const sentence = part('what-if-sentence');
    await sentence.getByText(/^Branch 2 is compared to branch 3\. [A-Z\d]/).waitFor();
    // A switch to the compared branch exchanges the two sides.
    await rows.nth(1).getByTestId('switch').click();
    await sentence.getByText(/^Branch 3 is compared to branch 2\. /).waitFor();
    assert.equal(await page.getByText('is the current one').count(), 0);
    // The first day begins with the scenario.
    await rewind('2026-01-05');
    await click('confirm-rewind');
    await rows.nth(3).getByText('present').waitFor();
    // The link is about the same branches, of which none is present any more.
    await seeText('The link compares branches 2 and 3. Switch to one of them.');
    assert.equal(await sentence.count(), 0);
    await rows.nth(3).getByText('Mon 2026-01-05 08:00:00').first().waitFor();
    await rows.nth(0).getByTestId('switch').click();
    await rows.nth(0).getByText('present').waitFor();
    for (const last of [3, 2]) {
      await rows.nth(last).getByTestId('delete-branch').click();
      await click('confirm-delete-branch');
      await rows.nth(last).waitFor({ state: 'detached' });
    }
    const { branch, branches } = await ask('GET', '/sim/branches');
    assert.deepEqual([branch, branches.length], [1, 2]);
  },
);
