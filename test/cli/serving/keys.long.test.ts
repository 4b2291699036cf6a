import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { type TestContext, test } from 'node:test';
import { tamper } from '../../driver/world.ts';
import { words } from '../../support/words.ts';
import { gprsim, Server, temporaryFolder } from '../gprsim.ts';
import { assertRefused } from '../refusals.ts';

interface Listed {
  readonly id: string;
  readonly apiKey: string;
  readonly name: string;
  readonly role: string;
}

async function served(t: TestContext): Promise<string> {
  const db = join(temporaryFolder(t), 'world.gprsim');
  await (await Server.start(t, words`quiet --db ${db} --paused`)).end('SIGTERM');
  return db;
}

function add(db: string, name: string, ...args: string[]) {
  return gprsim(words`keys add --db ${db} --json --name ${name} ${args}`);
}

function list(db: string): readonly Listed[] {
  return gprsim(words`keys list --db ${db} --json`).json;
}

function remove(db: string, which: string) {
  return gprsim(words`keys remove ${which} --db ${db}`);
}

test('an added key grants access to its workspace', async (t) => {
  const db = await served(t);
  const { apiKey } = add(db, 'ci', '--role', 'Editor', '--workspace', 'team-blue').json;
  assert.ok(gprsim(words`keys list --db ${db}`).stdout.includes(apiKey));
  const server = await (await Server.start(t, words`--db ${db} --paused`)).signIn(apiKey);
  const { workspaces } = await server.get('/api/v1/slice-workspace/list');
  assert.deepEqual(
    workspaces.map(({ name }: { name: string }) => name),
    ['team-blue'],
  );
});

test('keys add refuses invalid names, roles, workspaces and days', async (t) => {
  const db = await served(t);
  assertRefused('keys', { db });
  assert.equal(list(db).length, 1);
});

test('keys list keeps the order of creation across processes', async (t) => {
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

test('keys remove takes a name, an id or a value, as an argument or from standard input', async (t) => {
  const db = await served(t);
  for (const name of ['by name', 'by id', 'by value', 'by input', 'twice', 'again'])
    add(db, name, '--role', 'Owner');
  // Servers allow several keys with one name.
  tamper(db, `UPDATE process_keys SET name = 'twice' WHERE name = 'again'`);
  const of = (wanted: string) => list(db).find(({ name }) => name === wanted)!;
  assert.equal(remove(db, 'by name').status, 0);
  assert.equal(remove(db, of('by id').id).status, 0);
  assert.equal(remove(db, of('by value').apiKey).status, 0);
  const launcher = resolve(import.meta.dirname, '../../../src/pack/launch.mjs');
  const input = `${of('by input').apiKey}\n`;
  const piped = spawnSync(process.execPath, words`${launcher} keys remove - --db ${db}`, { input });
  assert.equal(piped.status, 0, piped.stderr.toString());

  const twice = remove(db, 'twice');
  assert.equal(twice.status, 2);
  for (const { id, name } of list(db)) assert.equal(twice.stderr.includes(id), name === 'twice');
  const unknown = remove(db, input.trim());
  assert.equal(unknown.status, 2);
  assert.match(unknown.stderr, /unknown key in \S+; gprsim keys list --db \S+ shows its keys/);
  assert.ok(!unknown.stderr.includes(input.trim()));
  assert.deepEqual(
    list(db).map(({ name }) => name),
    ['owner', 'twice', 'twice'],
  );
});

test('keys add refuses a name in use, and the existing key stays', async (t) => {
  const db = await served(t);
  const { apiKey } = add(db, 'ci', '--role', 'Owner').json;
  const { status, json } = add(db, 'ci', '--role', 'Owner');
  const error = `${db} already has a key named "ci"; give another --name, or remove that key first`;
  assert.deepEqual([status, json], [1, { error, exitCode: 1 }]);
  assert.deepEqual(
    list(db)
      .filter(({ name }) => name === 'ci')
      .map((key) => key.apiKey),
    [apiKey],
  );
  assert.equal(remove(db, 'ci').status, 0);
  assert.equal(add(db, 'ci', '--role', 'Owner').status, 0);
});

test('without --db, keys uses the default file of serve', async (t) => {
  const env = { XDG_DATA_HOME: temporaryFolder(t) };
  const missing = gprsim('keys list', env);
  assert.equal(missing.status, 2);
  assert.match(missing.stderr, /there is no file \S+demo\.gprsim; gprsim serve creates it, and --db FILE /);
  const server = await Server.start(t, ['--paused'], env);
  const { apiKey } = server.announced;
  await server.end('SIGTERM');
  const names = () => gprsim('keys list --json', env).json.map((key: Listed) => key.name);
  assert.equal(gprsim('keys list --json', env).json[0].apiKey, apiKey);
  assert.equal(gprsim('keys add --name ci --role Owner', env).status, 0);
  assert.deepEqual(names(), ['owner', 'ci']);
  assert.equal(gprsim('keys remove ci', env).status, 0);
  assert.deepEqual(names(), ['owner']);
});

test('keys list escapes control characters in names', async (t) => {
  const db = await served(t);
  tamper(db, `UPDATE process_keys SET name = 'r' || char(27)`);
  const { stdout } = gprsim(words`keys list --db ${db}`);
  assert.ok(stdout.includes('r<U+001B>\n'), stdout);
  assert.equal(list(db)[0].name, 'r\u001b');
});
