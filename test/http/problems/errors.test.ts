import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refusal } from '../../../src/api/frame/answers/envelope.ts';
import { catalogue, type ErrorName } from '../../../src/api/frame/errors/error-catalogue.ts';
import { Failure } from '../../../src/api/frame/errors/failure.ts';
import { problem } from '../../../src/api/frame/errors/problems.ts';
import { rejected } from '../../../src/api/v1/rejection-errors.ts';

const names = Object.keys(catalogue) as ErrorName[];

test('every error of the catalogue has exactly the members of the contract', async () => {
  for (const name of names) {
    const failure = new Failure(name, {}, [problem('field', 'is wrong')]);
    const response = refusal(failure, '2026-01-05T08:00:00.000Z');
    const body = JSON.parse(await response.text());
    assert.deepEqual(Object.keys(body), ['statusCode', 'status', 'message', 'data', 'error'], name);
    assert.deepEqual(Object.keys(body.error), ['errorKey', 'message', 'data'], name);
    assert.equal(body.statusCode, response.status, name);
    assert.equal(body.data, null, name);
    assert.ok(body.error.errorKey === '' || body.error.errorKey === body.status, name);
    assert.equal(response.headers.get('x-sim-time'), '2026-01-05T08:00:00.000Z');
  }
});

test('the first form of error.data is a JSON document as a string', () => {
  const failure = new Failure('gpr-invalid', {}, [problem('exitDuration', 'is not allowed to be empty')]);
  assert.deepEqual(JSON.parse(failure.body().data!), {
    error: {
      Message: 'Error while fetching GPR wait time',
      Status: 422,
      DetailedError: {
        Errormessage: '"exitDuration" is not allowed to be empty',
        Reason: 'Invalid',
        Details: [
          {
            reason: 'FieldValueRequired',
            message: '"exitDuration" is not allowed to be empty',
            field: 'exitDuration',
          },
        ],
      },
      StatusCode: 422,
      ReferenceDocumentation: 'NA',
    },
  });
});

test('the second form of error.data is a line of text', () => {
  assert.equal(
    new Failure('worker-required').body().data,
    'Error: clusterName is missing; Reason: BadRequest',
  );
});

test('words from clients are shortened, and braces in them stay text', () => {
  const long = new Failure('path-unknown', { path: 'x'.repeat(100_000) });
  assert.ok(long.text().length < 200);
  const braces = new Failure('workspace-not-found', { workspace: '{problems} $& {workspace}' });
  assert.match(braces.body().data!, /\{problems\} \$& \{workspace\}/);
});

