// What is whole of a damaged file is saved in a new one.

import assert from 'node:assert/strict';
import { copyFileSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { type TestContext, test } from 'node:test';
import Database from 'better-sqlite3';
import { restart } from '../../../src/driver/commits/restart.ts';
import { buildSalvaged } from '../../../src/driver/import/build-salvaged.ts';
import { salvage } from '../../../src/store/rescue/salvaged.ts';
import { StoreError } from '../../../src/store/store-error.ts';
import { WorldFile } from '../../../src/store/world-file.ts';
import { request, SECOND, scenarioOf } from '../../support/scenario.ts';
import { damage, openWorld, ownerKey, submit, tamper, temporaryFile } from '../world.ts';

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
  whole.close();
  const again = WorldFile.read(target);
  t.after(() => again.close());
  again.checkIntegrity();
  return { whole, branches, file: again, clock: restart(again).simulation.clock() };
}

function tampered(t: TestContext, path: string, sql: string): string {
  const copy = temporaryFile(t);
  copyFileSync(path, copy);
  damage(copy, sql);
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

test('missing rows are listed as damage', async (t) => {
  const { path, world } = await worked(t);
  await world.close();
  for (const [sql, what] of [
    ['DELETE FROM journal WHERE branch = 2 AND seq > 8', /^branch 2: 2 commands at its end$/],
    ['DELETE FROM marks WHERE branch = 1', /^branch 1: the record of its last commit is missing$/],
    ['DELETE FROM process_keys', /^one or more API keys$/],
  ] as const) {
    const { whole, branches } = await saved(t, tampered(t, path, sql));
    assert.equal(whole.damage.length, 1, sql);
    assert.match(whole.damage[0], what);
    assert.equal(
      branches.every(({ isWhole }) => isWhole),
      sql.includes('keys'),
      sql,
    );
  }
});

test('of a file whose first page is overwritten, nothing is saved', async (t) => {
  const { path, world } = await worked(t);
  await world.close();
  const bytes = readFileSync(path);
  for (const byte of [0, 0xa7]) {
    const copy = temporaryFile(t);
    writeFileSync(copy, Buffer.from(bytes).fill(byte, 0, 4096));
    assert.throws(() => WorldFile.read(copy), /is not a gprsim file/);
    assert.throws(() => salvage(copy), /nothing of .* can be saved/);
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

test('a flipped bit of a command ends its branch there, and one of the scenario leaves nothing', async (t) => {
  const { path, world } = await worked(t);
  await world.close();
  const bytes = readFileSync(path);
  const flipped = (text: string) => {
    const copy = temporaryFile(t);
    const changed = Buffer.from(bytes);
    changed[changed.lastIndexOf(text) + 7] ^= 1;
    writeFileSync(copy, changed);
    assert.throws(() => WorldFile.read(copy).checkIntegrity(), StoreError, text);
    return copy;
  };
  const { whole, branches } = await saved(t, flipped('"workspace":"blue"'));
  assert.deepEqual(whole.damage.length, 1);
  assert.match(whole.damage[0], /^branch 2: command (\d+) of its journal has a wrong checksum$/);
  const [, seq] = /command (\d+)/.exec(whole.damage[0])!;
  assert.deepEqual(
    branches.map(({ commands }) => commands),
    [5, Number(seq) - 1],
  );
  assert.throws(() => salvage(flipped('"seed":')), /its scenario is missing or damaged/);
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

/** Places in a log: of its header, and in its first frame of the page, of the salts and of the checksum. */
const LOG_PLACES = [0, 3, 5, 10, 14, 17, 22, 25, 31, 32, 34, 38, 41, 47, 49, 55, 56];

test('of a log with a flipped bit, the commands before it are saved, and what is missing is listed', async (t) => {
  const { path, second } = await worked(t);
  const log = readFileSync(`${path}-wal`);
  const spread = Array.from(
    { length: 30 },
    (_, i) => 4 * Math.floor((log.length * (i + 0.5)) / 120) + (i % 3),
  );
  let most = 0;
  for (const at of [...LOG_PLACES, ...spread]) {
    const flipped = Buffer.from(log);
    flipped[at] ^= 1 << (at % 8);
    for (const hasHead of [true, false]) {
      const copy = hasHead ? copyWithHead(t, path) : temporaryFile(t);
      if (!hasHead) copyFileSync(path, copy);
      writeFileSync(`${copy}-wal`, flipped);
      const why = hasHead ? /lacks .*: its log .* is damaged/ : /was not closed, and .*-head is missing/;
      assert.throws(() => WorldFile.read(copy), why, `byte ${at}`);
      const { whole, branches } = await saved(t, copy);
      assert.match(whole.damage.join('; '), why, `byte ${at}`);
      const last = branches.at(-1)!;
      assert.ok(!last.isWhole && last.hash !== second.hash, `byte ${at}`);
      most = Math.max(most, last.commands);
    }
  }
  assert.ok(most > 5, 'damage near the end of the log leaves most commands');
});

test('what a cut or deleted log had is listed as damage', async (t) => {
  const { path, second } = await worked(t);
  const log = readFileSync(`${path}-wal`);
  const copy = copyWithHead(t, path);
  writeFileSync(`${copy}-wal`, log.subarray(0, Math.floor(log.length * 0.8)));
  const cut = await saved(t, copy);
  const { commands, isWhole } = cut.branches[1];
  assert.ok(commands >= 5 && commands < 10, `${commands}`);
  assert.equal(isWhole, false);
  assert.match(cut.whole.damage.join('; '), new RegExp(`it lacks ${10 - commands} commands?, .* is damaged`));

  rmSync(`${copy}-wal`);
  const gone = await saved(t, copy);
  assert.deepEqual(
    gone.branches.map(({ commands, isWhole }) => [commands, isWhole]),
    [[0, false]],
  );
  assert.equal(gone.whole.damage.length, 1);
  assert.match(
    gone.whole.damage[0],
    new RegExp(`it lacks 10 commands, ${second.seq} facts, .*: its log .* is missing`),
  );
});

test('of more branches than a file of its size can have, the first ones and the last one are saved', async (t) => {
  const { path, world, second } = await worked(t);
  await world.reset();
  await world.close();
  const numbers = 'WITH RECURSIVE n (i) AS (SELECT 4 UNION ALL SELECT i + 1 FROM n WHERE i < 3003)';
  const rows = `${numbers} INSERT INTO marks SELECT i, 0, -1, 0, 0, 0, '', 0, 0 FROM n;
    ${numbers} INSERT INTO branches SELECT i, NULL, '', 0, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 FROM n`;
  tamper(path, `${rows}; UPDATE meta SET value = '3003' WHERE key = 'branch'`);
  const { branches } = await saved(t, path);
  assert.equal(branches.length, 3003);
  assert.equal(branches[1].hash, second.hash);
  // A branch without commands counts as its facts and 1,000 more, and all together may have 250,000.
  const unsaved = branches.flatMap(({ branch, stop }) => (/take as long as/.test(stop ?? '') ? branch : []));
  assert.ok(unsaved.length > 2700 && unsaved.length < 2800, `${unsaved.length}`);
  assert.deepEqual([unsaved[0] > 200, unsaved.at(-1)], [true, 3002]);
});

/** Copies a file and its head record. */
function copyWithHead(t: TestContext, path: string): string {
  const copy = temporaryFile(t);
  for (const end of ['', '-head']) copyFileSync(path + end, copy + end);
  return copy;
}
