import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createWorkspace } from './access.ts';
import { Unauthorized, UnhandledException } from './failures.ts';
import { TestServer } from './server.ts';
import {
  type Binding,
  bindingOf,
  createBinding,
  createTemplate,
  deleteBinding,
  deleteTemplate,
  listBindings,
  listTemplates,
  type Template,
  templateOf,
  updateBinding,
  updateTemplate,
} from './templates.ts';

const server = await TestServer.start();
const client = server.client();

const template = (name: string, given: Partial<Template> = {}): Template => ({
  name,
  clusterName: 'worker-1',
  numberOfGPUs: 1,
  numberOfGPUNodes: 1,
  memoryPerGpu: 15,
  gpuShape: 'NVIDIA-A100-SXM4-40GB',
  instanceType: 'a2-highgpu-8g',
  exitDuration: '0d0h5m',
  priority: 201,
  enforceIdleTimeOut: false,
  enableEviction: true,
  requeueOnFailure: false,
  ...given,
});

const binding = (workspaceName: string, templates: readonly string[]): Binding => ({
  workspaceName,
  clusters: [{ clusterName: 'worker-1', defaultTemplateName: templates[0], templates }],
  enableAutoGPR: true,
});

const failsWith = (statusCode: number) => (error: unknown) => {
  assert.ok(error instanceof UnhandledException, String(error));
  assert.equal(error.answer.statusCode, statusCode);
  return true;
};

test('templates can be created, read, listed, changed and deleted', async () => {
  assert.deepEqual(await listTemplates(client), []);
  assert.equal(await createTemplate(client, template('plain')), 'plain');
  const idle = template('idle', { enforceIdleTimeOut: true, idleTimeOutDuration: '2m', exitDuration: '1h' });
  assert.equal(await createTemplate(client, idle), 'idle');
  assert.deepEqual(
    (await listTemplates(client)).map(({ name }) => name),
    ['plain', 'idle'],
  );

  const read = await templateOf(client, 'idle');
  for (const [member, sent] of Object.entries(idle)) {
    const answered = { exitDuration: '1h0m0s', idleTimeOutDuration: '0h2m0s' }[member] ?? sent;
    assert.deepEqual(read[member], answered, member);
  }
  assert.equal((await templateOf(client, 'plain')).idleTimeOutDuration, '');

  await updateTemplate(client, template('plain', { priority: 100, exitDuration: '30m' }));
  const changed = await templateOf(client, 'plain');
  assert.deepEqual([changed.priority, changed.exitDuration], [100, '0h30m0s']);

  await deleteTemplate(client, 'plain');
  await assert.rejects(templateOf(client, 'plain'), failsWith(404));
  await assert.rejects(deleteTemplate(client, 'plain'), failsWith(404));
});

test('an existing, unknown or invalid template is refused', async () => {
  await createTemplate(client, template('twice'));
  await assert.rejects(createTemplate(client, template('twice')), failsWith(409));
  await assert.rejects(updateTemplate(client, template('never')), failsWith(404));
  await assert.rejects(createTemplate(client, template('endless', { exitDuration: '' })), failsWith(422));
  await assert.rejects(createTemplate(client, template('urgent', { priority: 301 })), failsWith(422));
  const editor = server.client({ apiKey: server.key('Editor', 'red').apiKey });
  await assert.rejects(createTemplate(editor, template('theirs')), Unauthorized);
});

test('bindings can be created, read, listed, changed and deleted, and each answer has its exact members', async () => {
  const workspace = await createWorkspace(client, { name: 'bound' });
  await createTemplate(client, template('small'));
  await createTemplate(client, template('large', { numberOfGPUs: 8 }));
  assert.deepEqual(await listBindings(client), []);

  const sent = binding(workspace, ['small', 'no-such-template']);
  const created = await createBinding(client, sent);
  assert.equal(created.name, workspace);
  assert.deepEqual(created.clusters, sent.clusters);
  assert.equal(created.enableAutoGPR, true);

  const statuses = { small: 'Ready', 'no-such-template': 'NotFound' };
  const shown = [{ ...sent.clusters[0], defaultTemplateStatus: 'Ready', templateStatus: statuses }];
  const read = await bindingOf(client, workspace);
  assert.deepEqual(read, { name: workspace, clusters: shown, enableAutoGPR: true });
  assert.deepEqual(
    (await listBindings(client)).map(({ name, clusters }) => ({ name, clusters })),
    [{ name: workspace, clusters: shown }],
  );

  const updated = await updateBinding(client, { ...binding(workspace, ['large']), enableAutoGPR: false });
  assert.deepEqual(
    [updated.name, updated.namespace, updated.enableAutoGPR],
    [workspace, created.namespace, false],
  );
  assert.deepEqual(updated.clusters[0].templateStatus, { large: 'Ready' });

  // Scripts replace a binding by creating it again.
  await createBinding(client, binding(workspace, ['small']));
  assert.deepEqual((await bindingOf(client, workspace)).clusters[0].templates, ['small']);
  assert.equal((await listBindings(client)).length, 1);

  await deleteBinding(client, workspace);
  await assert.rejects(bindingOf(client, workspace), failsWith(404));
  await assert.rejects(deleteBinding(client, workspace), failsWith(404));
  assert.deepEqual(await listBindings(client), []);
});

test('a binding of an unknown workspace is refused', async () => {
  await assert.rejects(createBinding(client, binding('no-such-workspace', ['small'])), failsWith(404));
  await assert.rejects(updateBinding(client, binding('no-such-workspace', ['small'])), failsWith(404));
});
