import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { words } from '../../support/words.ts';
import { gprsim, interrupt, Server, temporaryFolder } from '../gprsim.ts';

test('an interrupted or killed import leaves no file under the target name', async (t) => {
  const folder = temporaryFolder(t);
  const db = join(folder, 'run.gprsim');
  await interrupt(t, words`run demo --until 3000d --db ${db}`, 'SIGTERM', /(?:.*\n){50}/);
  const out = join(folder, 'out.gprsim');
  await interrupt(t, ['import', db, out], 'SIGTERM');
  assert.deepEqual(readdirSync(folder), ['run.gprsim']);
  await interrupt(t, ['import', db, out], 'SIGKILL');
  assert.equal(existsSync(out), false);
});

test('an interrupted command tables leaves no file', async (t) => {
  const folder = temporaryFolder(t);
  const db = join(folder, 'run.gprsim');
  gprsim(words`run million --until 12h --db ${db}`);
  const { status, json } = await interrupt(
    t,
    words`tables ${db} ${join(folder, 'out.sqlite')} --facts`,
    'SIGINT',
  );
  assert.deepEqual([status, json.exitCode], [130, 130]);
  assert.match(json.error, /ended by SIGINT before it was done/);
  assert.deepEqual(readdirSync(folder), ['run.gprsim']);
});

test('a killed run is reported as interrupted until a server continues its world', async (t) => {
  const db = join(temporaryFolder(t), 'run.gprsim');
  await interrupt(t, words`run demo --until 3000d --db ${db}`, 'SIGKILL', /(?:.*\n){50}/);
  const replayed = gprsim(words`replay ${db} --verify --json`);
  assert.deepEqual([replayed.status, replayed.json.interrupted], [0, true]);
  assert.match(replayed.stderr, /the run in .* is incomplete: it was interrupted at 20\d\d-\d\d-\d\dT/);
  assert.match(gprsim(words`doctor --db ${db}`).stdout, /an interrupted run; \d+ facts/);
  const server = await Server.start(t, words`--db ${db} --paused`);
  assert.equal(await server.end('SIGTERM'), 0);
  assert.equal(gprsim(words`replay ${db} --json`).json.interrupted, false);

  const whole = join(temporaryFolder(t), 'run.gprsim');
  gprsim(words`run tiny --db ${whole}`);
  assert.equal(gprsim(words`replay ${whole} --json`).json.interrupted, false);
});
