import assert from 'node:assert/strict';
import { browserTest, countIs, settled, valueIs } from './browser.ts';

const quiet = { scenario: 'quiet', paused: true };

browserTest(
  'an Owner creates, changes, binds and deletes a template, sees the steps of a placement and the GPR of an endpoint, and sets limits',
  quiet,
  async ({ page, part, go, ask, advance, click, fill, form, see, seeText }) => {
    const clickButton = (name: string) => page.getByRole('button', { name }).click();
    await go('#/resources/gpr-templates');
    await click('create-gpr-templates');
    await click('save-gpr-templates');
    await countIs(page.getByText('Is required.'), 9);
    await form({
      clusterName: 'worker-1',
      name: 'small',
      priority: '150',
      exitDuration: '2h',
      numberOfGPUNodes: '1',
      numberOfGPUs: '2',
      memoryPerGPU: '40',
      instanceType: 'a2-highgpu-8g',
      gpuShape: 'NVIDIA-A100-SXM4-40GB',
    });
    await click('save-gpr-templates');
    await seeText('Created the GPR template small.');
    await clickButton('Change small');
    await valueIs(part('field-memoryPerGPU'), '40');
    await fill('field-priority', '160');
    await click('save-gpr-templates');
    await page.locator('[data-row=small]').getByText('160').waitFor();

    await go('#/resources/bindings');
    await click('create-bindings');
    await form({
      workspaceName: 'team-blue',
      'clusters[0].clusterName': 'worker-1',
      'clusters[0].defaultTemplateName': 'small',
    });
    await click('save-bindings');
    await page.locator('[name="clusters[0].templates"][aria-invalid="true"]').waitFor();
    await fill('field-clusters[0].templates', 'small');
    await click('save-bindings');
    await seeText('worker-1: small (default)');

    await go('#/create');
    await form({ sliceName: 'team-blue', template: 'small' });
    await valueIs(part('field-priority'), '160');

    await go('#/resources/gpr-templates');
    await clickButton('Delete small');
    await click('confirm-delete-gpr-templates');
    await seeText('There is no GPR template.');

    await go('#/resources/placements');
    await click('create-placements');
    await form({
      name: 'web',
      workspaceName: 'team-blue',
      clusterNames: 'worker-1',
      burstDuration: '15m',
      deletionPolicy: 'Delete',
    });
    await click('add-steps');
    await fill('field-steps[0].name', 'greet');
    await click('add-cmdExec');
    await form({ 'cmdExec[0].name': 'greet', 'cmdExec[0].cmd': 'echo hello' });
    await click('save-placements');
    await seeText('Created the workload placement web.');
    await clickButton('Details of web');
    await advance('1h');
    await page.locator('.steps .done').getByText('greet').waitFor();

    await go('#/resources/endpoints');
    await click('create-endpoints');
    await form({
      workspace: 'team-blue',
      endpointName: 'classifier',
      clusterName: 'worker-1',
      'modelSpec.modelName': 'sklearn',
      'modelSpec.storageURI': 'https://models.example.com/1',
      gpus: 'these GPUs',
      'gpuSpec.instanceType': 'a2-highgpu-8g',
    });
    await click('save-endpoints');
    await page.locator('[name="gpuSpec.gpuShape"][aria-invalid="true"]').waitFor();
    await form({
      'gpuSpec.gpuShape': 'NVIDIA-A100-SXM4-40GB',
      'gpuSpec.numberOfGPUs': '1',
      'gpuSpec.numberOfGPUNodes': '1',
      'gpuSpec.memoryPerGPU': '40',
    });
    await click('save-endpoints');
    await seeText('Created the inference endpoint classifier.');
    await clickButton('Details of classifier');
    await page.locator('.details').getByRole('link').click();
    await see('gpr');

    // A limit that is not set reads none, and an emptied one is removed.
    await go('#/resources/policies');
    const cells = page.locator('[data-row="team-blue"] td');
    await cells.first().waitFor();
    const limits = (...texts: string[]) =>
      settled(async () => assert.deepEqual((await cells.allTextContents()).slice(2, 7), texts));
    await limits('none', 'none', 'none', 'none', 'none');
    const change = page.locator('[data-row="team-blue"]').getByTestId('change-policies');
    await change.click();
    await valueIs(part('field-maxGPRs'), '');
    await fill('field-maxGPRs', '7');
    await fill('field-maxExitDurationPerGPR', '1h 30m');
    await page.getByLabel('Tesla-T4').check();
    await click('save-policies');
    await cells.getByText('1h 30m').waitFor();
    await limits('7', '1h 30m', 'none', 'none', 'Tesla-T4');
    await change.click();
    await valueIs(part('field-maxExitDurationPerGPR'), '1h30m');
    await fill('field-maxGPRs', '');
    await page.getByLabel('Tesla-T4').uncheck();
    await click('save-policies');
    await page.locator('dialog').waitFor({ state: 'detached' });
    const { maxGPRs, globalGPUConstraints } = await ask('GET', '/api/v1/workspace-policies/team-blue');
    assert.equal(maxGPRs, 0);
    assert.deepEqual(globalGPUConstraints.gpuShapes, []);
  },
);

browserTest(
  'a Viewer sees tables, and no button that changes anything; an Editor works in the own workspace only',
  quiet,
  async ({ page, part, go, click, form, openAs, openFor }) => {
    await go('#/resources/keys');
    await click('create-keys');
    await form({ name: 'guest', workspaceName: 'team-blue', validUntil: '2099-12-31' });
    await click('save-keys');
    const key = (await part('kept-text').textContent())!;
    await page.getByRole('dialog').getByRole('button', { name: 'Copy' }).waitFor();
    const guest = await openAs(key);
    for (const name of ['Create GPR', 'World']) await countIs(guest.page.getByRole('link', { name }), 0);
    for (const name of ['endpoints', 'placements', 'workspaces', 'policies', 'keys']) {
      await guest.go(`#/resources/${name}`);
      await guest.see(`resource-${name}`);
      const changing = ['create', 'change', 'delete'].map((verb) => `[data-testid^="${verb}-"]`).join();
      await countIs(guest.page.locator(changing), 0);
    }

    const editor = await openFor('Editor', 'team-blue');
    await editor.page.getByRole('link', { name: 'Create GPR' }).click();
    await valueIs(editor.part('field-sliceName'), 'team-blue');
    await editor.see('take');
    await editor.enter('field-gprName', 'own');
    await editor.part('created').getByRole('link', { name: 'own' }).click();
    await editor.see('delete');
    await editor.go('#/resources/gpr-templates');
    await editor.see('resource-gpr-templates');
    await countIs(editor.part('create-gpr-templates'), 0);
    await editor.go('#/resources/bindings');
    await editor.see('create-bindings');
  },
);
