import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { tamper } from '../../driver/world.ts';
import { words } from '../../support/words.ts';
import { gprsim, programPath, Server, temporaryFolder } from '../gprsim.ts';

const given = { GPRSIM_API_KEY: '5f0c6f5e-3a55-4f0e-9a43-0d7f4a4be1c2' };
const other = { GPRSIM_API_KEY: 'aa0c6f5e-3a55-4f0e-9a43-0d7f4a4be1c2' };

async function served(t: TestContext, env: Record<string, string> = {}): Promise<string> {
  const db = join(temporaryFolder(t), 'world.gprsim');
  await (await start(t, db, env)).end('SIGTERM');
  return db;
}

function start(t: TestContext, db: string, env: Record<string, string> = {}): Promise<Server> {
  return Server.start(t, words`quiet --db ${db} --paused`, env);
}

function listed(db: string): { name: string; apiKey: string; validity: string }[] {
  return gprsim(words`keys list --db ${db} --json`).json;
}

function added(db: string, ...args: string[]): string {
  return gprsim(words`keys add --db ${db} --json ${args}`).json.apiKey;
}

async function opens(server: Server, apiKey: string): Promise<boolean> {
  return (await server.send('POST', '/api/v1/auth', { apiKey })).statusCode === 200;
}

test('the key of GPRSIM_API_KEY opens the file and is never printed', async (t) => {
  const db = join(temporaryFolder(t), 'world.gprsim');
  for (let times = 0; times < 2; times++) {
    const server = await start(t, db, given);
    assert.equal(server.announced.apiKey, null);
    assert.ok(await opens(server, given.GPRSIM_API_KEY));
    await server.end('SIGTERM');
  }
  assert.deepEqual(
    listed(db).map(({ apiKey }) => apiKey),
    [given.GPRSIM_API_KEY],
  );
  const server = spawn(`exec ${programPath()} serve --db '${db}' --listen 127.0.0.1:0`, {
    env: { ...process.env, ...given },
    shell: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  t.after(() => server.kill('SIGKILL'));
  const line = /^Owner key {2}as given in GPRSIM_API_KEY$/m;
  let text = '';
  for await (const chunk of server.stdout) {
    text += chunk;
    if (line.test(text)) server.kill('SIGTERM');
  }
  assert.match(text, line);
  assert.ok(!text.includes(given.GPRSIM_API_KEY));
});

test('a new value of GPRSIM_API_KEY replaces the previous one; other keys are unchanged', async (t) => {
  const db = await served(t);
  const [first] = listed(db);
  const mine = added(db, '--name', 'mine', '--role', 'Owner');
  await (await start(t, db, given)).end('SIGTERM');
  const server = await start(t, db, other);
  assert.ok(await opens(server, other.GPRSIM_API_KEY));
  assert.equal(await opens(server, given.GPRSIM_API_KEY), false);
  assert.ok(await opens(server, mine));
  await server.end('SIGTERM');
  assert.deepEqual(
    listed(db).map(({ apiKey }) => apiKey),
    [first.apiKey, mine, other.GPRSIM_API_KEY],
  );

  // A key of `keys add` stays, although GPRSIM_API_KEY had its value once.
  await (await start(t, db, { GPRSIM_API_KEY: mine })).end('SIGTERM');
  await (await start(t, db, given)).end('SIGTERM');
  assert.deepEqual(
    listed(db).map(({ apiKey }) => apiKey),
    [first.apiKey, mine, given.GPRSIM_API_KEY],
  );
});

test('serve refuses a GPRSIM_API_KEY of another role, and the keys stay unchanged', async (t) => {
  const db = await served(t, given);
  const editor = added(db, '--name', 'ci', '--role', 'Editor', '--workspace', 'team-blue');
  const before = listed(db);
  const { status, stderr } = gprsim(words`serve --db ${db} --paused`, { GPRSIM_API_KEY: editor });
  assert.equal(status, 1);
  assert.match(stderr, /GPRSIM_API_KEY is the key "ci" of .*, whose role is Editor; give an Owner key/);
  assert.ok(!stderr.includes(editor));
  assert.deepEqual(listed(db), before);
});

test('after all keys have expired, the given key is extended, or a new one is created and announced', async (t) => {
  const db = await served(t, given);
  const [{ validity }] = listed(db);
  tamper(db, "UPDATE process_keys SET validity = '2020-01-01'");
  const again = await start(t, db, given);
  assert.ok(await opens(again, given.GPRSIM_API_KEY));
  await again.end('SIGTERM');
  assert.ok(listed(db)[0].validity >= validity);

  tamper(db, "UPDATE process_keys SET validity = '2020-01-01'");
  assert.match(gprsim(words`keys list --db ${db}`).stdout, /2020-01-01 \(ended\)/);
  const made = await start(t, db);
  assert.notEqual(made.announced.apiKey, null);
  assert.ok(await opens(made, made.announced.apiKey!));
  await made.end('SIGTERM');
  assert.equal((await start(t, db)).announced.apiKey, null);
});
