import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import Database from 'better-sqlite3';
import type { FactRun } from '../../sim/index.ts';
import { restart } from '../../src/driver/commits/restart.ts';
import { StoreError } from '../../src/store/store-error.ts';
import { WorldFile } from '../../src/store/world-file.ts';
import { MEMORY } from '../../src/wire/memory.ts';
import { openWorld, ownerKey, rows, submit, temporaryFile } from '../driver/world.ts';
import { request, SECOND, scenarioOf } from '../support/scenario.ts';

function runOf(firstSeq: number, ...instants: number[]): FactRun {
  const words = Float64Array.from(instants.flatMap((atMs) => [1 + 256, atMs, atMs * 10]));
  return { firstSeq, count: instants.length, words };
}

test('stored facts are read back unchanged, from any number on', () => {
  const file = WorldFile.open(MEMORY);
  file.setScenario(scenarioOf());
  const runs = [runOf(1, 5, 5), runOf(3, 5, 8, 9), runOf(6, 20)];
  for (const run of runs) file.appendFacts(run);
  file.appendFacts({ firstSeq: 7, count: 0, words: new Float64Array() });
  const from = (seq: number, limit = 10) =>
    file.present.factRunsFrom(seq, limit).map(({ firstSeq }) => firstSeq);
  assert.deepEqual(file.present.factRunsFrom(1, 10), runs);
  assert.deepEqual(
    [0, 1, 2, 3, 4, 5, 6, 7].map((seq) => from(seq).join(' ')),
    ['1 3 6', '1 3 6', '1 3 6', '3 6', '3 6', '3 6', '6', ''],
  );
  assert.deepEqual(from(2, 2), [1, 3]);
  file.close();
});

test('the branches of a file are separate', () => {
  const file = WorldFile.open(MEMORY);
  file.setScenario(scenarioOf());
  file.appendFacts(runOf(1, 5));
  file.append({ seq: 1, atMs: 5, round: 0, command: request('blue') });
  assert.throws(
    () =>
      file.transaction(() => {
        file.branches.begin();
        throw new Error('no');
      }),
    /no/,
  );
  assert.equal(file.branch, 1);
  file.transaction(() => file.branches.begin());
  assert.equal(file.branch, 2);
  assert.deepEqual(
    [file.present.factRunsFrom(1, 10), file.present.journalRows(1, 10), file.present.mark()],
    [[], [], undefined],
  );
  file.close();
});

test('an export contains the world without the tables of the process, and never overwrites a file', async (t) => {
  const path = temporaryFile(t);
  const world = openWorld(t, path, scenarioOf());
  const { apiKey } = world.keys.create(ownerKey('secret'));
  await submit(world, request('blue'));
  await world.advance({ byMs: 10 * SECOND });
  const stood = world.clock();
  await world.close();

  const target = temporaryFile(t);
  const file = WorldFile.open(path);
  t.after(() => file.close());
  file.exportTo(target);
  assert.throws(() => file.exportTo(target), StoreError);
  assert.equal(statSync(target).mode & 0o777, 0o600);
  assert.deepEqual(rows(target, 'SELECT * FROM process_keys'), []);
  assert.deepEqual(rows(target, 'SELECT * FROM process_secrets'), []);

  assert.ok(!readFileSync(target, 'latin1').includes(apiKey));
  assert.ok(readFileSync(path, 'latin1').includes(apiKey));
  assert.deepEqual(openWorld(t, target).clock(), stood);
});

test('an export is refused beside the log of another world', async (t) => {
  const path = temporaryFile(t);
  await openWorld(t, path, scenarioOf()).close();
  const file = WorldFile.read(path);
  t.after(() => file.close());
  const target = temporaryFile(t);
  for (const end of ['-wal', '-journal']) {
    writeFileSync(target + end, 'the log of another world');
    assert.throws(() => file.exportTo(target), new RegExp(`there is .*${end} of another world; remove it`));
    assert.equal(existsSync(target), false);
    rmSync(target + end);
  }
  file.exportTo(target);
});

test('unknown columns of a table are not exported', async (t) => {
  const path = temporaryFile(t);
  await openWorld(t, path, scenarioOf()).close();
  const raw = new Database(path);
  raw.exec("ALTER TABLE journal ADD COLUMN note TEXT DEFAULT 'mine'; ALTER TABLE marks ADD COLUMN note TEXT");
  raw.close();
  const file = WorldFile.open(path);
  t.after(() => file.close());
  const target = `${path}.export`;
  file.exportTo(target);
  assert.deepEqual(rows(target, 'SELECT count(*) FROM marks'), [[1]]);
  assert.deepEqual(rows(target, "SELECT name FROM pragma_table_info('marks') WHERE name = 'note'"), []);
});

test('a file whose creation was interrupted becomes a world', async (t) => {
  const path = temporaryFile(t);
  WorldFile.open(path).close();
  const read = WorldFile.read(path);
  assert.throws(() => restart(read), /holds no world: its creation was interrupted/);
  read.close();
  const world = openWorld(t, path, scenarioOf());
  await submit(world, request('blue'));
  await world.close();
  const file = WorldFile.open(path);
  assert.equal(file.present.commands, 1);
  assert.throws(() => file.setScenario(scenarioOf()), /already has a world/);
  file.close();
});

test('a journal entry of more than 8 MiB is refused unread', () => {
  const file = WorldFile.open(MEMORY);
  file.setScenario(scenarioOf());
  const named = (name: string) => ({ ...request('blue'), gprName: name });
  file.append({ seq: 1, atMs: 5, round: 0, command: named('x'.repeat(2 ** 20)) });
  file.append({ seq: 2, atMs: 5, round: 0, command: named('x'.repeat(8 * 2 ** 20)) });
  assert.equal(file.past(1).journalRows(1, 1).length, 1);
  assert.throws(() => file.past(1).journalRows(1, 2), /command 2 of its journal has more than 8388608 bytes/);
  file.close();
});
