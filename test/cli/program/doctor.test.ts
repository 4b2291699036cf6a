import assert from 'node:assert/strict';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gprsim, temporaryFolder } from '../gprsim.ts';

test('doctor finds SQLite working with any writable folder, and leaves no file there', (t) => {
  const folder = temporaryFolder(t);
  mkdirSync(join(folder, 'usable'));
  for (const TMPDIR of [join(folder, 'usable'), join(folder, 'nowhere'), '/proc']) {
    const { status, stdout } = gprsim(['doctor'], { TMPDIR });
    assert.match(stdout, /^ok +SQLite: \d+\.\d+\.\d+$/m);
    assert.equal(status, 0);
  }
  assert.deepEqual(readdirSync(folder, { recursive: true }), ['usable']);
});
