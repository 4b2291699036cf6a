// The pages of nodes, workspaces and clusters, by link: what they show equals the answers of the server.

import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { browserTest, settled } from '../browser.ts';

const demo = { scenario: 'demo', paused: true };
const node = 'worker-1-a2-highgpu-8g-2';

/** Name of a figure → its text. */
async function figuresOn(page: Page): Promise<Record<string, string>> {
  const totals = page.getByTestId('subject-totals');
  await totals.getByText('…').first().waitFor({ state: 'detached' });
  const names = await totals.locator('dt').allTextContents();
  const texts = await totals.locator('dd').allTextContents();
  return Object.fromEntries(names.map((name, i) => [name, texts[i]!]));
}

const number = (value: number) => value.toLocaleString('en-US', { maximumFractionDigits: 2 });

for (const viewport of [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
])
  browserTest(
    `each page by its link has the totals and the GPRs of its subject, ${viewport.width} pixels`,
    { ...demo, viewport },
    async ({ page, go, ask }) => {
      await ask('POST', '/sim/clock/advance', { by: '30h' });
      for (const [place, name, query] of [
        ['node', node, `node=${node}`],
        ['workspace', 'team-yellow', 'workspace=team-yellow'],
        ['cluster', 'worker-1', 'cluster=worker-1'],
      ] as const) {
        await go(`#/${place}/${name}`);
        await page.getByTestId(place).waitFor();
        const shown = await figuresOn(page);
        const { gprs, evictions, gpuHours, cost, utilization } = await ask('GET', `/sim/totals?${query}`);
        assert.deepEqual(
          [shown.Started, shown.Completed, shown.Evicted, shown['Evictions for it'], shown['GPU hours']],
          [gprs.started, gprs.completed, evictions.suffered, evictions.given, gpuHours].map(number),
        );
        assert.equal(shown['Cost, price units'], number(cost));
        if (place !== 'workspace')
          assert.equal(shown.Utilization, `${Math.round(utilization * 1000) / 10} %`);
        const { total, attempts } = await ask('GET', `/sim/attempts?${query}&limit=1`);
        const rows = page.getByTestId('attempts').locator('tbody tr:not([data-testid="attempt-planned"])');
        await rows.first().waitFor();
        await rows.first().getByText(attempts[0].gprName, { exact: true }).waitFor();
        const planned = await page.getByTestId('attempt-planned').count();
        const pages = (await page.getByTestId('attempts').locator('nav').textContent())!;
        assert.ok(pages.includes(`of ${number(total + planned)} attempts`), pages);
        await settled(async () =>
          assert.equal(await page.title(), `${name} – ${place[0]!.toUpperCase()}${place.slice(1)} – gprsim`),
        );
        const wide = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
        assert.ok(Number(wide) <= 0, `${place} is ${wide} pixels too wide`);
      }
    },
  );

browserTest(
  'a range in the address restricts the page, until the whole time is chosen',
  demo,
  async (opened) => {
    const { page, go, ask } = opened;
    await ask('POST', '/sim/clock/advance', { by: '30h' });
    const [from, to] = ['2026-01-05T10:00:00.000Z', '2026-01-05T16:00:00.000Z'];
    await go(`#/node/${node}?range=${from}/${to}`);
    const started = async () => (await figuresOn(page)).Started;
    const part = await ask('GET', `/sim/totals?node=${node}&from=${from}&to=${to}`);
    const whole = await ask('GET', `/sim/totals?node=${node}`);
    assert.ok(part.gprs.started < whole.gprs.started);
    await page.getByTestId('subject-totals').getByText('…').first().waitFor({ state: 'detached' });
    assert.equal(await started(), number(part.gprs.started));
    await page.getByTestId('whole-time').focus();
    await page.keyboard.press('Enter');
    await page.getByTestId('whole-time').waitFor({ state: 'detached' });
    assert.equal(await started(), number(whole.gprs.started));
  },
);

browserTest(
  'unknown names get a sentence with links to names that begin alike, and to all',
  demo,
  async ({ page, go }) => {
    for (const [place, name, near, list] of [
      ['node', 'a/b c ü', 'worker-1-a2-highgpu-8g-0', 'nodes'],
      ['node', 'worker-2-VM.GPU.A10.9', 'worker-2-VM.GPU.A10.2-0', 'nodes'],
      ['workspace', 'vison', 'vision', 'workspaces'],
      ['cluster', 'worker', 'worker-1', 'clusters'],
    ] as const) {
      const shown = page.getByTestId(place);
      const goThere = async () => {
        await go(`#/${place}/${encodeURIComponent(name)}`);
        await shown.getByText(`There is no ${place} "${name}", but `).waitFor();
      };
      await goThere();
      const names = await shown.getByRole('link').allTextContents();
      assert.ok(names.length <= 6, names.join());
      assert.equal(names[0], near);
      await shown.getByRole('link').last().click();
      await page.getByTestId(list).waitFor();
      await goThere();
      await shown.getByRole('link').first().click();
      await page.waitForURL((url) => decodeURIComponent(url.hash) === `#/${place}/${names[0]}`);
      await page.getByTestId('subject-totals').waitFor();
    }
  },
);
