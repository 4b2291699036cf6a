// Runs a few kills of served worlds.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { test } from 'node:test';
import { runs } from '../support/runs.ts';
import { startedFile } from '../support/started.ts';
import type { Report } from './run.ts';

const wanted = process.env.GPRSIM_SEED ?? '1';
const seed = wanted === 'random' ? String(randomInt(2 ** 31)) : wanted;
const kills = Math.ceil(6 * runs);

test('if a server is killed under load, the next one has everything acknowledged, and nothing twice', (t) => {
  const words = ['--json', '--seed', seed, '--kills', String(kills)];
  const { stdout, stderr } = spawnSync(process.execPath, [startedFile('test/kills/run.ts'), ...words], {
    encoding: 'utf8',
  });
  assert.ok(stdout.length > 0, stderr);
  const { counts, violations } = JSON.parse(stdout) as Report;
  t.diagnostic(`seed ${seed}: ${JSON.stringify(counts)}`);
  assert.deepEqual(violations, []);
  assert.equal(counts.intact, kills);
  assert.ok(counts['acknowledged requests'] >= kills);
  assert.ok(counts['of them changes of branches'] > 0);
});
