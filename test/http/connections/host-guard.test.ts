import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Client } from '../client.ts';

test('the address of the reference with a slash redirects to it, also under a path prefix', async () => {
  const client = new Client();
  const path = '/docs/';
  const response = await client.app.request(path);
  assert.equal(response.status, 302);
  for (const prefix of ['', '/behind/another']) {
    const { pathname } = new URL(response.headers.get('location')!, `http://127.0.0.1${prefix}${path}`);
    assert.equal(pathname, `${prefix}/docs`);
  }
  assert.equal((await client.send('GET', path, undefined, { host: 'example.com' })).status, 403);
  assert.equal((await client.send('POST', path)).status, 405);
});
