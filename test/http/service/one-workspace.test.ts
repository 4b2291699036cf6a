// The main use over HTTP only, in the scenario `quiet` with a paused clock.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { createAdaptorServer } from '@hono/node-server';
import { loadScenario } from '../../../src/scenario/load.ts';
import { Client } from '../client.ts';
import { memoryWorld } from '../memory-world.ts';

const path = '/api/v1/gpr';
const advance = '/sim/clock/advance';

const gpr = {
  gprName: 'train',
  sliceName: 'team-blue',
  clusterName: 'worker-1',
  instanceType: 'a2-highgpu-8g',
  gpuShape: 'NVIDIA-A100-SXM4-40GB',
  numberOfGPUs: 1,
  numberOfGPUNodes: 1,
  memoryPerGPU: 40,
  priority: 100,
  exitDuration: '0d0h10m',
};

class Session {
  readonly #url: string;
  #token = '';

  constructor(url: string) {
    this.#url = url;
  }

  async signIn(apiKey: string): Promise<this> {
    this.#token = (await this.data('POST', '/api/v1/auth', { apiKey })).token;
    return this;
  }

  /** A client with a new key of this role for team-blue. */
  async as(role: 'Editor' | 'Viewer'): Promise<Session> {
    const key = { name: role, role, validUntil: '2026-12-31', workspaceName: 'team-blue' };
    const { apiKey } = await this.data('POST', '/api/v1/api-key', key);
    return new Session(this.#url).signIn(apiKey);
  }

  /** `body`: a string is sent unchanged, any other value as JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: each test knows the shape of its answers
  async send(method: string, target: string, body?: unknown): Promise<any> {
    const response = await fetch(`${this.#url}${target}`, {
      method,
      headers: this.#token === '' ? {} : { Authorization: `Bearer ${this.#token}` },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    // biome-ignore lint/suspicious/noExplicitAny: each test knows the shape of its answers
    const answer = (await response.json()) as any;
    assert.equal(answer.statusCode, response.status, target);
    return answer;
  }

  // biome-ignore lint/suspicious/noExplicitAny: each test knows the shape of its answers
  async data(method: string, target: string, body?: unknown): Promise<any> {
    const answer = await this.send(method, target, body);
    assert.equal(answer.statusCode, 200, `${method} ${target}: ${JSON.stringify(answer)}`);
    return answer.data;
  }

  async create(changes: object = {}): Promise<string> {
    return (await this.data('POST', path, { ...gpr, ...changes })).gprId;
  }

  async states(...gprIds: string[]): Promise<string> {
    const views = await Promise.all(gprIds.map((gprId) => this.data('GET', `${path}/gpr?gprId=${gprId}`)));
    return views.map(({ status }) => status.provisioningStatus).join(' ');
  }

  until(gprId: string, provisioningStatus: string): Promise<{ now: string }> {
    return this.data('POST', advance, { until: { gprId, provisioningStatus } });
  }
}

async function quiet(t: TestContext): Promise<Session> {
  const loaded = loadScenario('quiet', { now: () => 0 });
  assert.ok(loaded.ok);
  const client = new Client(memoryWorld(loaded.scenario));
  const server = createAdaptorServer({ fetch: client.app.fetch }).listen(0, '127.0.0.1');
  t.after(() => server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return new Session(`http://127.0.0.1:${port}`).signIn(client.key('Owner').apiKey);
}

test('three GPRs of one workspace are provisioned one at a time, by priority', async (t) => {
  const owner = await quiet(t);
  const low = await owner.create({ priority: 50 });
  const high = await owner.create({
    priority: 250,
    clusterName: 'worker-3',
    instanceType: 'p5.48xlarge',
    gpuShape: 'p5.48xlarge',
    memoryPerGPU: 80,
  });
  const middle = await owner.create({ priority: 150 });
  assert.equal(await owner.states(low, high, middle), 'Queued Queued Queued');

  const steps: [string, string, string, string][] = [
    [high, 'Provisioning', '08:00:00', 'Queued Provisioning Queued'],
    [high, 'Successful', '08:00:20', 'Queued Successful Queued'],
    [high, 'Complete', '08:10:20', 'Queued Complete Provisioning'],
    [middle, 'Successful', '08:10:40', 'Queued Complete Successful'],
    [middle, 'Complete', '08:20:40', 'Provisioning Complete Complete'],
    [low, 'Complete', '08:31:00', 'Complete Complete Complete'],
  ];
  for (const [gprId, status, at, states] of steps) {
    const { now } = await owner.until(gprId, status);
    assert.deepEqual([now, await owner.states(low, high, middle)], [`2026-01-05T${at}.000Z`, states]);
  }
  const never = await owner.send('POST', advance, {
    until: { gprId: low, provisioningStatus: 'Successful' },
  });
  assert.equal(never.statusCode, 422);
  assert.match(never.message, /is Complete and will not be Successful any more/);
});

test('releasing a queued GPR and deleting a Successful one are answered with the errors of the contract', async (t) => {
  const owner = await quiet(t);
  const gprId = await owner.create();
  const errorOf = (title: string, text: string) => ({
    statusCode: 500,
    status: 'Error',
    message: text,
    data: null,
    error: {
      errorKey: '',
      message: text,
      data: JSON.stringify({
        error: {
          Message: title,
          Status: 500,
          DetailedError: { Errormessage: text, Reason: 'InternalError', Details: '' },
          StatusCode: 500,
          ReferenceDocumentation: 'NA',
        },
      }),
    },
  });
  assert.deepEqual(
    await owner.send('PUT', path, { gprId, earlyRelease: true }),
    errorOf('Error while updating a GPR', 'Cannot update early release of GPR in Queued state'),
  );
  await owner.until(gprId, 'Successful');
  assert.deepEqual(
    await owner.send('DELETE', path, { gprId }),
    errorOf('Error while deleting GPR', 'Cannot delete GPR in Successful state'),
  );
  assert.deepEqual(await owner.data('PUT', path, { gprId, earlyRelease: true }), {});
  assert.equal(await owner.states(gprId), 'Complete');
  assert.deepEqual(await owner.data('DELETE', path, { gprId }), {});
  assert.equal((await owner.send('GET', `${path}/gpr?gprId=${gprId}`)).statusCode, 404);
});

test('an Editor can use only its own workspace, and a Viewer cannot write', async (t) => {
  const owner = await quiet(t);
  const foreign = await owner.create({ sliceName: 'vision', gprName: 'hidden' });
  await owner.until(foreign, 'Successful');
  const before = await owner.data('GET', '/sim/clock');
  const [editor, viewer] = [await owner.as('Editor'), await owner.as('Viewer')];

  const refusals: [Session, string, string, unknown, number][] = [
    [editor, 'GET', `${path}/gpr?gprId=${foreign}`, undefined, 404],
    [editor, 'GET', `/sim/explain/${foreign}`, undefined, 404],
    [editor, 'PUT', path, { gprId: foreign, earlyRelease: true }, 404],
    [editor, 'DELETE', path, { gprId: foreign }, 404],
    [editor, 'GET', `${path}/list?workspace=vision`, undefined, 403],
    [editor, 'POST', path, { ...gpr, sliceName: 'vision' }, 403],
    [editor, 'GET', '/api/v1/inventory?sliceName=vision', undefined, 403],
    [
      editor,
      'POST',
      '/api/v1/slice-workspace/kube-config',
      { workspaceName: 'vision', clusterName: 'worker-1' },
      403,
    ],
    [editor, 'POST', '/api/v1/api-key', { name: 'x', role: 'Owner', validUntil: '2026-12-31' }, 403],
    [editor, 'DELETE', '/api/v1/slice-workspace', { workspaceName: 'team-blue' }, 403],
    [editor, 'POST', advance, { by: '1h' }, 403],
    [editor, 'POST', '/sim/reset', {}, 403],
    [viewer, 'POST', path, gpr, 403],
    [viewer, 'PUT', path, { gprId: foreign, priority: 1 }, 403],
    [viewer, 'DELETE', path, { gprId: foreign }, 403],
    [viewer, 'PUT', '/sim/clock', { mode: 'running' }, 403],
    [
      viewer,
      'POST',
      '/api/v1/slice-workspace/kube-config',
      { workspaceName: 'team-blue', clusterName: 'worker-1' },
      403,
    ],
  ];
  for (const [session, method, target, body, statusCode] of refusals) {
    const answer = await session.send(method, target, body);
    assert.equal(answer.statusCode, statusCode, `${method} ${target} ${JSON.stringify(answer)}`);
  }
  for (const session of [editor, viewer]) {
    for (const target of [
      '/api/v1/inventory/list',
      '/api/v1/slice-workspace/list',
      '/sim/facts',
      '/api/v1/api-key/list',
    ]) {
      const text = JSON.stringify(await session.data('GET', target));
      assert.ok(!text.includes('hidden') && !text.includes(foreign), target);
    }
  }
  assert.deepEqual(await owner.data('GET', '/sim/clock'), before);
  const own = await editor.create();
  assert.deepEqual(await editor.data('PUT', path, { gprId: own, priority: 9 }), {});
  assert.equal((await viewer.data('GET', `${path}/gpr?gprId=${own}`)).priority, 9);
  assert.deepEqual(await editor.data('DELETE', path, { gprId: own }), {});
});

test('invalid input is answered with an error in the envelope and changes nothing', async (t) => {
  const owner = await quiet(t);
  const gprId = await owner.create();
  const workspace = {
    workspaceName: 'new',
    clusters: ['worker-1'],
    namespaces: ['n'],
    username: 'u',
    email: 'e@example.com',
  };
  const key = { name: 'k', role: 'Owner', validUntil: '2026-12-31' };
  const long = 'x'.repeat(10_000);
  const cases: [string, string, unknown, number, RegExp][] = [
    ['POST', path, '{"gprName": "half', 400, /not JSON/],
    ['POST', path, 'priority=1', 400, /not JSON/],
    ['POST', path, '[]', 422, /"body" must be a JSON object, but is a list/],
    ['POST', path, { pad: 'x'.repeat(2 ** 21) }, 413, /at most 1048576 bytes/],
    ['PUT', path, { gprId, priority: 0 }, 422, /"priority" must be/],
    ['PUT', path, { gprId: long, priority: 1 }, 422, /"gprId" must be at most 253/],
    ['PUT', path, { gprId }, 422, /changes nothing; send at least one of/],
    ['DELETE', path, {}, 422, /"gprId" is required/],
    ['DELETE', path, { gprId: 'gpr-00000000-0000' }, 404, /GPR Not Found/],
    ['GET', `${path}/gpr?gprId=${'y'.repeat(10_000)}`, undefined, 422, /"gprId" must be at most 253/],
    ['POST', '/api/v1/slice-workspace', { ...workspace, workspaceName: long }, 422, /Bad Request/],
    ['POST', '/api/v1/slice-workspace', { ...workspace, clusters: ['worker-9'] }, 422, /Bad Request/],
    ['POST', '/api/v1/slice-workspace', { ...workspace, clusters: 'worker-1' }, 422, /Bad Request/],
    ['POST', '/api/v1/slice-workspace', { ...workspace, workspaceName: 'vision' }, 409, /Already Exists/],
    ['POST', '/api/v1/api-key', { ...key, name: long }, 422, /"name" must be at most 253/],
    ['POST', '/api/v1/api-key', { ...key, validUntil: '1999-01-01' }, 422, /must be today \(UTC\) or later/],
    ['POST', '/api/v1/auth', { apiKey: long }, 401, /Unauthenticated/],
    ['POST', advance, { by: '-1h' }, 422, /"by" must not be negative/],
    ['POST', advance, { by: '99999d' }, 422, /"by" must be at most ten years/],
    ['POST', advance, { events: -1 }, 422, /"events" must be an integer/],
    ['POST', advance, { for: '1h' }, 422, /"for" is unknown/],
    ['PUT', '/sim/clock', { speed: -1 }, 422, /"speed" must be a number above 0/],
    ['POST', `/sim/nodes/worker-1/${long}/down`, {}, 422, /"node" must be at most 253/],
    ['POST', '/sim/nodes', { cluster: 'nowhere', instanceType: 'x' }, 422, /"cluster" must be a cluster/],
    [
      'POST',
      '/sim/nodes',
      { cluster: 'worker-1', instanceType: 'a2-highgpu-8g', count: 1e9 },
      422,
      /"count" must be/,
    ],
    ['GET', '/api/v1/no-such-thing', undefined, 404, /Unknown path/],
  ];
  const before = await owner.data('GET', '/sim/clock');
  for (const [method, target, body, statusCode, message] of cases) {
    const answer = await owner.send(method, target, body);
    const where = `${method} ${target.slice(0, 60)} ${JSON.stringify(body)?.slice(0, 100)}`;
    assert.equal(answer.statusCode, statusCode, `${where}: ${JSON.stringify(answer)}`);
    assert.deepEqual(Object.keys(answer), ['statusCode', 'status', 'message', 'data', 'error'], where);
    assert.equal(answer.data, null, where);
    assert.match(answer.message, message, where);
    assert.ok(JSON.stringify(answer).length < 5000, where);
  }
  assert.deepEqual(await owner.data('GET', '/sim/clock'), before);
  assert.equal((await owner.until(gprId, 'Successful')).now, '2026-01-05T08:00:20.000Z');
});
