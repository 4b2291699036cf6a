import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import Database from 'better-sqlite3';
import { WriterLock } from '../../src/store/durability/writer-lock.ts';
import type { OpenOptions } from '../../src/store/opening/database.ts';
import { WorldFile } from '../../src/store/world-file.ts';
import { MEMORY } from '../../src/wire/memory.ts';
import { openWorld, submit, tamper, temporaryFile } from '../driver/world.ts';
import { request, scenarioOf } from '../support/scenario.ts';
import { startedFile } from '../support/started.ts';
import { refusal } from './refusal.ts';

const worldFileModule = pathToFileURL(startedFile('src/store/world-file.ts')).href;

const refused = (path: string, options?: OpenOptions) => refusal(() => WorldFile.open(path, options));

test('only its owner can read a new file', (t) => {
  const path = temporaryFile(t);
  WorldFile.open(path).close();
  assert.equal(statSync(path).mode & 0o777, 0o600);
});

test('a file that another process locks first is left to it', (t) => {
  const path = temporaryFile(t);
  const lock = WriterLock.take(path)!;
  assert.match(refused(path), /in use by/);
  assert.ok(existsSync(path), 'the file of the process with the lock was removed');
  lock.release();
});

test('a file in use is refused, in this process and in another', (t) => {
  const path = temporaryFile(t);
  const file = WorldFile.open(path);
  t.after(() => file.close());
  assert.match(refused(path), /in use by (another|this) process/);
  const script = `
    import { WorldFile } from '${worldFileModule}';
    try { WorldFile.open(process.argv[1]); } catch (error) { console.log(error.message); }`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script, '--', path], {
    encoding: 'utf8',
  });
  assert.match(stdout, /in use by (another process|process \d+)/);
});

test('a file that is not a gprsim file is refused with the reason and stays unchanged', (t) => {
  const path = temporaryFile(t);
  assert.match(refused(path, { mustExist: true }), /there is no file/);
  assert.match(refused(`${path}/nowhere/x`), /there is no folder/);
  mkdirSync(path);
  assert.match(refused(path), /is a folder/);

  const text = temporaryFile(t);
  writeFileSync(text, 'not a database at all, but longer than the header of one: '.repeat(20));
  const before = readFileSync(text);
  assert.match(refused(text), /is not a gprsim file/);
  assert.deepEqual(readFileSync(text), before);

  const other = temporaryFile(t);
  tamper(other, 'CREATE TABLE theirs (n INTEGER)');
  chmodSync(other, 0o644);
  assert.match(refused(other), /a SQLite file of another program/);
  assert.equal(statSync(other).mode & 0o777, 0o644);
  const database = new Database(other);
  assert.deepEqual(database.prepare('SELECT name FROM sqlite_master').pluck().all(), ['theirs']);
  database.close();

  const newer = temporaryFile(t);
  WorldFile.open(newer).close();
  tamper(newer, 'PRAGMA user_version = 99');
  assert.match(refused(newer), /made by a newer gprsim, in format 99;/);
});

test('the error for a missing file names what is left beside it', async (t) => {
  const path = temporaryFile(t);
  const world = openWorld(t, path, scenarioOf());
  await submit(world, request('blue'));
  const copy = temporaryFile(t);
  copyFileSync(`${path}-wal`, `${copy}-wal`);
  assert.equal(
    refused(copy, { mustExist: true }),
    `there is no file ${copy}, only ${copy}-wal; restore the file`,
  );
  assert.match(refused(copy), /is missing or empty, but there is .*-wal of a world/);
  // SQLite would delete the log beside an empty file.
  writeFileSync(copy, '');
  for (const open of [WorldFile.open, WorldFile.read])
    assert.match(
      refusal(() => open(copy)),
      /is missing or empty, but there is .*-wal of a world/,
    );
  assert.deepEqual(readFileSync(`${copy}-wal`), readFileSync(`${path}-wal`));
});

test('a file in a folder that cannot be written is refused with the reason', async (t) => {
  const path = temporaryFile(t);
  await openWorld(t, path, scenarioOf()).close();
  const folder = dirname(path);
  const script = `
    import { WorldFile } from '${worldFileModule}';
    WorldFile.open(':memory:').close();
    if (process.getuid() === 0) process.setuid(65_534);
    try { WorldFile.open(process.argv[1]); } catch (error) { console.log(error.message); }`;
  const messageWith = (ofFile: number, ofFolder: number) => {
    chmodSync(path, ofFile);
    chmodSync(folder, ofFolder);
    const ran = spawnSync(process.execPath, ['--input-type=module', '-e', script, '--', path], {
      encoding: 'utf8',
    });
    chmodSync(folder, 0o755);
    return ran.stdout;
  };
  const why = 'writing it is not allowed\n';
  assert.equal(messageWith(0o444, 0o777), `${path} cannot be opened: ${why}`);
  assert.equal(
    messageWith(0o666, 0o555),
    `${path} cannot be opened: its log cannot be created in ${folder}: ${why}`,
  );
});

test('the error for a dangling link names its target', (t) => {
  const path = temporaryFile(t);
  symlinkSync('/nowhere/world.gprsim', path);
  assert.equal(
    refused(path),
    `${path} is a link to /nowhere/world.gprsim, which cannot be opened; remove the link or give another name`,
  );
});

test('the error for an invalid number in a file contains its value', async (t) => {
  const path = temporaryFile(t);
  await openWorld(t, path, scenarioOf()).close();
  for (const [key, value] of [
    ['engineVersion', 'new'],
    ['branch', '1.5'],
  ]) {
    const file = temporaryFile(t);
    writeFileSync(file, readFileSync(path));
    tamper(file, `UPDATE meta SET value = '${value}' WHERE key = '${key}'`);
    assert.match(refused(file), new RegExp(`is damaged: its ${key} is "${value}", not a whole number`));
  }
});

test('a file that is truncated anywhere is damaged', async (t) => {
  const path = temporaryFile(t);
  const world = openWorld(t, path, scenarioOf({ nodes: 50 }));
  for (let i = 0; i < 50; i++) await submit(world, request('blue'));
  await world.close();
  const whole = readFileSync(path);
  for (const share of [0.9, 0.6, 0.3, 0.05]) {
    writeFileSync(path, whole);
    truncateSync(path, Math.floor(whole.length * share));
    assert.match(
      refusal(() => openWorld(t, path)),
      /is damaged|not a gprsim file|holds no scenario/,
      `${share}`,
    );
  }
});

test('a world in memory creates no file', () => {
  const file = WorldFile.open(MEMORY);
  assert.equal(file.isMemory, true);
  assert.equal(file.scenarioText(), undefined);
  file.close();
});
