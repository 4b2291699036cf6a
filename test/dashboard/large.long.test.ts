// The dashboard of a world with many nodes and a long queue.

import assert from 'node:assert/strict';
import million from '../../fixtures/scenarios/million.json' with { type: 'json' };
import { browserTest, countIs, textsAre } from './browser.ts';
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
  'many nodes are shown in pages; a long queue is shown at once, and a very long one without estimates; the chart reads the rows in view',
  options,
  async ({ page, part, go, ask, advance, choose }) => {
    const tiles = part('nodes').locator('[data-node]');
    const first = (node: string) => part('nodes').locator(`[data-node="${node}"]`);
    await go('#/map');
    await first('hall-1-hgx-a100-40-0').waitFor();
    await countIs(tiles, 200);
    await part('nodes').getByTestId('next-page').click();
    await first('hall-2-hgx-a100-40-0').waitFor();
    await choose('nodes-cluster', 'hall-4');
    await first('hall-4-hgx-a100-40-0').waitFor();
    await countIs(tiles, 200);
    await ask('POST', '/sim/nodes/hall-3/hall-3-hgx-a100-40-0/down', {});
    await textsAre(part('nodes').locator('h2'), ['hall-4']);
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
