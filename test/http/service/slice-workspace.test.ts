import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Client, detailedError } from '../client.ts';
import { memoryWorld, scenario } from '../memory-world.ts';

const path = '/api/v1/slice-workspace';
const body = {
  workspaceName: 'green',
  clusters: ['worker-1'],
  namespaces: ['green', 'lime'],
  username: 'green',
  email: 'green@example.com',
};

test('a list of clusters has at most 1000', async () => {
  const owner = await new Client().as('Owner');
  const answer = await owner.send('POST', path, { ...body, clusters: new Array(2000).fill('worker-1') });
  assert.equal(answer.status, 422);
  assert.match(answer.body.error.data, /at most 1000 items/);
});

async function ownerOfClusters(count: number) {
  const clusters = Array.from({ length: count }, (_, c) => ({
    ...scenario.clusters[0]!,
    name: `worker-${c + 1}`,
  }));
  const owner = await new Client(memoryWorld({ ...scenario, clusters })).as('Owner');
  return { owner, names: clusters.map(({ name }) => name) };
}

test('maxClusters of the list is the largest number of clusters of a workspace', async () => {
  const { owner, names } = await ownerOfClusters(17);
  const refused = await owner.send('POST', path, { ...body, clusters: names });
  assert.equal(refused.status, 422);
  assert.equal(refused.body.message, 'Bad Request');
  assert.deepEqual(detailedError(refused).DetailedError.Details, [
    {
      reason: 'FieldValueInvalid',
      message: '"clusters" must name at most 16 clusters, but names 17',
      field: 'clusters',
    },
  ]);
  const allowed = names.slice(0, 16);
  await owner.post(path, { ...body, clusters: [...allowed, 'worker-1'] });
  const { workspaces } = await owner.get(`${path}/list`);
  assert.equal(workspaces.at(-1).maxClusters, 16);
  assert.deepEqual(workspaces.at(-1).clusters, allowed);
});
