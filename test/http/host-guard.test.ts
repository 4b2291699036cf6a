import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Client } from './client.ts';

test('the bare address redirects to the reference, also under a path prefix', async () => {
  const client = new Client();
  for (const path of ['/', '/docs/']) {
    const response = await client.app.request(path);
    assert.equal(response.status, 302, path);
    for (const prefix of ['', '/behind/another']) {
      const { pathname } = new URL(response.headers.get('location')!, `http://127.0.0.1${prefix}${path}`);
      assert.equal(pathname, `${prefix}/docs`, path);
    }
    assert.equal((await client.send('GET', path, undefined, { host: 'example.com' })).status, 403);
    assert.equal((await client.send('POST', path)).status, 405);
  }
});
