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

test('an invalid workspace is refused with the field and not created', async () => {
  const owner = await new Client().as('Owner');
  const cases: [object, string, RegExp][] = [
    [{ workspaceName: undefined }, 'workspaceName', /is required/],
    [{ workspaceName: 'a/b' }, 'workspaceName', /without "\/"/],
    [{ workspaceName: '..' }, 'workspaceName', /without "\/"/],
    [{ workspaceName: 'a\u0007' }, 'workspaceName', /control characters/],
    [{ workspaceName: '\ud800' }, 'workspaceName', /control characters/],
    [{ namespaces: [] }, 'namespaces', /not allowed to be empty/],
    [{ namespaces: ['a', 7] }, 'namespaces[1]', /must be a string, but is 7/],
    [{ clusters: 'worker-1' }, 'clusters', /must be a list, but is "worker-1"/],
    [{ clusters: ['worker-9'] }, 'clusters', /\(worker-1, worker-2\), but is "worker-9"/],
    [{ clusters: new Array(2000).fill('worker-1') }, 'clusters', /at most 1000 items/],
    [{ username: '' }, 'username', /not allowed to be empty/],
    [{ email: {} }, 'email', /must be a string, but is an object/],
  ];
  const before = await owner.data('GET', `${path}/list`);
  for (const [change, field, why] of cases) {
    const answer = await owner.send('POST', path, { ...body, ...change });
    assert.equal(answer.status, 422, field);
    const [first, ...others] = detailedError(answer).DetailedError.Details;
    assert.equal(others.length, 0);
    assert.equal(first.field, field);
    assert.match(first.message, why);
  }
  assert.deepEqual(await owner.data('GET', `${path}/list`), before);
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
  await owner.data('POST', path, { ...body, clusters: [...allowed, 'worker-1'] });
  const { workspaces } = await owner.data('GET', `${path}/list`);
  assert.equal(workspaces.at(-1).maxClusters, 16);
  assert.deepEqual(workspaces.at(-1).clusters, allowed);
});
