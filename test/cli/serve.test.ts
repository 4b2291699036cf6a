import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { gprsim, Server, temporaryFolder } from './gprsim.ts';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const ownKey = '5f0c6f5e-3a55-4f0e-9a43-0d7f4a4be1c2';

test('serve says where it listens, with which key, file, scenario and seed', async (t) => {
  const server = await Server.start(t, ['quiet', '--paused', '--db', ':memory:', '--seed', '7']);
  const { url, apiKey, ...rest } = server.announced;
  assert.match(url, /^http:\/\/127\.0\.0\.1:[1-9]\d*$/);
  assert.match(apiKey!, uuid);
  assert.deepEqual(rest, { db: ':memory:', scenario: 'quiet', seed: 7 });
  await server.signIn();
  const clock = await server.data('GET', '/sim/clock');
  assert.deepEqual([clock.nowMs, clock.mode], [0, 'paused']);
});

test('told to end, it ends well, with everything in the one file', async (t) => {
  const folder = temporaryFolder(t);
  const db = join(folder, 'world.gprsim');
  const server = await (await Server.start(t, ['demo', '--db', db, '--speed', '100000'])).signIn();
  await server.reach(3_600_000);
  const stream = await fetch(`${server.announced.url}/sim/facts/stream`);
  assert.equal(stream.status, 401);
  assert.equal(await server.end('SIGTERM'), 0);
  assert.deepEqual(readdirSync(folder), ['world.gprsim']);
  assert.equal(gprsim(['replay', db, '--verify']).status, 0);
});

test('a second start goes on with the world, and with its keys', async (t) => {
  const db = join(temporaryFolder(t), 'world.gprsim');
  const first = await (await Server.start(t, ['quiet', '--db', db, '--paused', '--seed', '9'])).signIn();
  const { apiKey } = first.announced;
  const stood = await first.data('POST', '/sim/clock/advance', { by: '90m' });
  assert.equal(await first.end('SIGINT'), 0);

  const second = await Server.start(t, ['--db', db, '--paused']);
  assert.deepEqual(second.announced, {
    url: second.announced.url,
    apiKey: null,
    db,
    scenario: 'quiet',
    seed: 9,
  });
  await second.signIn(apiKey);
  assert.deepEqual({ ...(await second.data('GET', '/sim/clock')), facts: 0 }, { ...stood, facts: 0 });

  const inUse = gprsim(['serve', '--db', db]);
  assert.deepEqual([inUse.status, /in use by another gprsim/.test(inUse.stderr)], [1, true]);
  await second.end('SIGTERM');
  for (const other of [
    ['tiny', '--seed', '9'],
    ['quiet', '--seed', '10'],
  ]) {
    const { status, stderr } = gprsim(['serve', ...other, '--db', db]);
    assert.equal(status, 1);
    assert.match(stderr, /is a world of scenario quiet with seed 9, not of (tiny|quiet) with seed (9|10)/);
  }
});

test('GPRSIM_API_KEY fixes the first Owner key', async (t) => {
  const db = join(temporaryFolder(t), 'world.gprsim');
  for (let start = 0; start < 2; start++) {
    const server = await Server.start(t, ['quiet', '--db', db, '--paused'], { GPRSIM_API_KEY: ownKey });
    assert.equal(server.announced.apiKey, ownKey);
    await server.signIn();
    const { data } = await server.data('GET', '/api/v1/api-key/list');
    assert.deepEqual(
      data.map((key: { apiKey: string }) => key.apiKey),
      [ownKey],
    );
    await server.end('SIGTERM');
  }
});

test('a port that is taken is a failure that says so', async (t) => {
  const other = createServer().listen(0, '127.0.0.1');
  t.after(() => other.close());
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const { status, stderr } = gprsim(['serve', 'quiet', '--db', ':memory:', '--listen', `127.0.0.1:${port}`]);
  assert.equal(status, 1);
  assert.match(stderr, /another program listens there; --listen HOST:0 takes a free port/);
});

test('keys are listed, added and removed while nobody serves the file', async (t) => {
  const db = join(temporaryFolder(t), 'world.gprsim');
  await (await Server.start(t, ['quiet', '--db', db, '--paused'])).end('SIGTERM');
  const add = (...args: string[]) => gprsim(['keys', 'add', '--db', db, '--json', '--name', 'ci', ...args]);
  const { apiKey } = add('--role', 'Editor', '--workspace', 'team-blue').json;
  const gone = add('--role', 'Owner').json.apiKey;
  for (const [args, message] of [
    [['--role', 'Editor'], /give it with --workspace/],
    [['--role', 'Viewer', '--workspace', 'nobody'], /has no workspace "nobody"/],
    [['--role', 'Root'], /Owner, Editor, Viewer/],
    [['--role', 'Owner', '--valid-until', '2030-02-30'], /takes a day/],
    [['--role', 'Owner', '--valid-until', '2001-01-01'], /has passed/],
  ] as [string[], RegExp][]) {
    const { status, stderr } = add(...args);
    assert.equal(status, 2, args.join(' '));
    assert.match(stderr, message);
  }
  assert.equal(gprsim(['keys', 'remove', gone, '--db', db]).status, 0);
  assert.equal(gprsim(['keys', 'remove', gone, '--db', db]).status, 1);
  const listed = gprsim(['keys', 'list', '--db', db, '--json']).json;
  assert.deepEqual(listed.map(({ role }: { role: string }) => role).sort(), ['Editor', 'Owner']);
  assert.ok(gprsim(['keys', 'list', '--db', db]).stdout.includes(apiKey));

  const server = await (await Server.start(t, ['--db', db, '--paused'])).signIn(apiKey);
  const { workspaces } = await server.data('GET', '/api/v1/slice-workspace/list');
  assert.deepEqual(
    workspaces.map(({ name }: { name: string }) => name),
    ['team-blue'],
  );
});
