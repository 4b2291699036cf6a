// Worlds in files of a folder.

import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { StartOptions } from '../../src/library/gprsim.d.ts';
import { start } from '../../src/library/start.ts';
import { BESIDE } from '../../src/store/sqlite/file/beside.ts';
import { WorldFile } from '../../src/store/world-file.ts';
import { definitionBody, manifestResource } from '../http/service/workload-body.ts';
import { temporaryFolder } from '../support/folder.ts';
import { scenarioOf } from '../support/scenario.ts';
import { Party } from './party.ts';

async function served(worlds: string, options: StartOptions = {}) {
  const server = await start({ scenario: 'quiet', paused: true, worlds, ...options });
  return { server, owner: await Party.in(server.url, server.apiKey) };
}

test('worlds in files go on after a restart, with their keys and clocks at rest', async (t) => {
  const folder = temporaryFolder(t);
  const first = await served(folder);
  const { apiKey } = await first.owner.post('/sim/worlds', {
    name: 'kept',
    scenario: 'demo',
    speed: 60,
  });
  const kept = await Party.in(`${first.server.url}/worlds/kept`, apiKey);
  await kept.advance('6h');
  await kept.put('/sim/clock', { mode: 'paused' });
  const clock = await kept.get('/sim/clock');
  await first.owner.post('/sim/worlds', { name: 'copy', from: 'kept' });
  await first.server.close();
  assert.deepEqual(readdirSync(folder).sort(), ['world-copy.gprsim', 'world-kept.gprsim']);

  const second = await served(folder);
  t.after(() => second.server.close());
  const { worlds } = await second.owner.get('/sim/worlds');
  assert.deepEqual(
    worlds.map(({ name, isOpen, now }: Record<string, unknown>) => [name, isOpen, now]),
    [
      ['copy', false, null],
      ['kept', false, null],
    ],
  );
  const again = await Party.in(`${second.server.url}/worlds/kept`, apiKey);
  const { nowMs, hash, seq, mode } = await again.get('/sim/clock');
  assert.deepEqual([nowMs, hash, seq, mode], [clock.nowMs, clock.hash, clock.seq, 'paused']);
  const copy = await second.owner.at(`${second.server.url}/worlds/copy`).get('/sim/clock');
  assert.equal(copy.hash, clock.hash);
  for (const name of ['kept', 'copy']) await second.owner.delete(`/sim/worlds/${name}`);
  assert.deepEqual(readdirSync(folder), []);
});

test('of two servers on one folder, one has a world, and the other one refuses', async (t) => {
  const folder = temporaryFolder(t);
  const [one, two] = [await served(folder), await served(folder)];
  t.after(() => Promise.all([one.server.close(), two.server.close()]));
  await one.owner.post('/sim/worlds', { name: 'a' });
  const url = `${two.server.url}/worlds/a`;
  for (const [method, path, body] of [
    ['GET', '/worlds/a/sim/clock'],
    ['DELETE', '/sim/worlds/a'],
    ['POST', '/sim/worlds', { name: 'a' }],
  ] as const) {
    const { status, message } = await two.owner.ask(method, path, body);
    assert.equal(status, 409, path);
    assert.match(message, /in use by|already/);
    assert.ok(!message.includes(folder), message);
  }
  // At the same moment, too.
  const made = await Promise.all(
    [one, two].map(({ owner }) => owner.ask('POST', '/sim/worlds', { name: 'b' })),
  );
  assert.deepEqual(made.map(({ status }) => status).sort(), [200, 409]);
  await one.server.close();
  assert.equal((await two.owner.at(url).get('/sim/clock')).nowMs, 0);
  await two.owner.delete('/sim/worlds/a');
  assert.ok(!existsSync(join(folder, 'world-a.gprsim')));
});

