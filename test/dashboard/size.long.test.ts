import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { start } from '../../src/library/start.ts';

const KB_MAX = 90;

test(`script and styles of the page take at most ${KB_MAX} kB with gzip`, async (t) => {
  const server = await start({ scenario: 'quiet', paused: true });
  t.after(() => server.close());
  const sizes = await Promise.all(
    ['page.js', 'page.css'].map(async (file) => {
      const response = await fetch(`${server.url}/dashboard/${file}`);
      assert.equal(response.status, 200);
      return gzipSync(Buffer.from(await response.arrayBuffer())).length;
    }),
  );
  t.diagnostic(`script ${sizes[0]} bytes, styles ${sizes[1]} bytes`);
  assert.ok(sizes[0] + sizes[1] <= KB_MAX * 1000, `${sizes}`);
});
