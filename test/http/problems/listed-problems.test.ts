// An answer with 422 lists all problems of a request at once.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { oneOf } from '../../../src/api/frame/errors/problems.ts';
import { Client, detailedError, gprBody } from '../client.ts';
import { templateBody } from '../gprs/template-body.ts';
import { definitionBody } from '../service/workload-body.ts';

const placements = '/api/v1/workload-placement';
const cases: readonly (readonly [path: string, sent: object, wrong: string])[] = [
  [
    placements,
    {},
    'name workspaceName clusterNames burstDuration deletionPolicy helmConfigs manifestResources cmdExec steps',
  ],
  [
    placements,
    {
      clusters: 7,
      helmConfigs: [{ chart: 'web', helmFlags: { wait: 'yes', timeout: 'soon' } }],
      manifestResources: [{ manifest: {} }, {}],
      cmdExec: [{ name: 'greet' }],
      steps: [{ type: 'chart' }, { name: 'wave', type: 'command' }],
      gprDetails: { numberOfGPUs: 0, exitDuration: 'long' },
    },
    'name workspaceName clusters burstDuration deletionPolicy ' +
      'helmConfigs[0].name helmConfigs[0].chart helmConfigs[0].releaseName helmConfigs[0].releaseNamespace ' +
      'helmConfigs[0].repoName helmConfigs[0].repoURL helmConfigs[0].helmFlags.wait helmConfigs[0].helmFlags.timeout ' +
      'manifestResources[0].name manifestResources[0].manifest manifestResources[1].name manifestResources[1].manifest ' +
      'cmdExec[0].cmd steps[0].name steps[0].type steps[1].name ' +
      'gprDetails.numberOfGPUs gprDetails.exitDuration gprDetails.instanceType',
  ],
  [
    '/api/v1/gpr/gpu-availability',
    { enableAutoClusterSelection: false, enableAutoGpuSelection: false, numberOfGPUs: 0 },
    'requestName sliceName numberOfGPUs numberOfGPUNodes exitDuration memoryPerGpu preferredClusters instanceType gpuShape',
  ],
  [
    '/api/v1/inference-endpoint',
    { gpuSpec: { numberOfGPUs: 0, priority: 500 } },
    'clusterName endpointName workspace modelSpec gpuSpec.numberOfGPUs gpuSpec.priority ' +
      'gpuSpec.gpuShape gpuSpec.instanceType gpuSpec.numberOfGPUNodes gpuSpec.memoryPerGPU',
  ],
  ['/api/v1/api-key', {}, 'name role validUntil workspaceName'],
  [
    '/api/v1/gpr',
    { ...gprBody, clusterName: 'worker-9', instanceType: 'abacus', gpuShape: 'beads' },
    'clusterName instanceType gpuShape',
  ],
  [
    '/api/v1/gpr-template',
    { ...templateBody, clusterName: 'worker-9', instanceType: 'abacus', gpuShape: 'beads' },
    'clusterName instanceType gpuShape',
  ],
  [
    placements,
    {
      ...definitionBody,
      name: 'app',
      workspaceName: 'red',
      clusterNames: ['worker-8', 'worker-9'],
      numPlacements: 3,
      gprDetails: { instanceType: 'abacus', gpuShape: 'beads' },
    },
    'clusterNames clusterNames numPlacements gprDetails.instanceType gprDetails.gpuShape',
  ],
  [
    '/api/v1/inference-endpoint',
    {
      workspace: 'red',
      clusterName: 'worker-9',
      endpointName: 'iris',
      rawModelSpec: 'kind: Model',
      gpuSpec: {
        instanceType: 'abacus',
        gpuShape: 'beads',
        numberOfGPUs: 1,
        numberOfGPUNodes: 1,
        memoryPerGPU: 1,
      },
    },
    'clusterName gpuSpec.instanceType gpuSpec.gpuShape',
  ],
  [
    '/api/v1/gpr-template-binding',
    {
      clusters: [
        { clusterName: 'worker-1', defaultTemplateName: '', templates: ['big'] },
        { clusterName: 'worker-1', defaultTemplateName: 'big', templates: [7] },
      ],
    },
    'workspaceName enableAutoGPR clusters clusters[0].defaultTemplateName clusters[1].templates[0]',
  ],
  [
    '/api/v1/workload-template',
    { ...definitionBody, name: 'a/b', clusterNames: ['worker-1', '', 'worker-1'], serviceAccount: 7 },
    'name clusterNames clusterNames[1] serviceAccount workspaceName',
  ],
  ['/sim/clock/advance', { by: 1, color: 'red', shape: 'round' }, 'by color shape'],
];

for (const [path, sent, wrong] of cases) {
  test(`POST ${path} with ${Object.keys(sent).join(', ') || 'no member'} names each wrong member`, async () => {
    const answer = await (await new Client().as('Owner')).send('POST', path, sent);
    assert.equal(answer.status, 422, answer.body.message);
    const { Details } = detailedError(answer).DetailedError;
    const fields: string[] = Details.map(({ field }: { field: string }) => field);
    assert.deepEqual(fields.sort(), wrong.split(' ').sort());
  });
}

test('an answer lists at most 100 problems, and the number of the others', async () => {
  const steps = Array(60).fill({});
  const answer = await (await new Client().as('Owner')).send('POST', placements, { steps });
  const { Details } = detailedError(answer).DetailedError;
  // 8 mandatory members besides the steps, and two members of each of 60 steps.
  assert.equal(Details.length, 100);
  assert.equal(Details.at(-1).message, '"body" has 29 further problems');
});

test('an unknown name is answered with the names that begin like it, from six names on', () => {
  const names = Array.from({ length: 40 }, (_, i) => `team-${i}`);
  const few = ['b', 'a', 'ab', 'abd', 'c'];
  assert.equal(oneOf('a name', few, 'abc'), 'must be a name (b, a, ab, abd, c), but is "abc"');
  assert.equal(
    oneOf('a name', [...few, 'abx'], 'abc'),
    'must be a name (ab, abd, abx, a, b, c), but is "abc"',
  );
  // team-3 and team-30 to team-39 share six letters with it, all others fewer; at most 20 are listed.
  const listed = /\((.*)\)/.exec(oneOf('a team', names, 'team-3x'))![1]!.split(', ');
  assert.equal(listed.length, 21);
  assert.deepEqual(listed.slice(0, 11), ['team-3', ...names.slice(30)]);
  assert.deepEqual([listed[11], listed[20]], ['team-0', '…']);
});
