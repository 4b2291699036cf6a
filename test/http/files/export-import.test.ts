import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { after, type TestContext, test } from 'node:test';
import cases from '../../../fixtures/rows/import.json' with { type: 'json' };
import type { Command, Scenario } from '../../../sim/index.ts';
import { makeEndless, rows, tamper, temporaryFile } from '../../driver/world.ts';
import { readJourneys, take } from '../../exchanges/journey.ts';
import { temporaryFolder } from '../../support/folder.ts';
import { type Answer, Caller, Client, gprBody } from '../client.ts';
import { templateBody } from '../gprs/template-body.ts';
import { memoryWorld, scenario } from '../memory-world.ts';

interface Exported {
  readonly headers: Headers;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly path: string;
}

async function exported(t: TestContext, { client, token }: Caller): Promise<Exported> {
  const response = await client.app.request('/sim/export', { headers: { Authorization: `Bearer ${token}` } });
  assert.equal(response.status, 200);
  const bytes = new Uint8Array(await response.arrayBuffer());
  const path = temporaryFile(t);
  writeFileSync(path, bytes);
  return { headers: response.headers, bytes, path };
}

async function imported(
  { client, token }: Caller,
  body: string | Uint8Array<ArrayBuffer>,
  more: RequestInit = {},
): Promise<Answer> {
  const response = await client.app.request('/sim/import', {
    method: 'POST',
    body,
    ...more,
    headers: {
      Authorization: `Bearer ${token}`,
      'Content-Type': 'application/octet-stream',
      ...more.headers,
    },
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

/** Everything that a client can read of a world. */
async function seen(caller: Caller) {
  const { branch: _, ...clock } = await caller.get('/sim/clock');
  const gprs = await caller.get('/api/v1/gpr/list?sliceName=red');
  const nodes = await caller.get('/api/v1/inventory/list');
  const workspaces = await caller.get('/api/v1/slice-workspace/list');
  const { faults } = await caller.get('/sim/faults');
  const { facts } = await caller.get('/sim/facts');
  const { branch: __, ...forecast } = await caller.get('/sim/forecast?samples=10');
  return { clock, gprs, nodes, workspaces, faults, facts: facts.map(withoutCreation), forecast };
}

/** A workspace that a command creates has another creation number in every branch. */
function withoutCreation({ workspaceCreation: _, ...fact }: Record<string, unknown>): unknown {
  return fact;
}

/** Commands of several kinds, at several instants and rounds, with a round left open. */
async function work(owner: Caller): Promise<void> {
  const ask = async (path: string, body: unknown) => owner.post(path, body);
  await ask('/api/v1/gpr', gprBody);
  await ask('/sim/clock/advance', { by: '0s' });
  await ask('/api/v1/gpr', { ...gprBody, sliceName: 'blue', priority: 250, enableEviction: true });
  await ask('/sim/faults', { kind: 'provisioning', workspace: 'red', times: 2 });
  await ask('/sim/clock/advance', { by: '2m' });
  await ask('/api/v1/gpr', { ...gprBody, clusterName: null, enableAutoClusterSelection: true });
  await ask('/api/v1/slice-workspace', {
    workspaceName: 'late',
    clusters: ['worker-2'],
    namespaces: ['late'],
    username: 'late',
    email: 'late@example.com',
  });
  await ask('/sim/nodes', { cluster: 'worker-2', instanceType: 'a2-highgpu-8g', count: 1 });
  await ask('/sim/clock/advance', { by: '3m' });
  await ask('/api/v1/gpr', { ...gprBody, sliceName: 'late', clusterName: 'worker-2' });
}

const folder = temporaryFolder({ after });

/** Redirects temporary files to a folder of this test. Returns a function that lists the files of the server in it. */
function ownTemporaryFolder(t: TestContext): () => string[] {
  const { TMPDIR: before } = process.env;
  process.env.TMPDIR = folder;
  t.after(() => {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  });
  assert.equal(tmpdir(), folder);
  return () => readdirSync(folder).filter((name) => !name.startsWith('gprsim-test-'));
}

test('an exported world has no keys, and an import of it continues exactly', async (t) => {
  const leftOver = ownTemporaryFolder(t);
  const owner = await new Client().as('Owner');
  await work(owner);
  const world = await seen(owner);
  const { headers, bytes, path } = await exported(t, owner);
  assert.equal(headers.get('content-type'), 'application/vnd.sqlite3');
  assert.equal(headers.get('content-length'), String(bytes.length));
  assert.equal(headers.get('content-disposition'), 'attachment; filename="http-test.gprsim"');
  assert.equal(headers.get('x-sim-time'), '2026-01-05T08:05:00.000Z');
  assert.deepEqual(rows(path, 'SELECT * FROM process_keys'), []);
  assert.deepEqual(rows(path, 'SELECT * FROM process_secrets'), []);
  assert.deepEqual(rows(path, 'SELECT count(*) FROM journal'), [[7]]);
  assert.deepEqual(await seen(owner), world);

  const other = await new Client().as('Owner');
  await other.advance('1d');
  const answer = await imported(other, bytes);
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  const { hash, seq, nowMs, now } = world.clock;
  assert.deepEqual(answer.body, {
    statusCode: 200,
    status: 'OK',
    message: 'Success',
    data: {
      scenario: 'http-test',
      seed: 7,
      now,
      nowMs,
      branch: 2,
      commands: 7,
      seq,
      hash,
      isAsStored: true,
    },
  });
  assert.deepEqual(await seen(other), world);
  for (const caller of [owner, other]) {
    await caller.post('/api/v1/gpr', gprBody);
    await caller.advance('2h');
  }
  assert.deepEqual(await seen(other), await seen(owner));
  // An imported world can be exported again.
  const { path: again } = await exported(t, other);
  assert.deepEqual(rows(again, "SELECT value FROM meta WHERE key = 'branch'"), [['2']]);
  assert.deepEqual(rows(again, 'SELECT DISTINCT branch FROM journal'), [[2]]);
  assert.deepEqual(leftOver(), []);
});

test('an imported world of another scenario replaces the time, the facts and the keys of workspaces', async (t) => {
  const elsewhere: Scenario = {
    ...scenario,
    name: 'else where "',
    start: '2030-06-01T00:00:00Z',
    seed: 8,
    // The first workspace has the same name and creation number in both worlds.
    workspaces: [scenario.workspaces[0]!],
  };
  const source = await new Client(memoryWorld(elsewhere)).as('Owner');
  await source.post('/api/v1/gpr', gprBody);
  await source.advance('1m');
  const { bytes, headers } = await exported(t, source);
  assert.match(headers.get('content-disposition')!, /filename="else-where-\.gprsim"/);

  const client = new Client();
  const owner = await client.as('Owner');
  const editorKey = client.key('Editor', 'red');
  const editor = new Caller(client, await client.token(editorKey));
  const { gprId } = await owner.post('/api/v1/gpr', { ...gprBody, sliceName: 'blue' });
  const stream = await client.app.request('/sim/facts/stream', {
    headers: { Authorization: `Bearer ${owner.token}` },
  });
  const reader = stream.body!.getReader();
  await reader.read();

  assert.equal((await imported(owner, bytes)).status, 200);
  const text = new TextDecoder().decode((await reader.read()).value);
  assert.match(text, /^event: reset\nid: 2-0\ndata: \{"branch":2,"seq":0\}\n/);
  assert.match(text, /"at":"2030-06-01T00:00:00\.000Z"/);
  await reader.cancel();

  const clock = await owner.send('GET', '/sim/clock');
  assert.equal(clock.body.data.now, '2030-06-01T00:01:00.000Z');
  assert.equal(clock.headers.get('x-sim-time'), '2030-06-01T00:01:00.000Z');
  assert.equal((await client.send('GET', '/healthz')).body.scenario, 'else where "');
  assert.deepEqual(await seen(owner), await seen(source));
  assert.equal((await owner.send('GET', `/api/v1/gpr?gprId=${gprId}`)).status, 404);

  const tokenless = await editor.send('GET', list);
  assert.equal(tokenless.status, 401);
  const signIn = await client.send('POST', '/api/v1/auth', { apiKey: editorKey.apiKey });
  assert.deepEqual([signIn.status, signIn.body.status], [400, 'UNHANDLED_REQUEST_ERROR']);
  // A new key is valid for the present workspace of the name.
  assert.equal((await (await client.as('Editor', 'red')).get(list)).items.length, 1);
  // A reset returns to the start of the imported world.
  assert.equal((await owner.post('/sim/reset')).now, '2030-06-01T00:00:00.000Z');
});

const list = '/api/v1/gpr/list?sliceName=red';

test('importing an earlier state of the same world keeps the keys of the workspaces of its scenario', async (t) => {
  const client = new Client();
  const owner = await client.as('Owner');
  await work(owner);
  const late = await client.as('Editor', 'late');
  const red = await client.as('Editor', 'red');
  const { bytes } = await exported(t, owner);
  assert.equal((await imported(owner, bytes)).status, 200);
  assert.equal((await red.send('GET', list)).status, 200);
  assert.equal((await late.send('GET', '/api/v1/gpr/list?sliceName=late')).status, 401);
});

test('a file of another engine version, or with other facts, is recomputed from its journal', async (t) => {
  const owner = await new Client().as('Owner');
  await work(owner);
  const world = await seen(owner);
  const { path } = await exported(t, owner);
  tamper(
    path,
    `UPDATE meta SET value = '0' WHERE key = 'engineVersion';
     DELETE FROM fact_runs;
     UPDATE marks SET hash = 'none', facts = 0`,
  );
  const other = await new Client().as('Owner');
  const answer = await imported(other, new Uint8Array(readFileSync(path)));
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  assert.equal(answer.body.data.isAsStored, false);
  assert.deepEqual(await seen(other), world);
});

test('endpoints with automatic GPRs in files of engine version 2 keep one GPR each', async (t) => {
  const owner = await new Client().as('Owner');
  await owner.post('/api/v1/gpr-template', templateBody);
  await owner.post('/api/v1/gpr-template-binding', {
    workspaceName: 'red',
    clusters: [{ clusterName: 'worker-1', defaultTemplateName: 'small', templates: ['small'] }],
    enableAutoGPR: true,
  });
  for (const endpointName of ['a', 'b']) {
    const modelSpec = { modelName: 'm' };
    const body = { workspace: 'red', clusterName: 'worker-1', endpointName, modelSpec };
    await owner.post('/api/v1/inference-endpoint', body);
  }
  const { path } = await exported(t, owner);
  tamper(
    path,
    `UPDATE meta SET value = '2' WHERE key = 'engineVersion';
     UPDATE journal SET command = json_set(command, '$.choice', json((
       SELECT json_set(command, '$.choice.request.gprName', 'b') -> '$.choice' FROM journal WHERE seq = 3
     ))) WHERE seq = 4`,
  );
  const other = await new Client().as('Owner');
  const answer = await imported(other, new Uint8Array(readFileSync(path)));
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  const { items } = await other.get('/api/v1/gpr/list?sliceName=red');
  assert.deepEqual(
    items.map(({ gprName }: { gprName: string }) => gprName),
    ['a', 'b'],
  );
});

test('an invalid file is refused with the reason, and the world does not change', async (t) => {
  const leftOver = ownTemporaryFolder(t);
  const source = await new Client().as('Owner');
  await work(source);
  const { bytes } = await exported(t, source);
  const owner = await new Client().as('Owner');
  await work(owner);
  const world = await seen(owner);

  for (const { sql, why } of cases) {
    const path = temporaryFile(t);
    writeFileSync(path, bytes);
    tamper(path, sql);
    const { status, body } = await imported(owner, new Uint8Array(readFileSync(path)));
    assert.equal(status, 422, `${sql}: ${JSON.stringify(body)}`);
    assert.match(body.message, new RegExp(why), sql);
    assert.ok(!JSON.stringify(body).includes(tmpdir()), sql);
  }
  for (const [body, why] of [
    ['no world', /it is not a gprsim file/],
    ['', /has no body/],
    [bytes.slice(0, 5000), /it is damaged|it is not a gprsim file|it cannot be opened/],
  ] as [string | Uint8Array<ArrayBuffer>, RegExp][]) {
    const answer = await imported(owner, body);
    assert.equal(answer.status, 422);
    assert.match(answer.body.message, why);
  }
  const large = await imported(owner, 'x', { headers: { 'Content-Length': String(2 ** 29 + 1) } });
  assert.equal(large.status, 413);
  assert.deepEqual(await seen(owner), world);
  assert.equal((await owner.get('/sim/clock')).branch, 1);
  assert.deepEqual(leftOver(), []);
  assert.deepEqual(owner.client.logged, []);
});

test('an import ends when its client hangs up, and only one import runs at a time', async (t) => {
  const source = await new Client().as('Owner');
  await source.post('/api/v1/gpr', gprBody);
  const { path } = await exported(t, source);
  makeEndless(path);
  const bytes = new Uint8Array(readFileSync(path));
  const owner = await new Client().as('Owner');
  const world = await seen(owner);
  const served = owner.client.world;
  const begun = new Promise<void>((resolve) => {
    const { importFrom } = served;
    served.importFrom = (...file) => {
      resolve();
      return importFrom.apply(served, file);
    };
  });
  const leaving = new AbortController();
  const first = imported(owner, bytes, { signal: leaving.signal }).then(
    ({ status }) => status,
    () => 'left',
  );
  await begun;
  // During the import, reads are answered and commands wait.
  let submitted = false;
  const command = owner.post('/api/v1/gpr', gprBody).then(() => (submitted = true));
  await new Promise((resolve) => setTimeout(resolve, 100));
  assert.deepEqual(await seen(owner), world);
  assert.equal((await imported(owner, bytes)).status, 409);
  assert.equal(submitted, false);
  leaving.abort();
  await command;
  assert.notEqual(await first, 200);
  assert.equal((await owner.get('/sim/clock')).branch, 1);
  assert.equal((await owner.get(list)).items.length, 1);
});

test('an import keeps the faults of the interface and the clock, which belong to the process', async (t) => {
  const owner = await new Client().as('Owner');
  const { bytes } = await exported(t, owner);
  const fault = await owner.post('/sim/faults', { kind: 'http', operation: 'getGpr' });
  await owner.put('/sim/clock', { speed: 7 });
  assert.equal((await imported(owner, bytes)).status, 200);
  assert.deepEqual((await owner.get('/sim/faults')).faults, [fault]);
  const { mode, speed } = await owner.get('/sim/clock');
  assert.deepEqual([mode, speed], ['paused', 7]);
});

/** Every kind of command. The types fail if one is missing. */
const kinds: Readonly<Record<Command['kind'], true>> = {
  'workspace.create': true,
  'workspace.delete': true,
  'gpr.create': true,
  'gpr.update': true,
  'gpr.release': true,
  'gpr.delete': true,
  'gpr.activity': true,
  'node.down': true,
  'node.up': true,
  'node.add': true,
  'node.remove': true,
  'scheduler.set': true,
  'workload.set': true,
  'policy.set': true,
  'gpr-template.create': true,
  'gpr-template.replace': true,
  'gpr-template.delete': true,
  'binding.create': true,
  'binding.replace': true,
  'binding.delete': true,
  'endpoint.create': true,
  'endpoint.delete': true,
  'workload-template.create': true,
  'workload-template.replace': true,
  'workload-template.delete': true,
  'placement.create': true,
  'placement.update': true,
  'placement.delete': true,
  'fault.add': true,
  'fault.remove': true,
};

test('every kind of command is imported as it was exported', async (t) => {
  const [journey] = readJourneys('files/every-command.http');
  const owner = await (await take(journey!)).client.as('Owner');
  const { bytes, path } = await exported(t, owner);
  const journaled = rows(path, "SELECT DISTINCT json_extract(command, '$.kind') FROM journal").flat();
  assert.deepEqual(journaled.sort(), Object.keys(kinds).sort());
  const target = await new Client().as('Owner');
  const answer = await imported(target, bytes);
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  assert.equal(answer.body.data.isAsStored, true);
  assert.deepEqual(await seen(target), await seen(owner));
  for (const read of ['workload-placement', 'workspace-policies', 'inference-endpoint/list?workspace=red']) {
    assert.deepEqual(await target.get(`/api/v1/${read}`), await owner.get(`/api/v1/${read}`), read);
  }
});
