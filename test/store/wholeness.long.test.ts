// A file that was not closed is opened only if it still has everything that was committed.

import assert from 'node:assert/strict';
import { copyFileSync, existsSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { type TestContext, test } from 'node:test';
import { restart } from '../../src/driver/commits/restart.ts';
import type { Clock } from '../../src/driver/world.ts';
import { StoreError } from '../../src/store/store-error.ts';
import { WorldFile } from '../../src/store/world-file.ts';
import { openWorld, submit, temporaryFile } from '../driver/world.ts';
import { request, SECOND, scenarioOf } from '../support/scenario.ts';
import { assertRefused, copyOf, restartSystem } from './unclosed.ts';

const COMMANDS = 12;

/** Copies the files of a served world, as a kill of its process leaves them. */
async function killed(t: TestContext): Promise<{ path: string; clock: Clock }> {
  const served = temporaryFile(t);
  const world = openWorld(t, served, scenarioOf({ nodes: 20 }));
  for (let i = 0; i < COMMANDS; i++) {
    await submit(world, request(i % 2 === 0 ? 'blue' : 'red'));
    await world.advance({ byMs: SECOND });
  }
  return { path: copyOf(t, served), clock: world.clock() };
}

test('a file whose process was killed continues with every command', async (t) => {
  const { path, clock } = await killed(t);
  const again = openWorld(t, path);
  assert.deepEqual(again.clock(), clock);
  await submit(again, request('blue'));
  await again.close();
  for (const end of ['-wal', '-shm', '-head', '-lock']) assert.equal(existsSync(path + end), false, end);
});

test('a file without its log is refused, also if its head record is missing', async (t) => {
  const { path } = await killed(t);
  rmSync(`${path}-wal`);
  assertRefused(path, /lacks 12 commands, \d+ facts: its log .*-wal is missing/);
  rmSync(`${path}-head`);
  assertRefused(
    path,
    /was not closed, and its log .*-wal is missing; copy it with gprsim export .* head record$/,
  );
});

test('a shortened log is refused at every length that lacks a commit', async (t) => {
  const { path, clock } = await killed(t);
  const whole = readFileSync(`${path}-wal`);
  for (let share = 0; share < 1; share += 1 / 13) {
    const copy = copyOf(t, path);
    truncateSync(`${copy}-wal`, Math.floor(whole.length * share));
    assertRefused(copy, /lacks (its last commits|\d+ (command|fact)s?.*): its log/);
  }
  // The log of a killed process can end within a frame that was never committed.
  const longer = copyOf(t, path);
  writeFileSync(`${longer}-wal`, Buffer.concat([whole, Buffer.alloc(100)]));
  assert.deepEqual(openWorld(t, longer).clock(), clock);
});

test('a flipped bit anywhere in the log is refused or harmless', async (t) => {
  const { path, clock } = await killed(t);
  const whole = readFileSync(`${path}-wal`);
  let refused = 0;
  for (let i = 0; i < 100; i++) {
    const copy = copyOf(t, path);
    const flipped = Buffer.from(whole);
    const at = Math.floor((whole.length * (i + 0.5)) / 100);
    flipped[at] ^= 1 << (i % 8);
    writeFileSync(`${copy}-wal`, flipped);
    try {
      assert.deepEqual(openWorld(t, copy).clock(), clock);
    } catch (error) {
      assert.ok(error instanceof StoreError, `${error}`);
      assert.match(error.message, /lacks|not closed/);
      refused++;
    }
  }
  assert.ok(refused > 90, `${refused}`);
});

test('a log beside another state of the file is refused', async (t) => {
  const { path } = await killed(t);
  const closed = copyOf(t, path);
  await openWorld(t, closed).close();
  copyFileSync(`${path}-wal`, `${closed}-wal`);
  assertRefused(closed, /is the log of another state of/);
});

test('a head record of another opening is refused', async (t) => {
  const [one, other] = [await killed(t), await killed(t)];
  copyFileSync(`${other.path}-head`, `${one.path}-head`);
  assertRefused(one.path, /was not closed, and .*-head is not its head record/);
});

test('a copy of a closed file needs no other file, also over one that was not closed', async (t) => {
  const { path, clock } = await killed(t);
  const closed = copyOf(t, path);
  await openWorld(t, closed).close();
  rmSync(`${path}-wal`);
  copyFileSync(closed, path);
  assert.deepEqual(openWorld(t, path).clock(), clock);
});

test('a copy of a served file with its log, but without its head record, is refused', async (t) => {
  const { path } = await killed(t);
  const copy = copyOf(t, path, ['', '-wal']);
  assertRefused(copy, /was not closed, and .*-head is missing; restore a copy .* its log and head record$/);
});

test('after a failure of the system, a file that was not durable continues with a prefix and reports the rest', async (t) => {
  const { path, clock } = await killed(t);
  const whole = readFileSync(`${path}-wal`);
  for (const share of [0.3, 0.6, 0.9]) {
    const copy = copyOf(t, path);
    truncateSync(`${copy}-wal`, Math.floor(whole.length * share));
    restartSystem(copy, false);
    const file = WorldFile.open(copy);
    const { lost } = file;
    const { commands, simulation } = restart(file);
    assert.equal(commands + lost!.commands, COMMANDS);
    assert.equal(simulation.clock().seq + lost!.facts, clock.seq);
    file.close();
    assert.equal(WorldFile.read(copy).lost, undefined);
  }
  const nothing = copyOf(t, path);
  restartSystem(nothing, false);
  const file = WorldFile.open(nothing);
  assert.equal(file.lost, undefined);
  file.close();
});

test('after a failure of the system, a durable file without its last commits is refused', async (t) => {
  const { path } = await killed(t);
  truncateSync(`${path}-wal`, 100_000);
  restartSystem(path, true);
  assertRefused(path, /lacks \d+ commands/);
});
