import assert from 'node:assert/strict';
import { browserTest, settled } from './browser.ts';

const quiet = { scenario: 'quiet', paused: true };

browserTest('an Owner creates, changes and deletes a template, and binds it', quiet, async ({ page, go }) => {
  await go('#/resources/gpr-templates');
  const fill = (values: Readonly<Record<string, string>>) =>
    Object.entries(values).reduce(
      (before, [name, value]) => before.then(() => page.getByTestId(`field-${name}`).fill(value)),
      Promise.resolve(),
    );
  await page.getByTestId('create-gpr-templates').click();
  await page.getByTestId('save-gpr-templates').click();
  await page.getByText('Is required.').nth(8).waitFor();
  await settled(async () => assert.equal(await page.getByText('Is required.').count(), 9));
  await page.getByTestId('field-clusterName').selectOption('worker-1');
  const demand = { numberOfGPUNodes: '1', numberOfGPUs: '2', memoryPerGPU: '40' };
  const kind = { instanceType: 'a2-highgpu-8g', gpuShape: 'NVIDIA-A100-SXM4-40GB' };
  await fill({ name: 'small', priority: '150', exitDuration: '2h', ...demand });
  for (const [name, value] of Object.entries(kind))
    await page.getByTestId(`field-${name}`).selectOption(value);
  await page.getByTestId('save-gpr-templates').click();
  await page.getByText('Created the GPR template small.').waitFor();
  await page.getByRole('button', { name: 'Change small' }).click();
  await settled(async () => assert.equal(await page.getByTestId('field-memoryPerGPU').inputValue(), '40'));
  await page.getByTestId('field-priority').fill('160');
  await page.getByTestId('save-gpr-templates').click();
  await page.locator('[data-row=small]').getByText('160').waitFor();

  await go('#/resources/bindings');
  await page.getByTestId('create-bindings').click();
  await page.getByTestId('field-workspaceName').selectOption('team-blue');
  await page.getByTestId('field-clusters[0].clusterName').selectOption('worker-1');
  await page.getByTestId('field-clusters[0].defaultTemplateName').fill('small');
  await page.getByTestId('save-bindings').click();
  await page.locator('[name="clusters[0].templates"][aria-invalid="true"]').waitFor();
  await page.getByTestId('field-clusters[0].templates').fill('small');
  await page.getByTestId('save-bindings').click();
  await page.getByText('worker-1: small (default)').waitFor();

  await go('#/create');
  await page.getByTestId('field-sliceName').selectOption('team-blue');
  await page.getByTestId('field-template').selectOption('small');
  await settled(async () => assert.equal(await page.getByTestId('field-priority').inputValue(), '160'));

  await go('#/resources/gpr-templates');
  await page.getByRole('button', { name: 'Delete small' }).click();
  await page.getByTestId('confirm-delete-gpr-templates').click();
  await page.getByText('There is no GPR template.').waitFor();
});

