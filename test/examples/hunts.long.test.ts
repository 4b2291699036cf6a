// Clients of the guide under faults: the careful ones survive, in a hunt and by the mark of pytest.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gprsim, programPath } from '../cli/gprsim.ts';
import { project } from '../documents/documents.ts';
import { temporaryFolder } from '../support/folder.ts';
import { runs } from '../support/runs.ts';

const noPytest =
  spawnSync('python3', ['-m', 'pytest', '--version']).status === 0 ? false : 'there is no pytest';
const noPython = spawnSync('python3', ['--version']).status === 0 ? false : 'there is no python3';
const seeds = `1..${runs < 1 ? 20 : 1000}`;

const clients = [
  { name: 'careful.py', command: ['python3', 'fixtures/clients/python/careful.py'], skip: noPython },
  { name: 'careful.ts', command: [process.execPath, 'fixtures/clients/typescript/careful.ts'], skip: false },
];

for (const { name, command, skip } of clients) {
  test(`${name} survives`, { skip }, () => {
    const [program, ...files] = command;
    const paths = files.map((file) => join(project, file));
    const { status, stdout, stderr } = gprsim([
      'hunt',
      '--seeds',
      seeds,
      '--jobs',
      '8',
      '--',
      program!,
      ...paths,
    ]);
    assert.equal(status, 0, stdout + stderr);
  });
}

test('the mark of pytest: a careful test passes, and a careless one fails with its smallest case', {
  skip: noPytest,
}, (t) => {
  const folder = temporaryFolder(t);
  cpSync(join(project, 'fixtures/ci/python'), folder, { recursive: true });
  const careful = join(project, 'fixtures/clients/python/careful.py');
  writeFileSync(
    join(folder, 'test_hunt.py'),
    `import os
import runpy

import pytest


@pytest.mark.hunt(seeds="1..4")
def test_careful(hunted):
    assert hunted.url == os.environ["GPRSIM_URL"]
    runpy.run_path("${careful}")


@pytest.mark.hunt(seeds="1..20", faults="busy=0.5", until_failure=1)
def test_careless(hunted):
    hunted.sign_in()
`,
  );
  const env = { ...process.env, GPRSIM: programPath().replaceAll("'", '') };
  const command = ['-m', 'pytest', '-q', '-p', 'no:cacheprovider', 'test_hunt.py'];
  const { status, stdout } = spawnSync('python3', command, { cwd: folder, encoding: 'utf8', env });
  assert.equal(status, 1, stdout);
  assert.match(stdout, /1 failed, 1 passed/);
  assert.match(
    stdout,
    /exit, seed \d+: the client failed: the command exits with 1\n {2}- calls? 1.* of authenticate: answered 429/,
  );
});
