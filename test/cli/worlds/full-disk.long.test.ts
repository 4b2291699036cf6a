// A server on a full disk, simulated by a limit on the size of files of its process.

import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { words } from '../../support/words.ts';
import { gprsim, temporaryFolder } from '../gprsim.ts';

const launcher = resolve(import.meta.dirname, '../../../src/pack/launch.mjs');
const apiKey = '5f0c6f5e-3a55-4f0e-9a43-0d7f4a4be1c2';
/** The file of a new world has about 100 KiB. */
const limitBytes = 512 * 1024;
const noLimits = spawnSync('prlimit', ['--version']).status === 0 ? false : 'there is no prlimit';

interface Limited {
  readonly url: string;
  readonly process: ChildProcess;
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
  const args = words`serve demo --db ${db} ${clock} --listen 127.0.0.1:0 --json`;
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

/** Starts a server and waits until it reports that its file cannot grow. */
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

test('a full disk stops the clock and is logged once; the world continues when there is room', {
  skip: noLimits,
}, async (t) => {
  const { db, url, server, log } = await serveOnFullDisk(t);
  assert.match(
    (await health(url)).message!,
    /cannot go on: .*world\.gprsim cannot be read or written: (disk I\/O error|database or disk is full)/,
  );

  const ask = await signIn(url);
  const before = await ask('GET', '/sim/clock');
  await pause(3_000);
  const advance = await ask('POST', '/sim/clock/advance', { by: '30d' });
  assert.equal(advance.statusCode, 500);
  assert.match(advance.error!.data, /could not be stored and changed nothing: \S+/);
  assert.equal((await ask('GET', '/sim/clock')).statusCode, 200);
  assert.equal(log.length, 1, JSON.stringify(log));
  assert.match(log[0].msg, /a commit failed/);
  assert.ok(log[0].why!.startsWith(`${db} cannot be `), log[0].why);
  assert.equal(log[0].err, undefined);

  // A paused world also recovers without a command.
  await ask('PUT', '/sim/clock', { mode: 'paused' });
  limit(server, 'unlimited');
  await until(url, ({ status }) => status === 200);
  await ask('PUT', '/sim/clock', { mode: 'running' });
  await until(url, ({ now }) => now! > before.data.now);
  server.kill('SIGTERM');
  assert.deepEqual(await once(server, 'exit'), [0, null]);
  assert.equal(gprsim(words`replay ${db} --verify`).status, 0);
});

test('a reset that cannot be stored changes nothing, and later commands are kept', {
  skip: noLimits,
}, async (t) => {
  const db = join(temporaryFolder(t), 'world.gprsim');
  const { url, process: server } = await serve(t, db, ['--paused']);
  const ask = await signIn(url);
  assert.equal((await ask('POST', '/sim/clock/advance', { by: '6h' })).statusCode, 200);
  const before = (await ask('GET', '/sim/clock')).data;
  // No room for a single page, in the file or in its log.
  limit(server, 4096);
  const reset = await ask('POST', '/sim/reset');
  assert.equal(reset.statusCode, 500);
  assert.match(reset.error!.data, /could not be stored and changed nothing: \S+world\.gprsim cannot be /);
  limit(server, 'unlimited');
  assert.deepEqual((await ask('GET', '/sim/clock')).data, before);

  const later = (await ask('POST', '/sim/clock/advance', { by: '1h' })).data;
  server.kill('SIGKILL');
  await once(server, 'exit');
  const again = await serve(t, db, ['--paused']);
  const { seq, branch } = (await (await signIn(again.url))('GET', '/sim/clock')).data;
  assert.deepEqual([seq, branch], [later.seq, before.branch]);
  again.process.kill('SIGTERM');
  await once(again.process, 'exit');
  assert.equal(gprsim(words`replay ${db} --verify`).status, 0);
});

test('a server that ends on a full disk exits with 0 and logs the file that it cannot write', {
  skip: noLimits,
}, async (t) => {
  const { db, server, log } = await serveOnFullDisk(t);
  server.kill('SIGTERM');
  assert.deepEqual(await once(server, 'exit'), [0, null]);
  assert.ok(
    log.every(({ why }) => why!.startsWith(`${db} cannot be `)),
    JSON.stringify(log),
  );
  assert.equal(gprsim(words`replay ${db} --verify`).status, 0);
});

test('commands that create a file name it if there is no room for it, and leave no file', {
  skip: noLimits,
}, (t) => {
  const folder = temporaryFolder(t);
  const [from, to] = ['from.gprsim', 'to.gprsim'].map((name) => join(folder, name));
  assert.equal(gprsim(words`run tiny --db ${from}`).status, 0);
  for (const args of [words`run tiny --db ${to}`, ['export', from, to], ['import', from, to]]) {
    const limited = ['--fsize=4096', process.execPath, launcher, ...args];
    const { status, stderr } = spawnSync('prlimit', limited, { encoding: 'utf8' });
    assert.equal(status, 1, stderr);
    assert.match(stderr, /^gprsim: .*\/to\.gprsim cannot be [a-z]+: /, args[0]);
    assert.deepEqual(readdirSync(folder), ['from.gprsim'], args[0]);
  }
});
