import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Client } from '../client.ts';
import { altered, memoryWorld } from '../memory-world.ts';

const path = '/api/v1/inference-endpoint';

const modelSpec = {
  modelName: 'sklearn',
  storageURI: 'gs://examples/models/sklearn',
  args: ['--verbose'],
  secret: null,
  resources: { cpu: 1, memory: '2Gi' },
};
const body = {
  clusterName: 'worker-1',
  endpointName: 'iris',
  workspace: 'red',
  gpuSpec: null,
  modelSpec,
};

test('the secret of a model is neither stored nor shown', async () => {
  const world = memoryWorld();
  const submitted: string[] = [];
  const client = new Client(
    altered(world, {
      submit(command) {
        submitted.push(JSON.stringify(command));
        return world.submit(command);
      },
    }),
  );
  const owner = await client.as('Owner');
  const sent = (secret: unknown, more = {}) =>
    owner.send('POST', path, { ...body, modelSpec: { ...modelSpec, secret }, ...more });
  assert.equal((await sent({ password: 'hunter2' })).status, 200);
  assert.equal(submitted.length, 1);
  assert.ok(submitted[0]!.includes('sklearn') && !submitted[0]!.includes('hunter2'));
  const answers = [
    JSON.stringify((await sent('hunter2')).body),
    JSON.stringify((await sent({ password: 'hunter2' }, { workspace: 'nowhere' })).body),
    JSON.stringify(await owner.get(`${path}?workspace=red&endpoint=iris`)),
  ];
  for (const answer of answers) assert.ok(!answer.includes('hunter2'), answer);
});
