import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TrieRouter } from 'hono/router/trie-router';
import { PathRouter } from '../../../src/server/path-router.ts';

const routes = [
  ['GET', '/gpr/list', 'list'],
  ['GET', '/gpr/:id', 'one'],
  ['POST', '/gpr/list', 'add'],
  ['GET', '/gpr/list', 'another list'],
  ['GET', '/:kind/list', 'any list'],
] as const;
const asked = ['GET', 'POST', 'HEAD'].flatMap((method) =>
  ['/gpr/list', '/gpr/7', '/gpr', '/gpr/list/'].map((path) => [method, path] as const),
);

test('the cached router gives the same results as the router without a cache, also after a new route', () => {
  const router = new PathRouter<string>();
  const plain = new TrieRouter<string>();
  for (const [method, path, handler] of routes) {
    router.add(method, path, handler);
    plain.add(method, path, handler);
    for (const [method, path] of [...asked, ...asked]) {
      assert.deepEqual(router.match(method, path), plain.match(method, path), `${method} ${path}`);
    }
  }
});
