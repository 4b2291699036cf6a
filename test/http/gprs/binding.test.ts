import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as v from 'valibot';
import {
  bindingRecord,
  createBindingAnswer,
  updateBindingAnswer,
} from '../../../src/api/v1/gpr-template-binding/schema.ts';
import { type Caller, Client } from '../client.ts';
import { templateBody } from './template-body.ts';

const path = '/api/v1/gpr-template-binding';
const templatePath = '/api/v1/gpr-template';
const namespace = 'kubeslice-avesha';

const bound = { clusterName: 'worker-1', defaultTemplateName: 'small', templates: ['small', 'huge'] };
const bindingBody = { workspaceName: 'red', clusters: [bound], enableAutoGPR: true };

/** Of the bound templates, `small` fits its cluster, `huge` does not, and others do not exist. */
async function makeTemplates(owner: Caller): Promise<void> {
  await owner.data('POST', templatePath, templateBody);
  await owner.data('POST', templatePath, { ...templateBody, name: 'huge', numberOfGPUs: 16 });
}

const withStatus = {
  ...bound,
  defaultTemplateStatus: 'Ready',
  templateStatus: { small: 'Ready', huge: 'Failed' },
};

test('a binding is created, read, replaced and deleted, and each answer has exactly its members', async () => {
  const owner = await new Client().as('Owner');
  await makeTemplates(owner);
  const created = await owner.data('POST', path, bindingBody);
  assert.deepEqual(created, { name: 'red', namespace, clusters: [bound], enableAutoGPR: true });
  v.parse(createBindingAnswer, created);

  const record = { name: 'red', clusters: [withStatus], enableAutoGPR: true };
  const got = await owner.data('GET', `${path}?gprTemplateBindingName=red`);
  assert.deepEqual(got, record);
  v.parse(bindingRecord, got);
  assert.deepEqual(await owner.data('GET', `${path}/list`), { templateBindings: [record] });

  const change = {
    workspaceName: 'red',
    clusters: [{ clusterName: 'worker-1', defaultTemplateName: 'gone', templates: ['gone', 'small'] }],
    enableAutoGPR: false,
  };
  const updated = await owner.data('PUT', path, change);
  assert.deepEqual(updated, {
    name: 'red',
    namespace,
    clusters: [
      {
        ...change.clusters[0],
        defaultTemplateStatus: 'NotFound',
        templateStatus: { gone: 'NotFound', small: 'Ready' },
      },
    ],
    enableAutoGPR: false,
  });
  v.parse(updateBindingAnswer, updated);

  assert.deepEqual(await owner.data('DELETE', path, { gprTemplateBindingName: 'red' }), {});
  assert.equal((await owner.send('GET', `${path}?gprTemplateBindingName=red`)).status, 404);
  assert.deepEqual(await owner.data('GET', `${path}/list`), { templateBindings: [] });
});

test('the answer for a binding can be sent back unchanged', async () => {
  const owner = await new Client().as('Owner');
  await makeTemplates(owner);
  await owner.data('POST', path, bindingBody);
  const got = await owner.data('GET', `${path}?gprTemplateBindingName=red`);
  const answered = { ...got, namespace };
  for (const sent of [got, answered]) assert.deepEqual(await owner.data('PUT', path, sent), answered);
  const [listed] = (await owner.data('GET', `${path}/list`)).templateBindings;
  assert.deepEqual(listed, got);
  assert.deepEqual(await owner.data('POST', path, got), { ...answered, clusters: [bound] });
});

test('a repeated template of a cluster is listed once', async () => {
  const owner = await new Client().as('Owner');
  await makeTemplates(owner);
  const repeated = { ...bound, templates: ['small', 'huge', 'small'] };
  const created = await owner.data('POST', path, { ...bindingBody, clusters: [repeated] });
  assert.deepEqual(created.clusters, [bound]);
  const got = await owner.data('GET', `${path}?gprTemplateBindingName=red`);
  assert.deepEqual(got.clusters, [withStatus]);
});

test('the path of templates returns a binding if the query has the parameter of bindings', async () => {
  const client = new Client();
  const owner = await client.as('Owner');
  await makeTemplates(owner);
  await owner.data('POST', path, bindingBody);
  const binding = await owner.data('GET', `${path}?gprTemplateBindingName=red`);
  assert.deepEqual(await owner.data('GET', `${templatePath}?gprTemplateBindingName=red`), binding);
  assert.equal((await owner.data('GET', `${templatePath}?gprTemplateName=small`)).name, 'small');
  assert.equal((await owner.send('GET', `${templatePath}?gprTemplateBindingName=blue`)).status, 404);
  const editor = await client.as('Editor', 'blue');
  assert.equal((await editor.send('GET', `${templatePath}?gprTemplateBindingName=red`)).status, 403);
  assert.equal((await client.send('GET', `${templatePath}?gprTemplateBindingName=red`)).status, 401);
});

