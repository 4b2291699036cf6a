import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { type TestContext, test } from 'node:test';
import { gprsim, refused } from '../gprsim.ts';

const launcher = resolve(import.meta.dirname, '../../../src/pack/launch.mjs');
const apiKey = '5f0c6f5e-3a55-4f0e-9a43-0d7f4a4be1c2';

interface Started {
  readonly child: ChildProcess;
  readonly url: string;
  readonly stderr: () => string;
}

async function start(t: TestContext, args: readonly string[], env: Record<string, string>): Promise<Started> {
  const all = [launcher, 'serve', 'quiet', '--paused', '--db', ':memory:', '--json', ...args];
  const child = spawn(process.execPath, all, {
    env: { ...process.env, GPRSIM_API_KEY: apiKey, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  t.after(() => child.kill('SIGKILL'));
  let stderr = '';
  child.stderr!.on('data', (chunk) => (stderr += chunk));
  const [line] = await Promise.race([once(createInterface(child.stdout!), 'line'), once(child, 'exit')]);
  if (typeof line !== 'string') throw new Error(`serve ended with ${line}: ${stderr}`);
  return { child, url: JSON.parse(line).url, stderr: () => stderr };
}

test('serve listens on GPRSIM_LISTEN unless --listen is given', async (t) => {
  const { url } = await start(t, [], { GPRSIM_LISTEN: '127.0.0.2:0' });
  assert.match(url, /^http:\/\/127\.0\.0\.2:[1-9]\d*$/);
  assert.equal((await fetch(`${url}/healthz`)).status, 200);
  const other = await start(t, ['--listen', '127.0.0.1:0'], { GPRSIM_LISTEN: '127.0.0.2:0' });
  assert.match(other.url, /^http:\/\/127\.0\.0\.1:/);
  const wrong = gprsim('serve quiet --db :memory:', { GPRSIM_LISTEN: 'somewhere' });
  assert.equal(wrong.status, 2);
  assert.match(wrong.stderr, /GPRSIM_LISTEN takes HOST:PORT/);
  assert.match(gprsim('serve --help').stdout, /GPRSIM_LISTEN, or\s+127\.0\.0\.1:8080/);
});

test('--cors accepts several origins and refuses other texts', async (t) => {
  const origins = ['http://localhost:5173', 'https://ci.example.com'];
  const { url } = await start(
    t,
    ['--listen', '127.0.0.1:0', ...origins.flatMap((origin) => ['--cors', origin])],
    {},
  );
  for (const origin of origins) {
    const { headers } = await fetch(`${url}/healthz`, { headers: { Origin: origin } });
    assert.equal(headers.get('access-control-allow-origin'), origin);
  }
  for (const [text, message] of [
    ['*', /--cors does not take \*: pages of every site could use this server; give each origin/],
    ['localhost:5173', /--cors takes an origin/],
    ['http://localhost:5173/', /--cors takes an origin/],
    ['http://localhost:80', /--cors takes an origin/],
    ['null', /--cors takes an origin/],
    ['file:///a', /--cors takes an origin/],
  ] as const) {
    const { status, stderr } = refused(['serve', 'quiet', '--db', ':memory:', '--cors', text]);
    assert.equal(status, 2, text);
    assert.match(stderr, message);
  }
});

test('--log-requests writes a line of JSON for each answer, without keys and tokens', async (t) => {
  const { child, url, stderr } = await start(t, ['--listen', '127.0.0.1:0', '--log-requests'], {});
  const response = await fetch(`${url}/api/v1/auth`, { method: 'POST', body: JSON.stringify({ apiKey }) });
  const { token } = ((await response.json()) as { data: { token: string } }).data;
  const headers = { Authorization: `Bearer ${token}` };
  await (await fetch(`${url}/api/v1/gpr/list?sliceName=team-blue`, { headers })).text();
  await (await fetch(`${url}/api/v1/api-key?apiKey=${apiKey}`, { headers })).text();
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  await exit;
  const lines = stderr()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  assert.deepEqual(
    lines.map(({ msg, method, path, status }) => [msg, method, path, status]),
    [
      ['request', 'POST', '/api/v1/auth', 200],
      ['request', 'GET', '/api/v1/gpr/list?sliceName', 200],
      ['request', 'GET', '/api/v1/api-key?apiKey', 405],
    ],
  );
  for (const { ms, bytes, simTime, time } of lines) {
    assert.ok(ms > 0 && bytes > 100);
    assert.match(simTime, /^2026-01-05T/);
    assert.ok(Date.parse(time) > 0);
  }
  assert.doesNotMatch(stderr(), new RegExp(`${apiKey}|${token}`));
});

test('without --log-requests, serve logs no requests', async (t) => {
  const { child, url, stderr } = await start(t, ['--listen', '127.0.0.1:0'], {});
  await fetch(`${url}/healthz`);
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  await exit;
  assert.equal(stderr(), '');
});
