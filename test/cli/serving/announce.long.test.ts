import assert from 'node:assert/strict';
import { type ChildProcessByStdio, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { words } from '../../support/words.ts';
import { gprsim, temporaryFolder } from '../gprsim.ts';

const launcher = resolve(import.meta.dirname, '../../../src/pack/launch.mjs');

class Shown {
  output = '';
  log = '';
  readonly ended: Promise<unknown[]>;
  readonly #child: ChildProcessByStdio<null, Readable, Readable>;

  private constructor(t: TestContext, args: readonly string[]) {
    this.#child = spawn(process.execPath, [launcher, 'serve', ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child.stdout.setEncoding('utf8').on('data', (text) => (this.output += text));
    this.#child.stderr.setEncoding('utf8').on('data', (text) => (this.log += text));
    t.after(() => this.#child.kill('SIGKILL'));
    this.ended = once(this.#child, 'close');
  }

  static async start(t: TestContext, args: readonly string[]): Promise<Shown> {
    const shown = new Shown(t, args);
    await shown.until(() => shown.output.includes('/inventory/summary'));
    return shown;
  }

  get url(): string {
    return / at (http:\S+);/.exec(this.output)![1];
  }

  async until(isSo: () => boolean | Promise<boolean>): Promise<void> {
    const until = performance.now() + 60_000;
    while (!(await isSo())) {
      assert.equal(this.#child.exitCode, null, this.log);
      assert.ok(performance.now() < until, `${this.output}\n${this.log}`);
      await sleep(50);
    }
  }

  async end(): Promise<unknown> {
    this.#child.kill('SIGTERM');
    return (await this.ended)[0];
  }
}

const free = ['--listen', '127.0.0.1:0'];

test('serve prints the URL of the reference, the speed of the clock, and how to see the key', async (t) => {
  const db = join(temporaryFolder(t), 'my world.gprsim');
  const first = await Shown.start(t, words`quiet --db ${db} ${free}`);
  assert.match(first.output, /; 1 simulated second per second\n/);
  assert.ok(first.output.includes(`reference  ${first.url}/docs\n`));
  assert.doesNotMatch(first.output, /^network/m);
  assert.equal(await first.end(), 0);

  const second = await Shown.start(t, words`--db ${db} --paused ${free}`);
  const [, line] = /in the file; (gprsim keys .*) shows it/.exec(second.output)!;
  assert.equal(await second.end(), 0);
  const [, key] = /^Owner key {2}(\S+)$/m.exec(first.output)!;
  const program = `gprsim() { '${process.execPath}' '${launcher}' "$@"; }`;
  const { stdout } = spawnSync('sh', ['-c', `${program}; ${line}`], { encoding: 'utf8' });
  assert.ok(stdout.includes(key), stdout);
});

test('serve warns of an address that is reachable from the network, and prints a URL that works', async (t) => {
  const shown = await Shown.start(t, words`quiet --db :memory: --listen 0.0.0.0:0`);
  assert.match(
    shown.output,
    /^network {4}0\.0\.0\.0:[1-9]\d+ is reachable from the network; protected only by API keys$/m,
  );
  assert.match(shown.url, /^http:\/\/127\.0\.0\.1:\d+$/);
  assert.equal((await fetch(`${shown.url}/healthz`)).status, 200);
});

test('serve refuses a world whose scenario has changed, and names the alternatives', async (t) => {
  const folder = temporaryFolder(t);
  const file = join(folder, 'mine.json');
  const db = join(folder, 'mine.gprsim');
  gprsim(['init', file]);
  await (await Shown.start(t, [file, '--db', db, ...free])).end();
  const changed = { ...gprsim('scenarios quiet --json').json, name: 'first', seed: 1 };
  writeFileSync(file, JSON.stringify(changed));
  const { status, stderr } = gprsim(words`serve ${file} --db ${db}`);
  assert.equal(status, 1);
  assert.match(
    stderr,
    /and that scenario has changed since; give another --db, or remove that file to start again\n/,
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
  test(`serve logs once that its file was ${what}, and exits with 1`, async (t) => {
    const db = join(temporaryFolder(t), 'world.gprsim');
    const shown = await Shown.start(t, words`quiet --db ${db} ${free}`);
    take(db);
    await shown.until(() => shown.log.includes('\n'));
    const logged = JSON.parse(shown.log);
    assert.equal(logged.file, db);
    assert.match(logged.msg, /removed, moved or replaced.*GET \/sim\/export/);
    assert.equal((await fetch(`${shown.url}/healthz`)).status, 200);
    assert.equal(await shown.end(), 1);
    assert.match(
      shown.log,
      /\n\S*gprsim:.* was removed, moved or replaced while it was served; if it was not moved, its world is lost\n$/,
    );
  });
}

test('the log names a refused line of --play by its number', async (t) => {
  const file = join(temporaryFolder(t), 'play.jsonl');
  const line = { at: '+0s', method: 'DELETE', path: '/api/v1/gpr', body: { gprId: 'gpr-00000000-0000' } };
  writeFileSync(file, `\n\n${JSON.stringify(line)}\n`);
  const shown = await Shown.start(t, words`quiet --db :memory: --play ${file} ${free}`);
  await shown.until(() => shown.log.includes('\n'));
  const { line: number, path, message } = JSON.parse(shown.log);
  assert.deepEqual([number, path], [3, '/api/v1/gpr']);
  assert.notEqual(message, '');
  await shown.end();
});

test('health and metrics report the reached speed, and the log once that it is below the requested one', async (t) => {
  const shown = await Shown.start(t, words`demo --db :memory: --speed 1000000 ${free}`);
  const health = async () => (await (await fetch(`${shown.url}/healthz`)).json()) as Record<string, number>;
  await shown.until(async () => (await health()).reachedSpeed < 900_000);
  assert.equal((await health()).speed, 1_000_000);
  const metrics = await (await fetch(`${shown.url}/metrics`)).text();
  assert.match(metrics, /^gprsim_clock_speed\{which="requested"\} 1000000$/m);
  const [, reached] = /^gprsim_clock_speed\{which="reached"\} (\S+)$/m.exec(metrics)!;
  assert.ok(Number(reached) > 0 && Number(reached) < 900_000, reached);
  await shown.until(() => shown.log !== '');
  const { speed, reachedSpeed, msg } = JSON.parse(shown.log);
  assert.equal(speed, 1_000_000);
  assert.ok(reachedSpeed > 0 && reachedSpeed < 900_000);
  assert.match(msg, /does not reach the requested speed/);
  await sleep(3_000);
  assert.equal(shown.log.trim().split('\n').length, 1);
  await shown.end();
});