test('an idle world in memory is removed, and one in a file is closed and opens again', async (t) => {
  const folder = temporaryFolder(t);
  const idle = { worldsIdle: '1s' };
  const memory = await start({ scenario: 'quiet', paused: true, ...idle });
  const { server, owner } = await served(folder, idle);
  t.after(() => Promise.all([memory.close(), server.close()]));
  const inMemory = await Party.in(memory.url, memory.apiKey);
  for (const party of [inMemory, owner]) await party.post('/sim/worlds', { name: 'a' });
  const inFile = owner.at(`${server.url}/worlds/a`);
  await inFile.advance('2h');
  await inFile.put('/sim/clock', { mode: 'running', speed: 7 });
  await inFile.post('/sim/faults', { kind: 'http', operation: 'listGprs', times: 9 });
  const entry = async (party: Party) => (await party.get('/sim/worlds')).worlds[0];
  while ((await entry(inMemory)) !== undefined || (await entry(owner)).isOpen) await sleep(100);
  assert.equal((await inMemory.ask('GET', '/worlds/a/sim/clock')).status, 404);
  const clocks = await Promise.all([1, 2, 3].map(() => inFile.get('/sim/clock')));
  for (const { mode, speed, nowMs } of clocks) {
    assert.deepEqual([mode, speed], ['running', 7]);
    assert.ok(nowMs >= 7_200_000);
  }
  // What is of the process outlives the closing of the file.
  assert.equal((await inFile.ask('GET', '/api/v1/gpr/list?sliceName=team-blue')).status, 500);
  await server.close();
  await assert.rejects(server.world(), /^Error: world: the server is closed$/);
});

test('a stream keeps a world', async (t) => {
  const server = await start({ scenario: 'quiet', paused: true, worldsIdle: '1s' });
  t.after(() => server.close());
  const owner = await Party.in(server.url, server.apiKey);
  const a = owner.at(`${server.url}/worlds/a`);
  await owner.post('/sim/worlds', { name: 'a' });
  await owner.post('/sim/worlds', { name: 'b' });
  const end = new AbortController();
  const headers = { authorization: `Bearer ${a.token}` };
  await fetch(`${a.url}/sim/facts/stream`, { headers, signal: end.signal });
  const names = async () => {
    const { worlds } = await owner.get('/sim/worlds');
    return worlds.map(({ name }: { name: string }) => name);
  };
  while ((await names()).includes('b')) await sleep(100);
  assert.deepEqual(await names(), ['a']);
  end.abort();
  while ((await names()).length > 0) await sleep(100);
});

test('files that are no worlds of this folder are left alone', async (t) => {
  const folder = temporaryFolder(t);
  writeFileSync(join(folder, 'world-broken.gprsim'), 'no world');
  writeFileSync(join(folder, 'world-Upper.gprsim'), 'no world');
  mkdirSync(join(folder, 'world-folder.gprsim'));
  const target = join(folder, 'other.gprsim');
  symlinkSync(target, join(folder, 'world-link.gprsim'));
  const { server, owner } = await served(folder);
  t.after(() => server.close());
  const broken = await owner.ask('GET', '/worlds/broken/sim/clock');
  assert.equal(broken.status, 409);
  assert.match(
    broken.message,
    /^The file of the world cannot be used: world-broken.gprsim is not a gprsim file/,
  );
  assert.equal((await owner.ask('GET', '/worlds/folder/sim/clock')).status, 404);
  assert.equal((await owner.ask('POST', '/sim/worlds', { name: 'link' })).status, 409);
  assert.equal((await owner.ask('POST', '/sim/worlds', { name: 'folder' })).status, 409);
  assert.ok(!existsSync(target));
  assert.equal((await owner.ask('DELETE', '/sim/worlds/broken')).status, 200);
  assert.deepEqual(readdirSync(folder).sort(), [
    'world-Upper.gprsim',
    'world-folder.gprsim',
    'world-link.gprsim',
  ]);
});

test('a folder that cannot be used is refused at the start', async (t) => {
  const folder = temporaryFolder(t);
  writeFileSync(join(folder, 'file'), '');
  await assert.rejects(
    start({ scenario: 'quiet', worlds: join(folder, 'file') }),
    /worlds .*file is a file; give a folder/,
  );
  await assert.rejects(
    start({ scenario: 'quiet', worlds: '/proc/none' }),
    /worlds \/proc\/none cannot be used/,
  );
  const made = await start({ scenario: 'quiet', worlds: join(folder, 'new', 'er') });
  await made.close();
  assert.ok(existsSync(join(folder, 'new', 'er')));
});

test('what clients store in a file counts as memory', async (t) => {
  const { server, owner } = await served(temporaryFolder(t));
  t.after(() => server.close());
  const { apiKey, memoryBytes } = await owner.post('/sim/worlds', { name: 'a' });
  const a = await Party.in(`${server.url}/worlds/a`, apiKey);
  const long = { ...manifestResource, manifest: { long: 'x'.repeat(500_000) } };
  for (const name of ['t1', 't2']) {
    const body = {
      name,
      workspaceName: 'team-blue',
      serviceAccount: 'x',
      ...definitionBody,
      manifestResources: [long],
    };
    await a.post('/api/v1/workload-template', body);
  }
  // 2 bytes for each character.
  const [world] = (await owner.get('/sim/worlds')).worlds;
  assert.ok(world.memoryBytes > memoryBytes + 2_000_000, `${memoryBytes}, then ${world.memoryBytes}`);
});

