import assert from 'node:assert/strict';
import { findingOf } from '../../src/dashboard/overview/finding.ts';
import { WAIT_WORDS, type WaitReason } from '../../src/looks/wait-reasons.ts';
import {
  attributeIs,
  becomesTrue,
  browserTest,
  countIs,
  settled,
  textIs,
  textsAre,
  valueIs,
} from './browser.ts';

browserTest(
  'the overview shows the queue, the load, and a reset and an import by another client; keys and fields control the clock; a key opens the page',
  { scenario: 'demo', paused: true, advance: '6h' },
  async ({ page, part, go, ask, click, fill, press, see, seeText, server: { url, apiKey } }) => {
    // The queue has the true order.
    const { gprs } = await ask('GET', '/sim/gprs?state=Queued');
    const rows = part('queue').locator('tbody tr');
    const names: string[] = gprs.map(({ gprName }: { gprName: string }) => gprName);
    await textsAre(rows.locator('a.name'), names);
    // The server names GPRs by their ids, the page by their names: which other GPR each one waits for.
    const ids = /gpr-[0-9a-f]{8}-[0-9a-f]{4}/;
    for (const [i, { why, waitReason }] of gprs.entries()) {
      const cell = rows.nth(i).locator('.reason');
      const id = waitReason === 'room' ? undefined : ids.exec(why)?.[0];
      const other = id === undefined ? why : (await ask('GET', `/sim/gprs?name=${id}`)).gprs[0].gprName;
      await textIs(cell, `${WAIT_WORDS[waitReason as WaitReason].words} · ${other}`);
    }
    const state = await ask('GET', '/sim/state');
    await textIs(part('finding'), findingOf(state));

    await countIs(part('load'), 0);
    await ask('PUT', '/sim/workload', { arrivalRate: 1.2 });
    await part('load').getByText('load 1.2', { exact: true }).waitFor();

    const { token } = await ask('POST', '/api/v1/auth', { apiKey });
    const headers = { Authorization: `Bearer ${token}` };
    const body = await (await fetch(`${url}/sim/export`, { headers })).arrayBuffer();
    await ask('POST', '/sim/reset', {});
    await seeText('0s after the start');
    await textsAre(rows.locator('a.name'), []);
    assert.equal((await fetch(`${url}/sim/import`, { method: 'POST', headers, body })).status, 200);
    await seeText('6h after the start');
    await textsAre(rows.locator('a.name'), names);

    // What is wrong with a jump is reported at its field, and moves nothing.
    const heightOf = async () => (await page.locator('.bar').boundingBox())!.height;
    const height = await heightOf();
    const jump = page.locator('.jump');
    const jumpBy = async (text: string) => {
      await fill('jump-by', text);
      await click('jump');
      await jump.getByRole('alert').getByText('“Jump by” must be a duration such as 2h30m, but is').waitFor();
      await attributeIs(part('jump-by'), 'aria-invalid', 'true');
    };
    const isOver = async () => {
      await jump.getByText('must be a duration').waitFor({ state: 'detached' });
      await attributeIs(part('jump-by'), 'aria-invalid', 'false');
    };
    await jumpBy('1 hour');
    await jump
      .getByText('“Jump by” must be a duration such as 2h30m, but is "1 hour"', { exact: true })
      .waitFor();
    // It is over with another text, and on another place.
    await fill('jump-by', '1m');
    await isOver();
    await jumpBy('x'.repeat(99));
    assert.equal(await heightOf(), height);
    await page.getByRole('link', { name: 'Events', exact: true }).click();
    await isOver();
    await go('#/');

    // Keys control the clock, but not while a control has the focus.
    const becomes = (check: (clock: { nowMs: number; speed: number; mode: string }) => boolean) =>
      settled(async () => assert.ok(check(await ask('GET', '/sim/clock')), check.toString()));
    await fill('jump-by', '1h');
    await press('j');
    await valueIs(part('jump-by'), '1hj');
    await part('jump-by').blur();
    await press('j');
    await becomes(({ nowMs }) => nowMs === 7 * 3_600_000);
    await press('s');
    await becomes(({ nowMs }) => nowMs > 7 * 3_600_000);
    await press('+');
    await becomes(({ speed }) => speed === 10);
    await valueIs(part('speed'), '10');
    await press('-');
    await becomes(({ speed }) => speed === 1);
    await press('?');
    await page.getByRole('dialog').getByText('Run to the next event').waitFor();
    await press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await part('keys').blur();
    await valueIs(part('speed'), '1');
    await becomesTrue(page, 'document.activeElement === document.body');
    await press('Space');
    await becomes(({ mode }) => mode === 'running');
    await ask('PUT', '/sim/clock', { mode: 'paused' });

    await click('sign-out');
    await page.getByLabel('API key').fill('00000000-0000-4000-8000-000000000000');
    await click('sign-in');
    await page
      .getByRole('alert')
      .getByText('The server does not know this key, or the key has expired. The server prints')
      .waitFor();
    await page.getByLabel('API key').fill(apiKey);
    await press('Enter');
    await see('queue');
    assert.ok(!page.url().includes(apiKey));
    await page.reload();
    await see('queue');
  },
);
