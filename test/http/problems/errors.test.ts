import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refusal } from '../../../src/api/frame/answers/envelope.ts';
import { catalogue, type ErrorName } from '../../../src/api/frame/errors/error-catalogue.ts';
import { Failure } from '../../../src/api/frame/errors/failure.ts';
import { problem } from '../../../src/api/frame/errors/problems.ts';
import { rejected } from '../../../src/api/v1/rejection-errors.ts';
import rejections from './rejections.json' with { type: 'json' };

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
  for (const { rejection, status, text } of rejections) {
    const failure = rejected(rejection as Parameters<typeof rejected>[0], { fields });
    assert.equal(failure.entry.statusCode, status, rejection.code);
    const { DetailedError } = JSON.parse(failure.body().data!).error;
    assert.match(DetailedError.Errormessage, new RegExp(text), rejection.code);
  }
});
