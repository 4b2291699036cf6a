// The command that lists, creates and deletes the worlds of a server, and other commands at the URL of a world.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { tamper } from '../../driver/world.ts';
import { words } from '../../support/words.ts';
import { gprsim, Server, temporaryFolder } from '../gprsim.ts';
import { assertRefused } from '../refusals.ts';

const apiKey = '5f0c6f5e-3a55-4f0e-9a43-0d7f4a4be1c2';
const env = { GPRSIM_API_KEY: apiKey };
const run = (...args: string[]) => gprsim(args, env);

test('worlds creates, copies, lists and deletes worlds', async (t) => {
  const server = await Server.start(t, words`quiet --db :memory: --paused`, env);
  const { url } = server.announced;
  const created = run('worlds', url, 'create', 'base', '--scenario', 'tiny', '--seed', '7');
  const [, key] =
    /^world {6}http:\S+\/worlds\/base\nOwner key {2}([0-9a-f-]{36})\n$/.exec(created.stdout) ?? [];
  assert.ok(key, created.stdout + created.stderr);
  const at = (name: string) => `${url}/worlds/${name}`;
  assert.match(gprsim(words`clock ${at('base')} advance 10m`, { GPRSIM_API_KEY: key }).stdout, /08:10:00/);

  const { json } = run('worlds', url, 'create', 'copy', '--from', 'base', '--speed', '0.5', '--json');
  assert.deepEqual(
    [json.name, json.url, json.seed, json.mode, json.speed],
    ['copy', at('copy'), 7, 'running', 0.5],
  );
  assert.match(run('clock', at('copy')).stdout, /running at speed 0.5/);

  const file = join(temporaryFolder(t), 'own.json');
  writeFileSync(file, `${run('scenarios', 'tiny').stdout}// a comment\n`);
  assert.equal(run('worlds', url, 'create', 'own', '--scenario', file).status, 0);

  const listed = run('worlds', url).stdout.split('\n');
  assert.match(listed[0]!, /^name +scenario +seed +now +clock +MB +unused for$/);
  assert.match(listed[1]!, /^base +tiny +7 +2026-01-05T08:10:00.000Z +paused +\d+\.\d +\d/);
  assert.match(listed[2]!, /^copy +tiny +7 .* speed 0.5 /);
  assert.match(listed[3]!, /^own +tiny /);
  assert.deepEqual(
    run('worlds', url, '--json').json.worlds.map(({ name }: { name: string }) => name),
    ['base', 'copy', 'own'],
  );

  assert.equal(run('worlds', url, 'delete', 'copy').stdout, 'removed copy\n');
  assert.deepEqual(run('worlds', url, 'delete', 'own', '--json').json, { name: 'own' });
  for (const name of ['queue', 'nodes', 'branches', 'gprs'])
    assert.equal(run(name, at('base')).status, 0, name);
  assert.equal(run('clock', at('copy')).status, 2);
});

test('worlds explains what is wrong', async (t) => {
  const server = await Server.start(t, words`quiet --db :memory: --paused`, env);
  const { url } = server.announced;
  run('worlds', url, 'create', 'a');
  assertRefused('worlds', { url }, (args) => run(...args));
  const inWorld = run('worlds', `${url}/worlds/a`);
  assert.equal(inWorld.stderr, `gprsim: worlds takes the URL of the server, not of a world; give ${url}\n`);
  assert.match(run('requests', `${url}/worlds/nope`).stderr, /answers 404: There is no world "nope"\n$/);
  for (const command of ['worlds', 'clock', 'requests']) {
    const { status, stderr } = run(command, 'localhost:8080');
    assert.equal(status, 2);
    assert.match(stderr, /; did you mean http:\/\/localhost:8080\?\n$/);
  }
});

/** A server with worlds in files; its temporary files are in `aside`. */
async function withFiles(t: TestContext) {
  const [folder, aside] = [temporaryFolder(t), temporaryFolder(t)];
  const args = words`demo --db :memory: --paused --worlds ${folder}`;
  const server = await Server.start(t, args, { ...env, TMPDIR: aside });
  return { server: await server.signIn(), folder, aside };
}

/** Waits until a file with this name is in a folder, at any depth. */
async function appears(folder: string, name: RegExp): Promise<void> {
  while (!readdirSync(folder, { recursive: true }).some((path) => name.test(String(path)))) await turn();
}

test('SIGTERM during creations of worlds ends the server in order and leaves whole worlds', async (t) => {
  const { server, folder, aside } = await withFiles(t);
  const names = ['a', 'b', 'c', 'd', 'e', 'f'];
  const going = names.map((name) => server.send('POST', '/sim/worlds', { name }));
  const ended = Promise.allSettled(going);
  await appears(folder, /gprsim$/);
  assert.equal(await server.end('SIGTERM'), 0);
  const left = readdirSync(folder);
  for (const [i, { status }] of (await ended).entries())
    if (status === 'fulfilled') assert.ok(left.includes(`world-${names[i]}.gprsim`));
  for (const file of left) assert.match(file, /^world-[a-f]\.gprsim$/);
  for (const file of left) assert.equal(run('doctor', '--db', join(folder, file)).status, 0, file);
  assert.deepEqual(readdirSync(aside), []);
});

test('SIGTERM during an import ends the server in order and leaves the world as it was', async (t) => {
  const { server, folder, aside } = await withFiles(t);
  await server.post('/sim/worlds', { name: 'a' });
  const endless = join(temporaryFolder(t), 'endless.gprsim');
  assert.equal(run('run', 'demo', '--until', '1h', '--db', endless).status, 0);
  tamper(endless, 'UPDATE marks SET now_ms = 8000000000000');
  const importing = assert.rejects(server.send('POST', '/worlds/a/sim/import', readFileSync(endless)));
  await appears(aside, /staged$/);
  assert.equal(await server.end('SIGTERM'), 0);
  await importing;
  assert.deepEqual([readdirSync(folder), readdirSync(aside)], [['world-a.gprsim'], []]);
  assert.equal(run('doctor', '--db', join(folder, 'world-a.gprsim')).status, 0);
});
