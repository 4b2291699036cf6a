// Requests that contradict themselves get 422, and the error names the member.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Caller, Client, gprBody } from '../client.ts';
import { templateBody } from '../gprs/template-body.ts';
import { definitionBody, helmConfig, manifestResource } from '../service/workload-body.ts';

const templates = '/api/v1/workload-template';
const placements = '/api/v1/workload-placement';
const template = { name: 'stack', workspaceName: 'red', serviceAccount: 'deployer', ...definitionBody };
const placement = { name: 'deploy', workspaceName: 'red', ...definitionBody };
const endpoint = {
  clusterName: 'worker-1',
  endpointName: 'chat',
  workspace: 'red',
  modelSpec: { modelName: 'llama' },
};
const gpus = { instanceType: 'a2-highgpu-8g', gpuShape: 'NVIDIA-A100-SXM4-40GB', numberOfGPUs: 1 };

async function refused(
  caller: Caller,
  method: string,
  path: string,
  body: object | undefined,
  message: string,
) {
  const answer = await caller.send(method, path, body);
  assert.equal(answer.status, 422, answer.body.message);
  assert.equal(answer.body.message, message);
}

const twoValues: [method: string, path: string, body: object | undefined, main: string, other: string][] = [
  ['POST', '/api/v1/gpr', { ...gprBody, memoryPerGpu: 24 }, 'memoryPerGPU', 'memoryPerGpu'],
  ['POST', '/api/v1/gpr', { ...gprBody, workspaceName: 'blue' }, 'sliceName', 'workspaceName'],
  ['PUT', '/api/v1/gpr', { gprId: 'gpr-1', gprID: 'gpr-2', priority: 5 }, 'gprId', 'gprID'],
  ['DELETE', '/api/v1/api-key', { apiKey: 'one', 'api-key': 'two' }, 'apiKey', 'api-key'],
  ['POST', '/api/v1/gpr-template', { ...templateBody, gprTemplateName: 'big' }, 'name', 'gprTemplateName'],
  ['POST', templates, { ...template, WorkspaceName: 'blue' }, 'workspaceName', 'WorkspaceName'],
  ['POST', templates, { ...template, clusters: ['worker-2'] }, 'clusterNames', 'clusters'],
  ['POST', templates, { ...template, clusters: ['worker-1', 'x'] }, 'clusterNames', 'clusters'],
  [
    'PUT',
    '/api/v1/workspace-policies/red',
    { priorityRange: '1-200', PriorityRange: '1-300' },
    'priorityRange',
    'PriorityRange',
  ],
  [
    'PUT',
    '/api/v1/workspace-policies/red',
    { maxGpuPerGpr: 4, globalGPUConstraints: { maxGPUPerGpr: 8 } },
    'globalGPUConstraints.maxGPUPerGpr',
    'maxGpuPerGpr',
  ],
  [
    'PUT',
    '/api/v1/workspace-policies/red',
    { gpuShapes: ['Tesla-T4'], globalGPUConstraints: { gpuShapes: [] } },
    'globalGPUConstraints.gpuShapes',
    'gpuShapes',
  ],
  ['GET', '/api/v1/gpr/list?sliceName=red&workspace=blue', undefined, 'sliceName', 'workspace'],
  ['GET', '/api/v1/gpr/list?workspaceName=red&workspace=blue', undefined, 'workspaceName', 'workspace'],
];

test('two spellings of one member with different values are refused', async () => {
  const owner = await new Client().as('Owner');
  for (const [method, path, body, main, other] of twoValues) {
    const why = `"${other}" must equal "${main}", another spelling of the same member`;
    await refused(owner, method, path, body, why);
  }
});

