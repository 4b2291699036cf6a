import assert from 'node:assert/strict';
import { join } from 'node:path';
import { temporaryFolder } from '../cli/gprsim.ts';
import { browserTest } from './browser.ts';

browserTest(
  'the world is exported, reset after a question, and imported again, but no other file; faults are injected, listed and removed',
  { scenario: 'quiet', paused: true, advance: '2h' },
  async ({ page, part, go, ask, click, choose, fill, see, seeText }, t) => {
    const { hash } = await ask('GET', '/sim/clock');
    await go('#/world');
    const [file] = await Promise.all([page.waitForEvent('download'), part('export').click()]);
    const path = join(temporaryFolder(t), file.suggestedFilename());
    await file.saveAs(path);
    await click('reset');
    await click('cancel');
    assert.equal((await ask('GET', '/sim/clock')).hash, hash);
    await click('reset');
    await click('confirm-reset');
    await seeText('The world is at its start.');
    assert.equal((await ask('GET', '/sim/clock')).nowMs, 0);
    await part('import-file').setInputFiles(path);
    await click('import');
    await seeText(/^Imported quiet .* as in the file/);
    const { nowMs, hash: imported, branch } = await ask('GET', '/sim/clock');
    assert.deepEqual({ nowMs, imported, branch }, { nowMs: 7_200_000, imported: hash, branch: 3 });

    const buffer = Buffer.from('no world');
    await part('import-file').setInputFiles({ name: 'a.gprsim', mimeType: 'text/plain', buffer });
    await click('import');
    await page.locator('.notice.problem').waitFor();
    assert.equal((await ask('GET', '/sim/clock')).branch, 3);

    for (const kind of ['http', 'provisioning', 'image', 'step']) {
      await click('inject-fault');
      await choose('field-kind', kind);
      if (kind === 'http') {
        await click('save-faults');
        await page.locator('[name=operation][aria-invalid="true"]').waitFor();
        await fill('field-operation', 'listGprs');
        await fill('field-status', '503');
        await fill('field-body', '{ no JSON');
        await click('save-faults');
        await seeText(/^Must be JSON/);
        await fill('field-body', '{ "message": "later" }');
      } else await fill('field-workspace', 'team-blue');
      await click('save-faults');
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
    await part('delete-faults').first().click();
    await click('confirm-delete-faults');
    await page.locator('[data-testid=resource-faults] tbody tr').nth(3).waitFor({ state: 'detached' });
    assert.equal((await ask('GET', '/sim/faults')).faults.length, 3);

    // The server does not get the request.
    await page.route('**/sim/import', () => {});
    await part('import-file').setInputFiles({
      name: 'a.gprsim',
      mimeType: 'text/plain',
      buffer: Buffer.alloc(1_000_000),
    });
    await click('import');
    await part('transfer').getByRole('progressbar').waitFor();
    await click('cancel');
    await seeText('Cancelled.');
    await see('import');
    assert.equal((await ask('GET', '/sim/clock')).branch, 3);
  },
);
