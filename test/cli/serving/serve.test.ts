import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { words } from '../../support/words.ts';
import { gprsim, refused, Server, temporaryFolder } from '../gprsim.ts';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

test('serve prints its URL, key, file, scenario and seed', async (t) => {
  const server = await Server.start(t, words`quiet --paused --db :memory: --seed 7`);
  const { url, apiKey, ...rest } = server.announced;
  assert.match(url, /^http:\/\/127\.0\.0\.1:[1-9]\d*$/);
  assert.match(apiKey!, uuid);
  assert.deepEqual(rest, { db: ':memory:', scenario: 'quiet', seed: 7 });
  await server.signIn();
  const clock = await server.get('/sim/clock');
  assert.deepEqual([clock.nowMs, clock.mode], [0, 'paused']);
});

test('after a signal, serve exits with 0 and leaves one complete file', async (t) => {
  const folder = temporaryFolder(t);
  const db = join(folder, 'world.gprsim');
  const server = await (await Server.start(t, words`demo --db ${db} --speed 100000`)).signIn();
  await server.reach(3_600_000);
  const stream = await fetch(`${server.announced.url}/sim/facts/stream`);
  assert.equal(stream.status, 401);
  assert.equal(await server.end('SIGTERM'), 0);
  assert.deepEqual(readdirSync(folder), ['world.gprsim']);
  assert.equal(gprsim(words`replay ${db} --verify`).status, 0);
});

test('a second start continues the world and keeps its keys', async (t) => {
  const db = join(temporaryFolder(t), 'world.gprsim');
  const first = await (await Server.start(t, words`quiet --db ${db} --paused --seed 9`)).signIn();
  const { apiKey } = first.announced;
  const { facts: _, stopped: __, ...before } = await first.advance('90m');
  assert.equal(await first.end('SIGINT'), 0);

  const second = await Server.start(t, words`--db ${db} --paused`);
  assert.deepEqual(second.announced, {
    url: second.announced.url,
    apiKey: null,
    db,
    scenario: 'quiet',
    seed: 9,
  });
  await second.signIn(apiKey);
  assert.deepEqual(await second.get('/sim/clock'), before);

  const inUse = refused(words`serve --db ${db}`);
  assert.equal(inUse.status, 1);
  const holder = process.platform === 'linux' ? `process ${second.pid}` : 'another process';
  assert.ok(inUse.stderr.includes(`${db} is in use by ${holder}; end that process first`), inUse.stderr);
  const hint =
    /A running server creates a key when an Owner sends POST \/api\/v1\/api-key; gprsim keys list shows/;
  assert.match(inUse.stderr, hint);
  assert.ok(gprsim(words`keys list --db ${db}`).stdout.includes(apiKey!));
  assert.doesNotMatch(gprsim(['gprs', db]).stderr, hint);
  await second.end('SIGTERM');
  for (const other of [words`tiny --seed 9`, words`quiet --seed 10`]) {
    const { status, stderr } = refused(words`serve ${other} --db ${db}`);
    assert.equal(status, 1);
    assert.match(stderr, /is a world of scenario quiet with seed 9, not of (tiny|quiet) with seed (9|10)/);
  }
});

test('serve fails on a port that another program uses, and suggests a free one', async (t) => {
  const other = createServer().listen(0, '127.0.0.1');
  t.after(() => other.close());
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const { status, stderr } = refused(words`serve quiet --db :memory: --listen 127.0.0.1:${port}`);
  assert.equal(status, 1);
  assert.match(stderr, /another program listens there; --listen HOST:0 takes a free port/);
});
