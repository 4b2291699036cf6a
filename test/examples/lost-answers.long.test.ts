// The test of the guide that loses answers finds the retry bug of its client each time, and passes without the bug.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { documentAt, project, sectionOf } from '../documents/documents.ts';
import { temporaryFolder } from '../support/folder.ts';

const section = sectionOf(documentAt('docs/testing.md'), 'A client that loses answers');
const [client, repair] = [...section.matchAll(/^```python\n(.*?)^```$/gms)].map(([, code]) => code);
const bug = '            pass  # Try again.\n';
const skip = spawnSync('python3', ['--version']).status === 0 ? false : 'python3 is not installed';

function run(cwd: string, code: string) {
  writeFileSync(join(cwd, 'test_lost_answers.py'), code);
  const { NODE_TEST_CONTEXT: _, GPRSIM_API_KEY: __, ...inherited } = process.env;
  const launcher = join(project, 'src/pack/launch.mjs');
  const env = { ...inherited, GPRSIM: `${process.execPath} ${launcher}`, PYTHONDONTWRITEBYTECODE: '1' };
  const args = ['-m', 'unittest', 'test_lost_answers'];
  const { status, stdout, stderr } = spawnSync('python3', args, { cwd, env, encoding: 'utf8' });
  return { status, output: stdout + stderr };
}

test('the test fails each time with the same count, and passes without the bug', { skip }, (t) => {
  const folder = temporaryFolder(t);
  cpSync(join(project, 'fixtures/ci/python/gprsim.py'), join(folder, 'gprsim.py'));
  for (let i = 0; i < 2; i++) {
    const { status, output } = run(folder, client);
    assert.equal(status, 1, output);
    const count = /(\d+ != 10)/.exec(output)?.[1];
    assert.ok(section.includes(`\`${count}\``), `the guide has another count than ${count}`);
  }
  assert.ok(client.includes(bug));
  const { status, output } = run(folder, client.replace(bug, repair));
  assert.equal(status, 0, output);
});