test('every rejection of the simulator has an error with the member names of the wire', () => {
  const fields = {
    clusters: 'preferredClusters',
    gpusPerNode: 'numberOfGPUs',
    workspace: 'sliceName',
    gpu: 'gpuSpec',
  };
  const offer = {
    cluster: 'worker-1',
    instanceType: 'a2',
    gpuModelName: 'A100',
    lacks: 'nodeCount' as const,
    nodeCount: 5,
    gpusPerNode: 2,
    memoryGbPerGpu: 40,
  };
  const begun = [{ cluster: 'worker-1', phase: 'Running' }] as const;
  const requested = { gpusPerNode: 1, nodeCount: 6, memoryGbPerGpu: null };
  const cases: [Parameters<typeof rejected>[0], number, RegExp][] = [
    [{ code: 'workspace-unknown', workspace: 'red' }, 404, /"red" not found/],
    [{ code: 'workspace-exists', workspace: 'red' }, 409, /"red" already exists/],
    [{ code: 'workspace-going', workspace: 'red' }, 409, /"red" is being deleted/],
    [
      { code: 'cluster-unknown', cluster: 'x', known: ['a', 'b'] },
      422,
      /"preferredClusters" must be a cluster \(a, b\)/,
    ],
    [
      { code: 'cluster-not-in-workspace', cluster: 'x', workspace: 'red', clusters: ['a'] },
      422,
      /must be a cluster of the workspace \(a\)/,
    ],
    [{ code: 'instance-type-unknown', instanceType: 'x', known: ['a2'] }, 422, /"instanceType" must be/],
    [{ code: 'gpu-shape-unknown', gpuShape: 'x', known: ['A100'] }, 422, /"gpuShape" must be/],
    [
      { code: 'demand-never-fits', requested, offers: [offer] },
      422,
      /^"nodeCount" .* worker-1 a2 \(A100\): requested 1 GPU per node × 6 nodes, available 2 GPUs of 40 GB per node × 5 nodes$/,
    ],
    [
      {
        code: 'demand-never-fits',
        requested: { ...requested, memoryGbPerGpu: 80 },
        offers: [{ ...offer, nodeCount: 1, lacks: 'memoryGbPerGpu' }],
      },
      422,
      /requested 1 GPU of 80 GB per node × 6 nodes, available 2 GPUs of 40 GB per node × 1 node$/,
    ],
    [
      {
        code: 'kind-not-there',
        clusters: ['worker-1'],
        instanceType: 'a2',
        gpuShape: 'T4',
        known: ['a2 with A100'],
      },
      422,
      /"instanceType" must be a type that worker-1 has \(a2 with A100\), but is "a2" with "T4"/,
    ],
    [
      { code: 'limit', field: 'count', limit: 5, value: 6, of: 'clusters' },
      422,
      /at most 5, the number of preferredClusters, but is 6/,
    ],
    [
      { code: 'one-machine', field: 'cluster', name: 'swf' },
      422,
      /"cluster" must not be "swf", because it is one machine with processors/,
    ],
    [
      { code: 'policy-not-here', field: 'queue', value: 'conservative', why: 'workspaces have a limit' },
      422,
      /"queue" must not be "conservative", because workspaces have a limit/,
    ],
    [
      {
        code: 'gpus-not-shareable',
        field: 'placement',
        placement: 'packing',
        instanceType: 'a3',
        of: 'gpus',
        limit: 16,
        value: 32,
      },
      422,
      /"placement" does not fit the placement policy packing, which needs at most 16 GPUs a node; a3 has 32/,
    ],
    [
      {
        code: 'gpus-not-shareable',
        field: 'count',
        placement: 'packing',
        instanceType: 'a3',
        of: 'nodes',
        limit: 65_536,
        value: 70_000,
      },
      422,
      /"count" does not fit .* packing, which needs at most 65536 nodes in a pool; the pool of a3 has 70000/,
    ],
    [{ code: 'limit', field: 'count', limit: 5, value: 6 }, 422, /"count" must be at most 5, but is 6/],
    [{ code: 'gpr-unknown', gprId: 'gpr-1' }, 404, /"gpr-1" not found/],
    [
      { code: 'gpr-state', gprId: 'g', state: 'Failed', action: 'update' },
      500,
      /Cannot update GPR in Failed state/,
    ],
    [
      { code: 'gpr-state', gprId: 'g', state: 'Queued', action: 'release' },
      500,
      /Cannot update early release of GPR in Queued state/,
    ],
    [
      { code: 'gpr-state', gprId: 'g', state: 'Successful', action: 'delete' },
      500,
      /Cannot delete GPR in Successful/,
    ],
    [{ code: 'gpr-state', gprId: 'g', state: 'Queued', action: 'activity' }, 409, /in Queued state/],
    [{ code: 'node-unknown', cluster: 'c', node: 'n' }, 404, /unknown node "n" of cluster "c"/],
    [{ code: 'node-state', cluster: 'c', node: 'n', state: 'down' }, 409, /already down/],
    [
      {
        code: 'policy',
        workspace: 'red',
        rule: 'maxGpusPerGpr',
        field: 'gpusPerNode',
        limit: '8',
        value: '16',
      },
      422,
      /"numberOfGPUs" breaks the policy of workspace "red": maxGPUPerGpr is limited to 8, but would be 16/,
    ],
    [
      { code: 'policy', workspace: 'red', rule: 'maxGprs', field: '', limit: '3', value: '4' },
      422,
      /"sliceName" breaks .*maxGPRs is limited to 3, but would be 4/,
    ],
    [
      { code: 'gpu-missing', cluster: 'c', why: 'names no GPUs' },
      422,
      /"gpuSpec" is required: names no GPUs/,
    ],
    [{ code: 'member-missing', field: 'deletionPolicy' }, 422, /"deletionPolicy" is required/],
    [
      { code: 'endpoint-exists', workspace: 'red', name: 'e' },
      409,
      /"e" already exists in the workspace "red"/,
    ],
    [{ code: 'endpoint-unknown', workspace: 'red', name: 'e' }, 404, /"e" not found in the workspace "red"/],
    [
      { code: 'endpoint-busy', name: 'e', gprId: 'g', state: 'Provisioning' },
      500,
      /^Cannot delete GPR in Provisioning state: the endpoint uses g; first release it by PUT \/api\/v1\/gpr with "earlyRelease": true$/,
    ],
    [{ code: 'workload-template-exists', name: 't' }, 409, /workload template "t" already exists/],
    [{ code: 'workload-template-unknown', name: 't' }, 404, /workload template "t" not found/],
    [{ code: 'placement-exists', name: 'p' }, 409, /workload placement "p" already exists/],
    [{ code: 'placement-unknown', name: 'p' }, 404, /workload placement "p" not found/],
    [
      { code: 'step-unknown', index: 2, type: 'helm', name: 's' },
      422,
      /^"steps\[2\]\.name" must name an entry of helmConfigs, because its type is helm, but is "s"$/,
    ],
    [
      { code: 'placement-fixed', name: 'p', status: 'Running', begun, fields: ['clusters', 'gpu'] },
      400,
      /only helmConfigs and manifestResources .* p is Running, .* changes preferredClusters, gpuSpec/,
    ],
    [
      { code: 'placement-fixed', name: 'p', status: 'Failed', begun, fields: [] },
      400,
      /cannot; p is Failed$/,
    ],
    [
      { code: 'placement-fixed', name: 'p', status: 'Queued', begun, fields: ['gpu'] },
      400,
      /; p is Queued, but has begun in worker-1 \(Running\), and the update changes gpuSpec$/,
    ],
    [
      { code: 'placement-fixed', name: 'p', status: 'Queued', begun: [], fields: ['workspace'] },
      400,
      /; p is Queued, and the update changes sliceName, which never change$/,
    ],
    [
      { code: 'placement-state', name: 'p', status: 'Failed', holding: [] },
      500,
      /delete workload placement in Failed state: it stays until its workspace is deleted$/,
    ],
    [
      { code: 'placement-state', name: 'p', status: 'Successful', holding: ['g'] },
      500,
      /in Successful state: g has GPUs; PUT \/api\/v1\/gpr with "earlyRelease": true releases them, and the placement stays$/,
    ],
    [
      { code: 'placement-state', name: 'p', status: 'Successful', holding: ['g', 'h'] },
      500,
      /in Successful state: g, h have GPUs; for each, PUT \/api\/v1\/gpr with/,
    ],
  ];
  for (const [rejection, statusCode, text] of cases) {
    const failure = rejected(rejection, { fields });
    assert.equal(failure.entry.statusCode, statusCode, rejection.code);
    const { DetailedError } = JSON.parse(failure.body().data!).error;
    assert.match(DetailedError.Errormessage, text, rejection.code);
  }
});
