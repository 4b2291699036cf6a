// Outputs of comparisons with many variants: the program answers signals, shows its progress, and prints nothing by halves.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, type TestContext, test } from 'node:test';
import { generateResults, type Size, studyOf } from '../../../bench/merge/generated-results.ts';
import { assertSound } from '../../report/page.ts';
import { fastClock, gprsim, temporaryFolder } from '../gprsim.ts';
import { installIn } from './study.ts';

const MANY: Size = { variants: 10_000, seeds: 1 };
/** Enough that a signal arrives before the end. */
const SOME: Size = { variants: 4_000, seeds: 1 };
const TARGETS = ['--target', 'p95(wait, pool=a2)<30m', '--target', 'utilization<90%'];
/** The longest time of the processor between two turns of the event loop ÷ that of a start of the program. */
const TURN_MAX = 3;

let folder: string;

before((t) => {
  folder = temporaryFolder(t as TestContext);
  installIn(folder);
});

/** The words of a merge of generated results. */
function mergeOf(size: Size): string[] {
  const ran = (args: string[]) => assert.equal(gprsim(args).status, 0);
  return [...studyOf(size), '--results', generateResults(folder, size, ran), '--merge', ...TARGETS];
}

/** A module that writes the longest time of the processor between two turns to a file at the end, in ms. */
const probe = (file: string) => `
import { writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';
if (isMainThread) {
  let last = process.threadCpuUsage(), longest = 0;
  setInterval(() => {
    const { user, system } = process.threadCpuUsage(last);
    last = process.threadCpuUsage();
    longest = Math.max(longest, (user + system) / 1000);
  }, 1).unref();
  process.on('exit', () => writeFileSync(${JSON.stringify(file)}, String(longest)));
}`;

test('no output of 10,000 variants holds the event loop', {
  skip: process.env.GPRSIM_PROGRAM ? 'the probe needs Node' : false,
}, () => {
  const merge = mergeOf(MANY);
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

/** Shows progress also without --json. */
const ON_TERMINAL = `--import=data:text/javascript,${encodeURIComponent(`
  process.stderr.isTTY = true;
  process.stderr.hasColors = () => false;`)}`;

/** Starts the merge and sends SIGINT once its progress names a work. */
async function interrupted(args: readonly string[], what: string) {
  const child = spawn(join(folder, 'gprsim'), args, {
    env: { ...process.env, NODE_OPTIONS: `${fastClock.NODE_OPTIONS} ${ON_TERMINAL}` },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk) => (output.stdout += chunk));
  child.stderr.on('data', (chunk) => {
    output.stderr += chunk;
    if (!child.killed && output.stderr.includes(what)) child.kill('SIGINT');
  });
  const [status] = await once(child, 'close');
  return { status, ...output };
}

let merge: readonly string[] | undefined;
for (const [flags, works] of [
  [['--json'], ['comparing figures', 'writing']],
  [
    ['--report', 'page.html'],
    ['comparing figures', 'making the report'],
  ],
] as const) {
  test(`Ctrl-C ends a merge with ${flags[0]} while it is ${works.join(' or ')}, without a half output`, {
    skip: process.env.GPRSIM_PROGRAM ? 'its clock needs Node' : false,
  }, async () => {
    const outputs = flags.map((word) => (word.startsWith('--') ? word : join(folder, word)));
    merge ??= mergeOf(SOME);
    let ended = 0;
    for (const what of works) {
      const { status, stdout, stderr } = await interrupted([...merge, ...outputs], what);
      assert.ok(stderr.includes(what), stderr);
      // The text is printed at once, after all of it is made: a signal in this time ends the process as usual.
      if (status === null || status === 0) continue;
      ended += 1;
      assert.equal(status, 130, stderr);
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
