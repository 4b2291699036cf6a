import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { table, wrapped } from '../../src/cli/support/table.ts';
import { environmentIn } from '../documents/terminal.ts';
import { gprsim, temporaryFolder } from './gprsim.ts';

test('a table that fits is as wide as its cells; otherwise the widest shortenable columns are shortened', () => {
  assert.deepEqual(
    table(
      [
        ['name', 'n'],
        ['a', '10'],
      ],
      { right: [1], least: { 0: 2 } },
    ),
    ['name   n', 'a     10'],
  );
  const [line] = table([['x'.repeat(60), `${'y'.repeat(36)}-123`, 'z'.repeat(20)]], {
    least: { 0: 20, 1: 10 },
  });
  assert.equal(line.length, 80);
  // 80 columns less two gaps and 20 characters leave 28 for each of the first two columns.
  assert.equal(line, `${'x'.repeat(23)}…xxxx  ${'y'.repeat(23)}…-123  ${'z'.repeat(20)}`);
  const [wide] = table([['x'.repeat(90), 'y']], { least: { 1: 1 } });
  assert.equal(wide, `${'x'.repeat(90)}  y`, 'a column without a least width keeps its width');
  const [smiles] = table([['😀'.repeat(50)]], { least: { 0: 1 } });
  assert.ok(smiles.isWellFormed() && smiles.includes('…'));
});

test('a text wraps at its blanks, and a word that is too long stays whole', () => {
  const word = 'w'.repeat(100);
  assert.deepEqual(wrapped(`${'a '.repeat(39)}a b ${word} c`), [`${'a '.repeat(39)}a`, 'b', word, 'c']);
});

/** The width of the widest line, without lines that show a command. */
function widest(stdout: string): number {
  const lines = stdout.split('\n').filter((line) => !line.includes('gprsim '));
  assert.ok(lines.length > 2, stdout);
  return Math.max(...lines.map((line) => line.length));
}

test('the text output of commands fits 80 columns', (t) => {
  const folder = temporaryFolder(t);
  const db = join(folder, 'run.gprsim');
  const run = gprsim(['run', 'demo', '--until', '6h', '--db', db, '--per-workspace']);
  assert.ok(widest(run.stdout) <= 80, run.stdout);
  const gprs = gprsim(['gprs', db]);
  assert.ok(widest(gprs.stdout) <= 80, gprs.stdout);
  assert.match(gprs.stdout, /^GPR +name +workspace +GPUs +state +wait +ran$/m);
  const policies = ['--queue', 'strict,greedy,backfill', '--placement', 'best-fit,worst-fit'];
  const compared = gprsim(['compare', 'demo', '--until', '1h', '--seeds', '1..3', ...policies]);
  assert.ok(widest(compared.stdout) <= 80, compared.stdout);
  assert.equal(
    [...compared.stdout.matchAll(/^ {2}mean wait, min /gm)].length,
    3,
    'every table has the labels',
  );
  assert.ok(widest(gprsim(['scenarios']).stdout) <= 80);

  const name = `${'a very long name '.repeat(5)}7`;
  assert.equal(gprsim(['keys', 'add', '--db', db, '--name', name, '--role', 'Owner']).status, 0);
  assert.equal(
    gprsim(['keys', 'add', '--db', db, '--name', 'b', '--role', 'Editor', '--workspace', 'fraud-detection'])
      .status,
    0,
  );
  const keys = gprsim(['keys', 'list', '--db', db]);
  assert.ok(widest(keys.stdout) <= 80, keys.stdout);
  assert.match(keys.stdout, / a v\S* ?…me 7$/m);
  assert.equal(gprsim(['keys', 'list', '--db', db, '--json']).json[0].name, name);
});

test('a wide terminal shows all columns', {
  skip: spawnSync('script', ['--version']).status === 0 ? false : 'no program gives a terminal',
}, (t) => {
  const folder = temporaryFolder(t);
  const { stdout } = spawnSync(
    'script',
    ['-qec', 'gprsim run tiny --db run.gprsim; stty cols 200; gprsim gprs run.gprsim', '/dev/null'],
    { cwd: folder, env: environmentIn(folder), encoding: 'utf8', timeout: 60_000, killSignal: 'SIGKILL' },
  );
  const header = /^GPR +name +workspace +priority +GPUs +state +created +wait +ran +evictions +nodes\r$/m;
  assert.match(stdout, header);
  assert.match(
    stdout,
    /^gpr-cb90922d-274e +morning-train +morning +100 .* 1h 0m +1 +worker-1-a2-highgpu-2g-1\r$/m,
  );
});

test('a figure without a sample is – as text, null as JSON and empty as CSV', () => {
  const { stdout } = gprsim(['run', 'quiet']);
  for (const label of ['wait', 'bounded slowdown', 'utilization', 'fragmentation'])
    assert.match(stdout, new RegExp(`^ {2}${label} +–$`, 'm'));
  const { json } = gprsim(['run', 'quiet', '--json']);
  for (const member of ['waitMsMean', 'waitMsP50', 'waitMsMax', 'boundedSlowdownMean', 'estimateErrorMsMean'])
    assert.equal(json[member], null, member);
  const { runs } = gprsim(['compare', 'quiet', '--json']).json;
  assert.deepEqual([runs[0].waitMsMean, runs[0].utilization], [null, null]);
  const [names, cells] = gprsim(['compare', 'quiet', '--csv'])
    .stdout.split('\n')
    .map((line) => line.split(','));
  assert.equal(cells[names.indexOf('waitMsMean')], '');
});
