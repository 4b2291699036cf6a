import assert from 'node:assert/strict';
import { browserTest, type Opened, settled } from '../browser.ts';

const options = { scenario: 'demo', paused: true, viewport: { width: 1440, height: 2000 } };

async function advanced({ page, ask }: Opened): Promise<void> {
  await ask('POST', '/sim/clock/advance', { by: '30h' });
  await page.getByTestId('clock').getByText('1d 6h after the start').waitFor();
  await page.getByTestId('queue').locator('tbody tr').first().waitFor();
}

browserTest('the queue counts its reasons, and a click shows the GPRs of one', options, async (opened) => {
  const { page, ask, go } = opened;
  await advanced(opened);
  const { waits } = await ask('GET', '/sim/state');
  const { gprs } = await ask('GET', '/sim/gprs?state=Queued&limit=100');
  const expected = gprs.filter(({ waitReason }: { waitReason: string }) => waitReason === 'head').length;
  assert.ok(expected > 0 && expected < gprs.length);
  assert.equal(waits.head, expected);
  const rows = page.getByTestId('queue').locator('tbody tr');
  await settled(async () => assert.equal(await rows.count(), gprs.length));
  const button = page.getByRole('button', { name: `${expected} behind a head` });
  await button.click();
  await page.waitForURL(/reason=head/);
  await settled(async () => assert.equal(await button.getAttribute('aria-pressed'), 'true'));
  await settled(async () => assert.equal(await rows.count(), expected));
  const link = new URL(page.url()).hash;
  await go('#/gprs');
  await go(link);
  await rows.first().waitFor();
  await settled(async () => assert.equal(await rows.count(), expected));
  await button.click();
  await settled(async () => assert.equal(await rows.count(), gprs.length));
});

browserTest('an arrow leads from the wait of a GPR to the one that it waits for', options, async (opened) => {
  const { page, ask } = opened;
  await advanced(opened);
  const { gprs } = await ask('GET', '/sim/gprs?state=Queued&limit=100');
  const behind = gprs.find(({ waitReason }: { waitReason: string }) => waitReason === 'workspace');
  const arrow = page.getByTestId('gantt').locator('canvas[data-arrow]');
  await settled(async () => assert.equal(await arrow.count(), 0));
  const row = page.getByTestId('queue').getByRole('link', { name: behind.gprName, exact: true });
  await row.focus();
  await arrow.waitFor({ state: 'attached' });
  const [fromX, , toX] = (await arrow.getAttribute('data-arrow'))!.split(' ').map(Number);
  assert.ok(fromX > 0 && toX > 0);
  await row.blur();
  await arrow.waitFor({ state: 'detached' });
});

browserTest('the legend lists what is in view, and keeps its height', options, async (opened) => {
  const { page } = opened;
  await advanced(opened);
  const legend = page.getByRole('list', { name: 'Legend of the chart' });
  await legend.getByText('planned').waitFor();
  const before = (await legend.boundingBox())!.height;
  const { x, y } = (await page.getByTestId('gantt').getByRole('application').boundingBox())!;
  await page.mouse.move(x + 600, y + 150);
  await page.mouse.down();
  await page.mouse.move(x + 1300, y + 150, { steps: 5 });
  await page.mouse.up();
  await legend.getByText('planned').waitFor({ state: 'detached' });
  assert.equal((await legend.boundingBox())!.height, before);
});

browserTest('no entry of the legend is cut, and no room for an entry is left', options, async (opened) => {
  const { page } = opened;
  await advanced(opened);
  const legend = page.getByRole('list', { name: 'Legend of the chart' });
  for (const [width, lines] of [
    [1440, 1],
    [390, 3],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.waitForFunction(`document.querySelector('.marks').clientHeight === ${24 * lines}`);
    await page.waitForTimeout(1_000);
    const { right, bottom } = await legend.evaluate((list) => list.getBoundingClientRect());
    const entries = await legend.getByRole('listitem').evaluateAll((items) =>
      items.map((item) => {
        const box = item.getBoundingClientRect();
        return { words: item.textContent, right: box.right, bottom: box.bottom, width: box.width };
      }),
    );
    for (const entry of entries) assert.ok(entry.right <= right && entry.bottom <= bottom, entry.words);
    // The count of the others is the last entry.
    const last = entries.at(-1)!;
    assert.match(last.words!, /^and \d+ more$/);
    const widest = Math.max(...entries.map((entry) => entry.width));
    assert.ok(right - last.right < widest + 60, `at ${width}: ${right - last.right}`);
  }
});

browserTest('a GPR that holds GPUs names its end, and who is next on them', options, async (opened) => {
  const { page, ask, go } = opened;
  await advanced(opened);
  const { gprs } = await ask('GET', '/sim/gprs?state=Successful&limit=100');
  let seen = 0;
  for (const { gprId } of gprs) {
    const { plannedEndTime, next } = await ask('GET', `/sim/explain/${gprId}`);
    if (next === null || seen === 3) continue;
    seen++;
    await go(`#/gpr/${gprId}`);
    const line = page.getByTestId('gpr-until');
    const at = `${plannedEndTime.slice(0, 10)} ${plannedEndTime.slice(11, 19)}`;
    await line.getByText(`It holds its GPUs until`).and(page.getByText(at)).waitFor();
    await line.getByRole('link', { name: next.gprName, exact: true }).click();
    await page.getByRole('heading', { name: next.gprName, exact: true }).waitFor();
    assert.equal(new URL(page.url()).hash, `#/gpr/${next.gprId}`);
  }
  assert.equal(seen, 3);
});

browserTest(
  'by keyboard, the names of nodes and the rows of the chart lead to their pages',
  options,
  async (opened) => {
    const { page, go } = opened;
    await advanced(opened);
    const names = page.getByTestId('nodes').locator('.tile-link');
    await names.first().focus();
    await settled(async () => assert.equal(await names.first().getAttribute('tabindex'), '0'));
    await page.keyboard.press('ArrowRight');
    const name = await names.nth(1).textContent();
    await page.keyboard.press('Enter');
    await page.getByTestId('node').waitFor();
    await settled(async () =>
      assert.ok((await page.getByRole('heading', { level: 1 }).textContent())!.endsWith(name!.trim())),
    );
    await go('#/');
    const chart = page.getByTestId('gantt').getByRole('application');
    await page.locator('.gantt-canvases canvas[data-at]').waitFor();
    await chart.focus();
    await page.keyboard.press('ArrowDown');
    await page.getByTestId('gantt').getByRole('status').getByText('worker-1-a2-highgpu-8g-0').waitFor();
    await page.keyboard.press('n');
    await page.getByTestId('node').waitFor();
    assert.equal(new URL(page.url()).hash, '#/node/worker-1-a2-highgpu-8g-0');
  },
);
