import assert from 'node:assert/strict';
import { attributeIs, browserTest, countIs, settled, textIs, type User, valueIs } from './browser.ts';
import { routeRead } from './reads.ts';

const quiet = { scenario: 'quiet', paused: true };

/** Enters a GPR that fits at once, and sends it. */
async function create({ choose, fill, click }: User, name: string): Promise<void> {
  await choose('field-sliceName', 'team-blue');
  await fill('field-gprName', name);
  await fill('field-exitDuration', '1h');
  await click('create-gpr');
}

browserTest(
  'the availability uses what is entered, and names what is missing; problems are at the fields that the server names until they are corrected',
  quiet,
  async (opened) => {
    const { page, part, go, fill, choose, click, see } = opened;
    await go('#/gpr/gpr-00000000-0000');
    await see('gpr', 'GPR Not Found: gpr-00000000-0000. All GPRs');

    await go('#/create');
    const panel = part('availability');
    const status = panel.getByRole('status');
    await status.getByText('Enter first: Workspace.').waitFor();
    await choose('field-sliceName', 'team-blue');
    await see('availability', 'at once');
    for (const wrong of ['0', 'abc']) {
      await fill('field-priority', wrong);
      await status.getByText(/^“Priority” must be an integer from 1 to 300, but is .*\.$/).waitFor();
      await countIs(panel.getByText('at once'), 0);
    }
    await fill('field-priority', '100');
    // The page shows durations as `1h 30m`, and accepts them.
    for (const duration of ['1h 30m', '013000', '90m']) {
      await fill('field-exitDuration', '');
      await status.getByText('Enter first: Exit duration.').waitFor();
      await fill('field-exitDuration', duration);
      await see('availability', 'at once');
    }

    await fill('field-priority', '999');
    await create(opened, 'wrong');
    await page.getByText('Must be an integer from 1 to 300, but is 999.', { exact: true }).waitFor();
    await attributeIs(part('field-priority'), 'aria-invalid', 'true');
    await attributeIs(page.locator(':focus'), 'data-testid', 'field-priority');
    await fill('field-exitDuration', 'soon');
    await click('create-gpr');
    const invalid = page.locator('[aria-invalid="true"]');
    await countIs(invalid, 2);
    await fill('field-priority', '99');
    await countIs(invalid, 1);
    await fill('field-priority', '999');
    await countIs(invalid, 2);
  },
);

browserTest(
  'what was entered is there after a what-if, a type has its shape, and one sentence states why no node suffices',
  { scenario: 'demo', paused: true },
  async ({ page, part, go, click, see }) => {
    await go('#/create');
    const entry = (name: string) => part(`field-${name}`);
    await entry('sliceName').selectOption('team-red');
    await entry('gprName').fill('mine');
    await entry('instanceType').selectOption('p5.48xlarge');
    assert.equal(await entry('gpuShape').inputValue(), 'NVIDIA-H100-80GB-HBM3');
    await page.getByText('What if I create this?').click();
    await see('what-if-sentence');
    await page.goBack();
    await valueIs(entry('gprName'), 'mine');
    assert.equal(await entry('gpuShape').inputValue(), 'NVIDIA-H100-80GB-HBM3');
    await entry('instanceType').selectOption('');
    assert.equal(await entry('gpuShape').inputValue(), '');
    await entry('numberOfGPUs').fill('9');
    const why =
      'an never be met: requested 9 GPUs per node × 1 node, available ' +
      '2 GPUs of 24 GB per node × 5 nodes in worker-2 VM.GPU.A10.2 (NVIDIA-A10), ' +
      '8 GPUs of 80 GB per node × 3 nodes in worker-3 p5.48xlarge (NVIDIA-H100-80GB-HBM3), ' +
      '4 GPUs of 24 GB per node × 3 nodes in worker-3 g5.12xlarge (NVIDIA-A10G).';
    await part('availability').getByText(`“GPUs on each node” c${why}`, { exact: true }).waitFor();
    await click('create-gpr');
    await part('create-gpr').locator('xpath=ancestor::form').getByText(`C${why}`, { exact: true }).waitFor();
  },
);

browserTest('a queued GPR explains itself, and its priority changes by keyboard', quiet, async (opened) => {
  const { page, part, go, advance, enter, press, see, seeText } = opened;
  await go('#/create');
  await create(opened, 'holder');
  await see('created', 'holder');
  await advance('1s');
  await create(opened, 'waiter');
  await part('created').getByRole('link', { name: 'waiter' }).click();
  await see('gpr-why', 'It waits because its workspace holds');
  const reasons = part('gpr-reasons');
  await reasons.getByText('No GPR is ahead of it in its workspace.').waitFor();
  await reasons.getByText('Mon 2026-01-05 09:00:20: holder, exit duration over').waitFor();
  await part('gpr-steps')
    .getByText(/starts Mon 2026-01-05 09:00:20, in 1h.*, if nothing else happens$/)
    .waitFor();
  await reasons.getByRole('link', { name: 'holder' }).first().waitFor();
  await part('priority').focus();
  await press('Enter');
  await enter('field-priority', '250');
  await seeText('250, high');
  await part('priority').press('Enter');
  await press('Escape');
  await attributeIs(page.locator(':focus'), 'data-testid', 'priority');
});

