// Lists of totals and of GPRs: names and numbers of waiting GPRs, orders, and what stays in view.

import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { browserTest, type Opened } from '../browser.ts';

const demo = { scenario: 'demo', paused: true };
const node = 'worker-1-a2-highgpu-8g-2';

/** Title of the column → the texts of its cells. */
async function columnsOf(page: Page, testId: string): Promise<Map<string, string[]>> {
  const table = page.getByTestId(testId).locator('table');
  await table.locator('tbody tr').first().waitFor();
  const titles = (await table.locator('th').allTextContents()).map((title) => title.replace(/ [↕▲▼]$/, ''));
  const rows = await page.evaluate(
    `[...document.querySelectorAll('[data-testid="${testId}"] tbody tr')].map((row) => [...row.cells].map((cell) => cell.textContent))`,
  );
  return new Map(titles.map((title, i) => [title, (rows as string[][]).map((cells) => cells[i]!)]));
}

/** Presses Enter on the header of a column, and waits for the order of the answer. */
async function sortBy(page: Page, member: string, sort: string): Promise<void> {
  await page.getByTestId(`sort-${member}`).focus();
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.hash.includes(`sort=${sort}`));
  await page.getByText('Reading…').first().waitFor({ state: 'detached' });
}

browserTest('the page of a node has the GPUs of each GPR on this node', demo, async ({ page, go, ask }) => {
  await ask('POST', '/sim/clock/advance', { by: '30h' });
  await go(`#/node/${node}`);
  const columns = await columnsOf(page, 'attempts');
  const held = columns.get('GPUs')!;
  // All nodes of a GPR have the same number of its GPUs.
  columns.get('Nodes')!.forEach((nodes, i) => {
    const count = nodes.split(', ').length;
    const [here, all = here] = held[i]!.split(' of ').map(Number);
    assert.equal(here! * count, all, `${nodes}: ${held[i]}`);
    assert.ok(here! <= 8);
  });
  assert.ok(held.some((text) => text.includes(' of ')));
  await sortBy(page, 'gpusOnNode', '-gpusOnNode');
  const sorted = (await columnsOf(page, 'attempts')).get('GPUs')!.map((text) => Number(text.split(' ')[0]));
  assert.deepEqual(
    sorted,
    sorted.toSorted((a, b) => b - a),
  );
  await go(`#/workspace/team-yellow`);
  const ofWorkspace = (await columnsOf(page, 'attempts')).get('GPUs')!;
  assert.ok(ofWorkspace.every((text) => /^\d+$/.test(text)));
});

browserTest('names sort each list in both directions, by keyboard', demo, async ({ page, go, ask }) => {
  await ask('POST', '/sim/clock/advance', { by: '30h' });
  for (const [place, testId, title] of [
    ['workspaces', 'workspaces', 'Name'],
    ['nodes', 'nodes', 'Name'],
    ['clusters', 'clusters', 'Name'],
    ['cluster/worker-1', 'attempts', 'GPR'],
    ['workspace/team-yellow', 'attempts', 'GPR'],
  ] as const) {
    await go(`#/${place}`);
    await columnsOf(page, testId);
    for (const sort of ['name', '-name']) {
      await sortBy(page, 'name', sort);
      // Each name is the next one in the order of letters and numbers.
      const names = (await columnsOf(page, testId)).get(title)!;
      assert.ok(names.length > 2);
      const padded = (name: string) => name.replace(/\d+/g, (digits) => digits.padStart(9, '0'));
      const sorted = names.toSorted((a, b) => (padded(a) < padded(b) ? -1 : 1));
      assert.deepEqual(names, sort === 'name' ? sorted : sorted.toReversed(), `${place} ${sort}`);
    }
  }
});

/** How far the first cell of a row begins from the left of the window, after the table was scrolled to its end. */
async function nameAfterScroll(page: Page, testId: string): Promise<{ scrolled: number; left: number }> {
  const box = page.getByTestId(testId).locator('.scrolled');
  await box.locator('tbody tr').first().waitFor();
  const [scrolled, left] = (await page.evaluate(`(() => {
    const box = document.querySelector('[data-testid="${testId}"] .scrolled');
    box.scrollLeft = 10_000;
    const [name] = box.querySelectorAll('tbody td');
    return [box.scrollLeft, name.getBoundingClientRect().left - box.getBoundingClientRect().left];
  })()`)) as [number, number];
  return { scrolled, left };
}

const inView = async ({ page, go, ask }: Opened) => {
  await ask('POST', '/sim/clock/advance', { by: '30h' });
  let moved = 0;
  for (const [hash, testId] of [
    ['#/workspaces', 'workspaces'],
    ['#/nodes', 'nodes'],
    ['#/gprs', 'gprs'],
    [`#/node/${node}`, 'attempts'],
  ] as const) {
    await go(hash);
    const { scrolled, left } = await nameAfterScroll(page, testId);
    assert.ok(Math.abs(left) < 1, `${hash}: the name is ${left} pixels from the left`);
    moved += scrolled;
    const wide = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
    assert.ok(Number(wide) <= 0, `${hash} is ${wide} pixels too wide`);
  }
  return moved;
};

browserTest(
  'on a phone in dark, names stay in view while a table is scrolled',
  { ...demo, viewport: { width: 390, height: 844 }, colorScheme: 'dark' },
  async (opened) => {
    assert.ok((await inView(opened)) > 1000);
  },
);

browserTest(
  'at 1440 pixels, names stay in view',
  { ...demo, viewport: { width: 1440, height: 900 } },
  async (opened) => {
    await inView(opened);
  },
);

browserTest('why a GPR failed names the other GPR, with a link', demo, async ({ page, go, ask }) => {
  await ask('POST', '/sim/clock/advance', { by: '12h' });
  const { gprs } = await ask('GET', '/sim/gprs?state=Failed&limit=100');
  const [, evictor] = gprs
    .map(({ failureReason }: { failureReason: string }) => /(gpr-[\w-]+)/.exec(failureReason) ?? [])
    .find(([id]: string[]) => id !== undefined);
  const { gprName } = await ask('GET', `/api/v1/gpr/gpr?gprId=${evictor}`);
  await go('#/gprs?state=Failed');
  const link = page.getByTestId('gprs').locator(`a[title="${evictor}"]`).first();
  await link.getByText(gprName, { exact: true }).waitFor();
  assert.match((await link.getAttribute('href'))!, new RegExp(`#/gpr/${evictor}`));
});
