import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { breakOff, gprsim, Server, temporaryFolder } from './gprsim.ts';

test('an import that is ended in any way leaves no file that could be taken for a world', async (t) => {
  const folder = temporaryFolder(t);
  const db = join(folder, 'run.gprsim');
  await breakOff(t, ['run', 'demo', '--until', '3000d', '--db', db], 'SIGTERM', 4);
  const out = join(folder, 'out.gprsim');
  await breakOff(t, ['import', db, out], 'SIGTERM');
  assert.deepEqual(readdirSync(folder), ['run.gprsim']);
  await breakOff(t, ['import', db, out], 'SIGKILL');
  assert.equal(existsSync(out), false);
});

test('a run that broke off is known as such, until somebody goes on with its world', async (t) => {
  const db = join(temporaryFolder(t), 'run.gprsim');
  await breakOff(t, ['run', 'demo', '--until', '3000d', '--db', db], 'SIGKILL');
  const replayed = gprsim(['replay', db, '--verify', '--json']);
  assert.deepEqual([replayed.status, replayed.json.interrupted], [0, true]);
  assert.match(replayed.stderr, /the run in .* broke off at 20\d\d-\d\d-\d\dT.*; it is not the whole run/);
  assert.match(gprsim(['doctor', '--db', db]).stdout, /a run that broke off; \d+ facts/);
  const server = await Server.start(t, ['--db', db, '--paused']);
  assert.equal(await server.end('SIGTERM'), 0);
  assert.equal(gprsim(['replay', db, '--json']).json.interrupted, false);

  const whole = join(temporaryFolder(t), 'run.gprsim');
  gprsim(['run', 'tiny', '--db', whole]);
  assert.equal(gprsim(['replay', whole, '--json']).json.interrupted, false);
});
