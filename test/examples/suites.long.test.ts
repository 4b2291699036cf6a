// The example test suites for CI: they pass with one server for each file, which has ended afterwards, and they fail on wrong
// expectations.

import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { start } from '../../src/library/start.ts';
import { project } from '../documents/documents.ts';
import { temporaryFolder } from '../support/folder.ts';
import { Party } from '../worlds/party.ts';

const launcher = join(project, 'src/pack/launch.mjs');
const noPython = spawnSync('python3', ['--version']).status === 0 ? false : 'there is no python3';

interface Suite {
  readonly folder: string;
  readonly command: readonly string[];
  readonly tests: string;
  /** Number of files with tests: each starts a server. */
  readonly files: number;
  /** Words that let the command run one file. */
  readonly one: (file: string) => readonly string[];
  /** Matches the summary of the suite when all tests pass. */
  readonly passed: RegExp;
  /** A line, and its replacement that makes a test fail. */
  readonly wrong: readonly [string, string];
  /** A file, its rewind before each test, what replaces it, and the file whose tests need it. */
  readonly rewind: readonly [string, string, string, string];
  /** A file whose test starts a server, prints `hangs` and never ends, and the command that runs the file. */
  readonly hanging: { readonly file: string; readonly content: string; readonly command: readonly string[] };
}

const hangs = 'now it hangs';

const suites: Record<'node' | 'python', Suite> = {
  node: {
    folder: 'fixtures/ci/node',
    command: [process.execPath, '--test', '--test-reporter=tap'],
    tests: 'gpus.test.mjs',
    files: 3,
    one: (file) => [process.execPath, '--test', '--test-reporter=tap', file],
    passed: /^# pass 16\n# fail 0$/m,
    wrong: ["await gprsim.advance('4h59m59s');", "await gprsim.advance('4h59m58s');"],
    rewind: ['fixture.test.mjs', 'beforeEach(() => gprsim.rewind());\n', '', 'fixture.test.mjs'],
    hanging: {
      file: 'hanging.test.mjs',
      content: `import { test } from 'node:test';
        import { Gprsim } from './gprsim.mjs';
        test('hangs', async () => {
          await Gprsim.start();
          console.log('${hangs}');
          await new Promise((resolve) => setTimeout(resolve, 600_000));
        });`,
      command: [process.execPath, 'hanging.test.mjs'],
    },
  },
  python: {
    folder: 'fixtures/ci/python',
    command: ['python3', '-m', 'unittest'],
    tests: 'test_gpus.py',
    files: 2,
    one: (file) => ['python3', '-m', 'unittest', file.replace(/\.py$/, '')],
    passed: /^Ran 11 tests in .*\n\nOK$/m,
    wrong: ['self.gprsim.advance("4h59m59s")', 'self.gprsim.advance("4h59m58s")'],
    rewind: ['gprsim.py', '        self.gprsim.rewind()\n', '        pass\n', 'test_fixture.py'],
    hanging: {
      file: 'test_hanging.py',
      content: [
        'import time',
        'from gprsim import GprsimTestCase',
        'class Hanging(GprsimTestCase):',
        '    def test_hangs(self):',
        `        print("${hangs}", flush=True)`,
        '        time.sleep(600)',
        '',
      ].join('\n'),
      command: ['python3', '-m', 'unittest', 'test_hanging'],
    },
  },
};

function copyOf(suite: Suite, t: TestContext): string {
  const folder = temporaryFolder(t);
  cpSync(join(project, suite.folder), folder, { recursive: true });
  return folder;
}

