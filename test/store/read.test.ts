import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { type TestContext, test } from 'node:test';
import Database from 'better-sqlite3';
import { restart } from '../../src/driver/commits/restart.ts';
import { FORMAT } from '../../src/store/sqlite/file/file-format.ts';
import { StoreError } from '../../src/store/store-error.ts';
import { WorldFile } from '../../src/store/world-file.ts';
import { openWorld, rows, submit, tamper, temporaryFile } from '../driver/world.ts';
import { request, SECOND, scenarioOf } from '../support/scenario.ts';

/** Returns the file of a world with facts, and their hash. */
async function worked(t: TestContext) {
  const path = temporaryFile(t);
  const world = openWorld(t, path, scenarioOf());
  await submit(world, request('blue'));
  await world.advance({ byMs: 100 * SECOND });
  return { path, world, hash: world.clock().hash };
}

/** Returns the names and hashes of all files in the folder of a file. */
function lying(path: string): string[] {
  const folder = dirname(path);
  return readdirSync(folder).map((name) => {
    const bytes = readFileSync(`${folder}/${name}`);
    return `${name} ${createHash('sha256').update(bytes).digest('hex')}`;
  });
}

function hashOf(path: string): string {
  const file = WorldFile.read(path);
  try {
    assert.ok(file.isReadOnly);
    return restart(file).simulation.clock().hash;
  } finally {
    file.close();
  }
}

const CASES: readonly [string, (path: string) => void][] = [
  ['that was closed', () => {}],
  ['that another program left in its log', (path) => tamper(path, 'PRAGMA journal_mode = WAL')],
  ['without a snapshot', (path) => tamper(path, 'DELETE FROM snapshots')],
];
for (const [what, change] of CASES) {
  test(`reading a file ${what} does not change the file or its folder`, async (t) => {
    const { path, world, hash } = await worked(t);
    await world.close();
    change(path);
    const before = lying(path);
    assert.equal(hashOf(path), hash);
    assert.deepEqual(lying(path), before);
  });
}

test('a reader sees the commits in the log of a file that was not closed, and leaves the log in place', async (t) => {
  const { path, hash } = await worked(t);
  const killed = temporaryFile(t);
  for (const end of ['', '-wal', '-head']) copyFileSync(path + end, killed + end);
  const before = lying(killed);
  assert.equal(before.length, 3);
  assert.equal(hashOf(killed), hash);
  assert.deepEqual(lying(killed), before);
});

test('a reader sees the log of a file that was not closed also through a link in another folder', async (t) => {
  const { path, hash } = await worked(t);
  const killed = temporaryFile(t);
  for (const end of ['', '-wal', '-head']) copyFileSync(path + end, killed + end);
  const links = [temporaryFile(t), temporaryFile(t)];
  symlinkSync(killed, links[0]!);
  symlinkSync(links[0]!, links[1]!);
  const before = lying(killed);
  for (const link of links) {
    assert.equal(hashOf(link), hash);
    const target = `${link}.export`;
    const file = WorldFile.read(link);
    file.exportTo(target);
    file.close();
    assert.equal(hashOf(target), hash);
  }
  assert.deepEqual(lying(killed), before);
});

test('the partial export of a killed process does not block the next export', async (t) => {
  const { path, world, hash } = await worked(t);
  await world.close();
  const target = `${path}.export`;
  const left = `${target}.${process.pid}.part`;
  copyFileSync(path, left);
  const file = WorldFile.read(path);
  t.after(() => file.close());
  file.exportTo(target);
  assert.equal(hashOf(target), hash);
  assert.deepEqual(readdirSync(dirname(path)).length, 3);
});

test('a file of another format is refused in one sentence, and stays as it is', async (t) => {
  const { path, world } = await worked(t);
  await world.close();
  for (const [format, other] of [
    [FORMAT - 1, 'an earlier'],
    [FORMAT + 1, 'a newer'],
  ] as const) {
    const raw = new Database(path);
    raw.pragma(`user_version = ${format}`);
    raw.close();
    const before = lying(path);
    const refused = {
      message: `${path} was made by ${other} gprsim, in format ${format}; this one reads only format ${FORMAT}; use that gprsim, or give a new file`,
    };
    assert.throws(() => WorldFile.read(path), refused);
    assert.throws(() => WorldFile.open(path), refused);
    assert.deepEqual(lying(path), before);
  }
});

test('a closed file can have several readers, but no writer at the same time', async (t) => {
  const { path, world } = await worked(t);
  await world.close();
  const both = [WorldFile.read(path), WorldFile.read(path)];
  assert.throws(() => WorldFile.open(path), /in use by (another|this) process/);
  for (const file of both) file.close();
  WorldFile.open(path).close();
});

