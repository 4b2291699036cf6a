// Outputs of comparisons with many variants.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
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

test('the outputs of 10,000 variants are whole', () => {
  const merge = mergeOf(MANY);
  const page = join(folder, 'page.html');
  const outputs: [string[], number][] = [
    [['--report', page], 10_000_000],
    [['--json'], 50_000_000],
  ];
  for (const [flags, least] of outputs) {
    const { status, stdout, stderr } = gprsim([...merge, ...flags]);
    assert.equal(status, 0, stderr);
    assert.ok(stdout.length > least, `${stdout.length}`);
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

test('Ctrl-C ends a merge while it is comparing figures, without an output', {
  skip: process.env.GPRSIM_PROGRAM ? 'its clock needs Node' : false,
}, async () => {
  const merge = mergeOf(SOME);
  const page = join(folder, 'interrupted.html');
  for (const flags of [['--json'], ['--report', page]]) {
    const { status, stdout, stderr } = await interrupted([...merge, ...flags], 'comparing figures');
    assert.equal(status, 130, stderr);
    const why = 'ended by SIGINT before it was done';
    assert.ok(stderr.includes(why), stderr);
    if (flags[0] === '--json') assert.deepEqual(JSON.parse(stdout), { error: why, exitCode: 130 });
    else assert.equal(stdout, '');
  }
  assert.ok(!existsSync(page));
});
