import assert from 'node:assert/strict';
import { join } from 'node:path';
import { assertFits, browserTest, settled } from './browser.ts';

/** A name of 63 letters. */
const long = (word: string) => `${word}-`.padEnd(63, 'abcdefghij');
const kind = { instanceType: long('type'), gpuModelName: long('shape') };
const crowded = {
  name: 'long',
  start: '2026-01-05T08:00:00Z',
  seed: 1,
  instanceTypes: [{ ...kind, gpuCount: 2, memoryGb: 40, cpuMilli: 1000, memoryMib: 1000, pricePerHour: '1' }],
  clusters: [
    {
      name: long('cluster'),
      cloudProvider: 'gcp',
      cloud: 'gcp',
      region: 'us',
      nodes: [{ instanceType: kind.instanceType, count: 4 }],
    },
  ],
  workspaces: ['a', 'b', 'c'].map((letter) => ({
    name: long(letter),
    clusters: [long('cluster')],
    namespaces: ['n'],
    username: 'u',
    email: 'u@example.com',
  })),
  workload: [
    {
      kind: 'script',
      steps: ['a', 'a', 'b', 'b', 'c', 'c'].map((letter, i) => ({
        at: '+0m',
        gpr: {
          gprName: long(`gpr${i}`),
          sliceName: long(letter),
          clusterName: long('cluster'),
          instanceType: kind.instanceType,
          gpuShape: kind.gpuModelName,
          numberOfGPUs: 2,
          numberOfGPUNodes: 1,
          priority: 100,
          exitDuration: '2h',
          enableEviction: true,
        },
      })),
    },
  ],
};

browserTest(
  'names of 63 letters leave all columns of each table in view, and no page is too wide; GPUs of another workspace look different from idle, free and own ones',
  { scenario: crowded, paused: true, advance: '1m' },
  async ({ page, part, go, ask, openFor }) => {
    await part('queue').locator('tbody tr').nth(2).waitFor();
    for (const width of [360, 390, 768, 1024, 1200, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      const table = (await part('queue').locator('.scrolled').boundingBox())!;
      const starts = (await part('queue').getByRole('columnheader', { name: 'Starts' }).boundingBox())!;
      assert.ok(starts.x + starts.width <= table.x + table.width + 1, `"Starts" ends outside at ${width} px`);
      await assertFits(page, `at ${width} pixels, the page`);
    }

    await ask('POST', '/api/v1/gpr-template', {
      name: long('template'),
      clusterName: long('cluster'),
      instanceType: kind.instanceType,
      gpuShape: kind.gpuModelName,
      numberOfGPUs: 1,
      numberOfGPUNodes: 1,
      memoryPerGPU: 1,
      priority: 1,
      exitDuration: '1h30m',
    });
    const { gprs } = await ask('GET', '/sim/gprs?state=Successful');
    for (const place of [
      'gprs',
      `gpr/${gprs[0].gprId}`,
      `workspace/${long('a')}`,
      `cluster/${long('cluster')}`,
      ...['workspaces', 'nodes', 'clusters', 'create', 'world'],
      ...['workspaces', 'policies', 'gpr-templates', 'keys'].map((name) => `resources/${name}`),
    ]) {
      await go(`#/${place}`);
      if (place === 'create') await part('field-sliceName').selectOption(long('a'));
      if (place !== 'world') await page.locator('.scrolled tbody tr').first().waitFor();
      for (const width of [390, 1200, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        await assertFits(page, `${place} at ${width} pixels`);
        const hidden = await page.evaluate<number>(
          `Math.max(0, ...[...document.querySelectorAll('.scrolled:not(.unseen *)')].map((box) => box.scrollWidth - box.clientWidth))`,
        );
        // A narrow screen has no room for all columns, whatever the names are.
        if (width > 390) assert.equal(hidden, 0, `columns of ${place} are hidden at ${width} pixels`);
      }
    }

    const own = gprs.find(({ workspace }: { workspace: string }) => workspace === long('a'));
    await ask('PUT', `/sim/gprs/${own.gprId}/activity`, { busy: false });
    const viewer = await openFor('Viewer', long('a'));
    await viewer.go('#/map');
    const map = viewer.page.getByRole('application', { name: /^Map of/ });
    await map.focus();
    const status = viewer.part('nodes').getByRole('status');
    await settled(async () => {
      await viewer.press('ArrowRight');
      assert.match((await status.textContent())!, /GPUs? of another workspace/);
    });
    await viewer.go('#/');
    await viewer.seeText('of another workspace');
  },
);

browserTest(
  'in the planned future, a node is down until its repair, and without one to the edge',
  { scenario: 'quiet', paused: true, script: { path: join(import.meta.dirname, 'painted.page.js') } },
  async ({ page, ask }) => {
    const { nodes } = await ask('GET', '/sim/state');
    const [first, second] = nodes as { cluster: string; name: string }[];
    await ask('POST', `/sim/nodes/${first.cluster}/${first.name}/down`, {});
    await ask('POST', `/sim/nodes/${second.cluster}/${second.name}/down`, { repairAfter: '1h' });
    await page.getByText('2 nodes down').waitFor();
    const color = await page.evaluate<string>(
      `(() => { const i = document.body.appendChild(document.createElement('i')); i.style.color = 'var(--bad-page)';
        const { color } = getComputedStyle(i); const context = document.createElement('canvas').getContext('2d');
        context.fillStyle = color; return context.fillStyle; })()`,
    );
    interface Painted {
      fromMs: number;
      toMs: number;
      gutter: number;
      width: number;
      rectangles: [number, number, number, number, string][];
    }
    // The page may paint a window that it leaves again, before it has read the second node.
    await settled(async () => {
      const painted = await page.evaluate<Painted>('paintedNow()');
      const area = painted.width - painted.gutter;
      const hour = (3_600_000 / (painted.toMs - painted.fromMs)) * area;
      assert.deepEqual(
        painted.rectangles.flatMap(([, , right, , style]) => (style === color ? [right] : [])),
        [area, Math.ceil(hour)],
      );
    });
  },
);

browserTest(
  'a tab that is loaded again during a jump asks first, and stops it',
  { scenario: 'demo', paused: true },
  async ({ page, ask, click, fill, see }) => {
    let asked = 0;
    page.on('dialog', (dialog) => {
      asked++;
      void dialog.accept();
    });
    await fill('jump-by', '3650d');
    await click('jump');
    await see('stop');
    await page.reload();
    await see('jump');
    assert.equal(asked, 1);
    const { mode, advance } = await ask('GET', '/sim/clock');
    assert.deepEqual([mode, advance], ['paused', null]);
  },
);
