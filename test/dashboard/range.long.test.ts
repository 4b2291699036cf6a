import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { browserTest, type Opened, settled } from './browser.ts';

const options = { scenario: 'demo', paused: true, viewport: { width: 1440, height: 900 } };

async function advanced({ page, ask }: Opened): Promise<void> {
  await ask('POST', '/sim/clock/advance', { by: '8h' });
  await page.getByTestId('clock').getByText('8h after the start').waitFor();
  await page.getByTestId('gantt').locator('tbody tr').nth(20).waitFor({ state: 'attached' });
}

/** Waits until the address has a range. */
async function rangeOf(page: Page): Promise<{ from: string; to: string }> {
  await page.waitForURL(/range=/);
  const [from, to] = new URLSearchParams(page.url().split('?')[1]).get('range')!.split('/');
  return { from, to };
}

/** The line has the figures of the operation. */
async function assertTotals({ page, ask }: Opened, cluster = ''): Promise<void> {
  const { from, to } = await rangeOf(page);
  const of = cluster === '' ? '' : `&cluster=${cluster}`;
  const totals = await ask('GET', `/sim/totals?from=${from}&to=${to}${of}`);
  const line = page.getByTestId('range-totals');
  await line.getByText(' started').waitFor();
  const text = (await line.textContent())!;
  const number = (value: number) => value.toLocaleString('en-US', { maximumFractionDigits: 2 });
  for (const part of [
    `${Math.round(totals.utilization * 1000) / 10} % of GPUs allocated`,
    `${number(totals.gpuHours)} GPU hours`,
    `${totals.gprs.started} started`,
    `${totals.gprs.completed} completed`,
    `${totals.evictions.suffered} eviction`,
    `${totals.nodeFailures} node failure`,
    `cost ${number(totals.cost)} `,
  ])
    assert.ok(text.includes(part), `${part} in ${text}`);
}

browserTest('Shift with a drag chooses a range, whose totals and links keep it', options, async (opened) => {
  const { page } = opened;
  await advanced(opened);
  const { x, y } = (await page.getByTestId('gantt').getByRole('application').boundingBox())!;
  await page.keyboard.down('Shift');
  await page.mouse.move(x + 400, y + 40);
  await page.mouse.down();
  await page.mouse.move(x + 800, y + 45, { steps: 4 });
  await page.mouse.up();
  await page.keyboard.up('Shift');
  await settled(async () =>
    assert.equal(await page.getByTestId('follow-now').getAttribute('aria-pressed'), 'true'),
  );
  await assertTotals(opened);
  const { from } = await rangeOf(page);
  const link = await page.getByRole('link', { name: 'by workspace' }).getAttribute('href');
  assert.ok(decodeURIComponent(link!).includes(`range=${from}/`));
  await page.getByTestId('gantt-cluster').selectOption('worker-1');
  await page.getByTestId('range-totals').getByText(' of worker-1').waitFor();
  await assertTotals(opened, 'worker-1');
});

browserTest('brackets set the ends of a range, and Escape removes it', options, async (opened) => {
  const { page } = opened;
  await advanced(opened);
  const chart = page.getByTestId('gantt').getByRole('application');
  await chart.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('[');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press(']');
  // With the first bracket alone, the range ends at the present.
  await page.waitForURL((url) => /range=.*\/2026-01-05T(?!15:59|16)/.test(decodeURIComponent(url.hash)));
  await assertTotals(opened);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.getByTestId('range-totals').waitFor({ state: 'detached' });
});

browserTest('a button lets the next drag over a plot choose a range', options, async (opened) => {
  const { page } = opened;
  await advanced(opened);
  await page.getByTestId('choose-range').click();
  const { x, y } = (await page.getByTestId('utilization').boundingBox())!;
  await page.mouse.move(x + 300, y + 40);
  await page.mouse.down();
  await page.mouse.move(x + 600, y + 40, { steps: 4 });
  await page.mouse.up();
  await settled(async () =>
    assert.equal(await page.getByTestId('choose-range').getAttribute('aria-pressed'), 'false'),
  );
  await assertTotals(opened);
});

browserTest(
  'a bar states why its GPR waited, and the lines of waits can be hidden',
  options,
  async (opened) => {
    const { page } = opened;
    await advanced(opened);
    const chart = page.getByTestId('gantt').getByRole('application');
    await chart.focus();
    await page.keyboard.press('ArrowDown');
    const status = page.getByTestId('gantt').getByRole('status').first();
    const texts: string[] = [];
    for (let i = 0; i < 12; i++) {
      texts.push((await status.textContent())!);
      await page.keyboard.press('ArrowRight');
    }
    assert.ok(
      texts.some((text) => /, waited \S.*: (own workspace|behind a head|no room|node down) \d/.test(text)),
      texts.join('\n'),
    );
    await page.getByTestId('show-waits').uncheck();
    await page.waitForURL(/waits=hidden/);
  },
);
