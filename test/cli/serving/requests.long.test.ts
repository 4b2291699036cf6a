// The command that lists the requests of a server, and the flag that makes the server keep them.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { gprsim, type Ran, refused, Server } from '../gprsim.ts';

const apiKey = '5f0c6f5e-3a55-4f0e-9a43-0d7f4a4be1c2';
const run = (...args: string[]): Ran => gprsim(args, { GPRSIM_API_KEY: apiKey });

async function start(t: TestContext, ...flags: string[]): Promise<Server> {
  const world = ['quiet', '--db', ':memory:', '--paused'];
  const server = await Server.start(t, [...world, ...flags], { GPRSIM_API_KEY: apiKey });
  await server.signIn();
  return server;
}

interface Record {
  readonly method: string;
  readonly operation: string;
  readonly status: number;
  readonly [member: string]: unknown;
}

function recordsOf({ stdout }: Ran): readonly Record[] {
  return stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

test('requests lists what a server got, filtered, as a table and as JSON, and removes it', async (t) => {
  const server = await start(t, '--keep-requests', '1000');
  const { url } = server.announced;
  const gpr = { gprName: 'a', sliceName: 'team-blue', clusterName: 'worker-2', instanceType: 'VM.GPU.A10.2' };
  const what = {
    gpuShape: 'NVIDIA-A10',
    numberOfGPUs: 2,
    numberOfGPUNodes: 1,
    priority: 1,
    exitDuration: '1h',
  };
  await server.post('/api/v1/gpr', { ...gpr, ...what });
  await server.get('/api/v1/gpr/list?sliceName=team-blue');

  const lines = run('requests', url).stdout.trimEnd().split('\n');
  assert.match(lines[0], /^no\. +at +method +path +operation +key +status +ms +fault +unknown members$/);
  assert.match(
    lines[1],
    /^ +1 +2026-01-05T08:00:00\.000Z +POST +\/api\/v1\/auth +authenticate +– +200 +[0-9.]+ +– +–$/,
  );
  assert.match(lines[2], / POST +\/api\/v1\/gpr +createGpr +GPRSIM_API_KEY +200 /);
  assert.match(lines[3], / GET +\/api\/v1\/gpr\/list\?sliceName=team-blue +listGprs +GPRSIM_API_KEY +200 /);
  // The command has authenticated, too.
  assert.match(lines[4], / authenticate /);
  assert.equal(lines.length, 5);

  const filters = [
    '--method',
    'POST,PUT',
    '--status',
    '2xx',
    '--path',
    '/api/v1/gpr',
    '--key',
    'GPRSIM_API_KEY',
  ];
  const [created, ...others] = recordsOf(
    run('requests', url, ...filters, '--operation', 'createGpr', '--json'),
  );
  assert.deepEqual([created.method, created.operation, created.status], ['POST', 'createGpr', 200]);
  assert.equal(created.body, undefined);
  assert.deepEqual(others, []);

  const { stdout } = run('requests', url, '--operation', 'createGpr', '--bodies');
  assert.match(stdout, /^ {2}> \{"gprName":"a",.*\n {2}< \{"statusCode":200,/m);
  assert.equal(run('requests', url, '--operation', 'resetWorld', '--json').stdout, '');
  assert.match(run('requests', url, '--operation', 'resetWorld').stdout, /^no\. .*\n$/);

  const wrong = run('requests', url, '--operation', 'createGprs', '--status', 'all');
  assert.equal(wrong.status, 2);
  assert.match(
    wrong.stderr,
    /"operation" must be a list of operationIds .*; "status" must be statuses such as 503/,
  );
  const both = run('requests', url, '--clear', '--status', '200');
  assert.equal(both.status, 2);
  assert.match(both.stderr, /--clear removes all requests; leave out --status/);

  assert.match(run('requests', url, '--clear').stdout, /^\d+ requests removed\n$/);
  assert.deepEqual(JSON.parse(run('requests', url, '--clear', '--json').stdout), { removed: 1 });
});

test('requests of more than a page follow each other, and the output notes how many left', async (t) => {
  const server = await start(t, '--keep-requests', '1500');
  for (let i = 0; i < 1_600; i++) await server.get('/sim/clock');
  const ran = run('requests', server.announced.url, '--json');
  const numbers = recordsOf(ran).map(({ number }) => number);
  // One is that with which the command has authenticated.
  assert.deepEqual(
    numbers,
    Array.from({ length: 1_500 }, (_, i) => i + 103),
  );
  assert.match(ran.stderr, /^gprsim: a limit has removed 102 earlier requests$/m);
});

test('a server without the flag answers which flag it needs', async (t) => {
  const { announced } = await start(t);
  const ran = run('requests', announced.url);
  assert.equal(ran.status, 2);
  assert.match(ran.stderr, /answers 404: This server keeps no requests; start it with --keep-requests N/);
});

test('serve refuses a number of kept requests that is none', () => {
  for (const wrong of ['0', '-1', '1.5', '100001', 'all', '']) {
    const ran = refused(['serve', 'quiet', '--keep-requests', wrong]);
    assert.equal(ran.status, 2);
    const sentence = `--keep-requests takes an integer from 1 to 100000, not ${JSON.stringify(wrong)}`;
    assert.ok(ran.stderr.includes(sentence), ran.stderr);
  }
});
