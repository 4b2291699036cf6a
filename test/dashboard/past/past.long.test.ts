// The page at an earlier instant.

import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { browserTest, type Opened, settled } from '../browser.ts';

/** What the page shows is what the server answers as of the instant of its address. */
async function assertTrue(page: Page, ask: Opened['ask'], at: string): Promise<void> {
  await page.locator(`[data-testid=read-at][datetime="${at}"]`).waitFor();
  const state = await ask('GET', `/sim/state?at=${at}`);
  const { gprs } = await ask('GET', `/sim/gprs?state=Queued&at=${at}`);
  const queue = page.getByTestId('queue');
  await queue.locator(`time.as-of[datetime="${at}"]`).waitFor();
  const names = await queue.locator('tbody tr td:first-child').allTextContents();
  assert.deepEqual(
    names,
    gprs.map(({ gprName }: { gprName: string }) => gprName),
  );
  const figures = (await page.locator('.summary').textContent())!;
  const held = state.clusters.reduce(
    (sum: number, of: { allocatedGpus: number }) => sum + of.allocatedGpus,
    0,
  );
  assert.ok(figures.includes(`GPUs allocated${held} of `), `${figures} has not ${held} GPUs allocated`);
  assert.ok(figures.includes(`Queue length${gprs.length}`));
  const titles = await page.locator('.tile').evaluateAll((tiles) => tiles.map((tile) => tile.title));
  for (const [i, node] of state.nodes.entries()) {
    const health = node.up ? `${node.freeGpus} of ${node.gpus} free` : 'down';
    assert.ok(titles[i].startsWith(`${node.name}: ${health}`), `${titles[i]} at ${at}`);
  }
}

const addressOf = (page: Page) => new URLSearchParams(new URL(page.url()).hash.split('?')[1]);

browserTest(
  'a cursor that is dragged into the past shows the world of that instant, and nothing can be changed there',
  { scenario: 'demo', paused: true },
  async ({ page, ask, openAs, server }) => {
    await ask('POST', '/sim/clock/advance', { by: '9h' });
    const cursor = page.getByTestId('cursor');
    await page.locator('[data-testid=read-at][datetime="2026-01-05T17:00:00.000Z"]').waitFor();
    await cursor.scrollIntoViewIfNeeded();
    const place = (await cursor.boundingBox())!;
    const y = place.y + place.height / 2;
    await page.mouse.move(place.x + place.width / 2, y);
    await page.mouse.down();
    for (let i = 1; i <= 20; i++) await page.mouse.move(place.x - i * 15, y);
    await page.mouse.up();
    const dropped = (await cursor.getAttribute('aria-valuetext'))!.replace(/^\w+ (\S+) /, '$1T');
    await page.waitForURL(() => addressOf(page).get('at')?.startsWith(dropped) ?? false);
    const at = addressOf(page).get('at')!;
    assert.ok(at < '2026-01-05T16:30' && at > '2026-01-05T10', at);
    await assertTrue(page, ask, at);
    const band = page.getByTestId('past');
    await settled(async () =>
      assert.match((await band.textContent())!, /You see Mon 2026-01-05 1\d:\d\d:\d\d\./),
    );

    // The nodes are those of the past, and the clock has no controls: they cannot be changed.
    for (const control of ['pause', 'step', 'jump'])
      await page.getByTestId(control).waitFor({ state: 'detached' });
    assert.match((await page.getByTestId('clock').textContent())!, /17:00:00/);
    await settled(async () => assert.ok(await page.getByTestId('fail-node').first().isDisabled()));
    await page.evaluate('document.activeElement.blur()');
    await page.keyboard.press('s');
    assert.equal((await ask('GET', '/sim/clock')).now, '2026-01-05T17:00:00.000Z');

    // With the keys.
    await cursor.focus();
    await cursor.press('PageDown');
    await page.waitForURL((url) => !url.hash.includes(encodeURIComponent(at)) && url.hash.includes('at='));
    const earlier = addressOf(page).get('at')!;
    assert.ok(earlier < at);
    await assertTrue(page, ask, earlier);

    // A link opens the same view, also for others.
    const other = await openAs(server.apiKey);
    await other.goto(page.url());
    await assertTrue(other, ask, earlier);
    await other.getByTestId('queue').locator('tbody a').first().click();
    await other.getByTestId('gpr').waitFor();
    const gprId = /gpr-[0-9a-f-]+/.exec(other.url())![0];
    const { sentence } = await ask('GET', `/sim/explain/${gprId}?at=${earlier}`);
    const why = (await other.getByTestId('gpr-why').textContent())!;
    assert.equal(why.split(' ').slice(0, 4).join(' '), `It ${sentence}`.split(' ').slice(0, 4).join(' '));

    await cursor.press('End');
    await band.waitFor({ state: 'detached' });
    await assertTrue(page, ask, '2026-01-05T17:00:00.000Z');
    await settled(async () => assert.ok(await page.getByTestId('step').isEnabled()));
  },
);

