// Lists of totals and of GPRs, and the pages of nodes, workspaces and clusters: what they show equals the answers of the server.

import assert from 'node:assert/strict';
import { assertFits, browserTest, settled, titleIs, type User } from '../browser.ts';

const node = 'worker-1-a2-highgpu-8g-2';

/** Name of a figure → its text. */
async function figuresOn({ part }: User): Promise<Record<string, string>> {
  const totals = part('subject-totals');
  await totals.getByText('…').first().waitFor({ state: 'detached' });
  const names = await totals.locator('dt').allTextContents();
  const texts = await totals.locator('dd').allTextContents();
  return Object.fromEntries(names.map((name, i) => [name, texts[i]!]));
}

/** Title of the column → the texts of its cells. */
async function columnsOf({ page, part }: User, list: string): Promise<Map<string, string[]>> {
  const table = part(list).locator('table');
  await table.locator('tbody tr').first().waitFor();
  const titles = (await table.locator('th').allTextContents()).map((title) => title.replace(/ [↕▲▼]$/, ''));
  const rows = await page.evaluate<string[][]>(
    `[...document.querySelectorAll('[data-testid="${list}"] tbody tr')].map((row) => [...row.cells].map((cell) => cell.textContent))`,
  );
  return new Map(titles.map((title, i) => [title, rows.map((cells) => cells[i]!)]));
}

/** Presses Enter on the header of a column, and waits for the order of the answer. */
async function sortBy({ page, part }: User, member: string, sort: string): Promise<void> {
  await part(`sort-${member}`).press('Enter');
  await page.waitForURL((url) => url.hash.includes(`sort=${sort}`));
  await page.getByText('Reading…').first().waitFor({ state: 'detached' });
}

const number = (value: number) => value.toLocaleString('en-US', { maximumFractionDigits: 2 });

