// Controls can be reached, and do not cover what is below them.

import assert from 'node:assert/strict';
import { assertFits, attributeIs, browserTest, countIs, settled, textIs, valueIs } from '../browser.ts';

const demo = { scenario: 'demo', paused: true };

browserTest(
  'keys lead to the legend, the list of keys, and places, whose heading has the focus; Escape ends a range; the map leads to nodes',
  { ...demo, viewport: { width: 1440, height: 900 }, advance: '8h' },
  async ({ page, part, go, ask, advance, click, fill, enter, press, see, gone }) => {
    assert.ok(await page.evaluate('document.activeElement === document.body'));
    // The totals of a range go on with the world.
    await go('#/?range=2026-01-05T12:00:00.000Z/2026-01-05T20:00:00.000Z');
    const totals = part('range-totals').getByRole('status');
    await totals.getByText('4h so far').waitFor();
    const seen = (await totals.textContent())!;
    await advance('2h');
    await totals.getByText('6h so far').waitFor();
    await go('#/?range=2026-01-05T12:00:00.000Z/2026-01-05T20:00:00.000Z&at=2026-01-05T16:00:00.000Z');
    await see('past', 'You see Mon 2026-01-05 16:00:00.');
    await textIs(totals, seen);

    // The legend is one stop of Tab.
    await go('#/');
    const entries = page.getByRole('list', { name: 'Legend of the chart' }).getByRole('button');
    await settled(async () => assert.ok((await entries.count()) > 3));
    assert.equal(await entries.and(page.locator('[tabindex="0"]')).count(), 1);
    await entries.first().focus();
    await press('ArrowRight');
    await settled(async () =>
      assert.ok(await entries.nth(1).evaluate((entry) => entry === entry.ownerDocument.activeElement)),
    );

    await part('gantt-rows').focus();
    await press('?');
    const keys = page.getByRole('dialog', { name: 'Keys' });
    await keys.waitFor();
    await press('Escape');
    await keys.waitFor({ state: 'detached' });
    await fill('jump-by', '1h');
    await page.keyboard.type('?');
    await valueIs(part('jump-by'), '1h?');
    assert.equal(await keys.count(), 0);

    await click('choose-range');
    await attributeIs(part('choose-range'), 'aria-pressed', 'true');
    await press('Escape');
    await attributeIs(part('choose-range'), 'aria-pressed', 'false');
    await click('choose-range');
    await enter('range-to', '12:00');
    await see('range-totals', ' started');
    await page.evaluate('document.activeElement.blur()');
    await press('Escape');
    await gone('range-totals');

    const hasFocus = (text: string) =>
      settled(async () =>
        assert.equal(
          await page.evaluate('document.activeElement.matches("h1") && document.activeElement.textContent'),
          text,
        ),
      );
    const link = part('queue').locator('tbody a').first();
    const name = (await link.textContent())!;
    await settled(async () => {
      await link.focus();
      await press('Enter');
      assert.match(await page.evaluate('location.hash'), /^#\/gpr\//);
    });
    await hasFocus(name);
    await press('Tab');
    assert.ok(await page.evaluate('document.activeElement.closest("main") !== null'));
    await page.goBack();
    await hasFocus('Overview');
    const { now } = await ask('GET', '/sim/clock');
    await press('s');
    await settled(async () => assert.notEqual((await ask('GET', '/sim/clock')).now, now));
    // What has the focus keeps it.
    await page.getByRole('link', { name: 'Events', exact: true }).focus();
    await press('Enter');
    await see('events');
    assert.equal(await page.evaluate('document.activeElement.textContent'), 'Events');
    await go('#/workspace/team-blue');
    await see('workspace');
    assert.equal(await page.evaluate('document.activeElement.textContent'), 'Events');

    await go('#/map');
    // The first cell is below the name of the first cluster.
    const map = page.getByRole('application', { name: 'Map of 18 nodes by use' });
    await map.hover({ position: { x: 20, y: 30 } });
    const tooltip = page.locator('.tooltip');
    await textIs(tooltip, /^worker-1-a2-highgpu-8g-0.*GPUs free/);
    await map.hover({ position: { x: 20, y: 10 } });
    await countIs(tooltip, 0);
    await map.click({ position: { x: 20, y: 30 } });
    await page.waitForURL((url) => url.hash.startsWith('#/node/worker-1-a2-highgpu-8g-0'));
    // The table leads to the nodes of a cluster, Escape to all, and the color is in the address.
    await page.getByRole('link', { name: 'Nodes', exact: true }).click();
    await part('map-table').getByRole('link', { name: 'worker-1' }).click();
    await page.waitForURL(/nodes=worker-1/);
    const ofCluster = page.getByRole('application', { name: 'Map of 7 nodes by use' });
    await ofCluster.press('Escape');
    await map.waitFor();
    await part('map-color').selectOption('age');
    await page.waitForURL(/by=age/);
    await part('map-legend').getByText('24 h and more').waitFor();
  },
);

browserTest(
  'on a phone, nothing is cut but tables, which have a shadow there; a cell of the map leads to its node; the current place is in view',
  { ...demo, viewport: { width: 390, height: 844 }, advance: '6h' },
  async ({ page, part, go, see }) => {
    await see('gantt');
    for (const label of ['Speed', 'Jump by'])
      assert.ok((await page.getByText(label, { exact: true }).boundingBox())!.width > 20, label);
    await part('speed').selectOption({ label: '3,600 ×' });
    const cut = await page.evaluate<
      string[]
    >(`[...document.querySelectorAll('.bar select, .bar button, .rail button')]
      .filter((one) => one.scrollWidth > one.clientWidth + 1)
      .map((one) => one.textContent)`);
    assert.deepEqual(cut, []);
    const small = await page.evaluate<string[]>(`[...document.querySelectorAll('button:not(.word, .marks *)')]
      .filter((one) => one.offsetWidth > 0 && Math.min(one.offsetWidth, one.offsetHeight) < 24)
      .map((one) => one.textContent)`);
    assert.deepEqual(small, []);
    await assertFits(page);

    await go('#/map');
    const map = page.getByRole('application', { name: 'Map of 18 nodes by use' });
    await map.click({ position: { x: 20, y: 30 } });
    await page.waitForURL((url) => url.hash.startsWith('#/node/worker-1-a2-highgpu-8g-0'));

    for (const [place, title] of [
      ['resources', 'Resources'],
      ['what-if', 'What if'],
      ['branches', 'Branches'],
      ['world', 'World'],
    ]) {
      await page.goto('about:blank');
      await go(`#/${place}`);
      const current = page.locator('.rail [aria-current]').getByText(title!, { exact: true });
      await current.waitFor();
      await settled(async () => {
        const { x, width } = (await current.boundingBox())!;
        assert.ok(x >= 0 && x + width <= 390 - 32, `${title}: ${x} + ${width}`);
      });
    }
    await go('#/gprs');
    await page.locator('.scrolled').first().waitFor();
    const [image, attachment] = await page.evaluate<string[]>(`{
      const style = getComputedStyle(document.querySelector('.scrolled'));
      [style.backgroundImage, style.backgroundAttachment];
    }`);
    assert.match(image!, /linear-gradient\(.*linear-gradient\(/);
    assert.equal(attachment, 'local, scroll');
  },
);
