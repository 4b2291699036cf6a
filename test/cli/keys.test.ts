// The keys of a file that nobody serves.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { type TestContext, test } from 'node:test';
import { tamper } from '../driver/world.ts';
import { gprsim, Server, temporaryFolder } from './gprsim.ts';

interface Listed {
  readonly id: string;
  readonly apiKey: string;
  readonly name: string;
  readonly role: string;
}

async function served(t: TestContext): Promise<string> {
  const db = join(temporaryFolder(t), 'world.gprsim');
  await (await Server.start(t, ['quiet', '--db', db, '--paused'])).end('SIGTERM');
  return db;
}

function add(db: string, name: string, ...args: string[]) {
  return gprsim(['keys', 'add', '--db', db, '--json', '--name', name, ...args]);
}

function list(db: string): readonly Listed[] {
  return gprsim(['keys', 'list', '--db', db, '--json']).json;
}

function remove(db: string, which: string) {
  return gprsim(['keys', 'remove', which, '--db', db]);
}

test('a key that is added opens what it is for', async (t) => {
  const db = await served(t);
  const { apiKey } = add(db, 'ci', '--role', 'Editor', '--workspace', 'team-blue').json;
  assert.ok(gprsim(['keys', 'list', '--db', db]).stdout.includes(apiKey));
  const server = await (await Server.start(t, ['--db', db, '--paused'])).signIn(apiKey);
  const { workspaces } = await server.data('GET', '/api/v1/slice-workspace/list');
  assert.deepEqual(
    workspaces.map(({ name }: { name: string }) => name),
    ['team-blue'],
  );
});

test('what no key can have is refused', async (t) => {
  const db = await served(t);
  for (const [name, args, message] of [
    ['ci', ['--role', 'Editor'], /give it with --workspace/],
    ['ci', ['--role', 'Viewer', '--workspace', 'nobody'], /has no workspace "nobody"/],
    ['ci', ['--role', 'Root'], /--role takes Owner, Editor or Viewer, not "Root"/],
    ['ci', ['--role', 'Owner', '--valid-until', '2030-02-30'], /takes a day/],
    ['ci', ['--role', 'Owner', '--valid-until', '2001-01-01'], /has passed/],
    ['', ['--role', 'Owner'], /--name is not allowed to be empty/],
    ['a\u001b[2Jb', ['--role', 'Owner'], /--name must be a text without control characters/],
    ['n'.repeat(254), ['--role', 'Owner'], /--name must be at most 253 characters long/],
  ] as [string, string[], RegExp][]) {
    const { status, stderr } = add(db, name, ...args);
    assert.equal(status, 2, args.join(' '));
    assert.match(stderr, message);
    assert.ok(!stderr.includes('\u001b'));
  }
  assert.equal(list(db).length, 1);
});

test('keys are listed in the order of their creation, also by the processes after', async (t) => {
  const db = await served(t);
  const names = ['one', 'two', 'three', 'four', 'five', 'six'];
  for (const name of names) add(db, name, '--role', 'Owner');
  assert.equal(remove(db, 'six').status, 0);
  add(db, 'seven', '--role', 'Owner');
  assert.deepEqual(
    list(db).map(({ name }) => name),
    ['owner', ...names.slice(0, -1), 'seven'],
  );
});

test('a key is removed by name, id or value, typed or from standard input', async (t) => {
  const db = await served(t);
  for (const name of ['by name', 'by id', 'by value', 'by input', 'twice', 'twice'])
    add(db, name, '--role', 'Owner');
  const of = (wanted: string) => list(db).find(({ name }) => name === wanted)!;
  assert.equal(remove(db, 'by name').status, 0);
  assert.equal(remove(db, of('by id').id).status, 0);
  assert.equal(remove(db, of('by value').apiKey).status, 0);
  const launcher = resolve(import.meta.dirname, '../../src/pack/launch.mjs');
  const input = `${of('by input').apiKey}\n`;
  const piped = spawnSync(process.execPath, [launcher, 'keys', 'remove', '-', '--db', db], { input });
  assert.equal(piped.status, 0, piped.stderr.toString());

  const twice = remove(db, 'twice');
  assert.equal(twice.status, 1);
  for (const { id, name } of list(db)) assert.equal(twice.stderr.includes(id), name === 'twice');
  const unknown = remove(db, input.trim());
  assert.equal(unknown.status, 1);
  assert.match(unknown.stderr, /has no such key; gprsim keys list --db \S+ shows those it has/);
  assert.ok(!unknown.stderr.includes(input.trim()));
  assert.deepEqual(
    list(db).map(({ name }) => name),
    ['owner', 'twice', 'twice'],
  );
});

test('a name that would steer the terminal is shown as what it is', async (t) => {
  const db = await served(t);
  tamper(db, `UPDATE process_keys SET name = 'red' || char(27) || '[31m' || char(10)`);
  const { stdout } = gprsim(['keys', 'list', '--db', db]);
  assert.ok(stdout.includes('red\\u001b[31m\\u000a'), stdout);
  assert.equal(list(db)[0].name, 'red\u001b[31m\n');
});
