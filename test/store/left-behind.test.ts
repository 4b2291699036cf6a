import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { removeLeftBehind } from '../../src/store/sqlite/file/left-behind.ts';
import { temporaryFile } from '../driver/world.ts';
import { startedFile } from '../support/started.ts';

const HOUR_MS = 3_600_000;

test('old temporary files and folders of ended processes are removed, all others stay', (t) => {
  const folder = dirname(temporaryFile(t));
  const { pid: ended } = spawnSync(process.execPath, ['--version']);
  mkdirSync(join(folder, `gprsim-${ended}-abc`));
  writeFileSync(join(folder, `gprsim-${ended}-abc`, 'export'), 'content');
  writeFileSync(join(folder, `world.gprsim.gprsim-${ended}-1f0c.part`), 'content');
  const others = [`gprsim-${process.pid}-abc`, 'gprsim-notes', `mine-${ended}-abc`, 'world.gprsim'];
  for (const name of others) writeFileSync(join(folder, name), 'content');

  removeLeftBehind(folder, Date.now());
  assert.equal(readdirSync(folder).length, others.length + 2);
  removeLeftBehind(folder, Date.now() + 2 * HOUR_MS);
  assert.deepEqual(readdirSync(folder).sort(), others.sort());
  removeLeftBehind(join(folder, 'missing'), Date.now());
});

test('without a file descriptor, the first error is reported, and temporary folders are removed later', {
  skip: process.platform === 'win32' ? 'no limit of open files' : false,
}, (t) => {
  const folder = dirname(temporaryFile(t));
  const script = startedFile('test/store/no-files.ts');
  const { stdout, stderr, status } = spawnSync(
    'sh',
    ['-c', `ulimit -n 64; exec "${process.execPath}" "${script}"`],
    { env: { ...process.env, TMPDIR: folder }, encoding: 'utf8' },
  );
  assert.equal(status, 0, stderr);
  const { why, logged, ...seen } = JSON.parse(stdout);
  assert.deepEqual(seen, { leftAtFirst: true, status: 500, leftLater: false, leftBeforeEnd: true });
  assert.match(`${why} ${logged}`, /too many files are open/);
  assert.deepEqual(readdirSync(folder), []);
});
