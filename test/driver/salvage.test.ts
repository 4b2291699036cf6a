// What is whole of a damaged file is saved in a new one.

import assert from 'node:assert/strict';
import { copyFileSync, existsSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { type TestContext, test } from 'node:test';
import Database from 'better-sqlite3';
import { Recorder } from '../../src/driver/recorder.ts';
import { buildSalvaged } from '../../src/driver/salvage.ts';
import { salvage } from '../../src/store/salvage.ts';
import { StoreError } from '../../src/store/store-error.ts';
import { WorldFile } from '../../src/store/world-file.ts';
import { openWorld, ownerKey, submit, temporaryFile } from '../driver/world.ts';
import { request, SECOND, scenarioOf } from '../support/scenario.ts';

const KEY = ownerKey('ci');

/** A world with five commands in its first branch and ten in its second. */
async function worked(t: TestContext) {
  const path = temporaryFile(t);
  const world = openWorld(t, path, scenarioOf({ nodes: 20 }));
  const { apiKey } = world.keys.create(KEY);
  const work = async (count: number) => {
    for (let i = 0; i < count; i++) {
      await submit(world, request(i % 2 === 0 ? 'blue' : 'red'));
      await world.advance({ byMs: SECOND });
    }
    return world.clock();
  };
  const first = await work(5);
  await world.reset();
  const second = await work(10);
  return { path, world, apiKey, first, second };
}

/** Saves a file; returns what was saved, and the content of the new file. */
async function saved(t: TestContext, path: string) {
  const target = temporaryFile(t);
  const whole = salvage(path);
  const file = WorldFile.open(target);
  const branches = await buildSalvaged(path, whole, file, async () => {});
  file.close();
  const again = WorldFile.read(target);
  t.after(() => again.close());
  again.checkIntegrity();
  return { whole, branches, file: again, clock: Recorder.resume(again).simulation.clock() };
}

function tampered(t: TestContext, path: string, sql: string): string {
  const copy = temporaryFile(t);
  copyFileSync(path, copy);
  const database = new Database(copy);
  database.exec(sql);
  database.close();
  return copy;
}

test('a whole file is saved as it is, with every branch and its keys', async (t) => {
  const { path, world, apiKey, first, second } = await worked(t);
  await world.close();
  const { whole, branches, file, clock } = await saved(t, path);
  assert.deepEqual(whole.damage, []);
  assert.deepEqual(
    branches.map(({ branch, commands, hash, isWhole }) => [branch, commands, hash, isWhole]),
    [
      [1, 5, first.hash, true],
      [2, 10, second.hash, true],
    ],
  );
  assert.deepEqual([clock.hash, clock.nowMs], [second.hash, second.nowMs]);
  assert.equal(file.branch, 2);
  assert.notEqual(file.keys.byValue(apiKey), undefined);
});

test('a branch is saved up to its first damaged command', async (t) => {
  const { path, world, first } = await worked(t);
  await world.close();
  for (const [sql, pattern] of [
    [
      "UPDATE journal SET command = replace(command, 'red', 'ref') WHERE branch = 2 AND seq = 6",
      /command 6 of its journal has a wrong checksum/,
    ],
    ['DELETE FROM journal WHERE branch = 2 AND seq = 6', /command 6 of its journal is missing/],
    [
      'UPDATE journal SET at_ms = at_ms + 1 WHERE branch = 2 AND seq = 6',
      /command 6 of its journal has a wrong checksum/,
    ],
  ] as const) {
    const { whole, branches } = await saved(t, tampered(t, path, sql));
    assert.deepEqual(
      branches.map(({ commands, isWhole }) => [commands, isWhole]),
      [
        [5, true],
        [5, false],
      ],
      sql,
    );
    assert.equal(branches[0].hash, first.hash);
    assert.match(whole.damage.join('; '), pattern);
  }
});

test('damage outside the journal loses no command', async (t) => {
  const { path, world, second } = await worked(t);
  await world.close();
  for (const sql of [
    'UPDATE fact_runs SET words = zeroblob(length(words))',
    'UPDATE marks SET hash = substr(hash, 2)',
    "UPDATE process_keys SET name = 'other'",
    'DELETE FROM snapshots',
    'DELETE FROM history',
    "UPDATE meta SET value = '3' WHERE key = 'branch'",
    'UPDATE journal SET checksum = checksum + 1 WHERE seq = 3',
  ]) {
    const { branches } = await saved(t, tampered(t, path, sql));
    assert.deepEqual(
      branches.map(({ commands }) => commands),
      [5, 10],
      sql,
    );
    if (!sql.includes('marks')) assert.equal(branches[1].hash, second.hash, sql);
  }
});

test('a single flipped bit of a command, of the scenario, or of the description of a table costs nothing', async (t) => {
  const { path, world, second } = await worked(t);
  await world.close();
  const bytes = readFileSync(path);
  for (const [text, damage] of [
    ['"workspace":"blue"', /branch 2: command \d had a flipped bit/],
    ['"seed":', /its scenario had a flipped bit/],
    ['CREATE TABLE journal', undefined],
  ] as const) {
    const copy = temporaryFile(t);
    const flipped = Buffer.from(bytes);
    flipped[flipped.lastIndexOf(text) + 7] ^= 1;
    writeFileSync(copy, flipped);
    assert.throws(() => WorldFile.read(copy).checkIntegrity(), StoreError, text);
    const { whole, clock } = await saved(t, copy);
    assert.equal(clock.hash, second.hash, text);
    if (damage !== undefined) assert.match(whole.damage.join('; '), damage);
  }
});

test('of a file that was cut, the commands before the cut are saved', async (t) => {
  const { path, world } = await worked(t);
  await world.close();
  const raw = new Database(path);
  const from = raw.prepare("SELECT max(pgoffset) FROM dbstat WHERE name = 'journal'").pluck().get() as number;
  raw.close();
  const copy = temporaryFile(t);
  copyFileSync(path, copy);
  truncateSync(copy, from);
  const { whole } = await saved(t, copy);
  const counts = whole.branches.map(({ entries }) => entries.length);
  assert.ok(counts[0] === 5 && counts[1] > 0 && counts[1] < 10, `${counts}`);
});

test('nothing is saved of a file without its scenario', async (t) => {
  const { path, world } = await worked(t);
  await world.close();
  const without = tampered(t, path, "DELETE FROM meta WHERE key = 'scenario'");
  assert.throws(() => salvage(without), /nothing of .* can be saved: its scenario is missing or damaged/);
  const cut = temporaryFile(t);
  copyFileSync(path, cut);
  truncateSync(cut, 100);
  assert.throws(() => salvage(cut), StoreError);
});

test('a flipped bit in the log loses no command outside its row, a cut log only what was cut', async (t) => {
  const { path } = await worked(t);
  const log = readFileSync(`${path}-wal`);
  let least = 10;
  for (let i = 0; i < 40; i++) {
    const copy = temporaryFile(t);
    for (const end of ['', '-head']) if (existsSync(path + end)) copyFileSync(path + end, copy + end);
    const flipped = Buffer.from(log);
    flipped[Math.floor((log.length * (i + 0.5)) / 40)] ^= 1 << (i % 8);
    writeFileSync(`${copy}-wal`, flipped);
    const { branches } = await saved(t, copy);
    least = Math.min(least, branches[1]?.commands ?? 0);
  }
  assert.ok(least >= 8, `${least}`);

  const half = temporaryFile(t);
  copyFileSync(path, half);
  writeFileSync(`${half}-wal`, log.subarray(0, Math.floor(log.length * 0.8)));
  const { branches } = await saved(t, half);
  assert.ok(branches[1].commands >= 5 && branches[1].commands < 10, `${branches[1].commands}`);
  rmSync(`${half}-wal`);
  assert.deepEqual(
    (await saved(t, half)).branches.map(({ commands }) => commands),
    [0],
  );
});
