import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { words } from '../../support/words.ts';
import { gprsim, temporaryFolder } from '../gprsim.ts';
import { assertRefused, usageIn } from '../refusals.ts';

const memory = ['--db', ':memory:'];

test('bad usage exits with 2 and names what would be right', () => assertRefused('commands'));

test('a mistyped word gets a suggestion and a pointer to the help', () => {
  assertRefused('mistyped');
  for (const { args } of usageIn<{ args: string[] }[]>('mistyped'))
    assert.match(gprsim([...args, '--json']).json.error, /; did you mean \S+\?$/);
});

test('commands that need a file refuse :memory: and create no file', (t) => {
  const folder = temporaryFolder(t);
  gprsim(words`run tiny --db ${join(folder, 'run.gprsim')}`);
  const before = readdirSync('.').join();
  assertRefused('memory', { folder });
  assert.deepEqual(readdirSync(folder), ['run.gprsim']);
  assert.equal(readdirSync('.').join(), before);
});

test('an endless file is refused like a file that is too long', {
  skip: !existsSync('/dev/zero'),
}, () => {
  for (const [args, message] of [
    [['run', '/dev/zero'], /\/dev\/zero cannot be used: it must be at most 67108864 bytes/],
    [words`serve ${memory} --play /dev/zero`, /--play \/dev\/zero must be at most 67108864 bytes/],
    [
      words`run --trace openb --nodes /dev/zero --workload /dev/zero`,
      /\/dev\/zero.* must be at most 268435456 bytes/,
    ],
  ] as [string[], RegExp][]) {
    const { status, stderr } = gprsim(args);
    assert.equal(status, 2, args.join(' '));
    assert.match(stderr, message);
  }
});

test('an internal error prints one line and its stack, and JSON with --json', () => {
  const broken = "throw new RangeError('out of order')";
  const preload = (script: string) => ({
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURI(script)}`,
  });
  for (const [args, script] of [
    [words`run tiny`, `performance.now = () => { ${broken} }`],
    [
      words`serve ${memory} --listen 127.0.0.1:0`,
      `process.on('newListener', (event) => event === 'uncaughtException' && setTimeout(() => { ${broken} }, 10))`,
    ],
  ] as [string[], string][]) {
    const { status, stderr, json } = gprsim([...args, '--json'], preload(script));
    assert.equal(status, 1);
    // A listening server has printed its result and prints no second one.
    if (json.url === undefined) assert.deepEqual(json, { error: 'out of order', exitCode: 1 });
    assert.match(stderr, /^gprsim: internal error: out of order\nRangeError: out of order\n {4}at /);
  }
});

test('a data folder that the system refuses is an error that names it', {
  skip: existsSync('/proc/self') ? false : 'this system has no /proc',
}, () => {
  const { status, stderr } = gprsim('serve tiny', { XDG_DATA_HOME: '/proc/none' });
  assert.equal(status, 1);
  assert.match(stderr, /^gprsim: the data folder \/proc\/none\/gprsim cannot be created: .*; give --db FILE/);
});

test('GPRSIM_API_KEY must be a UUID', () => {
  const { status, stderr } = gprsim(['serve', ...memory], { GPRSIM_API_KEY: 'secret' });
  assert.equal(status, 2);
  assert.match(stderr, /GPRSIM_API_KEY must be a UUID/);
});

test('with --json, standard output has a failure as JSON and nothing else', () => {
  for (const [args, error, exitCode] of [
    [['run', 'nowhere'], /nowhere/, 2],
    [words`run tiny --queue fifo`, /not "fifo"/, 2],
    [words`run tiny quiet`, /^too many arguments/, 2],
    [[], /^a command is missing; gprsim --help lists the commands$/, 2],
    [['keys'], /^a command is missing; /, 2],
    [['replay', '/nowhere/file'], /there is no file/, 2],
  ] as [string[], RegExp, number][]) {
    const { status, stdout, json } = gprsim([...args, '--json']);
    assert.equal(status, exitCode);
    assert.equal(stdout.trimEnd().split('\n').length, 1);
    assert.match(json.error, error);
    assert.equal(json.exitCode, exitCode);
  }
});

test('npm scripts: a flag before -- is reported as kept by npm', () => {
  const env = { npm_lifecycle_event: 'gprsim', npm_config_until: 'true' };
  const advice = 'npm kept the flag --until; put -- before the arguments: npm run gprsim -- ARGS';
  const surplus = gprsim('run tiny 5h', env);
  assert.equal(surplus.status, 2);
  assert.ok(surplus.stderr.endsWith(`\n${advice}\n`), surplus.stderr);
  assert.ok(gprsim('run demo --json', env).json.error.endsWith(`; ${advice}`));
});

test('errors in a scenario name its file and the paths of the fields', (t) => {
  const file = join(temporaryFolder(t), 'broken.json');
  const scenario = gprsim('scenarios tiny --json').json;
  scenario.scheduler.queue = 'fifo';
  scenario.instanceTypes[0].gpuCount = 0;
  scenario.clusters[0].color = 'red';
  writeFileSync(file, JSON.stringify(scenario));
  for (const command of [
    ['run', file],
    ['serve', file, ...memory],
  ]) {
    const { status, stderr } = gprsim(command);
    assert.equal(status, 2);
    assert.ok(stderr.includes(file), stderr);
    assert.match(stderr, /scheduler\.queue .*strict/);
    assert.match(stderr, /instanceTypes\[0\]\.gpuCount /);
    assert.match(stderr, /clusters\[0\]\.color /);
  }
  writeFileSync(file, '{"name": ');
  assert.match(gprsim(['run', file]).stderr, /broken\.json/);
});

test('a foreign file is bad usage for every command that opens a file, and a finding of doctor', (t) => {
  const folder = temporaryFolder(t);
  const file = join(folder, 'text');
  writeFileSync(file, 'no database, but long enough to be taken for one '.repeat(40));
  assertRefused('foreign', { folder });
  assert.match(gprsim(words`doctor --db ${file}`).stdout, /is not a gprsim file/);
});

test('an empty file and a pipe are refused and stay unchanged', {
  skip: spawnSync('mkfifo', ['--version']).status === 0 ? false : 'no program makes a pipe',
}, (t) => {
  const folder = temporaryFolder(t);
  const [empty, pipe] = [join(folder, 'empty'), join(folder, 'pipe')];
  writeFileSync(empty, '');
  spawnSync('mkfifo', [pipe]);
  assertRefused('empty', { folder });
  assert.equal(statSync(empty).size, 0);
  assert.deepEqual(readdirSync(folder).sort(), ['empty', 'pipe']);
  assert.equal(gprsim(words`run tiny --db ${empty}`).status, 0, 'an empty file is a new one');
});
