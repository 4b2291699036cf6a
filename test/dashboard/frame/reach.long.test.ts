// Controls can be reached, and do not cover what is below them.

import assert from 'node:assert/strict';
import { browserTest, settled } from '../browser.ts';

const demo = { scenario: 'demo', paused: true };

browserTest(
  'the legend is one stop of Tab, ? opens the keys beside a choice, and Escape ends a range anywhere',
  demo,
  async ({ page, ask }) => {
    await ask('POST', '/sim/clock/advance', { by: '8h' });
    await page.getByTestId('clock').getByText('8h after the start').waitFor();
    const entries = page.getByRole('list', { name: 'Legend of the chart' }).getByRole('button');
    await settled(async () => assert.ok((await entries.count()) > 3));
    assert.equal(await entries.and(page.locator('[tabindex="0"]')).count(), 1);
    await entries.first().focus();
    await page.keyboard.press('ArrowRight');
    await settled(async () =>
      assert.ok(await entries.nth(1).evaluate((entry) => entry === entry.ownerDocument.activeElement)),
    );

    await page.getByTestId('gantt-rows').focus();
    await page.keyboard.press('?');
    const keys = page.getByRole('dialog', { name: 'Keys' });
    await keys.waitFor();
    await page.keyboard.press('Escape');
    await keys.waitFor({ state: 'detached' });
    await page.getByTestId('jump-by').fill('1h');
    await page.keyboard.type('?');
    await settled(async () => assert.equal(await page.getByTestId('jump-by').inputValue(), '1h?'));
    assert.equal(await keys.count(), 0);

    const choose = page.getByTestId('choose-range');
    await choose.click();
    await settled(async () => assert.equal(await choose.getAttribute('aria-pressed'), 'true'));
    await page.keyboard.press('Escape');
    await settled(async () => assert.equal(await choose.getAttribute('aria-pressed'), 'false'));
    await choose.click();
    await page.getByTestId('range-to').fill('12:00');
    await page.keyboard.press('Enter');
    const totals = page.getByTestId('range-totals');
    await totals.getByText(' started').waitFor();
    await page.evaluate('document.activeElement.blur()');
    await page.keyboard.press('Escape');
    await totals.waitFor({ state: 'detached' });
  },
);