/** The environment of a suite, and a function that returns the process ids of the servers that it has started. */
function startingIn(folder: string, program?: string) {
  const pids = join(folder, 'pids');
  const starter = join(folder, 'start.sh');
  writeFileSync(pids, '');
  writeFileSync(starter, `echo $$ >> '${pids}'\nexec '${process.execPath}' '${launcher}' "$@"\n`);
  const { NODE_TEST_CONTEXT: _, GPRSIM_API_KEY: __, ...inherited } = process.env;
  const env = {
    ...inherited,
    GPRSIM: program ?? `sh ${starter}`,
    PYTHONDONTWRITEBYTECODE: '1',
    // No proxy listens there: the suites must not use it.
    http_proxy: 'http://127.0.0.1:9',
  };
  return { env, servers: () => readFileSync(pids, 'utf8').trim().split('\n').filter(Boolean).map(Number) };
}

/** A suite of one of its files. */
function only(suite: Suite, file: string): Suite {
  return { ...suite, command: suite.one(file), passed: /^# pass [1-9]\d*\n# fail 0$|^OK$/m };
}

/** Runs a suite; returns its output and the process ids of its servers. */
function run({ command, passed }: Suite, folder: string, program?: string, more: NodeJS.ProcessEnv = {}) {
  const { env, servers } = startingIn(folder, program);
  const [first, ...args] = command;
  const { status, stdout, stderr } = spawnSync(first, args, {
    cwd: folder,
    env: { ...env, ...more },
    encoding: 'utf8',
    timeout: 60_000,
    killSignal: 'SIGKILL',
  });
  const output = stdout + stderr;
  return { well: status === 0 && passed.test(output), status, output, servers: servers() };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function gone(pid: number): Promise<void> {
  const until = performance.now() + 20_000;
  while (isAlive(pid)) {
    if (performance.now() > until) {
      process.kill(pid, 'SIGKILL');
      assert.fail('a server outlived its tests');
    }
    await sleep(20);
  }
}

for (const [language, suite] of Object.entries(suites)) {
  const skip = language === 'python' && noPython;

  test(`${language}: every test passes with one server for each file, which has ended afterwards`, {
    skip,
  }, (t) => {
    const { well, output, servers } = run(suite, copyOf(suite, t));
    assert.ok(well, output);
    assert.deepEqual(servers.map(isAlive), Array(suite.files).fill(false));
  });

  test(`${language}: a wrong expectation fails, and leaves no server`, { skip }, (t) => {
    const folder = copyOf(suite, t);
    const file = join(folder, suite.tests);
    const [right, wrong] = suite.wrong;
    const content = readFileSync(file, 'utf8');
    assert.ok(content.includes(right));
    writeFileSync(file, content.replace(right, wrong));
    const { status, output, servers } = run(only(suite, suite.tests), folder);
    assert.equal(status, 1, output);
    assert.match(output, /Complete/);
    assert.deepEqual(servers.map(isAlive), [false]);
  });

  test(`${language}: a test without a rewind before it fails`, { skip }, (t) => {
    const folder = copyOf(suite, t);
    const [name, rewind, nothing, tests] = suite.rewind;
    const file = join(folder, name);
    const content = readFileSync(file, 'utf8');
    assert.ok(content.includes(rewind));
    writeFileSync(file, content.replace(rewind, nothing));
    const { status, output, servers } = run(only(suite, tests), folder);
    assert.equal(status, 1, output);
    assert.deepEqual(servers.map(isAlive), [false]);
  });

  test(`${language}: the suite uses the key of GPRSIM_API_KEY`, { skip }, (t) => {
    const GPRSIM_API_KEY = '5f0c6f5e-3a55-4f0e-9a43-0d7f4a4be1c2';
    const { well, output } = run(only(suite, suite.tests), copyOf(suite, t), undefined, { GPRSIM_API_KEY });
    assert.ok(well, output);
  });

  test(`${language}: the suite prints the error of a program that does not start`, { skip }, (t) => {
    const program = `${process.execPath} ${launcher} --no-such-flag`;
    const { status, output } = run(only(suite, suite.tests), copyOf(suite, t), program);
    assert.notEqual(status, 0);
    assert.match(output, /no-such-flag/);
  });
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    test(`${language}: a suite that ${signal} ends leaves no server`, { skip }, async (t) => {
      const folder = copyOf(suite, t);
      const { file, content, command } = suite.hanging;
      writeFileSync(join(folder, file), content);
      const { env, servers } = startingIn(folder);
      const [first, ...args] = command;
      const tests = spawn(first, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit'] });
      t.after(() => tests.kill('SIGKILL'));
      const ended = once(tests, 'exit');
      for await (const chunk of tests.stdout) if (String(chunk).includes(hangs)) break;
      const [server] = servers();
      assert.ok(isAlive(server));
      tests.kill(signal);
      assert.deepEqual(await ended, [null, signal]);
      await gone(server);
    });
  }
}

const noPytest =
  spawnSync('python3', ['-m', 'pytest', '--version']).status === 0 ? false : 'there is no pytest';

test('pytest: each test has a world of one server, which has ended afterwards', { skip: noPytest }, (t) => {
  const suite = suites.python;
  const folder = copyOf(suite, t);
  const command = ['python3', '-m', 'pytest', '-q', '-p', 'no:cacheprovider', 'worlds_test.py'];
  const { well, output, servers } = run({ ...suite, command, passed: /^5 passed/m }, folder);
  assert.ok(well, output);
  assert.deepEqual(servers.map(isAlive), [false]);
});

test('the tests with worlds share a server that runs already, and leave no world there', async (t) => {
  const server = await start({ scenario: 'quiet', paused: true });
  t.after(() => server.close());
  const shared = { GPRSIM_URL: server.url, GPRSIM_API_KEY: server.apiKey };
  const runs = [
    {
      ...suites.node,
      command: [process.execPath, '--test', '--test-reporter=tap', 'worlds.test.mjs'],
      passed: /^# pass 5\n# fail 0$/m,
    },
    ...(noPytest
      ? []
      : [
          {
            ...suites.python,
            command: ['python3', '-m', 'pytest', '-q', '-p', 'no:cacheprovider', 'worlds_test.py'],
            passed: /^5 passed/m,
          },
        ]),
  ];
  // Both at once: names of worlds do not meet.
  const ended = await Promise.all(runs.map((suite) => runAside(suite, copyOf(suite, t), shared)));
  for (const { output, passed } of ended) assert.match(output, passed);
  const owner = await Party.in(server.url, server.apiKey);
  assert.deepEqual((await owner.get('/sim/worlds')).worlds, []);
});

/** Runs a suite beside the server of this process. */
async function runAside({ command, passed }: Suite, folder: string, more: NodeJS.ProcessEnv) {
  const { env } = startingIn(folder);
  const [first, ...args] = command;
  const child = spawn(first!, args, {
    cwd: folder,
    env: { ...env, ...more },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
  await once(child, 'close');
  return { output, passed };
}

test('node: a run with a hanging test ends at its time-out and leaves no server', async (t) => {
  const suite = suites.node;
  const folder = copyOf(suite, t);
  const { file, content } = suite.hanging;
  writeFileSync(join(folder, file), content);
  // Without --test-force-exit, the open handles of the test keep its file from ending.
  const command = [process.execPath, '--test', '--test-timeout=4000', '--test-force-exit', file];
  const { status, output, servers } = run({ ...suite, command }, folder);
  assert.equal(status, 1, output);
  assert.equal(servers.length, 1);
  await gone(servers[0]);
});

test('node: a test file that does not stop its server ends, and its server ends too', async (t) => {
  const suite = suites.node;
  const folder = copyOf(suite, t);
  const file = join(folder, suite.tests);
  const content = readFileSync(file, 'utf8');
  const stop = 'after(() => gprsim.stop());\n';
  assert.ok(content.includes(stop));
  writeFileSync(file, content.replace(stop, ''));
  const { well, output, servers } = run(only(suite, suite.tests), folder);
  assert.ok(well, output);
  for (const server of servers) await gone(server);
});