test('two spellings of a member inside another are refused, too', async () => {
  const owner = await new Client().as('Owner');
  const rows: [method: string, path: string, body: object, main: string, other: string][] = [
    [
      'POST',
      '/api/v1/inference-endpoint',
      { ...endpoint, gpuSpec: { ...gpus, numberOfGPUNodes: 1, memoryPerGPU: 40, memoryPerGpu: 24 } },
      'memoryPerGPU',
      'gpuSpec.memoryPerGpu',
    ],
    [
      'POST',
      placements,
      { ...placement, gprDetails: { ...gpus, memoryPerGPU: 40, memoryPerGpu: 24 } },
      'memoryPerGpu',
      'gprDetails.memoryPerGPU',
    ],
    [
      'PUT',
      '/api/v1/workspace-policies/red',
      { globalGPUConstraints: { maxGPUPerGpr: 4, maxGpuPerGpr: 8 } },
      'maxGPUPerGpr',
      'globalGPUConstraints.maxGpuPerGpr',
    ],
    [
      'POST',
      templates,
      { ...template, manifestResources: [{ ...manifestResource, kind: 'Secret' }] },
      'manifest.kind',
      'manifestResources[0].kind',
    ],
    [
      'POST',
      templates,
      { ...template, manifestResources: [{ ...manifestResource, namespace: 'blue' }] },
      'manifest.metadata.namespace',
      'manifestResources[0].namespace',
    ],
  ];
  for (const [method, path, body, main, other] of rows) {
    await refused(
      owner,
      method,
      path,
      body,
      `"${other}" must equal "${main}", another spelling of the same member`,
    );
  }
});

test('two spellings of one member with the same value, or with null, are one value', async () => {
  const owner = await new Client().as('Owner');
  const { kind, data, metadata } = manifestResource.manifest;
  const repeated = { ...manifestResource, kind, data: { ...data }, namespace: metadata.namespace };
  const clusters = [...template.clusterNames];
  await owner.data('POST', '/api/v1/gpr', {
    ...gprBody,
    memoryPerGpu: 40,
    workspaceName: 'red',
    workspace: null,
  });
  await owner.data('POST', templates, { ...template, clusters, manifestResources: [repeated] });
});

test('a member has one value in the path, the body and the query', async () => {
  const owner = await new Client().as('Owner');
  const kubeConfig = '/api/v1/slice-workspace/kube-config?clusterName=worker-1&workspaceName=';
  const rows: [method: string, path: string, body: object, why: string][] = [
    [
      'POST',
      `${kubeConfig}blue`,
      { workspaceName: 'red' },
      '"workspaceName" must equal the value in the body, "red"',
    ],
    [
      'POST',
      `${kubeConfig}blue`,
      { sliceName: 'red' },
      '"sliceName" must equal "workspaceName", another spelling of the same member',
    ],
    [
      'DELETE',
      '/sim/faults/one?faultId=two',
      { faultId: 'three' },
      '"faultId" must equal the value in the body, "three"; "faultId" must equal the value in the path, "one"',
    ],
  ];
  for (const [method, path, body, message] of rows) await refused(owner, method, path, body, message);
  await owner.data('POST', `${kubeConfig}red`, { workspaceName: 'red' });
  const answer = await owner.send('DELETE', '/sim/faults', '{"__proto__": 1}');
  assert.match(answer.body.message, /^"__proto__" must be left out$/);
});

test('values that are nested too deeply to compare are refused', async () => {
  const owner = await new Client().as('Owner');
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
  const answer = await owner.send('POST', templates, `{"clusters":${deep},"clusterNames":${deep}}`);
  assert.equal(answer.status, 422);
});

test('a definition has steps, and the entries of a list have different names', async () => {
  const owner = await new Client().as('Owner');
  await owner.data('POST', templates, { ...template, name: 'kept' });
  await owner.data('POST', placements, {
    ...placement,
    name: 'kept',
    gprDetails: { ...gpus, numberOfGPUNodes: 1 },
  });
  const [step] = definitionBody.steps;
  const [command] = definitionBody.cmdExec;
  const cases: [changes: object, why: string][] = [
    [{ steps: [] }, '"steps" is not allowed to be empty'],
    [
      { helmConfigs: [helmConfig, { ...helmConfig, releaseName: 'web-2' }] },
      '"helmConfigs[1].name" must differ from helmConfigs[0].name, but is "web" too',
    ],
    [
      { cmdExec: [command, { name: 'part', cmd: 'ls' }, command] },
      '"cmdExec[2].name" must differ from cmdExec[0].name, but is "greet" too',
    ],
    [
      { manifestResources: [manifestResource, manifestResource] },
      '"manifestResources[1].name" must differ from manifestResources[0].name, but is "settings" too',
    ],
  ];
  for (const [changes, why] of cases) {
    await refused(owner, 'POST', templates, { ...template, ...changes }, why);
    await refused(owner, 'PUT', `${templates}/kept`, { ...template, name: null, ...changes }, why);
    await refused(owner, 'POST', placements, { ...placement, ...changes }, why);
    await refused(owner, 'PUT', `${placements}/kept`, changes, why);
  }
  await owner.data('PUT', `${placements}/kept`, { steps: [step, step] });
});
