import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { browserTest, settled } from './browser.ts';

const quiet = { scenario: 'quiet', paused: true };

/** Enters a GPR that fits at once, and sends it. */
async function create(page: Page, name: string): Promise<void> {
  await page.getByTestId('field-sliceName').selectOption('team-blue');
  await page.getByTestId('field-gprName').fill(name);
  await page.getByTestId('field-exitDuration').fill('1h');
  await page.getByTestId('create-gpr').click();
}

browserTest(
  'a GPR is created with live availability, and its page releases and deletes it',
  quiet,
  async (opened) => {
    const { page, go } = opened;
    await go('#/create');
    await page.getByTestId('field-sliceName').selectOption('team-blue');
    await page.getByTestId('take').first().click();
    await settled(async () => assert.notEqual(await page.getByTestId('field-instanceType').inputValue(), ''));
    await create(page, 'first');
    await page.getByTestId('created').getByRole('link', { name: 'first' }).click();
    const state = page.getByTestId('gpr-state');
    await page.getByTestId('run-until').click();
    await state.filter({ hasText: 'Provisioning' }).waitFor();
    await page.getByTestId('run-until-state').selectOption('Failed');
    await page.getByTestId('run-until').click();
    await page.getByTestId('notice').getByText('will be Complete without having been Failed').waitFor();
    await page.getByTestId('run-until-state').selectOption('Successful');
    await page.getByTestId('run-until').click();
    await state.filter({ hasText: 'Successful' }).waitFor();
    await page.getByTestId('idle').click();
    await page.getByTestId('busy').click();
    await page.getByTestId('idle').waitFor();
    await page.getByTestId('release').click();
    await page.getByTestId('confirm-release').click();
    await state.filter({ hasText: 'Complete' }).waitFor();
    await page.getByTestId('gpr-life').getByText('went idle').waitFor();
    await page.getByTestId('delete').click();
    await page.getByTestId('confirm-delete').click();
    await page.getByTestId('gprs').getByText('No GPR matches.').waitFor();
  },
);

browserTest(
  'what was entered is there after a what-if, a type has its shape, and one sentence states why no node suffices',
  { scenario: 'demo', paused: true },
  async ({ page, go }) => {
    await go('#/create');
    const entry = (name: string) => page.getByTestId(`field-${name}`);
    await entry('sliceName').selectOption('team-red');
    await entry('gprName').fill('mine');
    await entry('instanceType').selectOption('p5.48xlarge');
    assert.equal(await entry('gpuShape').inputValue(), 'NVIDIA-H100-80GB-HBM3');
    await page.getByText('What if I create this?').click();
    await page.getByTestId('what-if-sentence').waitFor();
    await page.goBack();
    await settled(async () => assert.equal(await entry('gprName').inputValue(), 'mine'));
    assert.equal(await entry('gpuShape').inputValue(), 'NVIDIA-H100-80GB-HBM3');
    await entry('instanceType').selectOption('');
    assert.equal(await entry('gpuShape').inputValue(), '');
    await entry('numberOfGPUs').fill('9');
    const why =
      'an never be met: requested 9 GPUs per node × 1 node, available ' +
      '2 GPUs of 24 GB per node × 5 nodes in worker-2 VM.GPU.A10.2 (NVIDIA-A10), ' +
      '8 GPUs of 80 GB per node × 3 nodes in worker-3 p5.48xlarge (NVIDIA-H100-80GB-HBM3), ' +
      '4 GPUs of 24 GB per node × 3 nodes in worker-3 g5.12xlarge (NVIDIA-A10G).';
    await page
      .getByTestId('availability')
      .getByText(`“GPUs on each node” c${why}`, { exact: true })
      .waitFor();
    await page.getByTestId('create-gpr').click();
    await page
      .getByTestId('create-gpr')
      .locator('xpath=ancestor::form')
      .getByText(`C${why}`, { exact: true })
      .waitFor();
  },
);

browserTest('problems are shown at the fields that the server names', quiet, async ({ page, go }) => {
  await go('#/create');
  await page.getByTestId('field-priority').fill('999');
  await create(page, 'wrong');
  const priority = page.getByTestId('field-priority');
  await page.getByText('Must be an integer from 1 to 300, but is 999.', { exact: true }).waitFor();
  await settled(async () => assert.equal(await priority.getAttribute('aria-invalid'), 'true'));
  await settled(async () =>
    assert.equal(await page.locator(':focus').getAttribute('data-testid'), 'field-priority'),
  );
});

browserTest(
  'a queued GPR explains itself, and its priority changes by keyboard',
  quiet,
  async ({ page, go, ask }) => {
    await go('#/create');
    await create(page, 'holder');
    await page.getByTestId('created').getByText('holder').waitFor();
    await ask('POST', '/sim/clock/advance', { by: '1s' });
    await create(page, 'waiter');
    await page.getByTestId('created').getByRole('link', { name: 'waiter' }).click();
    await page.getByTestId('gpr-why').getByText('It waits because its workspace holds').waitFor();
    const reasons = page.getByTestId('gpr-reasons');
    await reasons.getByText('No GPR is ahead of it in its workspace.').waitFor();
    await reasons.getByText('The GPR waits because of this limit.').waitFor();
    await reasons.getByText('Mon 2026-01-05 09:00:20: holder, exit duration over').waitFor();
    await reasons.getByText(/^Estimated start: Mon 2026-01-05 09:00:20, in 1h/).waitFor();
    await reasons.getByRole('link', { name: 'holder' }).first().waitFor();
    await page.getByTestId('priority').focus();
    await page.keyboard.press('Enter');
    await page.getByTestId('field-priority').fill('250');
    await page.keyboard.press('Enter');
    await page.getByText('250, high').waitFor();
    await page.getByTestId('priority').press('Enter');
    await page.keyboard.press('Escape');
    await settled(async () =>
      assert.equal(await page.locator(':focus').getAttribute('data-testid'), 'priority'),
    );
  },
);