test('a world imports no scenario that a client could not create', async (t) => {
  const scenario = scenarioOf();
  const [{ instanceType, gpuModelName }] = scenario.instanceTypes;
  const nodes = [{ instanceType, gpuModelName, count: 70_000 }];
  const cluster = { name: 'c', cloudProvider: '', cloud: '', region: '', nodes, onePool: false };
  const path = join(temporaryFolder(t), 'huge.gprsim');
  const file = WorldFile.open(path);
  file.setScenario({ ...scenario, clusters: [cluster] });
  file.close();
  const { server, owner } = await served(temporaryFolder(t));
  t.after(() => server.close());
  await owner.post('/sim/worlds', { name: 'a' });
  const response = await fetch(`${server.url}/worlds/a/sim/import`, {
    method: 'POST',
    headers: { authorization: `Bearer ${owner.token}`, 'content-type': 'application/vnd.sqlite3' },
    body: readFileSync(path),
  });
  assert.equal(response.status, 422);
  assert.match(
    await response.text(),
    /cannot be imported: it holds a scenario that is too large for this world: clusters must be smaller: it takes 22 MB of about 22 MB/,
  );
});

test('a world whose files are partly of another kind is refused by name, and keeps all files', {
  skip: process.platform === 'win32' ? 'no pipes' : false,
}, async (t) => {
  const folder = temporaryFolder(t);
  const { server, owner } = await served(folder);
  await owner.post('/sim/worlds', { name: 'a' });
  await server.close();
  const second = await served(folder);
  t.after(() => second.server.close());
  const file = join(folder, 'world-a.gprsim');
  const target = join(folder, 'target');
  for (const end of BESIDE) {
    for (const [kind, make] of [
      ['a pipe or a device', (path: string) => execFileSync('mkfifo', [path])],
      ['a folder', (path: string) => mkdirSync(path)],
      ['a link', (path: string) => symlinkSync(target, path)],
    ] as const) {
      make(file + end);
      const before = readdirSync(folder);
      for (const [method, path] of [
        ['GET', '/worlds/a/sim/clock'],
        ['DELETE', '/sim/worlds/a'],
      ] as const) {
        const { status, message } = await second.owner.ask(method, path);
        assert.equal(status, 409);
        assert.match(message, new RegExp(`world-a.gprsim${end} is ${kind}.*; move it away`));
      }
      assert.deepEqual(readdirSync(folder), before);
      rmSync(file + end, { recursive: true });
      make(join(folder, `world-b.gprsim${end}`));
      const { message } = await second.owner.ask('POST', '/sim/worlds', { name: 'b' });
      assert.match(message, new RegExp(`world-b.gprsim${end} is ${kind}`));
      rmSync(join(folder, `world-b.gprsim${end}`), { recursive: true });
    }
  }
  assert.deepEqual(readdirSync(folder), ['world-a.gprsim']);
  assert.equal((await second.owner.get('/worlds/a/sim/clock')).nowMs, 0);
});

test('an empty file is no world, and its name is free', async (t) => {
  const folder = temporaryFolder(t);
  writeFileSync(join(folder, 'world-a.gprsim'), '');
  const { server, owner } = await served(folder);
  t.after(() => server.close());
  assert.deepEqual((await owner.get('/sim/worlds')).worlds, []);
  assert.equal((await owner.ask('GET', '/worlds/a/sim/clock')).status, 404);
  await owner.post('/sim/worlds', { name: 'a' });
  assert.equal((await owner.get('/worlds/a/sim/clock')).nowMs, 0);
});

test('a start removes incomplete files of ended processes, and the locks of worlds that are gone', async (t) => {
  const folder = temporaryFolder(t);
  const { pid: ended } = spawnSync(process.execPath, ['--version']);
  for (const pid of [ended, process.ppid])
    writeFileSync(join(folder, `world-a.gprsim.gprsim-${pid}-1f0c.part`), 'part');
  writeFileSync(join(folder, 'world-gone.gprsim-lock'), '');
  const { server } = await served(folder);
  t.after(() => server.close());
  assert.deepEqual(readdirSync(folder), [`world-a.gprsim.gprsim-${process.ppid}-1f0c.part`]);
});
