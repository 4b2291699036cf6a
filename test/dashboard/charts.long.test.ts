import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { browserTest, type Opened, settled } from './browser.ts';

const options = { scenario: 'demo', paused: true, viewport: { width: 1440, height: 900 } };

/** Eight simulated hours, until the chart shows them. */
async function advanced({ page, ask }: Opened): Promise<void> {
  await ask('POST', '/sim/clock/advance', { by: '8h' });
  await page.getByTestId('clock').getByText('8h after the start').waitFor();
  await chartOf(page).and(page.locator('[aria-label*=" GPRs"]')).waitFor();
  await page.getByTestId('gantt').locator('tbody tr').nth(20).waitFor({ state: 'attached' });
}

function chartOf(page: Page) {
  return page.getByTestId('gantt').getByRole('application');
}

/** What a screen reader announces of the selected bar. */
async function announced(page: Page): Promise<string> {
  return (await page.getByTestId('gantt').getByRole('status').textContent())!;
}

browserTest(
  'on a laptop, clock, nodes, queue, Gantt chart and utilization are in view',
  options,
  async (opened) => {
    await advanced(opened);
    for (const part of ['clock', 'nodes', 'queue', 'gantt', 'utilization']) {
      const box = (await opened.page.getByTestId(part).boundingBox())!;
      assert.ok(
        box.height > 30 && box.y >= 0 && box.y + box.height <= 900,
        `${part}: ${JSON.stringify(box)}`,
      );
    }
  },
);

browserTest('keys select bars, and Enter opens the page of the GPR', options, async (opened) => {
  const { page } = opened;
  await advanced(opened);
  await chartOf(page).focus();
  const press = async (key: string) => {
    await page.keyboard.press(key);
    return announced(page);
  };
  const first = await press('ArrowDown');
  assert.match(first, /^request-\d+ \(.+, priority \d+\): \d GPUs? of worker-1-a2-highgpu-8g-0, from /);
  assert.notEqual(await press('ArrowRight'), first);
  assert.equal(await press('ArrowLeft'), first);
  assert.match(await press('ArrowDown'), / of worker-1-a2-highgpu-8g-1, /);
  assert.equal(await press('Escape'), '');
  await press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByTestId('gpr-state').waitFor();
});

browserTest(
  'the window follows the simulated time until the user moves it, and again on request',
  options,
  async (opened) => {
    const { page } = opened;
    await advanced(opened);
    const follow = page.getByTestId('follow-now');
    await settled(async () => assert.equal(await follow.getAttribute('aria-pressed'), 'true'));
    const { x, y } = (await chartOf(page).boundingBox())!;
    await page.mouse.move(x + 500, y + 100);
    await page.mouse.down();
    await page.mouse.move(x + 700, y + 100, { steps: 4 });
    await page.mouse.up();
    await settled(async () => assert.equal(await follow.getAttribute('aria-pressed'), 'false'));
    await chartOf(page).focus();
    await page.keyboard.press('End');
    await settled(async () => assert.equal(await follow.getAttribute('aria-pressed'), 'true'));
  },
);

browserTest(
  'a bar under the pointer is described and marked, and the plot shows its instant',
  options,
  async (opened) => {
    const { page } = opened;
    await advanced(opened);
    const { x, y } = (await chartOf(page).boundingBox())!;
    const tooltip = page.locator('.tooltip');
    for (let at = 200; at < 900 && !(await tooltip.isVisible()); at += 10)
      await page.mouse.move(x + at, y + 32);
    await settled(async () =>
      assert.match((await tooltip.textContent())!, /GPUs? of worker-1-a2-highgpu-8g-0.+ 2026-01-05 /),
    );
    await settled(async () =>
      assert.match(
        (await page.locator('.plot-value').textContent())!,
        /^\d+ % Mon 2026-01-05 \d\d:\d\d:\d\d$/,
      ),
    );
  },
);

browserTest('rows can be workspaces, and each plot has its tab', options, async (opened) => {
  const { page } = opened;
  await advanced(opened);
  await page.getByTestId('gantt-rows').selectOption('workspaces');
  await page
    .getByTestId('gantt')
    .locator('[aria-label^="Gantt chart of 1"][aria-label*=" workspaces,"]')
    .waitFor();
  for (const [tab, plot] of [
    ['Queue length', 'queue-length'],
    ['Waits', 'waits'],
    ['Fragmentation', 'fragmentation'],
    ['Evictions', 'evictions'],
  ]) {
    await page.getByRole('tab', { name: tab }).click();
    const label = await page.getByTestId(plot).getByRole('img').getAttribute('aria-label');
    assert.match(label!, /: from .+ to .+, mean /);
  }
});
