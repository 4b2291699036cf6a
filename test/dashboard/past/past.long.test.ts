// The page at an earlier instant.

import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import type { ClusterState } from '../../../src/api/sim/answers.ts';
import {
  browserTest,
  countIs,
  type Opened,
  settled,
  textIs,
  textsAre,
  type User,
  valueIs,
} from '../browser.ts';

declare function getComputedStyle(of: unknown): { opacity: string };

const demo = { scenario: 'demo', paused: true, advance: '9h' };

const seeRead = ({ page }: User, at: string) => page.locator(`[data-read-at="${at}"]`).waitFor();

/** What the page shows is what the server answers as of the instant of its address. */
async function assertTrue(user: User, ask: Opened['ask'], at: string): Promise<void> {
  const { page, part } = user;
  const { clusters } = await ask('GET', `/sim/state?at=${at}`);
  const { gprs } = await ask('GET', `/sim/gprs?state=Queued&at=${at}`);
  await seeRead(user, at);
  await part('queue').locator(`time.as-of[datetime="${at}"]`).waitFor({ state: 'attached' });
  await textsAre(
    part('queue').locator('tbody tr td:first-child'),
    gprs.map(({ gprName }: { gprName: string }) => gprName),
  );
  const held = clusters.reduce((sum: number, of: { allocatedGpus: number }) => sum + of.allocatedGpus, 0);
  await textIs(page.locator('.summary'), new RegExp(`\\D${held} of .* allocatedWaiting${gprs.length} GPR`));
  await user.go(`#/map?at=${at}`);
  await seeRead(user, at);
  const figures = clusters.map((of: ClusterState) =>
    [of.name, of.gpus, of.allocatedGpus, of.idleGpus, of.queuedGprs].join(' '),
  );
  const rows = part('map-table').locator('tbody tr');
  await settled(async () => {
    const shown = await Promise.all((await rows.all()).map((row) => row.locator('td').allTextContents()));
    assert.deepEqual(
      shown.map((cells) => cells.slice(0, 5).join(' ')),
      figures,
    );
  });
  await page.goBack();
}

const instantOf = (page: Page) => new URLSearchParams(new URL(page.url()).hash.split('?')[1]).get('at');
const opacityOf = (of: Locator) => of.evaluate((element) => Number(getComputedStyle(element).opacity));

browserTest(
  'a cursor that is dragged into the past shows the world of that instant; all that changes the world is off there, until it continues from there',
  demo,
  async (opened) => {
    const { page, part, go, ask, click, press, see, gone } = opened;
    const cursor = part('cursor');
    await seeRead(opened, '2026-01-05T17:00:00.000Z');
    await cursor.scrollIntoViewIfNeeded();
    const place = (await cursor.boundingBox())!;
    const y = place.y + place.height / 2;
    await page.mouse.move(place.x + place.width / 2, y);
    await page.mouse.down();
    for (let i = 1; i <= 20; i++) await page.mouse.move(place.x - i * 15, y);
    await page.mouse.up();
    const dropped = (await cursor.getAttribute('aria-valuetext'))!.replace(/^\w+ (\S+) /, '$1T');
    await page.waitForURL(() => instantOf(page)?.startsWith(dropped) ?? false);
    const dragged = instantOf(page)!;
    assert.ok(dragged < '2026-01-05T16:30' && dragged > '2026-01-05T10', dragged);
    await assertTrue(opened, ask, dragged);
    await textIs(part('past'), /You see Mon 2026-01-05 1\d:\d\d:\d\d\./);

    // The clock has no controls.
    for (const control of ['pause', 'step', 'jump']) await gone(control);
    await textIs(part('clock'), /17:00:00/);
    await page.evaluate('document.activeElement.blur()');
    await press('s');
    assert.equal((await ask('GET', '/sim/clock')).now, '2026-01-05T17:00:00.000Z');

    await cursor.press('PageDown');
    await page.waitForURL(() => (instantOf(page) ?? dragged) < dragged);
    const earlier = instantOf(page)!;
    await assertTrue(opened, ask, earlier);
    // A GPR of the queue is explained as of then.
    const { gprs } = await ask('GET', `/sim/gprs?state=Queued&at=${earlier}`);
    const address = page.url();
    await part('queue').locator('tbody a').first().click();
    await see('gpr');
    const gprId = /gpr-[0-9a-f-]+/.exec(page.url())![0];
    const { sentence } = await ask('GET', `/sim/explain/${gprId}?at=${earlier}`);
    await textIs(part('gpr-why'), new RegExp(`^It ${sentence.split(' ').slice(0, 3).join(' ')}`));
    await page.goto(address);
    await cursor.press('End');
    await gone('past');
    await assertTrue(opened, ask, '2026-01-05T17:00:00.000Z');
    await settled(async () => assert.ok(await part('step').isEnabled()));

    for (const [hash, ...controls] of [
      ['node/worker-1-a2-highgpu-8g-0', 'fail-node'],
      ['create', 'field-gprName', 'field-clusterName', 'create-gpr'],
      [`gpr/${gprs[0].gprId}`, 'priority', 'delete', 'run-until'],
      ['branches', 'rewind-to', 'rewind'],
      ['world', 'reset', 'import-file', 'inject-fault'],
    ] as const) {
      await go(`#/${hash}?at=${earlier}`);
      await see('past', 'Nothing can be changed here.');
      for (const name of controls)
        await settled(async () => {
          const control = part(name).first();
          assert.ok(await control.isDisabled(), name);
          assert.ok((await opacityOf(control)) < 0.6, name);
        });
    }
    await go('#/?at=2026-01-05T10:30:00.000Z');
    await assertTrue(opened, ask, '2026-01-05T10:30:00.000Z');
    await click('continue-from-here');
    await page
      .getByRole('dialog')
      .getByText(
        'The world goes back to Mon 2026-01-05 10:30:00 for all users of this server, in a new branch. ' +
          'What happened after it stays in branch 1.',
      )
      .waitFor();
    await click('confirm-rewind');
    await gone('past');
    await page.getByText('branch 2', { exact: true }).waitFor();
    assert.equal((await ask('GET', '/sim/clock')).now, '2026-01-05T10:30:00.000Z');
    // On the new branch, instants of the old one are of the past, too.
    await go('#/?at=2026-01-05T09:00:00.000Z');
    await assertTrue(opened, ask, '2026-01-05T09:00:00.000Z');
    await part('gantt').locator('canvas[data-at]').first().waitFor();
  },
);

