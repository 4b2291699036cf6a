// A server whose file cannot grow any more: a limit of the process stands for the full disk.

import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { gprsim, temporaryFolder } from './gprsim.ts';

const launcher = resolve(import.meta.dirname, '../../src/pack/launch.mjs');
const apiKey = '5f0c6f5e-3a55-4f0e-9a43-0d7f4a4be1c2';
/** A file has some hundred kilobytes before anything has happened. */
const limitBytes = 512 * 1024;
const noLimits = spawnSync('prlimit', ['--version']).status === 0 ? false : 'there is no prlimit';

interface Limited {
  readonly url: string;
  readonly process: ChildProcess;
  /** Lines of the log. */
  readonly log: { readonly msg: string; readonly why?: string; readonly err?: unknown }[];
}

function limit(process: ChildProcess, bytes: number | 'unlimited'): void {
  const { status, stderr } = spawnSync('prlimit', [`--fsize=${bytes}:`, '--pid', `${process.pid}`]);
  assert.equal(status, 0, stderr.toString());
}

async function serve(
  t: TestContext,
  db: string,
  clock: readonly string[] = ['--speed', '100000'],
): Promise<Limited> {
  const args = ['serve', 'demo', '--db', db, ...clock, '--listen', '127.0.0.1:0', '--json'];
  const child = spawn(process.execPath, [launcher, ...args], {
    env: { ...process.env, GPRSIM_API_KEY: apiKey },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  t.after(() => child.kill('SIGKILL'));
  const log: Limited['log'] = [];
  createInterface(child.stderr).on('line', (line) => log.push(JSON.parse(line)));
  const [line] = await once(createInterface(child.stdout), 'line');
  return { url: JSON.parse(line).url, process: child, log };
}

interface Health {
  readonly status: number;
  readonly message?: string;
  readonly now?: string;
}

async function health(url: string): Promise<Health> {
  const response = await fetch(`${url}/healthz`);
  return { ...((await response.json()) as object), status: response.status };
}

async function until(url: string, is: (health: Health) => boolean): Promise<void> {
  for (const endMs = performance.now() + 60_000; !is(await health(url)); await pause(50))
    assert.ok(performance.now() < endMs, `health is ${JSON.stringify(await health(url))}`);
}

const isIll = ({ status }: Health) => status === 503;

/** A server whose file cannot grow any more, and which has found that out. */
async function serveOnFullDisk(t: TestContext) {
  const db = join(temporaryFolder(t), 'world.gprsim');
  const { url, process: server, log } = await serve(t, db);
  limit(server, limitBytes);
  await until(url, isIll);
  return { db, url, server, log };
}

interface Answer {
  readonly statusCode: number;
  readonly data: {
    readonly token: string;
    readonly now: string;
    readonly seq: number;
    readonly branch: number;
  };
  readonly error?: { readonly data: string };
}

type Ask = (method: string, path: string, body?: object) => Promise<Answer>;

/** Asks as the Owner. */
async function signIn(url: string): Promise<Ask> {
  let token = '';
  const ask: Ask = async (method, path, body) => {
    const headers = { Authorization: `Bearer ${token}` };
    const response = await fetch(`${url}${path}`, {
      method,
      headers,
      body: body ? JSON.stringify(body) : null,
    });
    return (await response.json()) as Answer;
  };
  token = (await ask('POST', '/api/v1/auth', { apiKey })).data.token;
  return ask;
}

test('a full disk stops the clock and is told of once; with room again, the world goes on', {
  skip: noLimits,
}, async (t) => {
  const { db, url, server, log } = await serveOnFullDisk(t);
  assert.match((await health(url)).message!, /cannot be stored: (disk I\/O error|database or disk is full)/);

  // Reads go on, commands are refused with the reason, and nobody is told more than once.
  const ask = await signIn(url);
  const stood = await ask('GET', '/sim/clock');
  await pause(3_000);
  const advance = await ask('POST', '/sim/clock/advance', { by: '30d' });
  assert.equal(advance.statusCode, 500);
  assert.match(advance.error!.data, /could not be stored and changed nothing: \S+/);
  assert.equal((await ask('GET', '/sim/clock')).statusCode, 200);
  assert.equal(log.length, 1, JSON.stringify(log));
  assert.match(log[0].msg, /a commit failed/);
  assert.ok(log[0].why!.startsWith(`${db} cannot be `), log[0].why);
  assert.equal(log[0].err, undefined);

  // Also a clock that stands finds out by itself that there is room again.
  await ask('PUT', '/sim/clock', { mode: 'paused' });
  limit(server, 'unlimited');
  await until(url, ({ status }) => status === 200);
  await ask('PUT', '/sim/clock', { mode: 'running' });
  await until(url, ({ now }) => now! > stood.data.now);
  server.kill('SIGTERM');
  assert.deepEqual(await once(server, 'exit'), [0, null]);
  assert.equal(gprsim(['replay', db, '--verify']).status, 0);
});

test('a reset for which there is no room has not happened: what is done afterwards is kept', {
  skip: noLimits,
}, async (t) => {
  const db = join(temporaryFolder(t), 'world.gprsim');
  const { url, process: server } = await serve(t, db, ['--paused']);
  const ask = await signIn(url);
  assert.equal((await ask('POST', '/sim/clock/advance', { by: '6h' })).statusCode, 200);
  const stood = (await ask('GET', '/sim/clock')).data;
  // Not even a page more, in the file or in its log.
  limit(server, 4096);
  const reset = await ask('POST', '/sim/reset');
  assert.equal(reset.statusCode, 500);
  assert.match(reset.error!.data, /could not be stored and changed nothing: \S+world\.gprsim cannot be /);
  limit(server, 'unlimited');
  assert.deepEqual((await ask('GET', '/sim/clock')).data, stood);

  const later = (await ask('POST', '/sim/clock/advance', { by: '1h' })).data;
  server.kill('SIGKILL');
  await once(server, 'exit');
  const again = await serve(t, db, ['--paused']);
  const { seq, branch } = (await (await signIn(again.url))('GET', '/sim/clock')).data;
  assert.deepEqual([seq, branch], [later.seq, stood.branch]);
  again.process.kill('SIGTERM');
  await once(again.process, 'exit');
  assert.equal(gprsim(['replay', db, '--verify']).status, 0);
});

test('a server that ends on a full disk ends well, and says which file it could not write', {
  skip: noLimits,
}, async (t) => {
  const { db, server, log } = await serveOnFullDisk(t);
  server.kill('SIGTERM');
  assert.deepEqual(await once(server, 'exit'), [0, null]);
  assert.ok(
    log.every(({ why }) => why!.startsWith(`${db} cannot be `)),
    JSON.stringify(log),
  );
  assert.equal(gprsim(['replay', db, '--verify']).status, 0);
});

test('where there is no room for a new file, each command that makes one says so by its name and leaves nothing', {
  skip: noLimits,
}, (t) => {
  const folder = temporaryFolder(t);
  const [from, to] = ['from.gprsim', 'to.gprsim'].map((name) => join(folder, name));
  assert.equal(gprsim(['run', 'tiny', '--db', from]).status, 0);
  for (const args of [
    ['run', 'tiny', '--db', to],
    ['export', from, to],
    ['import', from, to],
  ]) {
    const limited = ['--fsize=4096', process.execPath, launcher, ...args];
    const { status, stderr } = spawnSync('prlimit', limited, { encoding: 'utf8' });
    assert.equal(status, 1, stderr);
    assert.match(stderr, /^gprsim: .*\/to\.gprsim cannot be [a-z]+: /, args[0]);
    assert.deepEqual(readdirSync(folder), ['from.gprsim'], args[0]);
  }
});
