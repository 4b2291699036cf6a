import assert from 'node:assert/strict';
import { join } from 'node:path';
import { browserTest, settled } from './browser.ts';

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
  'names of 63 letters leave all columns of the queue in view at every width',
  { scenario: crowded, paused: true },
  async ({ page, ask }) => {
    await ask('POST', '/sim/clock/advance', { by: '1m' });
    await page.getByTestId('queue').locator('tbody tr').nth(2).waitFor();
    for (const width of [360, 390, 768, 1024, 1200, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      const table = (await page.getByTestId('queue').locator('.scrolled').boundingBox())!;
      const starts = (await page
        .getByTestId('queue')
        .getByRole('columnheader', { name: 'Starts' })
        .boundingBox())!;
      assert.ok(
        starts.x + starts.width <= table.x + table.width + 1,
        `"Starts" ends outside at ${width} pixels`,
      );
      const wide = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
      const outside = await page.evaluate<string[]>(
        `[...document.querySelectorAll('body *')].filter((element) => element.getBoundingClientRect().right > innerWidth
          && !element.closest('.scrolled')).map(({ tagName, className }) => tagName + '.' + className)`,
      );
      assert.ok((wide as number) <= 0, `at ${width} pixels, the page is ${wide} too wide: ${outside}`);
    }
  },
);

