import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { table, wrapped } from '../../../src/cli/support/output/text-table.ts';
import { environmentIn } from '../../documents/terminal.ts';
import { words } from '../../support/words.ts';
import { gprsim, temporaryFolder } from '../gprsim.ts';

/** Runs an action as if standard output were a terminal of this width. */
function onTerminal<T>(columns: number, action: () => T): T {
  const { isTTY, columns: before } = process.stdout;
  Object.assign(process.stdout, { isTTY: true, columns });
  try {
    return action();
  } finally {
    Object.assign(process.stdout, { isTTY, columns: before });
  }
}

test('on a terminal, the widest shortenable columns of a table that does not fit are shortened', () => {
  onTerminal(80, () => {
    const short = [
      ['name', 'n'],
      ['a', '10'],
    ];
    assert.deepEqual(table(short, { right: [1], least: { 0: 2 } }), ['name   n', 'a     10']);
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
});

test('in a pipe, the tables of GPRs have all columns, and names and reasons are whole', (t) => {
  const db = join(temporaryFolder(t), 'run.gprsim');
  gprsim(words`run demo --until 6h --db ${db}`);
  const { gprs } = gprsim(words`queue ${db} --json`).json;
  assert.ok(gprs.length > 5);
  const { stdout } = gprsim(['queue', db]);
  const [, header, ...lines] = stdout.trimEnd().split('\n');
  assert.match(
    header,
    /^position +GPR +name +workspace +cluster +priority +GPUs +waited +starts in +reason +why$/,
  );
  for (const [i, { gprName, cluster, why }] of gprs.entries()) {
    assert.ok(lines[i].includes(` ${gprName} `) && lines[i].includes(` ${cluster} `), lines[i]);
    assert.ok(lines[i].endsWith(` ${why}`), lines[i]);
  }
  const listed = gprsim(['gprs', db]).stdout;
  assert.match(listed, /^GPR +name +workspace +cluster +priority +.* nodes +reason$/m);
  assert.doesNotMatch(stdout + listed, /…/);
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

test('the text output of commands without a list fits 80 columns', (t) => {
  const folder = temporaryFolder(t);
  const db = join(folder, 'run.gprsim');
  const run = gprsim(words`run demo --until 6h --db ${db} --per-workspace`);
  assert.ok(widest(run.stdout) <= 80, run.stdout);
  const policies = ['--queue', 'strict,greedy,backfill', '--placement', 'best-fit,worst-fit'];
  const compared = gprsim(words`compare demo --until 1h --seeds 1..3 ${policies}`);
  assert.ok(widest(compared.stdout) <= 80, compared.stdout);
  assert.equal(
    [...compared.stdout.matchAll(/^ {2}mean wait, min /gm)].length,
    3,
    'every table has the labels',
  );
  assert.ok(widest(gprsim(['scenarios']).stdout) <= 80);
});

test('a terminal shows the columns for which it is wide enough', {
  skip: spawnSync('script', ['--version']).status === 0 ? false : 'no program gives a terminal',
}, (t) => {
  const folder = temporaryFolder(t);
  const listAt = (columns: number) => `; stty cols ${columns}; gprsim gprs run.gprsim`;
  const { stdout } = spawnSync(
    'script',
    ['-qec', `gprsim run tiny --db run.gprsim${[80, 240].map(listAt).join('')}`, '/dev/null'],
    { cwd: folder, env: environmentIn(folder), encoding: 'utf8', timeout: 60_000, killSignal: 'SIGKILL' },
  );
  assert.match(stdout, /^GPR +name +workspace +GPUs +state +wait +ran\r$/m);
  assert.match(
    stdout,
    /^GPR +name +workspace +cluster +priority +GPUs +state +created +wait +ran +evictions +nodes +reason\r$/m,
  );
  assert.match(
    stdout,
    /^gpr-cb90922d-274e +morning-train +morning +worker-1 +100 .* +1 +worker-1-a2-highgpu-2g-1 +\S.*\r$/m,
  );
});

test('a figure without a sample is – as text, null as JSON and empty as CSV', () => {
  const { stdout } = gprsim('run quiet');
  for (const label of ['wait', 'flow', 'bounded slowdown', 'utilization', 'fragmentation'])
    assert.match(stdout, new RegExp(`^ {2}${label} +–$`, 'm'));
  const { json } = gprsim('run quiet --json');
  const waits = ['waitMsMean', 'waitMsP50', 'waitMsMax'];
  const others = ['flowMsMean', 'boundedSlowdownMean', 'boundedSlowdownMax', 'estimateErrorMsP50'];
  for (const member of [...waits, ...others]) assert.equal(json[member], null, member);
  const { runs } = gprsim('compare quiet --json').json;
  assert.deepEqual([runs[0].waitMsMean, runs[0].utilization], [null, null]);
  const [names, cells] = gprsim('compare quiet --csv')
    .stdout.split('\n')
    .map((line) => line.split(','));
  assert.equal(cells[names.indexOf('waitMsMean')], '');
});
