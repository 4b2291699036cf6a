// One study gives the same bytes in whatever way its runs are divided, and after any death of a worker.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { words } from '../../support/words.ts';
import { gprsim, interrupt, temporaryFolder } from '../gprsim.ts';
import { installIn, type Outputs, outputsOf, RUNS, STUDY, start } from './study.ts';

let plain: Outputs;

before((t) => {
  plain = outputsOf(temporaryFolder(t as TestContext), words`${STUDY} --jobs 1`);
});

function part(folder: string, text: string, ...args: string[]) {
  const ran = gprsim(words`${STUDY} --results ${folder} --part ${text} --json ${args}`);
  assert.equal(ran.status, 0, ran.stderr);
  return ran.json as { runs: number; found: number; ended: number; failed: unknown[] };
}

/** Number of lines with figures in all files of a folder. */
function figureLines(folder: string): number {
  const texts = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
  return texts.join('').match(/^\{"run":.*"crc32":"[0-9a-f]{8}"\}$/gm)?.length ?? 0;
}

test('parts in any order, and then a merge, which runs nothing', (t) => {
  const folder = temporaryFolder(t);
  const results = join(folder, 'study');
  for (const k of [2, 0, 3, 1]) {
    assert.deepEqual(part(results, `${k}/4`), {
      part: `${k}/4`,
      runs: 15,
      found: 0,
      ended: 15,
      failed: [],
      results,
    });
  }
  assert.equal(part(results, '1/4').found, 15, 'runs that are found are not repeated');
  assert.equal(part(results, '3/7').ended, 0, 'nor with another number of parts');
  const files = readdirSync(results);
  assert.equal(files.length, 4, 'a command that runs nothing writes no file');
  assert.deepEqual(outputsOf(folder, STUDY, '--results', results, '--merge'), plain);
  assert.deepEqual(readdirSync(results), files);
});

test('without --part, what is missing is run, and all is printed', (t) => {
  const folder = temporaryFolder(t);
  const results = join(folder, 'study');
  part(results, '1/3');
  assert.deepEqual(outputsOf(folder, STUDY, '--results', results), plain);
  assert.equal(figureLines(results), RUNS);
});

test('two processes run overlapping parts at the same time', async (t) => {
  const folder = temporaryFolder(t);
  installIn(folder);
  const results = join(folder, 'study');
  const ran = ['0/2', '0/3', '1/2'].map((text) =>
    start(join(folder, 'gprsim'), words`${STUDY} --results ${results} --part ${text} --jobs 1`),
  );
  for (const { ended } of ran) assert.equal((await ended).status, 0);
  assert.ok(figureLines(results) > RUNS, 'no run was run twice');
  assert.deepEqual(outputsOf(folder, STUDY, '--results', results, '--merge'), plain);
});

test('a killed worker loses only the runs in progress; the same command completes the part', async (t) => {
  const folder = temporaryFolder(t);
  installIn(folder);
  const results = join(folder, 'study');
  const worker = start(join(folder, 'gprsim'), words`${STUDY} --results ${results} --part 0/1 --jobs 1`);
  const ended = () => {
    try {
      return figureLines(results);
    } catch {
      return 0;
    }
  };
  while (ended() < 5) await sleep(20);
  worker.kill('SIGKILL');
  assert.equal((await worker.ended).status, null);
  const kept = ended();
  assert.ok(kept >= 5 && kept < RUNS, `${kept}`);

  const early = gprsim(words`${STUDY} --results ${results} --merge --json`);
  assert.equal(early.status, 1);
  assert.match(early.json.error, new RegExp(`^${RUNS - kept} of 60 runs are missing in `));
  assert.match(early.json.error, /complete them with: gprsim compare demo .* --results .*study'?$/);

  const { found, ended: more } = part(results, '0/1');
  assert.deepEqual([found, more], [kept, RUNS - kept]);
  assert.deepEqual(outputsOf(folder, STUDY, '--results', results, '--merge'), plain);
});

test('a signal ends a part with its progress shown; the runs that have ended are kept', async (t) => {
  const results = join(temporaryFolder(t), 'study');
  const study = words`compare demo --until 20d --seeds 1..400 --jobs 1 --results ${results}`;
  const stopped = await interrupt(t, words`${study} --part 0/2`, 'SIGINT', /(?:.*\n){3}/);
  assert.equal(stopped.status, 130);
  assert.deepEqual(stopped.json, { error: 'ended by SIGINT before it was done', exitCode: 130 });
  const { progress } = JSON.parse(stopped.stderr.split('\n')[2]);
  assert.deepEqual([progress.what, progress.runs.all], ['comparing', 200]);
  const merged = gprsim([...study, '--merge']);
  assert.equal(merged.status, 1);
  assert.match(merged.stderr, new RegExp(`${400 - figureLines(results)} of 400 runs are missing`));
});

test('a failed run leaves its error; the others go on, and a repeat tries it again', (t) => {
  const folder = temporaryFolder(t);
  const results = join(folder, 'study');
  const file = join(folder, 'broken.cjs');
  // The first thread that comes here fails.
  writeFileSync(
    file,
    `const { isMainThread } = require('node:worker_threads');
     const now = performance.now.bind(performance);
     if (!isMainThread) performance.now = () => {
       try { require('node:fs').writeFileSync(${JSON.stringify(join(folder, 'failed'))}, '', { flag: 'wx' }); }
       catch { return now(); }
       throw new RangeError('out of order');
     };`,
  );
  const env = { NODE_OPTIONS: `--require=${file}` };
  const args = [...STUDY, '--results', results];
  const failed = gprsim(words`${args} --part 0/1 --jobs 1 --json`, env);
  assert.equal(failed.status, 1);
  assert.deepEqual([failed.json.runs, failed.json.ended, failed.json.failed.length], [RUNS, RUNS - 1, 1]);
  const [{ run, error }] = failed.json.failed;
  assert.equal(run, 0);
  assert.equal(error, 'the run with /clusters/0/nodes/0/count=3, strict, best-fit, seed 1: out of order');
  assert.match(failed.stderr, /1 run failed:\n {2}the run with .*out of order\n$/);

  const merged = gprsim([...args, '--merge']);
  assert.equal(merged.status, 1);
  assert.match(
    merged.stderr,
    /1 of 60 runs is missing in .*\n1 run failed:\n {2}the run with .*out of order\ncomplete them with: /,
  );

  assert.equal(part(results, '0/1').ended, 1);
  assert.deepEqual(outputsOf(folder, STUDY, '--results', results, '--merge'), plain);
});
