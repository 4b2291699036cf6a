import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refusal } from '../../src/http/envelope.ts';
import { catalogue, type ErrorName } from '../../src/http/errors.ts';
import { Failure } from '../../src/http/failure.ts';
import { problem } from '../../src/http/problems.ts';
import { rejected } from '../../src/http/rejections.ts';

const names = Object.keys(catalogue) as ErrorName[];

test('every error of the catalogue is an envelope with exactly the contract members', async () => {
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
      Status: 'Error',
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

test('words that were sent are shortened, and braces in them stay text', () => {
  const long = new Failure('path-unknown', { path: 'x'.repeat(100_000) });
  assert.ok(long.text().length < 200);
  const braces = new Failure('workspace-not-found', { workspace: '{problems} $& {workspace}' });
  assert.match(braces.body().data!, /\{problems\} \$& \{workspace\}/);
});

test('every refusal of the simulator has an error in the words of the wire', () => {
  const fields = { clusters: 'preferredClusters', gpusPerNode: 'numberOfGPUs' };
  const offer = {
    cluster: 'worker-1',
    instanceType: 'a2',
    gpuModelName: 'A100',
    requestedGpus: 64,
    availableGpus: 32,
  };
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
      { code: 'demand-never-fits', offers: [offer] },
      422,
      /worker-1 a2 \(A100\): requested 64 GPUs, available 32/,
    ],
    [{ code: 'demand-never-fits', offers: [] }, 422, /"numberOfGPUs" asks for GPUs of a kind/],
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
    [{ code: 'node-unknown', cluster: 'c', node: 'n' }, 404, /no node "n" in cluster "c"/],
    [{ code: 'node-state', cluster: 'c', node: 'n', state: 'down' }, 409, /already down/],
  ];
  for (const [rejection, statusCode, text] of cases) {
    const failure = rejected(rejection, { fields });
    assert.equal(failure.entry.statusCode, statusCode, rejection.code);
    const { DetailedError } = JSON.parse(failure.body().data!).error;
    assert.match(DetailedError.Errormessage, text, rejection.code);
  }
});
