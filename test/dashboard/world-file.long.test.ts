import assert from 'node:assert/strict';
import { join } from 'node:path';
import { temporaryFolder } from '../cli/gprsim.ts';
import { browserTest } from './browser.ts';

const quiet = { scenario: 'quiet', paused: true };

browserTest('the world is exported, reset after a question, and imported again', quiet, async (opened, t) => {
  const { page, go, ask } = opened;
  await ask('POST', '/sim/clock/advance', { by: '2h' });
  const { hash } = await ask('GET', '/sim/clock');
  await go('#/world');
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByTestId('export').click()]);
  const path = join(temporaryFolder(t), file.suggestedFilename());
  await file.saveAs(path);
  await page.getByTestId('reset').click();
  await page.getByTestId('cancel').click();
  assert.equal((await ask('GET', '/sim/clock')).hash, hash);
  await page.getByTestId('reset').click();
  await page.getByTestId('confirm-reset').click();
  await page.getByText('The world is at its start.').waitFor();
  assert.equal((await ask('GET', '/sim/clock')).nowMs, 0);
  await page.getByTestId('import-file').setInputFiles(path);
  await page.getByTestId('import').click();
  await page.getByText(/^Imported quiet .* as in the file/).waitFor();
  const { nowMs, hash: imported, branch } = await ask('GET', '/sim/clock');
  assert.deepEqual({ nowMs, imported, branch }, { nowMs: 7_200_000, imported: hash, branch: 3 });
});

browserTest('a file that is no world is refused, and the world stays', quiet, async ({ page, go, ask }) => {
  await go('#/world');
  const buffer = Buffer.from('no world');
  await page.getByTestId('import-file').setInputFiles({ name: 'a.gprsim', mimeType: 'text/plain', buffer });
  await page.getByTestId('import').click();
  await page.locator('.notice.problem').waitFor();
  assert.equal((await ask('GET', '/sim/clock')).branch, 1);
});

browserTest('faults of each kind are injected, listed and removed', quiet, async ({ page, go, ask }) => {
  await go('#/world');
  for (const kind of ['http', 'provisioning', 'image', 'step']) {
    await page.getByTestId('inject-fault').click();
    await page.getByTestId('field-kind').selectOption(kind);
    if (kind === 'http') {
      await page.getByTestId('save-faults').click();
      await page.locator('[name=operation][aria-invalid="true"]').waitFor();
      await page.getByTestId('field-operation').fill('listGprs');
      await page.getByTestId('field-status').fill('503');
      await page.getByTestId('field-body').fill('{ no JSON');
      await page.getByTestId('save-faults').click();
      await page.getByText(/^Must be JSON/).waitFor();
      await page.getByTestId('field-body').fill('{ "message": "later" }');
    } else await page.getByTestId('field-workspace').fill('team-blue');
    await page.getByTestId('save-faults').click();
    await page.locator('dialog').waitFor({ state: 'detached' });
  }
  const { faults } = await ask('GET', '/sim/faults');
  assert.deepEqual(
    faults.map(({ kind, workspace }: { kind: string; workspace?: string }) => [kind, workspace]),
    [
      ['http', null],
      ['provisioning', 'team-blue'],
      ['image', 'team-blue'],
      ['step', 'team-blue'],
    ],
  );
  await page.getByTestId('delete-faults').first().click();
  await page.getByTestId('confirm-delete-faults').click();
  await page.locator('[data-testid=resource-faults] tbody tr').nth(3).waitFor({ state: 'detached' });
  assert.equal((await ask('GET', '/sim/faults')).faults.length, 3);
});

browserTest('an import shows its progress, and can be cancelled', quiet, async ({ page, go, ask }) => {
  await go('#/world');
  // The server does not get the request.
  await page.route('**/sim/import', () => {});
  const buffer = Buffer.alloc(1_000_000);
  await page.getByTestId('import-file').setInputFiles({ name: 'a.gprsim', mimeType: 'text/plain', buffer });
  await page.getByTestId('import').click();
  await page.getByTestId('transfer').getByRole('progressbar').waitFor();
  await page.getByTestId('cancel').click();
  await page.getByText('Cancelled.').waitFor();
  await page.getByTestId('import').waitFor();
  assert.equal((await ask('GET', '/sim/clock')).branch, 1);
});