browserTest(
  'a link opens the same instant, window, colors, rows, filters and selection; an impossible instant is reported; Editors cannot continue from one',
  demo,
  async (opened) => {
    const { page, server, part, go, ask, click, choose, gone, seeText, openAs, openFor } = opened;
    await seeRead(opened, '2026-01-05T17:00:00.000Z');
    await click('zoom-in');
    await page.getByLabel('Earlier', { exact: true }).click();
    await choose('gantt-rows', 'workspaces');
    await page.getByLabel('Color GPUs by').selectOption('priority');
    await part('queue').locator('tbody tr').first().locator('.number').first().click();
    await page.waitForURL(/(?=.*window=)(?=.*rows=workspaces)(?=.*color=priority)(?=.*gpr=)/);
    const from = await page.locator('.gantt-view canvas').first().getAttribute('data-from');
    const other = await openAs(server.apiKey);
    await other.page.goto(page.url());
    await other.page.locator(`.gantt-view canvas[data-from="${Math.round(Number(from))}"]`).waitFor();
    await valueIs(other.part('gantt-rows'), 'workspaces');
    await valueIs(other.page.getByLabel('Color GPUs by'), 'priority');
    await countIs(other.part('queue').locator('tr.pointed'), 1);

    await other.page.getByRole('link', { name: 'GPRs', exact: true }).click();
    await other.part('filter-Complete').check();
    await other.fill('filter-name', 'request-1');
    await other.page.waitForURL(/(?=.*state=Complete)(?=.*name=request-1)(?=.*rows=workspaces)/);
    await page.goto(other.page.url());
    await part('gprs').locator('tbody tr').first().waitFor();
    await valueIs(part('filter-name'), 'request-1');
    await settled(async () => assert.ok(await part('filter-Complete').isChecked()));

    const at = '2026-01-05T14:05:10.000Z';
    await other.go(`#/?at=${at}`);
    await assertTrue(other, ask, at);
    await go('#/?at=2026-01-06T10:00:00.000Z');
    await seeText('the instant of the address was refused');
    await gone('past');

    const editor = await openFor('Editor', 'team-blue');
    await editor.go(`#/?at=${at}`);
    await editor.see('past');
    await seeRead(editor, at);
    await editor.part('queue').locator(`time.as-of[datetime="${at}"]`).waitFor({ state: 'attached' });
    await countIs(editor.part('continue-from-here'), 0);
    const { gprs } = await ask('GET', `/sim/gprs?at=${at}&workspace=team-blue`);
    await editor.go(`#/gpr/${gprs[0].gprId}?at=${at}`);
    await editor.see('gpr', 'Only Owners see the page of a GPR at an earlier instant');
  },
);