browserTest(
  'the list filters GPRs and shows them in pages',
  { scenario: 'demo', paused: true },
  async (opened) => {
    const { page, go, ask } = opened;
    await ask('POST', '/sim/clock/advance', { by: '8h' });
    await go('#/gprs');
    const list = page.getByTestId('gprs');
    await page.getByTestId('next-page').click();
    await list.getByText(/^101–/).waitFor();
    await page.getByTestId('filter-TimedOut').check();
    const { total } = await ask('GET', '/sim/gprs?state=TimedOut');
    await list.getByText(`${total} GPRs: those`).waitFor();
    await settled(async () =>
      assert.deepEqual([...new Set(await list.locator('tbody .state').allTextContents())], ['TimedOut']),
    );
    await page.getByTestId('filter-priority-from').fill('200');
    await page.getByTestId('filter-priority-to').fill('100');
    await list.getByText('“Priority from” must not be above “to”.', { exact: true }).waitFor();
    assert.equal(await list.locator('tbody tr').count(), 0);
    await page.getByTestId('filter-none').click();
    await page.getByTestId('filter-name').fill('request-12');
    await list.getByRole('link', { name: 'request-12', exact: true }).click();
    await page
      .getByTestId('gpr')
      .getByText(/^It ended as/)
      .waitFor();
  },
);

browserTest(
  'the page of an evictor links its victims, and the page of a victim its evictor, but not for other workspaces',
  quiet,
  async ({ page, go, ask, openAs }) => {
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
      await ask('POST', '/sim/clock/advance', { by: '10m' });
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
    const victims = page.getByTestId('gpr-victims');
    await victims.getByText('2 GPRs').waitFor();
    const rows = await victims.locator('tbody tr').allTextContents();
    assert.deepEqual(rows.toSorted(), [
      'Mon 2026-01-05 08:20:00againteam-blue2queued again',
      'Mon 2026-01-05 08:20:00lostteam-green2Failed',
    ]);
    await victims.getByRole('link', { name: 'lost' }).click();
    const life = page.getByTestId('gpr-life');
    await life.getByText('Failed: evicted by evictor').waitFor();
    await go(`#/gpr/${again}`);
    await life.getByText('requeued: evicted by evictor').waitFor();
    const lost =
      'It was evicted at Mon 2026-01-05 08:20:00 by evictor, which had priority 250; its own priority was 20';
    await page.getByTestId('gpr-reasons').getByText(lost).waitFor();
    await life.getByRole('link', { name: 'evictor' }).click();
    await victims.getByRole('link', { name: 'again' }).waitFor();

    const { apiKey } = await ask('POST', '/api/v1/api-key', {
      name: 'red',
      userName: 'admin',
      role: 'Viewer',
      workspaceName: 'team-red',
      validity: '2099-12-31',
    });
    const asViewer = await openAs(apiKey);
    await asViewer.goto(`${new URL(page.url()).origin}/#/gpr/${evictor}`);
    await asViewer.getByTestId('gpr-life').getByText('Successful: its GPUs are ready').waitFor();
    await settled(async () => assert.equal(await asViewer.getByTestId('gpr-victims').count(), 0));
    const shown = await asViewer.getByTestId('gpr').textContent();
    for (const secret of ['again', 'lost', 'blue', 'green']) assert.ok(!shown!.includes(secret), secret);
  },
);

browserTest('an unknown GPR is reported', quiet, async ({ page, go }) => {
  await go('#/gpr/gpr-00000000-0000');
  await page.getByTestId('gpr').getByText('GPR Not Found: gpr-00000000-0000. All GPRs').waitFor();
});

browserTest(
  'the life of a GPR ends at the instant of its reading',
  { scenario: 'demo', paused: true },
  async ({ page, go, ask }) => {
    await ask('POST', '/sim/clock/advance', { by: '1h' });
    const { gprs } = await ask('GET', '/sim/gprs?state=Successful');
    await go(`#/gpr/${gprs[0].gprId}`);
    const end = page.getByTestId('gpr-life').locator('.life-ends span').last();
    await end.getByText('Mon 2026-01-05 09:00:00').waitFor();
    await page.route('**/sim/explain/**', () => {});
    await ask('POST', '/sim/clock/advance', { by: '10m' });
    await page.getByTestId('clock').getByText('Mon 2026-01-05 09:10:00').waitFor();
    await settled(async () => assert.equal(await end.textContent(), 'Mon 2026-01-05 09:00:00'));
    await page.unroute('**/sim/explain/**');
  },
);
