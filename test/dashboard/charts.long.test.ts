// The chart and the plots: selection, window, rows, and ranges with their totals.

import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { costText } from '../../src/looks/cost-text.ts';
import { attributeIs, browserTest, type Opened, settled, textIs } from './browser.ts';

/** Waits until the address has a range. */
async function rangeOf(page: Page): Promise<{ from: string; to: string }> {
  await page.waitForURL(/range=/);
  const [from, to] = new URLSearchParams(page.url().split('?')[1]).get('range')!.split('/');
  return { from, to };
}

/** The line has the figures of the operation. */
async function assertTotals({ page, part, ask }: Opened, cluster = ''): Promise<void> {
  const of = cluster === '' ? '' : `&cluster=${cluster}`;
  const number = (value: number) => value.toLocaleString('en-US', { maximumFractionDigits: 2 });
  // During a drag, the address has earlier ranges.
  await settled(async () => {
    const { from, to } = await rangeOf(page);
    const totals = await ask('GET', `/sim/totals?from=${from}&to=${to}${of}`);
    const text = (await part('range-totals').textContent())!;
    for (const words of [
      `${Math.round(totals.utilization * 1000) / 10} % of GPUs allocated`,
      `${number(totals.gpuHours)} GPU hours`,
      `${totals.gprs.started} started`,
      `${totals.gprs.completed} completed`,
      `${totals.evictions.suffered} eviction`,
      `${totals.nodeFailures} node failure`,
      `cost ${costText(totals.cost)}`,
    ])
      assert.ok(text.includes(words), `${words} in ${text}`);
  });
}

async function drag(
  page: Page,
  from: readonly [number, number],
  to: readonly [number, number],
): Promise<void> {
  await page.mouse.move(...from);
  await page.mouse.down();
  await page.mouse.move(...to, { steps: 4 });
  await page.mouse.up();
}

browserTest(
  'on a laptop, all parts are in view; bars are selected by keys and described at the pointer; the window follows the time; rows and plots can be chosen',
  { scenario: 'demo', paused: true, advance: '8h', viewport: { width: 1440, height: 900 } },
  async ({ page, part, see, press, go, choose }) => {
    const chart = part('gantt').getByRole('application');
    await chart.and(page.locator('[aria-label*=" GPRs"]')).waitFor();
    await part('gantt').locator('tbody tr').nth(20).waitFor({ state: 'attached' });
    for (const name of ['clock', 'finding', 'queue', 'gantt', 'utilization']) {
      const box = (await part(name).boundingBox())!;
      const isInView = box.height > 30 && box.y >= 0 && box.y + box.height <= 900;
      assert.ok(isInView, `${name}: ${JSON.stringify(box)}`);
    }

    // What a screen reader announces of the selected bar.
    const announced = part('gantt').getByRole('status').first();
    const after = async (key: string) => {
      await press(key);
      return (await announced.textContent())!;
    };
    await chart.focus();
    const first = await after('ArrowDown');
    assert.match(first, /^request-\d+ \(.+, priority \d+\): \d GPUs? of worker-1-a2-highgpu-8g-0, from /);
    assert.notEqual(await after('ArrowRight'), first);
    assert.equal(await after('ArrowLeft'), first);
    assert.match(await after('ArrowDown'), / of worker-1-a2-highgpu-8g-1, /);
    assert.equal(await after('Escape'), '');
    const texts = [await after('ArrowDown')];
    while (texts.length < 12) texts.push(await after('ArrowRight'));
    assert.ok(
      texts.some((text) => /, waited \S.*: (own workspace|behind a head|no room|node down) \d/.test(text)),
      texts.join('\n'),
    );
    await press('Enter');
    await see('gpr-state');

    await go('#/');
    const { x, y } = (await chart.boundingBox())!;
    const tooltip = page.locator('.tooltip');
    for (let at = 200; at < 900 && !(await tooltip.isVisible()); at += 10)
      await page.mouse.move(x + at, y + 32);
    await textIs(tooltip, /GPUs? of worker-1-a2-highgpu-8g-0.+ 2026-01-05 /);
    await textIs(page.locator('.plot-value'), /^\d+ % Mon 2026-01-05 \d\d:\d\d:\d\d$/);

    await attributeIs(part('follow-now'), 'aria-pressed', 'true');
    await drag(page, [x + 500, y + 100], [x + 700, y + 100]);
    await attributeIs(part('follow-now'), 'aria-pressed', 'false');
    await chart.focus();
    await press('End');
    await attributeIs(part('follow-now'), 'aria-pressed', 'true');

    await part('show-waits').uncheck();
    await page.waitForURL(/waits=hidden/);
    await choose('gantt-rows', 'workspaces');
    await part('gantt').locator('[aria-label^="Gantt chart of 1"][aria-label*=" workspaces,"]').waitFor();
    for (const [tab, plot] of [
      ['Queue length', 'queue-length'],
      ['Waits', 'waits'],
      ['Fragmentation', 'fragmentation'],
      ['Evictions', 'evictions'],
    ]) {
      await page.getByRole('tab', { name: tab }).click();
      const label = await part(plot).getByRole('img').getAttribute('aria-label');
      assert.match(label!, /: from .+ to .+, mean /);
    }
  },
);

browserTest(
  'Shift with a drag, brackets, and a button choose a range, whose totals and links keep it; Escape removes it',
  { scenario: 'demo', paused: true, advance: '8h', viewport: { width: 1440, height: 900 } },
  async (opened) => {
    const { page, part, see, gone, click, press, choose, go } = opened;
    const chart = part('gantt').getByRole('application');
    await part('gantt').locator('tbody tr').nth(20).waitFor({ state: 'attached' });
    const { x, y } = (await chart.boundingBox())!;
    await page.keyboard.down('Shift');
    await drag(page, [x + 400, y + 40], [x + 800, y + 45]);
    await page.keyboard.up('Shift');
    await attributeIs(part('follow-now'), 'aria-pressed', 'true');
    await assertTotals(opened);
    const { from } = await rangeOf(page);
    const link = await page.getByRole('link', { name: 'by workspace' }).getAttribute('href');
    assert.ok(decodeURIComponent(link!).includes(`range=${from}/`));
    await choose('gantt-cluster', 'worker-1');
    await see('range-totals', ' of worker-1');
    await assertTotals(opened, 'worker-1');
    await choose('gantt-cluster', '');

    await go('#/');
    await gone('range-totals');
    await chart.focus();
    await press('ArrowDown', '[', 'ArrowRight', 'ArrowRight', ']');
    // With the first bracket alone, the range ends at the present.
    await page.waitForURL((url) => /range=.*\/2026-01-05T(?!15:59|16)/.test(decodeURIComponent(url.hash)));
    await assertTotals(opened);
    await press('Escape', 'Escape');
    await gone('range-totals');

    await click('choose-range');
    const plot = (await part('utilization').boundingBox())!;
    await drag(page, [plot.x + 300, plot.y + 40], [plot.x + 600, plot.y + 40]);
    await attributeIs(part('choose-range'), 'aria-pressed', 'false');
    await assertTotals(opened);
  },
);
