import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { environmentIn } from '../../documents/terminal.ts';
import { tamper } from '../../driver/world.ts';
import { words } from '../../support/words.ts';
import { fastClock, gprsim, interrupt, temporaryFolder } from '../gprsim.ts';

test('a signal ends a run with a summary, and its file is marked as interrupted; an import leaves no file', async (t) => {
  const folder = temporaryFolder(t);
  const db = join(folder, 'run.gprsim');
  const out = join(folder, 'out.gprsim');
  // Many lines of progress: the replay and the import of the file then take long enough to report progress too.
  const stopped = await interrupt(t, words`run million --db ${db}`, 'SIGINT', /(?:.*\n){150}/);
  assert.equal(stopped.status, 130);
  const { stoppedAt, hash, facts, gprs } = stopped.json;
  const remark = new RegExp(
    `ended by SIGINT: this is the run up to ${stoppedAt}; .*run\\.gprsim keeps it\\n$`,
  );
  assert.match(stopped.stderr, remark);
  assert.ok(gprs > 0 && gprs < 1_000_000, `${gprs}`);
  // The first lines have no numbers yet.
  const { progress } = JSON.parse(stopped.stderr.split('\n')[40]);
  assert.equal(progress.what, 'running');
  assert.ok(
    progress.eventsPerSecond > 0 && progress.simMs > 0 && progress.done > 0 && progress.leftMs > 0,
    stopped.stderr,
  );

  const replayed = gprsim(words`replay ${db} --verify --json`);
  assert.deepEqual(
    [replayed.status, replayed.json.hash, replayed.json.facts, replayed.json.interrupted],
    [0, hash, facts, true],
  );
  assert.ok(replayed.stderr.includes(`interrupted at ${stoppedAt}`), replayed.stderr);

  const importing = await interrupt(t, ['import', db, out], 'SIGTERM');
  assert.equal(importing.status, 143);
  assert.deepEqual(importing.json, { error: 'ended by SIGTERM before it was done', exitCode: 143 });
  assert.match(importing.stderr, /"what":"importing"/);
  assert.deepEqual(readdirSync(folder), ['run.gprsim']);

  tamper(db, 'DELETE FROM snapshots');
  const rebuilding = await interrupt(t, words`serve --db ${db}`, 'SIGTERM');
  assert.equal(rebuilding.status, 0, rebuilding.stderr);
  assert.match(rebuilding.stderr, /"what":"rebuilding"/);
  assert.match(rebuilding.stderr, /ended before .*run\.gprsim was rebuilt; nothing is lost/);
  assert.deepEqual(readdirSync(folder), ['run.gprsim']);
  assert.equal(gprsim(words`replay ${db} --verify --json`).json.hash, hash);
});

test('a terminal shows a bar of its width while a run lasts, and no trace of it afterwards', {
  skip: spawnSync('script', ['--version']).status === 0 ? false : 'no program gives a terminal',
}, (t) => {
  const folder = temporaryFolder(t);
  const run = 'gprsim run million --until 12h';
  const env = { ...environmentIn(folder), ...fastClock, TERM: 'xterm-256color' };
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
  assert.equal(gprsim('run million --until 12h', fastClock).stderr, '');
});

test('a signal ends a backtest without a result, and leaves no file', async (t) => {
  const folder = temporaryFolder(t);
  const [csv, report] = [join(folder, 'answers.csv'), join(folder, 'report.html')];
  const args = words`backtest demo --until 7d --ask every 1h --samples 1000`;
  const asking = /"what":"asking"/;
  const { status, json, stderr } = await interrupt(
    t,
    words`${args} --csv ${csv} --report ${report}`,
    'SIGINT',
    asking,
  );
  assert.equal(status, 130, stderr);
  assert.deepEqual(json, { error: 'ended by SIGINT before it was done', exitCode: 130 });
  assert.match(stderr, /"what":"running"/);
  assert.deepEqual(readdirSync(folder), []);
});
