// Outputs of comparisons with many variants: the program answers signals, shows its progress, and prints nothing by halves.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { generateResults, type Size, studyOf } from '../../../bench/merge/generated-results.ts';
import { assertSound } from '../../report/page.ts';
import { gprsim, temporaryFolder } from '../gprsim.ts';
import { installIn, start } from './study.ts';

const MANY: Size = { variants: 10_000, seeds: 1 };
const TARGETS = ['--target', 'p95(wait, pool=a2)<30m', '--target', 'utilization<90%'];
/** The longest time of the processor between two turns of the event loop ÷ that of a start of the program. */
const TURN_MAX = 3;
/** From a signal to the end, on a busy machine. */
const END_MS = 5_000;

let folder: string;
let merge: readonly string[];

before((t) => {
  folder = temporaryFolder(t as TestContext);
  const ran = (args: string[]) => assert.equal(gprsim(args).status, 0);
  merge = [...studyOf(MANY), '--results', generateResults(folder, MANY, ran), '--merge', ...TARGETS];
  installIn(folder);
});

/** A module that writes the longest time of the processor between two turns to a file at the end, in ms. */
const probe = (file: string) => `
import { writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';
if (isMainThread) {
  let last = process.cpuUsage(), longest = 0;
  setInterval(() => {
    const { user, system } = process.cpuUsage(last);
    last = process.cpuUsage();
    longest = Math.max(longest, (user + system) / 1000);
  }, 1).unref();
  process.on('exit', () => writeFileSync(${JSON.stringify(file)}, String(longest)));
}`;

test('no output of 10,000 variants holds the event loop', {
  skip: process.env.GPRSIM_PROGRAM ? 'the probe needs Node' : false,
}, () => {
  const page = join(folder, 'page.html');
  const outputs: [string[], number][] = [
    [['--report', page], 10_000_000],
    [['--json'], 50_000_000],
  ];
  const file = join(folder, 'longest');
  const module = `data:text/javascript,${encodeURIComponent(probe(file))}`;
  const probed = { NODE_OPTIONS: `--import=${module}` };
  gprsim(['run', 'tiny'], probed);
  const start = Number(readFileSync(file, 'utf8'));
  for (const [flags, least] of outputs) {
    const { status, stdout, stderr } = gprsim([...merge, ...flags], probed);
    assert.equal(status, 0, stderr);
    assert.ok(stdout.length > least, `${stdout.length}`);
    const longest = Number(readFileSync(file, 'utf8'));
    assert.ok(
      longest > 0 && longest < TURN_MAX * start,
      `${flags.join(' ')}: ${longest} ms, start: ${start} ms`,
    );
  }
  const html = readFileSync(page, 'utf8');
  assertSound(html);
  assert.ok(html.length < 3_000_000, `${html.length}`);
  assert.match(html, /The tables have 100 of 10000 variants: those that reach the most targets/);
  assert.match(html, /9701 further lines are left out; the command above prints all with --csv\./);
});

/** Starts the merge and sends SIGINT after a part of its time. */
async function interrupted(flags: string[], afterMs: number) {
  const child = start(join(folder, 'gprsim'), [...merge, ...flags]);
  await sleep(afterMs);
  const sentAt = performance.now();
  child.kill('SIGINT');
  const ran = await child.ended;
  return { ...ran, endedMs: performance.now() - sentAt };
}

for (const flags of [['--json'], ['--report', 'page.html']]) {
  test(`Ctrl-C ends a merge with ${flags[0]} at any time, without a half output`, async () => {
    const args = flags.map((word) => (word.startsWith('--') ? word : join(folder, `late-${word}`)));
    const startedAt = performance.now();
    assert.equal(gprsim([...merge, ...args]).status, 0);
    const wholeMs = performance.now() - startedAt;
    let ended = 0;
    for (const part of [0.3, 0.5, 0.7, 0.9]) {
      const { status, stdout, stderr, endedMs } = await interrupted(args, part * wholeMs);
      // The text is printed at once, after all of it is made: a signal in this time ends the process as usual.
      if (status === null || status === 0) continue;
      ended += 1;
      assert.equal(status, 130, stderr);
      assert.ok(endedMs < END_MS, `${endedMs} ms`);
      const why = 'ended by SIGINT before it was done';
      assert.ok(stderr.includes(why), stderr);
      if (flags[0] === '--json') {
        const { error, exitCode } = JSON.parse(stdout);
        assert.deepEqual([error, exitCode], [why, 130]);
      } else assert.equal(stdout, '');
    }
    assert.ok(ended > 0, 'no signal came in time');
  });
}

test('the progress names what is done', () => {
  const { stderr } = gprsim([...merge, '--json']);
  const phases = stderr
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line).progress.what);
  assert.ok(phases.includes('writing') || phases.includes('comparing figures'), phases.join(', '));
});
