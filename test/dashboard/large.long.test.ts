// The dashboard of a world with many nodes and a long queue.

import assert from 'node:assert/strict';
import million from '../../fixtures/scenarios/million.json' with { type: 'json' };
import { browserTest, textIs, textsAre } from './browser.ts';
import { onRead, readsOf } from './reads.ts';

/** 50 nodes of each of 4 instance types in each of 4 clusters: nodes 0 to 799. */
const large = {
  ...million,
  clusters: million.clusters.map((cluster) => ({
    ...cluster,
    nodes: cluster.nodes.map((group) => ({ ...group, count: 50 })),
  })),
  workload: million.workload.map((source) => ({ ...source, count: 10_000, workspaces: 3000 })),
};
const options = { scenario: large, paused: true, viewport: { width: 1440, height: 900 } };

browserTest(
  'many nodes are in one map; a long queue is shown at once, and a very long one without estimates; the chart reads the rows in view',
  options,
  async ({ page, part, go, ask, advance, choose }) => {
    const all = page.getByRole('application', { name: 'Map of 800 nodes by use' });
    const ofHall = page.getByRole('application', { name: 'Map of 200 nodes by use' });
    const canvas = part('nodes').locator('canvas[data-nodes="800"]');
    await go('#/map');
    await all.waitFor();
    await canvas.waitFor();
    // All on one screen.
    assert.ok(await all.evaluate((view) => view.scrollHeight <= view.clientHeight));
    await ask('POST', '/sim/nodes/hall-3/hall-3-hgx-a100-40-0/down', {});
    await part('map-legend').getByText('down 1').waitFor();
    const down = part('map-table').locator('tbody tr', { hasText: 'hall-3' }).locator('td').last();
    await textIs(down, '1');
    // A click leads to its cluster with names, the next one to the node.
    await all.hover({ position: { x: 5, y: 25 } });
    const tooltip = page.locator('.tooltip b');
    await textIs(tooltip, 'hall-1-hgx-a100-40-0');
    await all.click({ position: { x: 5, y: 25 } });
    await page.waitForURL(/nodes=hall-1/);
    await ofHall.waitFor();
    assert.ok(await ofHall.evaluate((view) => view.scrollHeight > view.clientHeight));
    await ofHall.focus();
    for (let i = 0; i < 30; i++) await page.keyboard.press('ArrowDown');
    await ofHall.hover({ position: { x: 20, y: 300 } });
    const name = (await tooltip.textContent())!;
    assert.match(name, /^hall-1-hgx-h/, 'the view follows the keys');
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.hash.startsWith(`#/node/${name}`));
    await page.goBack();
    await choose('nodes-cluster', 'hall-4');
    await ofHall.waitFor();
    await textsAre(part('map-table').locator('tbody td:first-child'), ['hall-4']);
    await go('#/');
    await page.getByText('1 node down').waitFor();

    const isAsked = (estimates: string | null) =>
      page.waitForRequest((request) =>
        readsOf(request).some(
          ({ pathname, searchParams }) =>
            pathname === '/sim/gprs' && searchParams.get('estimates') === estimates,
        ),
      );
    const atOnce = isAsked('false');
    const later = isAsked(null);
    await advance('1h');
    const { counts } = await ask('GET', '/sim/state');
    assert.ok(counts.Queued > 500 && counts.Queued < 5000, `${counts.Queued}`);
    await Promise.all([atOnce, later]);
    const rows = part('queue').locator('tbody tr');
    await rows.locator('time').nth(99).waitFor();

    await advance('2h');
    const none = 'No estimate: more than 5,000 GPRs are queued';
    await rows.getByText(none).nth(99).waitFor({ state: 'attached' });
    await go('#/gprs');
    await part('gprs').getByText(none).nth(99).waitFor({ state: 'attached' });

    const limits: number[] = [];
    onRead(page, ({ pathname, searchParams }) => {
      if (pathname === '/sim/gantt') limits.push(Number(searchParams.get('limit')));
    });
    await go('#/');
    const gantt = part('gantt');
    const chart = gantt.getByRole('application', { name: 'Gantt chart of 800 nodes' });
    await chart.waitFor();
    const listed = (node: string) => gantt.locator('tbody td', { hasText: new RegExp(`^${node}$`) }).first();
    await listed('hall-1-hgx-a100-40-0').waitFor({ state: 'attached' });
    const height = await chart.evaluate((element) => element.scrollHeight);
    await chart.evaluate((element) => {
      element.scrollTop = (500 / 800) * element.scrollHeight;
    });
    await listed('hall-3-hgx-h100-80-0').waitFor({ state: 'attached' });
    assert.equal(await chart.evaluate((element) => element.scrollHeight), height);
    assert.ok(limits.at(-1)! < 100, `${limits}`);

    await choose('gantt-cluster', 'hall-4');
    await gantt.getByRole('application', { name: 'Gantt chart of 200 nodes' }).waitFor();
    await listed('hall-4-hgx-a100-40-0').waitFor({ state: 'attached' });
    await choose('gantt-cluster', '');
    await choose('gantt-rows', 'workspaces');
    await gantt.getByRole('application', { name: /^Gantt chart of [\d,]{5,} workspaces/ }).waitFor();
  },
);