test('the status of a bound template changes with the template', async () => {
  const owner = await new Client().as('Owner');
  const statuses = async () => {
    const { clusters } = await owner.data('GET', `${path}?gprTemplateBindingName=red`);
    return [clusters[0].defaultTemplateStatus, clusters[0].templateStatus];
  };
  await owner.data('POST', path, { ...bindingBody, clusters: [{ ...bound, templates: ['small'] }] });
  assert.deepEqual(await statuses(), ['NotFound', { small: 'NotFound' }]);
  await owner.data('POST', templatePath, templateBody);
  assert.deepEqual(await statuses(), ['Ready', { small: 'Ready' }]);
  await owner.data('PUT', templatePath, { ...templateBody, numberOfGPUNodes: 3 });
  assert.deepEqual(await statuses(), ['Failed', { small: 'Failed' }]);
  // The cluster of the binding counts, not that of the template.
  await owner.data('PUT', templatePath, { ...templateBody, clusterName: 'worker-2' });
  assert.deepEqual(await statuses(), ['Ready', { small: 'Ready' }]);
  await owner.data('DELETE', templatePath, { gprTemplateName: 'small' });
  assert.deepEqual(await statuses(), ['NotFound', { small: 'NotFound' }]);
});

test('creating a binding again replaces it, and updating requires a binding', async () => {
  const owner = await new Client().as('Owner');
  const missing = await owner.send('PUT', path, bindingBody);
  assert.equal(missing.status, 404);
  assert.equal(missing.body.status, 'UPSTREAM_REQUEST_ERROR');
  assert.match(missing.body.error.data, /"red" not found; Reason: NotFound$/);
  assert.equal((await owner.send('DELETE', path, { gprTemplateBindingName: 'red' })).status, 404);

  await owner.data('POST', path, bindingBody);
  await owner.data('POST', path, { ...bindingBody, enableAutoGPR: false });
  const { templateBindings } = await owner.data('GET', `${path}/list`);
  assert.equal(templateBindings.length, 1);
  assert.equal(templateBindings[0].enableAutoGPR, false);
});

test('Editors write the binding of their workspace, and Viewers read it', async () => {
  const client = new Client();
  const owner = await client.as('Owner');
  const editor = await client.as('Editor', 'red');
  const viewer = await client.as('Viewer', 'red');
  const stranger = await client.as('Editor', 'blue');
  await makeTemplates(owner);
  await editor.data('POST', path, bindingBody);
  await editor.data('PUT', path, bindingBody);
  await stranger.data('POST', path, { ...bindingBody, workspaceName: 'blue' });

  const names = async (caller: Caller) =>
    (await caller.data('GET', `${path}/list`)).templateBindings.map(({ name }: { name: string }) => name);
  assert.deepEqual(await names(owner), ['red', 'blue']);
  assert.deepEqual(await names(viewer), ['red']);
  assert.deepEqual(await names(stranger), ['blue']);

  assert.equal((await viewer.data('GET', `${path}?gprTemplateBindingName=red`)).name, 'red');
  assert.equal((await viewer.send('POST', path, bindingBody)).status, 403);
  assert.equal((await viewer.send('DELETE', path, { gprTemplateBindingName: 'red' })).status, 403);
  for (const [method, body] of [
    ['POST', bindingBody],
    ['PUT', bindingBody],
    ['DELETE', { gprTemplateBindingName: 'red' }],
  ] as const) {
    assert.equal((await stranger.send(method, path, body)).status, 403);
  }
  assert.equal((await stranger.send('GET', `${path}?gprTemplateBindingName=red`)).status, 403);
  await editor.data('DELETE', path, { gprTemplateBindingName: 'red' });
});

test('deleting a workspace deletes its binding, and a new workspace of the same name has none', async () => {
  const owner = await new Client().as('Owner');
  await owner.data('POST', path, bindingBody);
  await owner.data('DELETE', '/api/v1/slice-workspace', { workspaceName: 'red' });
  assert.equal((await owner.send('POST', path, bindingBody)).status, 409);
  await owner.data('POST', '/sim/clock/advance', { by: '1m' });
  assert.deepEqual(await owner.data('GET', `${path}/list`), { templateBindings: [] });
  await owner.data('POST', '/api/v1/slice-workspace', {
    workspaceName: 'red',
    clusters: ['worker-1'],
    namespaces: ['red'],
    username: 'red',
    email: 'red@example.com',
  });
  assert.equal((await owner.send('GET', `${path}?gprTemplateBindingName=red`)).status, 404);
});