browserTest(
  'after a link or Back, the heading of the place has the focus, and the keys of the clock work',
  demo,
  async ({ page, ask, go }) => {
    await ask('POST', '/sim/clock/advance', { by: '8h' });
    const hasFocus = (text: string) =>
      settled(async () =>
        assert.equal(
          await page.evaluate('document.activeElement.matches("h1") && document.activeElement.textContent'),
          text,
        ),
      );
    const link = page.getByTestId('queue').locator('tbody a').first();
    const name = (await link.textContent())!;
    assert.equal(await page.evaluate('document.activeElement === document.body'), true);
    await link.focus();
    await page.keyboard.press('Enter');
    await hasFocus(name);
    await page.keyboard.press('Tab');
    assert.ok(await page.evaluate('document.activeElement.closest("main") !== null'));
    await page.goBack();
    await hasFocus('Overview');
    const { now } = await ask('GET', '/sim/clock');
    await page.keyboard.press('s');
    await settled(async () => assert.notEqual((await ask('GET', '/sim/clock')).now, now));
    // What has the focus keeps it.
    await page.getByRole('link', { name: 'Events', exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.getByTestId('events').waitFor();
    assert.equal(await page.evaluate('document.activeElement.textContent'), 'Events');
    await go('#/workspace/team-blue');
    await page.getByTestId('workspace').waitFor();
    assert.equal(await page.evaluate('document.activeElement.textContent'), 'Events');
  },
);

browserTest('a link of a range can keep the instant of its totals', demo, async ({ page, ask, go }) => {
  await ask('POST', '/sim/clock/advance', { by: '8h' });
  await go('#/?range=2026-01-05T12:00:00.000Z/2026-01-05T20:00:00.000Z');
  const totals = page.getByTestId('range-totals').getByRole('status');
  await totals.getByText('4h so far').waitFor();
  const link = (await page.getByRole('link', { name: 'as of now' }).getAttribute('href'))!;
  const seen = await totals.textContent();
  await ask('POST', '/sim/clock/advance', { by: '2h' });
  await totals.getByText('6h so far').waitFor();
  await go(link);
  await page.getByTestId('past').getByText('You see Mon 2026-01-05 16:00:00.').waitFor();
  await settled(async () => assert.equal(await totals.textContent(), seen));
  assert.equal(await page.getByRole('link', { name: 'as of now' }).count(), 0);
});

browserTest(
  'a tile leads to the page of its node; its buttons cover no GPUs, and are within the tile',
  { ...demo, viewport: { width: 1440, height: 900 } },
  async ({ page, ask }) => {
    await ask('POST', '/sim/clock/advance', { by: '6h20m' });
    for (const name of ['worker-1-a2-highgpu-8g-1', 'worker-1-n1-standard-8-2']) {
      const tile = page.locator(`[data-node="${name}"]`);
      const cells = tile.locator('.cells');
      await tile.hover();
      await settled(async () => {
        const [inner, bottom] = [(await tile.boundingBox())!, (await cells.boundingBox())!];
        for (const button of [tile.getByTestId('fail-node'), tile.getByTestId('what-if-node')]) {
          const box = (await button.boundingBox())!;
          assert.ok(box.x >= inner.x && box.x + box.width <= inner.x + inner.width + 1);
          assert.ok(
            box.y >= inner.y && box.y + box.height <= bottom.y + 1,
            `${box.y + box.height} ${bottom.y}`,
          );
        }
      });
      assert.match((await tile.getByTestId('fail-node').getAttribute('aria-label'))!, /^Take down: worker/);
      // Its name is short in the tile, and whole in its title and to screen readers.
      const link = tile.getByRole('link', { name, exact: true });
      assert.ok((await link.textContent())!.length < name.length);
      assert.ok((await tile.getAttribute('title'))!.startsWith(`${name}: `));
      await tile.click({ position: { x: 8, y: 8 } });
      await page.waitForURL((url) => url.hash.startsWith(`#/node/${name}`));
      await page.getByRole('link', { name: 'Overview' }).click();
    }
  },
);

browserTest(
  'on a phone, speed and jump have their labels, nothing is cut, and buttons are large enough',
  { ...demo, viewport: { width: 390, height: 844 } },
  async ({ page }) => {
    await page.getByTestId('nodes').waitFor();
    for (const label of ['Speed', 'Jump by'])
      assert.ok((await page.getByText(label, { exact: true }).boundingBox())!.width > 20, label);
    await page.getByTestId('speed').selectOption({ label: '3,600 ×' });
    const cut = await page.evaluate<string[]>(`[...document.querySelectorAll('.bar select, .bar button')]
      .filter((one) => one.scrollWidth > one.clientWidth + 1)
      .map((one) => one.textContent)`);
    assert.deepEqual(cut, []);
    const small = await page.evaluate<
      string[]
    >(`[...document.querySelectorAll('button:not(.word, .tile *, .marks *)')]
      .filter((one) => one.offsetWidth > 0 && Math.min(one.offsetWidth, one.offsetHeight) < 24)
      .map((one) => one.textContent)`);
    assert.deepEqual(small, []);
    assert.ok(Number(await page.evaluate('document.documentElement.scrollWidth')) <= 390);
  },
);

browserTest(
  'on a phone, all of a tile is one target: its node',
  { ...demo, viewport: { width: 390, height: 844 } },
  async ({ page, ask }) => {
    await ask('POST', '/sim/clock/advance', { by: '6h' });
    const held = page.locator('.tile', { has: page.locator('a.cell.held') }).first();
    await held.locator('a.cell.held').first().scrollIntoViewIfNeeded();
    const name = await held.getAttribute('data-node');
    const { x, y, width, height } = (await held.locator('a.cell.held').first().boundingBox())!;
    const tile = (await held.boundingBox())!;
    assert.ok(tile.width >= 24 && tile.height >= 24);
    await page.mouse.click(x + width / 2, y + height / 2);
    await page.waitForURL((url) => url.hash.startsWith(`#/node/${name}`));
  },
);

browserTest(
  'on a phone, the current place is in view, and a table that is cut has a shadow there',
  { ...demo, viewport: { width: 390, height: 844 } },
  async ({ page, go }) => {
    for (const [place, title] of [
      ['resources', 'Resources'],
      ['what-if', 'What if'],
      ['branches', 'Branches'],
      ['world', 'World'],
    ]) {
      await page.goto('about:blank');
      await go(`#/${place}`);
      const current = page.locator('.places [aria-current]').getByText(title!, { exact: true });
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