browserTest(
  'Continue from here goes back to the shown instant, after a question',
  { scenario: 'demo', paused: true },
  async ({ page, ask, go }) => {
    await ask('POST', '/sim/clock/advance', { by: '4h' });
    await go('#/?at=2026-01-05T10:30:00.000Z');
    await assertTrue(page, ask, '2026-01-05T10:30:00.000Z');
    await page.getByTestId('continue-from-here').click();
    await page
      .getByRole('dialog')
      .getByText(
        'The world goes back to Mon 2026-01-05 10:30:00 for all users of this server, in a new branch. ' +
          'What happened after it stays in branch 1.',
      )
      .waitFor();
    await page.getByTestId('confirm-rewind').click();
    await page.getByTestId('past').waitFor({ state: 'detached' });
    await page.getByText('branch 2', { exact: true }).waitFor();
    assert.equal((await ask('GET', '/sim/clock')).now, '2026-01-05T10:30:00.000Z');
    // On the new branch, instants of the old one are of the past, too.
    await go('#/?at=2026-01-05T09:00:00.000Z');
    await assertTrue(page, ask, '2026-01-05T09:00:00.000Z');
    await page.getByTestId('gantt').locator('canvas[data-at]').first().waitFor();
  },
);

browserTest(
  'a link opens the same window, colors, rows, filters and selection; an impossible instant is reported',
  { scenario: 'demo', paused: true },
  async ({ page, ask, go, openAs, server }) => {
    await ask('POST', '/sim/clock/advance', { by: '9h' });
    await page.locator('[data-testid=read-at][datetime="2026-01-05T17:00:00.000Z"]').waitFor();
    await page.getByTestId('zoom-in').click();
    await page.getByLabel('Earlier', { exact: true }).click();
    await page.getByTestId('gantt-rows').selectOption('workspaces');
    await page.getByLabel('Color GPUs by').selectOption('priority');
    await page.getByTestId('queue').locator('tbody tr').first().locator('.number').first().click();
    await page.waitForURL(/(?=.*window=)(?=.*rows=workspaces)(?=.*color=priority)(?=.*gpr=)/);
    const window = () => page.locator('.gantt-view canvas').first();
    const from = await window().getAttribute('data-from');
    const other = await openAs(server.apiKey);
    await other.goto(page.url());
    await other.locator(`.gantt-view canvas[data-from="${Math.round(Number(from))}"]`).waitFor();
    await settled(async () => assert.equal(await other.getByTestId('gantt-rows').inputValue(), 'workspaces'));
    await settled(async () => assert.equal(await other.getByLabel('Color GPUs by').inputValue(), 'priority'));
    await settled(async () =>
      assert.equal(await other.getByTestId('queue').locator('tr.pointed').count(), 1),
    );

    await other.getByRole('link', { name: 'GPRs', exact: true }).click();
    await other.getByTestId('filter-Complete').check();
    await other.getByTestId('filter-name').fill('request-1');
    await other.waitForURL(/(?=.*state=Complete)(?=.*name=request-1)(?=.*rows=workspaces)/);
    await page.goto(other.url());
    await page.getByTestId('gprs').locator('tbody tr').first().waitFor();
    await settled(async () => assert.equal(await page.getByTestId('filter-name').inputValue(), 'request-1'));
    await settled(async () => assert.ok(await page.getByTestId('filter-Complete').isChecked()));

    await go('#/?at=2026-01-06T10:00:00.000Z');
    await page.getByText('the instant of the address was refused').waitFor();
    await page.getByTestId('past').waitFor({ state: 'detached' });
  },
);

browserTest(
  'an Editor sees the overview of an earlier instant, and no way to continue from there',
  { scenario: 'demo', paused: true },
  async ({ ask, openAs, server }) => {
    await ask('POST', '/sim/clock/advance', { by: '9h' });
    const { apiKey } = await ask('POST', '/api/v1/api-key', {
      name: 'e',
      userName: 'e',
      description: '',
      role: 'Editor',
      workspaceName: 'team-blue',
      validity: '2099-12-31',
    });
    const page = await openAs(apiKey);
    const at = '2026-01-05T14:05:10.000Z';
    await page.goto(`${server.url}/#/?at=${at}`);
    await page.getByTestId('past').waitFor();
    await page.locator(`[data-testid=read-at][datetime="${at}"]`).waitFor();
    await page.getByTestId('queue').locator(`time.as-of[datetime="${at}"]`).waitFor();
    await settled(async () => assert.equal(await page.getByTestId('continue-from-here').count(), 0));
    const { gprs } = await ask('GET', `/sim/gprs?at=${at}&workspace=team-blue`);
    await page.goto(`${server.url}/#/gpr/${gprs[0].gprId}?at=${at}`);
    await page
      .getByTestId('gpr')
      .getByText('Only Owners see the page of a GPR at an earlier instant')
      .waitFor();
  },
);
