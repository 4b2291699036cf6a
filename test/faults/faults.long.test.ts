import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { before, test } from 'node:test';
import { runs } from '../support/runs.ts';
import { startedFile } from '../support/started.ts';
import type { Checked } from './check.ts';
import type { Kind } from './kinds.ts';
import type { Report } from './run.ts';
import { shimRefusal } from './shim.ts';

const seed = process.env.GPRSIM_SEED ?? '1';
const skip = shimRefusal() ?? false;

/** Runs run.ts and returns its standard output. */
function printed(...words: string[]): string {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [startedFile('test/faults/run.ts'), '--seed', seed, ...words],
    {
      encoding: 'utf8',
    },
  );
  assert.ok(stdout.length > 0, stderr);
  return stdout;
}

/** Runs cases of one kind, or of all; returns a report for each kind. */
function run(cases: number, ...words: string[]): Report[] {
  const lines = printed('--cases', String(Math.ceil(cases * runs)), ...words);
  return lines
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

let reports: readonly Report[] = [];
let checked: Checked;
before(() => {
  if (skip !== false) return;
  reports = run(400);
  checked = JSON.parse(printed('--check'));
});

function reportOf(kind: Kind): Report {
  return reports.find((report) => report.kind === kind)!;
}

/** Returns the violations with these results, each with the command that repeats it. */
function violations({ groups }: Report, results: readonly string[]): string[] {
  return groups
    .filter(({ isViolation, result }) => isViolation && results.includes(result))
    .map(({ count, result, why, repeat }) => `${count} ${result}: ${why}\n${repeat}`);
}

const ALL = ['lost', 'refused', 'wrong', 'unnamed'];
/** Errors that do not name the file. */
const UNNAMED = ['unnamed'];
const OTHER = ALL.filter((result) => result !== 'unnamed');

const PROMISES: readonly (readonly [Kind, string])[] = [
  ['death', 'if the process ends at any operation, the next start finds everything acknowledged'],
  ['power', 'if the power fails at any operation, a durable world loses nothing acknowledged'],
  ['power-quick', 'if the power fails at any operation, a world that is not durable continues from a prefix'],
  ['twice', 'a power failure during the start after a power failure loses nothing acknowledged either'],
  ['fail', 'calls that fail while the world runs cost nothing acknowledged if the process ends then'],
  ['fail-power', 'calls that fail while the world runs cost nothing acknowledged if the power fails then'],
  ['opening', 'calls that fail while a world is opened change nothing'],
];

for (const [kind, promise] of PROMISES) {
  test(promise, { skip }, (t) => {
    const report = reportOf(kind);
    t.diagnostic(`seed ${seed}: ${JSON.stringify(report.counts)} in ${report.ms} ms`);
    assert.deepEqual(violations(report, OTHER), []);
  });
}

test('an error of a failing call names the file', { skip }, () => {
  assert.deepEqual(violations(reportOf('opening'), UNNAMED), []);
});

test('a sync that failed before the process ended costs nothing acknowledged by the next one', {
  skip,
}, () => {
  assert.deepEqual(violations(reportOf('again'), OTHER), []);
});

test('damage is reported, never served', { skip }, (t) => {
  const report = reportOf('damage');
  t.diagnostic(JSON.stringify(report.counts));
  assert.deepEqual(violations(report, ALL), []);
});

test('the harness notices a world that pretends to be durable and never syncs', { skip }, () => {
  const [report] = run(100, '--kind', 'power', '--pretend', 'OFF');
  assert.ok(violations(report, ['lost']).length > 0, 'nothing is lost');
  assert.ok(violations(report, ['refused']).length > 0, 'nothing is damaged');
});

test('the harness notices a world that pretends to be durable and syncs too late, and finds it undamaged', {
  skip,
}, () => {
  const [report] = run(100, '--kind', 'power', '--pretend', 'NORMAL');
  assert.ok(violations(report, ['lost']).length > 0, 'nothing is lost');
  assert.deepEqual(violations(report, ['wrong', 'unnamed']), []);
});

test('the judge accepts the files of a life, and no other life or earlier copy', { skip }, () => {
  const { own, other, copied } = checked;
  assert.deepEqual({ own, other, copied }, { own: 'intact', other: 'wrong', copied: 'prefix' });
});
