import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { words } from '../../support/words.ts';
import { gprsim, refused, Server } from '../gprsim.ts';

const launcher = resolve(import.meta.dirname, '../../../src/pack/launch.mjs');
const given = { GPRSIM_API_KEY: '5f0c6f5e-3a55-4f0e-9a43-0d7f4a4be1c2' };
const quiet = words`quiet --paused --db :memory:`;

test('serve listens on GPRSIM_LISTEN unless --listen is given', async (t) => {
  const env = { GPRSIM_LISTEN: '127.0.0.2:0' };
  const child = spawn(process.execPath, words`${launcher} serve ${quiet} --json`, {
    env: { ...process.env, ...env },
  });
  t.after(() => child.kill('SIGKILL'));
  const [line] = await once(createInterface(child.stdout), 'line');
  const { url } = JSON.parse(line);
  assert.match(url, /^http:\/\/127\.0\.0\.2:[1-9]\d*$/);
  assert.equal((await fetch(`${url}/healthz`)).status, 200);
  const other = await Server.start(t, quiet, env);
  assert.match(other.announced.url, /^http:\/\/127\.0\.0\.1:/);
  const wrong = gprsim('serve quiet --db :memory:', { GPRSIM_LISTEN: 'somewhere' });
  assert.equal(wrong.status, 2);
  assert.match(wrong.stderr, /GPRSIM_LISTEN takes HOST:PORT/);
  assert.match(gprsim('serve --help').stdout, /GPRSIM_LISTEN, or\s+127\.0\.0\.1:8080/);
});

test('--cors accepts several origins and refuses other texts', async (t) => {
  const origins = ['http://localhost:5173', 'https://ci.example.com'];
  const flags = origins.flatMap((origin) => ['--cors', origin]);
  const { url } = (await Server.start(t, words`${quiet} ${flags}`)).announced;
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
  const server = await Server.start(t, words`${quiet} --log-requests`, given);
  const { GPRSIM_API_KEY: apiKey } = given;
  const { token } = await server.post('/api/v1/auth', { apiKey });
  await server.signIn();
  await server.get('/api/v1/gpr/list?sliceName=team-blue');
  await server.send('GET', `/api/v1/api-key?apiKey=${apiKey}`);
  await server.end('SIGTERM');
  const lines = server.logged
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  assert.deepEqual(
    lines.map(({ msg, method, path, status }) => [msg, method, path, status]),
    [
      ['request', 'POST', '/api/v1/auth', 200],
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
  assert.doesNotMatch(server.logged, new RegExp(`${apiKey}|${token}`));
});

test('without --log-requests, serve logs no requests', async (t) => {
  const server = await Server.start(t, quiet);
  await fetch(`${server.announced.url}/healthz`);
  await server.end('SIGTERM');
  assert.equal(server.logged, '');
});
