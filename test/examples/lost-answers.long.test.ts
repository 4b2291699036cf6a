// The tests of the guide that lose answers find the retry bug of its clients each time, and pass without the bug.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { documentAt, project, sectionOf } from '../documents/documents.ts';

const launcher = join(project, 'src/pack/launch.mjs');
const noPython = spawnSync('python3', ['--version']).status === 0 ? false : 'python3 is not installed';
const guide = documentAt('docs/testing.md');
const section = sectionOf(guide, 'A client that loses answers');
const codeIn = (language: string) =>
  [...section.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))].map(([, code]) => code);

interface Guided {
  readonly helper: string;
  readonly command: readonly string[];
  /** File → its content. */
  readonly files: Readonly<Record<string, string>>;
  readonly client: string;
  /** The line with the bug, and those that replace it. */
  readonly bug: string;
  readonly repair: string;
  /** Matches the numbers of GPRs that the failing test prints. */
  readonly failure: RegExp;
}

const [client, tests, repair] = codeIn('ts');
const [pythonTests, pythonRepair] = codeIn('python');

const guided: Readonly<Record<string, Guided>> = {
  TypeScript: {
    helper: 'fixtures/ci/node/gprsim.mjs',
    command: [process.execPath, '--test', '--test-reporter=tap', 'lost-answers.test.ts'],
    files: { 'client.ts': client, 'lost-answers.test.ts': tests },
    client: 'client.ts',
    bug: '      // Try again.\n',
    repair,
    failure: /(\d+ !== 10)/,
  },
  Python: {
    helper: 'fixtures/ci/python/gprsim.py',
    command: ['python3', '-m', 'unittest', 'test_lost_answers'],
    files: { 'test_lost_answers.py': pythonTests },
    client: 'test_lost_answers.py',
    bug: '            pass  # Try again.\n',
    repair: pythonRepair,
    failure: /(\d+ != 10)/,
  },
};

function folderOf({ helper, files }: Guided, t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'gprsim-lost-'));
  t.after(() => rmSync(folder, { recursive: true }));
  cpSync(join(project, helper), join(folder, helper.split('/').at(-1)!));
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  return folder;
}

function run({ command }: Guided, cwd: string) {
  const { NODE_TEST_CONTEXT: _, GPRSIM_API_KEY: __, ...inherited } = process.env;
  const env = { ...inherited, GPRSIM: `${process.execPath} ${launcher}`, PYTHONDONTWRITEBYTECODE: '1' };
  const [first, ...args] = command;
  const { status, stdout, stderr } = spawnSync(first, args, { cwd, env, encoding: 'utf8', timeout: 60_000 });
  return { status, output: stdout + stderr };
}

for (const [language, one] of Object.entries(guided)) {
  const skip = language === 'Python' && noPython;

  test(`${language}: the test fails each time with the same count, and passes without the bug`, {
    skip,
  }, (t) => {
    const folder = folderOf(one, t);
    const counts = [1, 2].map(() => {
      const { status, output } = run(one, folder);
      assert.equal(status, 1, output);
      const count = one.failure.exec(output)?.[1];
      assert.ok(count !== undefined, output);
      return count;
    });
    assert.equal(counts[0], counts[1]);
    assert.ok(section.includes(`\`${counts[0]}\``), `the guide has another count than ${counts[0]}`);

    const file = join(folder, one.client);
    const content = readFileSync(file, 'utf8');
    assert.ok(content.includes(one.bug));
    writeFileSync(file, content.replace(one.bug, one.repair));
    const { status, output } = run(one, folder);
    assert.equal(status, 0, output);
  });
}
