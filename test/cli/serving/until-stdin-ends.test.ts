// --until-stdin-ends: the server ends with its standard input, even if the program that started it was killed.

import assert from 'node:assert/strict';
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { type TestContext, test } from 'node:test';
import { temporaryFolder } from '../gprsim.ts';

const launcher = resolve(import.meta.dirname, '../../../src/pack/launch.mjs');

interface Started {
  readonly child: ChildProcessByStdio<Writable, Readable, null>;
  readonly line: string | undefined;
  readonly ended: Promise<unknown[]>;
}

/** Starts a server and waits until it listens or ends. */
async function start(t: TestContext, args: readonly string[]): Promise<Started> {
  const common = ['--listen', '127.0.0.1:0', '--json', '--until-stdin-ends'];
  const child = spawn(process.execPath, [launcher, 'serve', ...args, ...common], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  t.after(() => child.kill('SIGKILL'));
  const ended = once(child, 'exit');
  const lines = createInterface(child.stdout);
  const line = await Promise.race([once(lines, 'line').then(([first]) => first), once(lines, 'close')]);
  return { child, line: typeof line === 'string' ? line : undefined, ended };
}

test('the server runs while its standard input is open, then closes its file and exits with 0', async (t) => {
  const folder = temporaryFolder(t);
  const { child, line, ended } = await start(t, ['demo', '--db', join(folder, 'world.gprsim')]);
  const { url } = JSON.parse(line!);
  child.stdin.write('input that the server drops\n');
  assert.equal((await fetch(`${url}/healthz`)).status, 200);
  assert.ok(readdirSync(folder).length > 1);
  child.stdin.end();
  assert.deepEqual(await ended, [0, null]);
  assert.deepEqual(readdirSync(folder), ['world.gprsim']);
});

test('with an open standard input, the server still ends on a signal and on bad usage', async (t) => {
  const served = await start(t, ['quiet', '--db', ':memory:', '--paused']);
  assert.notEqual(served.line, undefined);
  served.child.kill('SIGTERM');
  assert.deepEqual(await served.ended, [0, null]);

  const mistaken = await start(t, ['quiet', '--db', join(temporaryFolder(t), 'none', 'world.gprsim')]);
  assert.match(JSON.parse(mistaken.line!).error, /no folder/);
  assert.deepEqual(await mistaken.ended, [2, null]);
});
