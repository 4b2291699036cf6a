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

test('a workspace is created, listed and deleted', async () => {
  const owner = await new Client().as('Owner');
  assert.deepEqual(await owner.data('POST', path, body), { workspaceName: 'green' });
  const { workspaces } = await owner.data('GET', `${path}/list`);
  assert.deepEqual(workspaces.at(-1), {
    name: 'green',
    overlayNetworkDeploymentMode: 'no-network',
    maxClusters: 16,
    sliceDescription: 'Created via slice workspace API',
    clusters: ['worker-1'],
    namespaces: [
      { namespace: 'green', clusters: ['worker-1'] },
      { namespace: 'lime', clusters: ['worker-1'] },
    ],
  });

  assert.deepEqual(await owner.data('DELETE', path, { workspaceName: 'green' }), {});
  assert.equal((await owner.send('POST', path, body)).status, 409);
  await owner.data('POST', '/sim/clock/advance', { by: '1h' });
  const names = (await owner.data('GET', `${path}/list`)).workspaces.map(
    ({ name }: { name: string }) => name,
  );
  assert.deepEqual(names, ['red', 'blue']);
  assert.equal((await owner.send('DELETE', path, { workspaceName: 'green' })).status, 404);
});

test('an existing name is answered with the recorded error', async () => {
  const owner = await new Client().as('Owner');
  const answer = await owner.send('POST', path, { ...body, workspaceName: 'red' });
  assert.equal(answer.status, 409);
  assert.equal(answer.body.message, 'Already Exists');
  const { Message, DetailedError } = detailedError(answer);
  assert.equal(Message, 'Error registering Slice');
  assert.equal(DetailedError.Errormessage, 'sliceconfigs.controller.kubeslice.io "red" already exists');
  assert.equal(DetailedError.Reason, 'AlreadyExists');
});

test('missing clusters are answered with the recorded error', async () => {
  const owner = await new Client().as('Owner');
  const field = 'Spec.NamespaceIsolationProfile.ApplicationNamespaces.Clusters';
  for (const clusters of [undefined, null, []]) {
    const answer = await owner.send('POST', path, { ...body, clusters });
    assert.equal(answer.status, 422);
    assert.equal(answer.body.message, 'Bad Request');
    assert.deepEqual(detailedError(answer).DetailedError, {
      Errormessage:
        'admission webhook "vsliceconfig.kb.io" denied the request: SliceConfig.controller.kubeslice.io "green" ' +
        `is invalid: ${field}: Required value: clusters`,
      Reason: 'Invalid',
      Details: [{ reason: 'FieldValueRequired', message: 'Required value: clusters', field }],
    });
  }
});

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

test('repeated clusters and namespaces are listed once', async () => {
  const owner = await new Client().as('Owner');
  const repeated = {
    clusters: ['worker-2', 'worker-1', 'worker-2'],
    namespaces: ['green', 'lime', 'green'],
  };
  await owner.data('POST', path, { ...body, ...repeated });
  const { workspaces } = await owner.data('GET', `${path}/list`);
  const clusters = ['worker-2', 'worker-1'];
  assert.deepEqual(workspaces.at(-1).clusters, clusters);
  assert.deepEqual(workspaces.at(-1).namespaces, [
    { namespace: 'green', clusters },
    { namespace: 'lime', clusters },
  ]);
});

test('both methods return a kubeconfig, for names in the body or in the query', async () => {
  const client = new Client();
  const editor = await client.as('Editor', 'red');
  const query = `${path}/kube-config?workspaceName=red&clusterName=worker-1`;
  const names = { workspaceName: 'red', clusterName: 'worker-1' };
  const documents = [
    await editor.data('GET', query),
    await editor.data('POST', query),
    await editor.data('POST', `${path}/kube-config`, names),
    await editor.data('POST', `${path}/kube-config?clusterName=worker-1`, { sliceName: 'red' }),
  ];
  for (const { kubeConfig } of documents) {
    assert.match(kubeConfig, /^current-context: "red-workspace@worker-1"$/m);
    assert.match(kubeConfig, /^ {8}namespace: "red"$/m);
    assert.match(kubeConfig, /^ {4}- name: "red-workspace"$/m);
    assert.match(kubeConfig, /^ {8}token: "[\w-]+\.[\w-]+\.[\w-]+"$/m);
  }
});

test('a request for a kubeconfig with missing, unknown or foreign names is refused', async () => {
  const owner = await new Client().as('Owner');
  const worker = await owner.send('GET', `${path}/kube-config?workspaceName=red`);
  assert.equal(worker.status, 400);
  assert.equal(worker.body.status, 'UPSTREAM_REQUEST_ERROR');
  assert.equal(worker.body.message, 'Worker name is required as a query parameter');
  assert.equal((await owner.send('GET', `${path}/kube-config?clusterName=worker-1`)).status, 422);
  assert.equal(
    (await owner.send('POST', `${path}/kube-config`, { workspaceName: 'x', clusterName: 'y' })).status,
    404,
  );
  const foreign = await owner.send('POST', `${path}/kube-config`, {
    workspaceName: 'red',
    clusterName: 'worker-2',
  });
  assert.equal(foreign.status, 422);
  assert.match(foreign.body.message, /"clusterName" must be a cluster of the workspace \(worker-1\)/);
});
