// The test suites for those who integrate: they run, with one server each that is gone afterwards, and they fail when
// there is reason to.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { project } from '../documents/documents.ts';

const launcher = join(project, 'src/pack/launch.mjs');
const noPython = spawnSync('python3', ['--version']).status === 0 ? false : 'there is no python3';

interface Suite {
  readonly folder: string;
  readonly command: readonly string[];
  readonly tests: string;
  /** What the suite says of how many tests went well. */
  readonly passed: RegExp;
  /** A line to be changed so that a test must fail. */
  readonly wrong: readonly [string, string];
}

const suites: Record<'node' | 'python', Suite> = {
  node: {
    folder: 'fixtures/ci/node',
    command: [process.execPath, '--test', '--test-reporter=tap'],
    tests: 'gpus.test.mjs',
    passed: /^# pass 7\n# fail 0$/m,
    wrong: ["await gprsim.advance('4h59m59s');", "await gprsim.advance('4h59m58s');"],
  },
  python: {
    folder: 'fixtures/ci/python',
    command: ['python3', '-m', 'unittest'],
    tests: 'test_gpus.py',
    passed: /^Ran 7 tests in .*\n\nOK$/m,
    wrong: ['self.gprsim.advance("4h59m59s")', 'self.gprsim.advance("4h59m58s")'],
  },
};

/** A copy of a suite, as somebody has it in a project of their own. */
function copyOf(suite: Suite, t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'gprsim-suite-'));
  t.after(() => rmSync(folder, { recursive: true }));
  cpSync(join(project, suite.folder), folder, { recursive: true });
  return folder;
}

/** Runs a suite; what it says, and the processes of the servers that it started. */
function run({ command, passed }: Suite, folder: string, program?: string) {
  const pids = join(folder, 'pids');
  const starter = join(folder, 'start.sh');
  writeFileSync(pids, '');
  writeFileSync(starter, `echo $$ >> '${pids}'\nexec '${process.execPath}' '${launcher}' "$@"\n`);
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const [first, ...args] = command;
  const { status, stdout, stderr } = spawnSync(first, args, {
    cwd: folder,
    env: { ...env, GPRSIM: program ?? `sh ${starter}`, PYTHONDONTWRITEBYTECODE: '1' },
    encoding: 'utf8',
    timeout: 60_000,
    killSignal: 'SIGKILL',
  });
  const said = stdout + stderr;
  const servers = readFileSync(pids, 'utf8').trim().split('\n').filter(Boolean).map(Number);
  return { well: status === 0 && passed.test(said), status, said, servers };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

for (const [language, suite] of Object.entries(suites)) {
  const skip = language === 'python' && noPython;

  test(`${language}: every test passes, with one server that is gone afterwards`, { skip }, (t) => {
    const { well, said, servers } = run(suite, copyOf(suite, t));
    assert.ok(well, said);
    assert.equal(servers.length, 1);
    assert.equal(isAlive(servers[0]), false);
  });

  test(`${language}: a wrong expectation fails, and leaves no server`, { skip }, (t) => {
    const folder = copyOf(suite, t);
    const file = join(folder, suite.tests);
    const [right, wrong] = suite.wrong;
    const content = readFileSync(file, 'utf8');
    assert.ok(content.includes(right));
    writeFileSync(file, content.replace(right, wrong));
    const { status, said, servers } = run(suite, folder);
    assert.equal(status, 1, said);
    assert.match(said, /Complete/);
    assert.deepEqual(servers.map(isAlive), [false]);
  });

  test(`${language}: a program that does not start is told of`, { skip }, (t) => {
    const { status, said } = run(suite, copyOf(suite, t), `${process.execPath} ${launcher} --no-such-flag`);
    assert.notEqual(status, 0);
    assert.match(said, /no-such-flag/);
  });
}
