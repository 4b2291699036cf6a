// Commands that take long: they show how far they have come, and a signal ends them without a mess.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { environmentIn } from '../documents/terminal.ts';
import { breakOff, gprsim, temporaryFolder } from './gprsim.ts';

test('a signal ends a run with a summary of what there is, and its file knows; other work leaves nothing', async (t) => {
  const folder = temporaryFolder(t);
  const db = join(folder, 'run.gprsim');
  const out = join(folder, 'out.gprsim');
  // Some lines of progress, so that what follows takes long enough to tell of its own.
  const stopped = await breakOff(t, ['run', 'million', '--db', db], 'SIGINT', 4);
  assert.equal(stopped.status, 130);
  const { stoppedAt, hash, facts, gprs } = stopped.json;
  assert.match(
    stopped.stderr,
    new RegExp(`ended by SIGINT at ${stoppedAt}: .*, which .*run\\.gprsim keeps\\n$`),
  );
  assert.ok(gprs > 1000 && gprs < 1_000_000, `${gprs}`);
  // Of the first, a busy machine has nothing to tell.
  const { progress } = JSON.parse(stopped.stderr.split('\n')[1]);
  assert.equal(progress.what, 'running');
  assert.ok(
    progress.eventsPerSecond > 0 && progress.simMs > 0 && progress.done > 0 && progress.leftMs > 0,
    stopped.stderr,
  );

  const replayed = gprsim(['replay', db, '--verify', '--json']);
  assert.deepEqual(
    [replayed.status, replayed.json.hash, replayed.json.facts, replayed.json.interrupted],
    [0, hash, facts, true],
  );
  assert.ok(replayed.stderr.includes(`broke off at ${stoppedAt}`), replayed.stderr);

  const importing = await breakOff(t, ['import', db, out], 'SIGTERM');
  assert.equal(importing.status, 143);
  assert.deepEqual(importing.json, { error: 'ended by SIGTERM before it was done', exitCode: 143 });
  assert.match(importing.stderr, /"what":"importing"/);
  assert.deepEqual(readdirSync(folder), ['run.gprsim']);
});

test('a terminal has a bar while a run lasts, as wide as it is, and nothing of it afterwards', {
  skip: spawnSync('script', ['--version']).status === 0 ? false : 'no program gives a terminal',
}, (t) => {
  const folder = temporaryFolder(t);
  const run = 'gprsim run million --until 3d';
  const env = { ...environmentIn(folder), TERM: 'xterm-256color' };
  const typed = (line: string, more: NodeJS.ProcessEnv = {}) =>
    spawnSync('script', ['-qec', `stty cols 50; ${line}`, '/dev/null'], {
      env: { ...env, ...more },
      encoding: 'utf8',
      timeout: 120_000,
      killSignal: 'SIGKILL',
    }).stdout;
  const frames = typed(run).split(`\r${String.fromCharCode(27)}[K`);
  assert.ok(frames.length > 3, `${frames.length} frames`);
  for (const frame of frames.slice(1, -1)) {
    assert.match(frame, /^[█░]+ {2}running {2}\d+ %/);
    assert.ok(frame.length < 50, frame);
  }
  assert.deepEqual([frames[0], frames.at(-1)!.slice(0, 17)], ['', 'million  seed 42 ']);
  assert.match(typed(`${run} 2>${folder}/errors; wc -c <${folder}/errors`), /^million.*^0\r$/ms);
  assert.match(typed(run, { TERM: 'dumb' }), /^million {2}seed 42/);
  assert.equal(gprsim(['run', 'million', '--until', '3d']).stderr, '');
});