browserTest('a placement shows its steps, and an endpoint its GPR', quiet, async ({ page, go, ask }) => {
  await go('#/resources/placements');
  await page.getByTestId('create-placements').click();
  await page.getByTestId('field-name').fill('web');
  await page.getByTestId('field-workspaceName').selectOption('team-blue');
  await page.getByTestId('field-clusterNames').fill('worker-1');
  await page.getByTestId('field-burstDuration').fill('15m');
  await page.getByTestId('field-deletionPolicy').selectOption('Delete');
  await page.getByTestId('add-steps').click();
  await page.getByTestId('field-steps[0].name').fill('greet');
  await page.getByTestId('add-cmdExec').click();
  await page.getByTestId('field-cmdExec[0].name').fill('greet');
  await page.getByTestId('field-cmdExec[0].cmd').fill('echo hello');
  await page.getByTestId('save-placements').click();
  await page.getByText('Created the workload placement web.').waitFor();
  await page.getByRole('button', { name: 'Details of web' }).click();
  await ask('POST', '/sim/clock/advance', { by: '1h' });
  await page.locator('.steps .done').getByText('greet').waitFor();

  await go('#/resources/endpoints');
  await page.getByTestId('create-endpoints').click();
  await page.getByTestId('field-workspace').selectOption('team-blue');
  await page.getByTestId('field-endpointName').fill('classifier');
  await page.getByTestId('field-clusterName').selectOption('worker-1');
  await page.getByTestId('field-modelSpec.modelName').fill('sklearn');
  await page.getByTestId('field-modelSpec.storageURI').fill('https://models.example.com/1');
  await page.getByTestId('field-gpus').selectOption('these GPUs');
  await page.getByTestId('field-gpuSpec.instanceType').selectOption('a2-highgpu-8g');
  await page.getByTestId('save-endpoints').click();
  await page.locator('[name="gpuSpec.gpuShape"][aria-invalid="true"]').waitFor();
  await page.getByTestId('field-gpuSpec.gpuShape').selectOption('NVIDIA-A100-SXM4-40GB');
  await page.getByTestId('field-gpuSpec.numberOfGPUs').fill('1');
  await page.getByTestId('field-gpuSpec.numberOfGPUNodes').fill('1');
  await page.getByTestId('field-gpuSpec.memoryPerGPU').fill('40');
  await page.getByTestId('save-endpoints').click();
  await page.getByText('Created the inference endpoint classifier.').waitFor();
  await page.getByRole('button', { name: 'Details of classifier' }).click();
  await page.locator('.details').getByRole('link').click();
  await page.getByTestId('gpr').waitFor();
});

browserTest('a key of a Viewer sees tables, and no button that changes anything', quiet, async (opened) => {
  const { page, go, openAs } = opened;
  await go('#/resources/keys');
  await page.getByTestId('create-keys').click();
  await page.getByTestId('field-name').fill('guest');
  await page.getByTestId('field-workspaceName').selectOption('team-blue');
  await page.getByTestId('field-validUntil').fill('2099-12-31');
  await page.getByTestId('save-keys').click();
  const notice = await page.getByTestId('notice').textContent();
  const [key] = /[0-9a-f-]{36}/.exec(notice!)!;
  const guest = await openAs(key);
  await settled(async () => assert.equal(await guest.getByRole('link', { name: 'Create GPR' }).count(), 0));
  await settled(async () => assert.equal(await guest.getByRole('link', { name: 'World' }).count(), 0));
  for (const name of ['endpoints', 'placements', 'workspaces', 'policies', 'keys']) {
    await guest.goto(`${opened.server.url}/#/resources/${name}`);
    await guest.getByTestId(`resource-${name}`).waitFor();
    await settled(async () =>
      assert.equal(
        await guest
          .locator('[data-testid^="create-"], [data-testid^="change-"], [data-testid^="delete-"]')
          .count(),
        0,
      ),
    );
  }
});

browserTest('an Editor works in the own workspace only', quiet, async ({ ask, openAs, server }) => {
  const body = { name: 'ed', role: 'Editor', validUntil: '2099-12-31', workspaceName: 'team-blue' };
  const { apiKey } = await ask('POST', '/api/v1/api-key', body);
  const page = await openAs(apiKey);
  await page.getByRole('link', { name: 'Create GPR' }).click();
  await settled(async () =>
    assert.equal(await page.getByTestId('field-sliceName').inputValue(), 'team-blue'),
  );
  await page.getByTestId('take').first().waitFor();
  await page.getByTestId('field-gprName').fill('own');
  await page.keyboard.press('Enter');
  await page.getByTestId('created').getByRole('link', { name: 'own' }).click();
  await page.getByTestId('delete').waitFor();
  await page.goto(`${server.url}/#/resources/gpr-templates`);
  await page.getByTestId('resource-gpr-templates').waitFor();
  await settled(async () => assert.equal(await page.getByTestId('create-gpr-templates').count(), 0));
  await page.goto(`${server.url}/#/resources/bindings`);
  await page.getByTestId('create-bindings').waitFor();
});
