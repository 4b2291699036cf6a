import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gprsim, temporaryFolder } from './gprsim.ts';

const memory = ['--db', ':memory:'];

test('bad usage is an exit code of 2 and says what would be right', () => {
  const cases: [string[], RegExp][] = [
    [[], /Usage: gprsim/],
    [['nonsense'], /unknown command 'nonsense'/],
    [['run', 'tiny', '--frobnicate'], /unknown option '--frobnicate'/],
    [['run', 'tiny', 'quiet'], /too many arguments/],
    [['run'], /takes a scenario/],
    [['run', 'nowhere'], /none of the built-in scenarios \(demo, quiet, tiny, million\)/],
    [['run', 'demo'], /has no end: give --until/],
    [['run', 'tiny', '--until', 'yesterday'], /--until takes an instant .* not "yesterday"/],
    [['run', 'tiny', '--until', '2020-01-01T00:00:00Z'], /before the scenario's start/],
    [['run', 'tiny', '--queue', 'fifo'], /strict, greedy, backfill/],
    [['run', 'tiny', '--placement', 'best'], /best-fit, first-fit, worst-fit/],
    [['run', 'tiny', '--seed', '-1'], /an integer from 0 to 9007199254740991, not "-1"/],
    [['run', 'tiny', '--nodes', 'x'], /--nodes goes with --trace/],
    [['run', '--trace', 'openb'], /--nodes FILE and --workload FILE/],
    [['run', 'tiny', '--trace', 'openb'], /not both/],
    [['serve', ...memory, '--speed', '0'], /a number above 0 and up to 1000000, not "0"/],
    [['serve', ...memory, '--speed', 'fast'], /not "fast"/],
    [['serve', ...memory, '--speed', '2', '--paused'], /cannot be used with/],
    [['serve', ...memory, '--listen', '127.0.0.1:99999'], /HOST:PORT/],
    [['serve', ...memory, '--listen', '8080'], /HOST:PORT/],
    [['keys', 'list'], /required option '--db/],
    [['scenarios', 'nope'], /there are demo, quiet, tiny, million/],
  ];
  for (const [args, message] of cases) {
    const { status, stdout, stderr } = gprsim(args);
    assert.equal(status, 2, args.join(' '));
    assert.equal(stdout, '');
    assert.match(stderr, message);
  }
});

test('an API key of the environment must be a UUID', () => {
  const { status, stderr } = gprsim(['serve', ...memory], { GPRSIM_API_KEY: 'secret' });
  assert.equal(status, 2);
  assert.match(stderr, /GPRSIM_API_KEY must be a UUID/);
});

test('with --json a failure is JSON too, and nothing else is on standard output', () => {
  for (const [args, error, exitCode] of [
    [['run', 'nowhere'], /nowhere/, 2],
    [['run', 'tiny', '--queue', 'fifo'], /'fifo' is invalid/, 2],
    [['replay', '/nowhere/file'], /there is no file/, 1],
  ] as [string[], RegExp, number][]) {
    const { status, stdout, json } = gprsim([...args, '--json']);
    assert.equal(status, exitCode);
    assert.equal(stdout.trimEnd().split('\n').length, 1);
    assert.match(json.error, error);
    assert.equal(json.exitCode, exitCode);
  }
});

test('a mistake in a scenario is told with its file and the path of the field', (t) => {
  const file = join(temporaryFolder(t), 'broken.json');
  const scenario = gprsim(['scenarios', 'tiny', '--json']).json;
  scenario.scheduler.queue = 'fifo';
  scenario.instanceTypes[0].gpuCount = 0;
  scenario.clusters[0].colour = 'red';
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
    assert.match(stderr, /clusters\[0\]\.colour /);
  }
  writeFileSync(file, '{"name": ');
  assert.match(gprsim(['run', file]).stderr, /broken\.json/);
});

test('a file that is no world is an exit code of 1 for every command that opens one', (t) => {
  const folder = temporaryFolder(t);
  const file = join(folder, 'text');
  writeFileSync(file, 'no database, but long enough to be taken for one '.repeat(40));
  const out = join(folder, 'out');
  for (const command of [
    ['serve', '--db', file],
    ['run', 'tiny', '--db', file],
    ['replay', file],
    ['explain', file, 'gpr-00000000-0000'],
    ['keys', 'list', '--db', file],
    ['export', file, out],
    ['import', file, out],
    ['doctor', '--db', file],
  ]) {
    const { status, stdout, stderr } = gprsim(command);
    assert.equal(status, 1, command.join(' '));
    assert.match(stdout + stderr, /is no SQLite file/);
    assert.doesNotMatch(stderr, /\n {4}at /);
  }
});

test('help is everywhere and no failure', () => {
  const commands = ['serve', 'run', 'replay', 'explain', 'keys', 'scenarios', 'export', 'import', 'doctor'];
  for (const command of ['', ...commands, 'version']) {
    const { status, stdout } = gprsim([...(command === '' ? [] : [command]), '--help']);
    assert.equal(status, 0, command);
    assert.ok(stdout.startsWith(`Usage: gprsim ${command}`), command);
  }
});

test('version, scenarios and doctor answer in text and in JSON', () => {
  const { gprsim: version, engine, node } = gprsim(['version', '--json']).json;
  assert.match(version, /^\d+\.\d+\.\d+$/);
  assert.deepEqual([typeof engine, node], ['number', process.versions.node]);
  assert.ok(gprsim(['version']).stdout.includes(version));

  const names = gprsim(['scenarios', '--json']).json.map(({ name }: { name: string }) => name);
  assert.deepEqual(names, ['demo', 'quiet', 'tiny', 'million']);
  assert.equal(gprsim(['scenarios', 'quiet', '--json']).json.name, 'quiet');
  assert.deepEqual(JSON.parse(gprsim(['scenarios', 'quiet']).stdout).workload, []);

  const doctor = gprsim(['doctor', '--json']);
  assert.deepEqual([doctor.status, doctor.json.ok], [0, true]);
  assert.match(gprsim(['doctor']).stdout, /^ok +SQLite: /m);
});