browserTest(
  'each page by its link has the totals, the range and the GPRs of its subject; lists sort by keyboard; on a phone, names stay in view',
  { scenario: 'demo', paused: true, advance: '30h', viewport: { width: 1440, height: 900 } },
  async (opened) => {
    const { page, part, go, ask, see, press, gone } = opened;
    const subjects = [
      ['node', node],
      ['workspace', 'team-yellow'],
      ['cluster', 'worker-1'],
    ] as const;
    for (const [place, name] of subjects) {
      await go(`#/${place}/${name}`);
      await see(place);
      const shown = await figuresOn(opened);
      const query = `${place}=${name}`;
      const { gprs, evictions, gpuHours, cost, utilization } = await ask('GET', `/sim/totals?${query}`);
      assert.deepEqual(
        [shown.Started, shown.Completed, shown.Evicted, shown['Evictions for it'], shown['GPU hours']],
        [gprs.started, gprs.completed, evictions.suffered, evictions.given, gpuHours].map(number),
      );
      assert.equal(shown['Cost, price units'], number(cost));
      if (place !== 'workspace') assert.equal(shown.Utilization, `${Math.round(utilization * 1000) / 10} %`);
      const { total, attempts } = await ask('GET', `/sim/attempts?${query}&limit=1`);
      const rows = part('attempts').locator('tbody tr:not([data-testid="attempt-planned"])');
      await rows.first().getByText(attempts[0].gprName, { exact: true }).waitFor();
      const planned = await part('attempt-planned').count();
      const pages = (await part('attempts').locator('nav').textContent())!;
      assert.ok(pages.includes(`of ${number(total + planned)} attempts`), pages);
      await titleIs(page, `${name} – ${place[0]!.toUpperCase()}${place.slice(1)} – gprsim`);
    }

    // A range in the address restricts the page, until the whole time is chosen.
    const [from, to] = ['2026-01-05T10:00:00.000Z', '2026-01-05T16:00:00.000Z'];
    const within = await ask('GET', `/sim/totals?node=${node}&from=${from}&to=${to}`);
    const whole = await ask('GET', `/sim/totals?node=${node}`);
    assert.ok(within.gprs.started < whole.gprs.started);
    const started = (count: number) =>
      settled(async () => assert.equal((await figuresOn(opened)).Started, number(count)));
    await go(`#/node/${node}?range=${from}/${to}`);
    await started(within.gprs.started);
    await part('whole-time').focus();
    await press('Enter');
    await gone('whole-time');
    await started(whole.gprs.started);

    // Unknown names get a sentence with names that begin alike, and a link to all.
    for (const [place, name, near, list] of [
      ['node', 'a/b c ü', 'worker-1-a2-highgpu-8g-0', 'nodes'],
      ['node', 'worker-2-VM.GPU.A10.9', 'worker-2-VM.GPU.A10.2-0', 'nodes'],
      ['workspace', 'vison', 'vision', 'workspaces'],
      ['cluster', 'worker', 'worker-1', 'clusters'],
    ] as const) {
      await go(`#/${place}/${encodeURIComponent(name)}`);
      await see(place, `but is "${name}"`);
      assert.ok((await part(place).textContent())!.includes(near), near);
      await part(place).getByRole('link').last().click();
      await see(list);
    }

    // The page of a node has the GPUs of each GPR on this node. All nodes of a GPR have the same number of its GPUs.
    await go(`#/node/${node}`);
    const columns = await columnsOf(opened, 'attempts');
    const held = columns.get('GPUs')!;
    columns.get('Nodes')!.forEach((nodes, i) => {
      const [here, all = here] = held[i]!.split(' of ').map(Number);
      assert.equal(here! * nodes.split(', ').length, all, `${nodes}: ${held[i]}`);
      assert.ok(here! <= 8);
    });
    assert.ok(held.some((text) => text.includes(' of ')));
    await sortBy(opened, 'gpusOnNode', '-gpusOnNode');
    const sorted = (await columnsOf(opened, 'attempts'))
      .get('GPUs')!
      .map((text) => Number.parseInt(text, 10));
    assert.deepEqual(
      sorted,
      sorted.toSorted((a, b) => b - a),
    );
    await go('#/workspace/team-yellow');
    const ofWorkspace = (await columnsOf(opened, 'attempts')).get('GPUs')!;
    assert.ok(ofWorkspace.every((text) => /^\d+$/.test(text)));

    for (const [place, list, title] of [
      ['workspaces', 'workspaces', 'Name'],
      ['nodes', 'nodes', 'Name'],
      ['clusters', 'clusters', 'Name'],
      ['cluster/worker-1', 'attempts', 'GPR'],
      ['workspace/team-yellow', 'attempts', 'GPR'],
    ] as const) {
      await go(`#/${place}`);
      for (const sort of ['name', '-name']) {
        await sortBy(opened, 'name', sort);
        // Each name is the next one in the order of letters and numbers.
        const names = (await columnsOf(opened, list)).get(title)!;
        assert.ok(names.length > 2);
        const padded = (name: string) => name.replace(/\d+/g, (digits) => digits.padStart(9, '0'));
        const inOrder = names.toSorted((a, b) => (padded(a) < padded(b) ? -1 : 1));
        assert.deepEqual(names, sort === 'name' ? inOrder : inOrder.toReversed(), `${place} ${sort}`);
      }
    }

    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 844 });
      let scrolled = 0;
      for (const [place, list] of [
        ['workspaces', 'workspaces'],
        ['nodes', 'nodes'],
        ['gprs', 'gprs'],
        ...subjects.map(([kind, name]) => [`${kind}/${name}`, 'attempts'] as const),
      ] as const) {
        await go(`#/${place}`);
        await part(list).locator('.scrolled tbody tr').first().waitFor();
        const [moved, left] = await page.evaluate<[number, number]>(`(() => {
          const box = document.querySelector('[data-testid="${list}"] .scrolled');
          box.scrollLeft = 10_000;
          const [name] = box.querySelectorAll('tbody td');
          return [box.scrollLeft, name.getBoundingClientRect().left - box.getBoundingClientRect().left];
        })()`);
        assert.ok(Math.abs(left) < 1, `${place}: the name is ${left} pixels from the left at ${width}`);
        scrolled += moved;
        await assertFits(page, `${place} at ${width} pixels`);
      }
      assert.ok(width === 1440 || scrolled > 1000);
    }
  },
);
