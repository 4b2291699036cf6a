import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { Client } from '../client.ts';

test('the server has every file that the page names', async () => {
  const client = new Client();
  const { body: page } = await client.send('GET', '/docs');
  const { body: script } = await client.send('GET', '/docs/page.js');
  const named = [...page.matchAll(/(?:src|href|data-document)="(?!data:)([^"]+)"/g)].map(([, path]) => path);
  assert.ok(named.length >= 6, String(named));
  for (const path of named) {
    assert.doesNotMatch(path, /^(?:\w+:)?\/\//);
    assert.equal((await client.send('GET', `/${path}`)).status, 200, path);
  }
  assert.doesNotMatch(`${page}${script}`, /https?:/);
});

test('files are compressed for clients that accept gzip, with the same content', async () => {
  const client = new Client();
  const plain = await client.app.request('/docs/swagger-ui.css');
  const packed = await client.app.request('/docs/swagger-ui.css', {
    headers: { 'accept-encoding': 'br, gzip' },
  });
  assert.equal(plain.headers.get('content-encoding'), null);
  assert.equal(packed.headers.get('content-encoding'), 'gzip');
  const css = await plain.text();
  assert.match(css, /\.swagger-ui/);
  assert.equal(gunzipSync(await packed.arrayBuffer()).toString(), css);
});

test('an unknown file is answered with 404', async () => {
  const client = new Client();
  for (const file of ['none', 'toString', '__proto__', '..%2Froutes.ts', 'routes.ts']) {
    assert.equal((await client.send('GET', `/docs/${file}`)).status, 404, file);
  }
});
