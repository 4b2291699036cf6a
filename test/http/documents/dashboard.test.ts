import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { files } from '../../../src/api/program/dashboard/files.packed.ts';
import { Client } from '../client.ts';

/** Of the script and the styles, libraries included, as sent to a browser. */
const BYTES_MAX = 100_000;

test('pages need no token, and their security policy allows this server only', async () => {
  const client = new Client();
  for (const path of ['/', '/docs']) {
    const { status, headers, body } = await client.send('GET', path);
    assert.equal(status, 200);
    assert.equal(headers.get('content-type'), 'text/html; charset=utf-8');
    const policy = headers.get('content-security-policy')!;
    assert.match(policy, /^default-src 'none'; /);
    assert.doesNotMatch(policy, /unsafe|https?:|\*/);
    assert.doesNotMatch(body, /<script(?![^>]* src=)|<style|\son\w+=|\sstyle=/);
    assert.equal((await client.send('GET', path, undefined, { host: 'example.com' })).status, 403);
  }
});

test('the server has every file that the page names', async () => {
  const client = new Client();
  const { body: page } = await client.send('GET', '/');
  const named = [...page.matchAll(/(?:src|href)="(?!data:)([^"]+)"/g)].map(([, path]) => path);
  assert.ok(named.length >= 3, String(named));
  assert.match(page, /<link rel="icon" href="data:/);
  for (const path of named) {
    assert.doesNotMatch(path, /^(?:\w+:)?\/\//);
    assert.equal((await client.send('GET', `/${path}`)).status, 200, path);
  }
  assert.equal((await client.send('GET', '/dashboard/licences.txt')).status, 200);
  for (const file of ['none', 'toString', '..%2Fpage.html'])
    assert.equal((await client.send('GET', `/dashboard/${file}`)).status, 404, file);
});

test('a browser gets a page for an unknown path, and clients the error', async () => {
  const client = new Client();
  const accept = 'text/html,application/xhtml+xml,*/*;q=0.8';
  for (const [path, root] of [
    ['/dashbord', './'],
    ['/team/gprs/', '../../'],
  ] as const) {
    const { status, headers, body } = await client.send('GET', path, undefined, { accept });
    assert.equal(status, 404);
    assert.equal(headers.get('content-type'), 'text/html; charset=utf-8');
    assert.ok(body.includes(`<a href="${root}">Dashboard</a>`), body);
  }
  for (const [method, path, header, expected] of [
    ['GET', '/dashbord', '*/*', 404],
    ['POST', '/dashbord', accept, 404],
    ['POST', '/docs', accept, 405],
    ['GET', '/sim/none', accept, 401],
  ] as const) {
    const answer = await client.send(method, path, undefined, { accept: header });
    assert.equal(answer.status, expected, path);
    assert.equal(answer.body.statusCode, expected, path);
  }
});

test('the script and the styles name no other server, and are small', () => {
  const packed = ['page.js', 'page.css'].map((name) => Buffer.from(files[name]!, 'base64'));
  for (const bytes of packed)
    assert.doesNotMatch(gunzipSync(bytes).toString(), /https?:\/\/(?!www\.w3\.org\/)/);
  const size = packed.reduce((sum, { length }) => sum + length, 0);
  assert.ok(size <= BYTES_MAX, `${size} bytes`);
});