browserTest(
  'the list filters GPRs, shows them in pages, and names who evicted one; the life of a GPR ends at the instant of its reading',
  { scenario: 'demo', paused: true, advance: '8h' },
  async ({ page, part, go, ask, advance, click, fill, see }) => {
    await go('#/gprs');
    const list = part('gprs');
    await click('next-page');
    await list.getByText(/^101–/).waitFor();
    await part('filter-TimedOut').check();
    const { total } = await ask('GET', '/sim/gprs?state=TimedOut');
    await list.getByText(`${total} GPRs: those`).waitFor();
    await settled(async () =>
      assert.deepEqual([...new Set(await list.locator('tbody .state').allTextContents())], ['TimedOut']),
    );
    await fill('filter-priorityFrom', '200');
    await fill('filter-priorityTo', '100');
    await list.getByText('“Priority from” must not be above “to”.', { exact: true }).waitFor();
    assert.equal(await list.locator('tbody tr').count(), 0);
    await click('filter-none');
    await fill('filter-name', 'request-12');
    await list.getByRole('link', { name: 'request-12', exact: true }).click();
    await see('gpr', /^It ended as/);

    const { gprs: failed } = await ask('GET', '/sim/gprs?state=Failed&limit=100');
    const [, evictor] = failed
      .map(({ failureReason }: { failureReason: string }) => /(gpr-[\w-]+)/.exec(failureReason) ?? [])
      .find(([id]: string[]) => id !== undefined);
    const { gprName } = await ask('GET', `/api/v1/gpr/gpr?gprId=${evictor}`);
    await go('#/gprs?state=Failed');
    const link = list.locator(`a[title="${evictor}"]`).first();
    await link.getByText(gprName, { exact: true }).waitFor();
    assert.match((await link.getAttribute('href'))!, new RegExp(`#/gpr/${evictor}`));

    const { gprs } = await ask('GET', '/sim/gprs?state=Successful');
    await go(`#/gpr/${gprs[0].gprId}`);
    const end = part('life-now');
    await end.getByText('16:00:00', { exact: true }).waitFor();
    const free = await routeRead(page, `/sim/explain/${gprs[0].gprId}`, () => {});
    await advance('10m');
    await see('clock', 'Mon 2026-01-05 16:10:00');
    await textIs(end, '16:00:00');
    await free();
  },
);

browserTest(
  'the page of an evictor links its victims, and the page of a victim its evictor, but not for other workspaces',
  quiet,
  async ({ page, part, go, ask, advance, see, openFor }) => {
    const body = {
      clusterName: 'worker-2',
      instanceType: 'VM.GPU.A10.2',
      gpuShape: 'NVIDIA-A10',
      numberOfGPUs: 2,
      numberOfGPUNodes: 1,
      exitDuration: '8h',
    };
    const make = async (gprName: string, sliceName: string, more: object) => {
      const { gprId } = await ask('POST', '/api/v1/gpr', { ...body, gprName, sliceName, ...more });
      await advance('10m');
      return gprId as string;
    };
    const again = await make('again', 'team-blue', { priority: 20, requeueOnFailure: true });
    await make('lost', 'team-green', { priority: 10 });
    const evictor = await make('evictor', 'team-red', {
      priority: 250,
      numberOfGPUNodes: 5,
      enableEviction: true,
    });
    await go(`#/gpr/${evictor}`);
    // Its evictions are events.
    const victims = page.getByRole('link', { name: '2 GPRs' });
    await victims.click();
    const rows = part('events').getByTestId('event');
    await countIs(rows, 2);
    await rows.getByRole('link', { name: 'again' }).waitFor();
    await rows.getByRole('link', { name: 'lost' }).click();
    const life = part('gpr-log');
    await life.getByText('Failed: evicted by evictor').waitFor();
    await go(`#/gpr/${again}`);
    await life.getByText('requeued: evicted by evictor').waitFor();
    const lost =
      'It was evicted at Mon 2026-01-05 08:20:00 by evictor, which had priority 250; its own priority was 20';
    await see('gpr-reasons', lost);
    await life.getByRole('link', { name: 'evictor' }).click();
    await victims.waitFor();

    const asViewer = await openFor('Viewer', 'team-red');
    await asViewer.go(`#/gpr/${evictor}`);
    await asViewer.see('gpr-log', 'Successful: its GPUs are ready');
    await countIs(asViewer.page.getByRole('link', { name: '2 GPRs' }), 0);
    const shown = await asViewer.part('gpr').textContent();
    for (const secret of ['again', 'lost', 'blue', 'green']) assert.ok(!shown!.includes(secret), secret);
  },
);