browserTest(
  'names of 63 letters leave all columns of every other table in view, and no page is too wide',
  { scenario: crowded, paused: true },
  async ({ page, ask, go }) => {
    await ask('POST', '/sim/clock/advance', { by: '1m' });
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
    const { gprs } = await ask('GET', '/sim/gprs');
    const subjects = [
      `workspace/${long('a')}`,
      `cluster/${long('cluster')}`,
      'workspaces',
      'nodes',
      'clusters',
    ];
    const places = ['gprs', `gpr/${gprs[0].gprId}`, ...subjects, 'create', 'world'];
    const resources = ['workspaces', 'policies', 'gpr-templates', 'keys'].map((name) => `resources/${name}`);
    for (const place of [...places, ...resources]) {
      await go(`#/${place}`);
      if (place === 'create') await page.getByTestId('field-sliceName').selectOption(long('a'));
      if (place !== 'world') await page.locator('.scrolled tbody tr').first().waitFor();
      for (const width of [390, 1200, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        const [tooWide, hidden] = await page.evaluate<[number, number]>(
          `[document.documentElement.scrollWidth - innerWidth,
            Math.max(0, ...[...document.querySelectorAll('.scrolled')].map((box) => box.scrollWidth - box.clientWidth))]`,
        );
        assert.ok(tooWide <= 0, `${place} is ${tooWide} pixels wider than ${width}`);
        // A narrow screen has no room for all columns, whatever the names are.
        if (width > 390) assert.equal(hidden, 0, `columns of ${place} are hidden at ${width} pixels`);
      }
    }
  },
);

browserTest(
  'a limit that is not set reads none, GPU shapes are chosen from a list, and an emptied limit is removed',
  { scenario: 'quiet', paused: true },
  async ({ page, go, ask }) => {
    const policy = async () =>
      (await ask('GET', '/api/v1/workspace-policies/team-blue')) as Record<string, unknown>;
    await go('#/resources/policies');
    const cells = page.locator('[data-row="team-blue"] td');
    await cells.first().waitFor();
    await settled(async () =>
      assert.deepEqual((await cells.allTextContents()).slice(2, 7), Array(5).fill('none')),
    );
    const change = page.locator('[data-row="team-blue"]').getByTestId('change-policies');
    await change.click();
    await settled(async () => assert.equal(await page.getByTestId('field-maxGPRs').inputValue(), ''));
    await page.getByTestId('field-maxGPRs').fill('7');
    await page.getByTestId('field-maxExitDurationPerGPR').fill('1h 30m');
    await page.getByLabel('Tesla-T4').check();
    await page.getByTestId('save-policies').click();
    await cells.getByText('1h 30m').waitFor();
    await settled(async () =>
      assert.deepEqual((await cells.allTextContents()).slice(2, 7), [
        '7',
        '1h 30m',
        'none',
        'none',
        'Tesla-T4',
      ]),
    );
    await change.click();
    await settled(async () =>
      assert.equal(await page.getByTestId('field-maxExitDurationPerGPR').inputValue(), '1h30m'),
    );
    await page.getByTestId('field-maxGPRs').fill('');
    await page.getByLabel('Tesla-T4').uncheck();
    await page.getByTestId('save-policies').click();
    await page.locator('dialog').waitFor({ state: 'detached' });
    const { maxGPRs, globalGPUConstraints } = await policy();
    assert.equal(maxGPRs, 0);
    assert.deepEqual((globalGPUConstraints as { gpuShapes: string[] }).gpuShapes, []);
  },
);

browserTest(
  'in the planned future, a node is down until its repair, and without one to the edge',
  { scenario: 'quiet', paused: true },
  async ({ page, server, ask }) => {
    await page.addInitScript({ path: join(import.meta.dirname, 'painted.page.js') });
    await page.goto('about:blank');
    await page.goto(`${server.url}/#key=${server.apiKey}`);
    const { nodes } = await ask('GET', '/sim/state');
    const [first, second] = nodes as { cluster: string; name: string }[];
    await ask('POST', `/sim/nodes/${first.cluster}/${first.name}/down`, {});
    await ask('POST', `/sim/nodes/${second.cluster}/${second.name}/down`, { repairAfter: '1h' });
    await page.locator('[data-node].down').nth(1).waitFor();
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
  'the error of a field ends with its correction, and comes back with the wrong entry',
  { scenario: 'quiet', paused: true },
  async ({ page, go }) => {
    await go('#/create');
    await page.getByTestId('field-sliceName').selectOption('team-blue');
    await page.getByTestId('field-gprName').fill('wrong');
    const priority = page.getByTestId('field-priority');
    await priority.fill('999');
    await page.getByTestId('field-exitDuration').fill('soon');
    await page.getByTestId('create-gpr').click();
    const invalid = page.locator('[aria-invalid="true"]');
    await invalid.nth(1).waitFor();
    await priority.fill('99');
    await settled(async () =>
      assert.equal(await invalid.count(), 1, 'only the exit duration is still wrong'),
    );
    await priority.fill('999');
    await settled(async () => assert.equal(await invalid.count(), 2));
  },
);

browserTest(
  'a tab that is loaded again during a jump reports where the clock stopped',
  { scenario: 'demo', paused: true },
  async ({ page, ask }) => {
    page.on('dialog', (dialog) => void dialog.accept());
    await page.getByTestId('jump-by').fill('3650d');
    await page.getByTestId('jump').click();
    await page.getByTestId('stop').waitFor();
    await page.reload();
    const notice = page.getByTestId('notice');
    await notice.getByText('which stopped at').waitFor();
    const { now } = await ask('GET', '/sim/clock');
    await settled(async () => assert.ok((await notice.textContent())!.includes(now.slice(0, 10))));
    await page.reload();
    await page.getByTestId('pause').waitFor();
    await settled(async () => assert.equal(await notice.getByText('which stopped at').count(), 0));
  },
);

browserTest(
  'GPUs of another workspace look different from idle, free and own ones',
  { scenario: crowded, paused: true },
  async ({ page, ask, openAs }) => {
    await ask('POST', '/sim/clock/advance', { by: '1m' });
    const { apiKey } = await ask('POST', '/api/v1/api-key', {
      name: 'v',
      userName: 'v',
      role: 'Viewer',
      workspaceName: long('a'),
      validity: '2099-12-31',
    });
    const { gprs } = await ask('GET', '/sim/gprs?state=Successful');
    const own = gprs.find(({ workspace }: { workspace: string }) => workspace === long('a'));
    await ask('PUT', `/sim/gprs/${own.gprId}/activity`, { busy: false });
    await page.close();
    const viewer = await openAs(apiKey);
    await viewer.locator('.cell.foreign').first().waitFor();
    const looks = await viewer.evaluate<string[]>(
      `['.cell.foreign', '.cell.idle', '.cell:not(.held)'].map((name) => {
        const { backgroundImage, backgroundColor, opacity } = getComputedStyle(document.querySelector(name));
        return [backgroundImage, backgroundColor, opacity].join(' ');
      })`,
    );
    assert.equal(new Set(looks).size, 3, looks.join('\n'));
    await viewer.getByText('of another workspace').first().waitFor();
  },
);
