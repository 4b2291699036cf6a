import assert from 'node:assert/strict';
import { attributeIs, browserTest, countIs } from '../browser.ts';

browserTest(
  'the queue counts its reasons, the name of what one waits for marks it, and a holder names who is next',
  { scenario: 'demo', paused: true, viewport: { width: 1440, height: 2000 }, advance: '30h' },
  async ({ page, part, go, ask, press, see }) => {
    const chart = part('gantt').getByRole('application');
    const { waits } = await ask('GET', '/sim/state');
    const { gprs } = await ask('GET', '/sim/gprs?state=Queued&limit=100');
    const expected = gprs.filter(({ waitReason }: { waitReason: string }) => waitReason === 'head').length;
    assert.ok(expected > 0 && expected < gprs.length);
    assert.equal(waits.head, expected);
    const rows = part('queue').locator('tbody tr');
    await countIs(rows, gprs.length);
    const button = page.getByRole('button', { name: `${expected} behind a head` });
    await button.click();
    await page.waitForURL(/reason=head/);
    await attributeIs(button, 'aria-pressed', 'true');
    await countIs(rows, expected);
    const address = new URL(page.url()).hash;
    await go('#/gprs');
    await go(address);
    await rows.first().waitFor();
    await countIs(rows, expected);
    await button.click();
    await countIs(rows, gprs.length);

    // The name of what one waits for marks it, under the pointer and with the focus.
    const behind = rows.filter({ hasText: 'behind a head' }).first();
    const link = behind.locator('.reason a').first();
    const awaited = (await link.textContent())!;
    const head = rows.filter({ has: page.locator('.name', { hasText: new RegExp(`^${awaited}$`) }) });
    await link.hover();
    await attributeIs(head, 'class', 'pointed');
    await behind.locator('td').nth(4).hover();
    await attributeIs(head, 'class', '');
    await attributeIs(behind, 'class', 'pointed');
    await page.mouse.move(0, 0);
    await link.focus();
    await attributeIs(head, 'class', 'pointed');

    const { gprs: running } = await ask('GET', '/sim/gprs?state=Successful&limit=100');
    let seen = 0;
    for (const { gprId } of running) {
      const { plannedEndTime, next } = await ask('GET', `/sim/explain/${gprId}`);
      if (next === null || seen === 3) continue;
      seen++;
      await go(`#/gpr/${gprId}`);
      const line = part('gpr-steps');
      const at = `${plannedEndTime.slice(0, 10)} ${plannedEndTime.slice(11, 19)}`;
      await line.getByText(`${at}, in `).waitFor();
      await line.getByRole('link', { name: next.gprName, exact: true }).click();
      await page.getByRole('heading', { name: next.gprName, exact: true }).waitFor();
      assert.equal(new URL(page.url()).hash, `#/gpr/${next.gprId}`);
    }
    assert.equal(seen, 3);

    // By keyboard, the nodes of the map and the rows of the chart lead to their pages.
    await go('#/map');
    const map = page.getByRole('application', { name: 'Map of 18 nodes by use' });
    await map.focus();
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowRight', 'ArrowUp']) await press(key);
    const name = 'worker-1-a2-highgpu-8g-1';
    await part('nodes').getByRole('status').getByText(`${name}, `).waitFor();
    await press('Enter');
    await page.getByRole('heading', { name: `Node ${name}`, exact: true }).waitFor();
    await go('#/');
    await page.locator('.gantt-canvases canvas[data-at]').waitFor();
    await chart.focus();
    await press('ArrowDown');
    await part('gantt').getByRole('status').getByText('worker-1-a2-highgpu-8g-0').waitFor();
    await press('n');
    await see('node');
    assert.equal(new URL(page.url()).hash, '#/node/worker-1-a2-highgpu-8g-0');
  },
);
