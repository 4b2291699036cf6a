// The benchmarks are bundled as the program is, and start.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';

test('the bundle of the benchmarks starts', () => {
  const program = join(import.meta.dirname, '../../src/pack/checks/bench.mjs');
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, '--help'], { encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  assert.match(stdout, /^usage: npm run bench -- \[\w+\]/);
});
