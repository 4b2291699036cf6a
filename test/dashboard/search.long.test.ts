// The search of the page, saved views, and copied links.

import assert from 'node:assert/strict';
import { browserTest, settled, textIs } from './browser.ts';

browserTest(
  'Ctrl K finds GPRs, nodes, workspaces, places and actions; views are saved and forgotten; a copied instant opens the same',
  { scenario: 'demo', paused: true, advance: '8h' },
  async ({ page, part, go, ask, see, gone, server, openAs }) => {
    const found = part('search-found').getByRole('option');
    const search = async (text: string, first: RegExp) => {
      await settled(async () => {
        // A dialog that opens before the page has followed its new address closes with it.
        await page.keyboard.press('Control+k');
        await part('search-text').fill(text, { timeout: 1_000 });
        await settled(async () => assert.match((await found.first().textContent()) ?? '', first));
      });
    };
    const hashIs = (hash: RegExp) => settled(async () => assert.match(new URL(page.url()).hash, hash));

    const { gprs } = await ask('GET', '/sim/gprs?state=Queued&limit=1');
    const [{ gprId, gprName }] = gprs;
    await search(gprName, new RegExp(`^GPR *${gprName} `));
    await page.keyboard.press('Enter');
    await hashIs(new RegExp(`#/gpr/${gprId}`));
    await see('gpr');
    await search('8g-2', /^node *worker-1-a2-highgpu-8g-2/);
    await page.keyboard.press('Enter');
    await hashIs(/#\/node\/worker-1-a2-highgpu-8g-2/);
    await see('node');
    await search('team-', /^workspace *team-/);
    await page.keyboard.press('ArrowDown');
    const second = (await found.nth(1).textContent())!.replace(/^workspace */, '').trim();
    await page.keyboard.press('Enter');
    await hashIs(new RegExp(`#/workspace/${second}`));
    await see('workspace');
    await search('totals', /^place *Totals/);
    await page.keyboard.press('Escape');
    await gone('search-text');
    const { nowMs } = await ask('GET', '/sim/clock');
    await search('jump', /^action *Jump by one hour/);
    await found.first().click();
    await settled(async () => assert.equal((await ask('GET', '/sim/clock')).nowMs, nowMs + 3_600_000));

    await search('speed', /^action *Set the speed to 1 ×/);
    await found.nth(2).click();
    await settled(async () => assert.equal((await ask('GET', '/sim/clock')).speed, 60));
    await search('rewind', /^action *Rewind to an earlier instant/);
    await page.keyboard.press('Enter');
    await see('rewind-to');
    await search('backfill', /^action *What if the queue policy were backfill\?/);
    await page.keyboard.press('Enter');
    await see('changes', 'the queue policy is backfill');

    await go('#/gprs?state=Failed');
    await search('my failures', /^action *Save this view as “my failures”/);
    await page.keyboard.press('Enter');
    await go('#/');
    await page.reload();
    await see('queue');
    await search('my fail', /^view *my failures/);
    await page.keyboard.press('Enter');
    await hashIs(/#\/gprs\?state=Failed/);
    await see('gprs');
    await search('forget', /^action *Forget the view “my failures”/);
    await page.keyboard.press('Enter');
    await search('my fail', /^action *Save/);
    await page.keyboard.press('Escape');

    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await go('#/');
    const sentence = (await part('finding').textContent())!;
    await part('copy-link-at').click();
    await see('notice', 'The link to Mon 2026-01-05 17:00:00 is copied.');
    const link = await page.evaluate<string>('navigator.clipboard.readText()');
    assert.match(link, /at=2026-01-05T17%3A00%3A00\.000Z&window=2026-01-05T/);
    await ask('POST', '/sim/clock/advance', { by: '2h' });
    const other = await openAs(server.apiKey);
    await other.page.goto(link);
    await other.see('past', 'You see Mon 2026-01-05 17:00:00.');
    await textIs(other.part('finding'), sentence);
  },
);
