// What serve says to people, and in its log, while it serves.

import assert from 'node:assert/strict';
import { type ChildProcessByStdio, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { gprsim, temporaryFolder } from './gprsim.ts';

const launcher = resolve(import.meta.dirname, '../../src/pack/launch.mjs');

/** A server as a person starts it, with what it says so far. */
class Shown {
  said = '';
  log = '';
  readonly ended: Promise<unknown[]>;
  readonly #child: ChildProcessByStdio<null, Readable, Readable>;

  private constructor(t: TestContext, args: readonly string[]) {
    this.#child = spawn(process.execPath, [launcher, 'serve', ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child.stdout.setEncoding('utf8').on('data', (text) => (this.said += text));
    this.#child.stderr.setEncoding('utf8').on('data', (text) => (this.log += text));
    t.after(() => this.#child.kill('SIGKILL'));
    this.ended = once(this.#child, 'close');
  }

  static async start(t: TestContext, args: readonly string[]): Promise<Shown> {
    const shown = new Shown(t, args);
    await shown.until(() => shown.said.includes('/inventory/summary'));
    return shown;
  }

  get url(): string {
    return / at (http:\S+);/.exec(this.said)![1];
  }

  async until(isSo: () => boolean | Promise<boolean>): Promise<void> {
    const until = performance.now() + 60_000;
    while (!(await isSo())) {
      assert.equal(this.#child.exitCode, null, this.log);
      assert.ok(performance.now() < until, `${this.said}\n${this.log}`);
      await sleep(50);
    }
  }

  async end(): Promise<unknown> {
    this.#child.kill('SIGTERM');
    return (await this.ended)[0];
  }
}

const free = ['--listen', '127.0.0.1:0'];

test('people are told where the reference is, how fast the clock runs, and where a key is shown', async (t) => {
  const db = join(temporaryFolder(t), 'my world.gprsim');
  const first = await Shown.start(t, ['quiet', '--db', db, ...free]);
  assert.match(first.said, /; 1 simulated second a second\n/);
  assert.ok(first.said.includes(`reference  ${first.url}/docs\n`));
  assert.doesNotMatch(first.said, /^network/m);
  assert.equal(await first.end(), 0);

  const second = await Shown.start(t, ['--db', db, '--paused', ...free]);
  const [, line] = /; while no server has it, (gprsim keys .*) shows it/.exec(second.said)!;
  assert.equal(await second.end(), 0);
  const [, key] = /^Owner key {2}(\S+)$/m.exec(first.said)!;
  const program = `gprsim() { '${process.execPath}' '${launcher}' "$@"; }`;
  const { stdout } = spawnSync('sh', ['-c', `${program}; ${line}`], { encoding: 'utf8' });
  assert.ok(stdout.includes(key), stdout);
});

test('an address that others reach is told of, and the one that is shown can be called', async (t) => {
  const shown = await Shown.start(t, ['quiet', '--db', ':memory:', '--listen', '0.0.0.0:0']);
  assert.match(shown.said, /^network {4}open to every machine that reaches 0\.0\.0\.0:[1-9]\d+,/m);
  assert.match(shown.url, /^http:\/\/127\.0\.0\.1:\d+$/);
  assert.equal((await fetch(`${shown.url}/healthz`)).status, 200);
});

test('a scenario that has changed under a world is refused, with the ways out', async (t) => {
  const folder = temporaryFolder(t);
  const file = join(folder, 'mine.json');
  const db = join(folder, 'mine.gprsim');
  gprsim(['init', file]);
  await (await Shown.start(t, [file, '--db', db, ...free])).end();
  const changed = { ...gprsim(['scenarios', 'quiet', '--json']).json, name: 'first', seed: 1 };
  writeFileSync(file, JSON.stringify(changed));
  const { status, stderr } = gprsim(['serve', file, '--db', db]);
  assert.equal(status, 1);
  assert.match(
    stderr,
    /that scenario has been changed since; give another --db, or begin anew without that file\n/,
  );
});

for (const [what, take] of [
  ['removed', (db: string) => rmSync(db)],
  [
    'replaced',
    (db: string) => {
      copyFileSync(db, `${db}.other`);
      renameSync(`${db}.other`, db);
    },
  ],
] as const) {
  test(`a file that is ${what} while it is served is told of once, and is no good end`, async (t) => {
    const db = join(temporaryFolder(t), 'world.gprsim');
    const shown = await Shown.start(t, ['quiet', '--db', db, ...free]);
    take(db);
    await shown.until(() => shown.log.includes('\n'));
    const said = JSON.parse(shown.log);
    assert.equal(said.file, db);
    assert.match(said.msg, /removed or replaced.*GET \/sim\/export/);
    assert.equal((await fetch(`${shown.url}/healthz`)).status, 200);
    assert.equal(await shown.end(), 1);
    assert.match(
      shown.log,
      /\n\S*gprsim:.* was removed or replaced while it was served; its world is lost\n$/,
    );
  });
}

test('a line of --play that is refused is told of by its number', async (t) => {
  const file = join(temporaryFolder(t), 'play.jsonl');
  const line = { at: '+0s', method: 'DELETE', path: '/api/v1/gpr', body: { gprId: 'gpr-00000000-0000' } };
  writeFileSync(file, `\n\n${JSON.stringify(line)}\n`);
  const shown = await Shown.start(t, ['quiet', '--db', ':memory:', '--play', file, ...free]);
  await shown.until(() => shown.log.includes('\n'));
  const { line: number, path, message } = JSON.parse(shown.log);
  assert.deepEqual([number, path], [3, '/api/v1/gpr']);
  assert.notEqual(message, '');
  await shown.end();
});

test('a speed that the machine does not reach is told of: in health, in the metrics, and once in the log', async (t) => {
  const shown = await Shown.start(t, ['demo', '--db', ':memory:', '--speed', '1000000', ...free]);
  const health = async () => (await (await fetch(`${shown.url}/healthz`)).json()) as Record<string, number>;
  await shown.until(async () => (await health()).reachedSpeed < 900_000);
  assert.equal((await health()).speed, 1_000_000);
  const metrics = await (await fetch(`${shown.url}/metrics`)).text();
  assert.match(metrics, /^gprsim_clock_speed\{which="asked for"\} 1000000$/m);
  const [, reached] = /^gprsim_clock_speed\{which="reached"\} (\S+)$/m.exec(metrics)!;
  assert.ok(Number(reached) > 0 && Number(reached) < 900_000, reached);
  await shown.until(() => shown.log !== '');
  const { speed, reachedSpeed, msg } = JSON.parse(shown.log);
  assert.equal(speed, 1_000_000);
  assert.ok(reachedSpeed > 0 && reachedSpeed < 900_000);
  assert.match(msg, /does not reach the speed/);
  await sleep(3_000);
  assert.equal(shown.log.trim().split('\n').length, 1);
  await shown.end();
});