test('readers of a served file see the commit at which they began, and do not disturb the server', async (t) => {
  const { path, world, hash } = await worked(t);
  const early = WorldFile.read(path);
  t.after(() => early.close());
  await submit(world, request('red'));
  await world.advance({ byMs: 100 * SECOND });
  assert.equal(restart(early).simulation.clock().hash, hash);
  const target = `${path}.export`;
  early.exportTo(target);
  assert.equal(hashOf(target), hash);
  assert.equal(hashOf(path), world.clock().hash);
  assert.throws(() => WorldFile.open(path), /in use by (another|this) process/);
});

test('a file with triggers or views is refused by readers and writers', async (t) => {
  const { path, world } = await worked(t);
  await world.close();
  for (const [what, sql] of [
    ['trigger', 'CREATE TRIGGER odd AFTER INSERT ON process_secrets BEGIN DELETE FROM journal; END'],
    ['view', 'CREATE VIEW odd AS SELECT * FROM journal'],
    ['virtual table', 'CREATE VIRTUAL TABLE odd USING fts5(text)'],
  ]) {
    const odd = temporaryFile(t);
    copyFileSync(path, odd);
    tamper(odd, sql);
    for (const open of [WorldFile.open, WorldFile.read]) {
      assert.throws(
        () => open(odd),
        new RegExp(`has a ${what} "odd"; a gprsim file has only tables and indexes`),
      );
    }
  }
});

test('reading a missing file or a folder is refused', (t) => {
  const path = temporaryFile(t);
  assert.throws(() => WorldFile.read(path), /there is no file/);
  assert.throws(() => WorldFile.read(dirname(path)), /is a folder/);
  assert.deepEqual(readdirSync(dirname(path)), []);
});

test('a pipe or a folder beside a file is refused', async (t) => {
  const { path, world } = await worked(t);
  await world.close();
  for (const end of ['-wal', '-head', '-journal']) {
    execFileSync('mkfifo', [path + end]);
    for (const open of [WorldFile.open, WorldFile.read])
      assert.throws(() => open(path), new RegExp(`${end} is a pipe or a device`));
    rmSync(path + end);
    mkdirSync(path + end);
    assert.throws(() => WorldFile.read(path), new RegExp(`${end} is a folder`));
    rmdirSync(path + end);
  }
  WorldFile.open(path).close();
});

test('a file whose log was cut or replaced while it was open is reported when it is closed', async (t) => {
  for (const spoil of [
    (path: string) => truncateSync(`${path}-wal`),
    (path: string) => truncateSync(path, 8192),
  ]) {
    const { path, world } = await worked(t);
    spoil(path);
    let reported: unknown;
    await world.close().catch((error) => (reported = error));
    const next = () => WorldFile.open(path).close();
    if (reported === undefined) assert.throws(next, /lacks|damaged/);
    else assert.match((reported as Error).message, /changed by another program|damaged|disk I\/O error/);
    assert.throws(next, StoreError);
  }
});

test('a name that SQLite would change is refused, and no file is created', (t) => {
  const path = temporaryFile(t);
  for (const name of [`${path} `, `${path}\n`, ' ', '']) {
    for (const open of [WorldFile.open, WorldFile.read]) {
      assert.throws(() => open(name), /cannot be empty or end with a blank/, JSON.stringify(name));
    }
  }
  assert.deepEqual(readdirSync(dirname(path)), []);
});

test('a file that other users can read is restricted to its owner before the first write', async (t) => {
  const { path, world } = await worked(t);
  await world.close();
  chmodSync(path, 0o644);
  WorldFile.read(path).close();
  assert.equal(statSync(path).mode & 0o777, 0o644);
  const file = WorldFile.open(path);
  file.keys.secret;
  for (const end of ['', '-wal']) assert.equal(statSync(path + end).mode & 0o777, 0o600, end);
  file.close();
});

test('a secret is created at its first use', (t) => {
  const path = temporaryFile(t);
  const file = WorldFile.open(path);
  file.setScenario(scenarioOf());
  file.close();
  assert.deepEqual(rows(path, 'SELECT * FROM process_secrets'), []);
});

test('an export has its final name only when complete, and an abandoned export leaves no file', async (t) => {
  const { path, world } = await worked(t);
  await world.close();
  const before = lying(path);
  const file = WorldFile.read(path);
  t.after(() => file.close());
  const target = `${path}.export`;
  const slices = file.exportSlices(target);
  slices.next();
  assert.deepEqual(readdirSync(dirname(path)).includes('world.gprsim.export'), false);
  slices.return(undefined);
  assert.deepEqual(lying(path), before);
  file.exportTo(target);
  assert.equal(hashOf(target), hashOf(path));
  assert.equal(lying(path).length, 2);
});
