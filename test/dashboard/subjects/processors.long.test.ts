// The log of a batch machine on the page: what nodes have are processors.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { logOf } from '../../cli/runs/small-traces.ts';
import { browserTest, countIs, settled } from '../browser.ts';

const folder = mkdtempSync(join(tmpdir(), 'gprsim-test-'));
after(() => rmSync(folder, { recursive: true }));
const scenario = join(folder, 'scenario.json');
writeFileSync(join(folder, 'log.swf'), logOf(200));
const scheduler = { queue: 'backfill', cycle: 'event' };
writeFileSync(
  scenario,
  JSON.stringify({
    name: 'batch',
    start: '2026-01-05T00:00:00Z',
    scheduler,
    workload: [{ kind: 'swf', log: 'log.swf' }],
  }),
);

browserTest(
  'in the world of a batch log, the page counts processors, keeps names with GPU, and has no fragmentation',
  { scenario, paused: true, viewport: { width: 1440, height: 1600 }, advance: '90m' },
  async ({ page, part, go, ask, click, choose, press, see, seeText }) => {
    await seeText('of 16 processors allocated');
    await page.getByRole('heading', { name: 'Processors over time' }).waitFor();
    await see('queue', /\d+ processors?/);
    await see('utilization');
    await countIs(part('fragmentation'), 0);
    const { gprs } = await ask('GET', '/sim/gprs?state=Queued&limit=1');
    // A what-if offers the policy for such machines.
    await click('what-if-scheduler');
    await choose('field-changes[0].queue', 'conservative');
    await see('what-if-sentence');
    for (const hash of [
      '#/',
      '#/?plot=fragmentation',
      '#/events',
      '#/gprs',
      '#/workspaces',
      '#/node/swf-machine-0',
      '#/cluster/swf',
      `#/gpr/${gprs[0].gprId}`,
    ]) {
      await go(hash);
      await settled(async () => {
        const shown = (await page.locator('main').textContent())!;
        assert.ok(shown.length > 200 && !shown.includes('Reading'), hash);
        assert.deepEqual(shown.match(/.{0,30}\bGPUs?\b.{0,30}/g) ?? [], [], hash);
      });
      const titles = await page.evaluate('[...document.querySelectorAll("[title]")].map((one) => one.title)');
      assert.doesNotMatch(String(titles), /\bGPUs?\b/, hash);
    }

    // Names with GPU stay.
    for (const gprName of ['GPU-test', 'my GPU'])
      await ask('POST', '/api/v1/gpr', {
        gprName,
        sliceName: gprs[0].workspace,
        clusterName: 'swf',
        instanceType: 'machine',
        gpuShape: 'processor',
        numberOfGPUs: 2,
        numberOfGPUNodes: 1,
        priority: 300,
        exitDuration: '1h',
      });
    await go('#/gprs?state=Queued&name=GPU');
    await page.getByRole('link', { name: 'my GPU', exact: true }).waitFor();
    await page.getByRole('link', { name: 'GPU-test', exact: true }).click();
    await page.getByRole('heading', { name: 'GPU-test', exact: true }).waitFor();
    await seeText('1 node with 2 processors');

    // A link to the plot that this world lacks shows another one with its tab.
    await page.setViewportSize({ width: 1280, height: 720 });
    await go('#/?plot=fragmentation');
    const [first, second] = ['Utilization', 'Queue length'].map((name) => page.getByRole('tab', { name }));
    await page.getByRole('tabpanel', { name: 'Utilization' }).waitFor();
    assert.equal(await first.getAttribute('aria-selected'), 'true');
    assert.equal(await first.getAttribute('tabindex'), '0');
    await first.focus();
    await press('ArrowRight');
    await page.getByRole('tabpanel', { name: 'Queue length' }).waitFor();
    assert.equal(await second.getAttribute('tabindex'), '0');
  },
);
