import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { temporaryFolder } from '../support/folder.ts';

const passing = "import { test } from 'node:test'; test('passes', () => {});";
const failing = "import { test } from 'node:test'; test('fails', () => { throw new Error('on purpose'); });";
const skipped = "import { test } from 'node:test'; test('waits', { skip: 'no data' }, () => {});";

function runTests(t: TestContext, files: Record<string, string>, ...paths: string[]) {
  const root = temporaryFolder(t);
  cpSync(join(import.meta.dirname, '../../src/pack'), join(root, 'src/pack'), { recursive: true });
  mkdirSync(join(root, 'test/deeper'), { recursive: true });
  mkdirSync(join(root, 'node_modules'));
  for (const name of ['esbuild', '@esbuild']) {
    symlinkSync(join(import.meta.dirname, '../../node_modules', name), join(root, 'node_modules', name));
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(root, 'test', name), text);

  // With NODE_TEST_CONTEXT the runner would report to this run.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const args = [join(root, 'src/pack/checks/test.mjs'), ...paths];
  return spawnSync(process.execPath, args, { cwd: root, env, encoding: 'utf8' });
}

test('the tests in all folders run', (t) => {
  const { status, stdout } = runTests(t, { 'a.test.ts': passing, 'deeper/b.test.ts': passing });
  assert.equal(status, 0, stdout);
  assert.match(stdout, /2 passed, 0 failed/);
});

test('one failure fails the run', (t) => {
  assert.equal(runTests(t, { 'a.test.ts': passing, 'b.test.ts': failing }).status, 1);
});

test('a process that ends early fails the run, and other files run again without it', (t) => {
  const ends = `${passing} test('ends', () => process.exit(0));`;
  const load = "throw new Error('on purpose');";
  for (const files of [{ 'c.test.ts': ends }, { 'c.test.ts': load }]) {
    const { status, stdout, stderr } = runTests(t, { 'a.test.ts': passing, 'z.test.ts': passing, ...files });
    assert.equal(status, 1, stdout);
    assert.match(stderr, /The process ended within test\/c\.test\.ts/);
    assert.match(stdout, /^\d\/3 test\/z\.test\.ts: 1 passed/m);
  }
});

test('a run without tests fails', (t) => {
  for (const [files, why] of [
    [{}, /There are no tests/],
    [{ 'a.test.ts': skipped }, /No test ran/],
    [{ 'a.test.ts': passing, 'b.test.ts': 'export {};' }, /b\.test\.ts has no tests/],
  ] as [Record<string, string>, RegExp][]) {
    const { status, stderr } = runTests(t, files);
    assert.equal(status, 1);
    assert.match(stderr, why);
  }
});

test('long tests run only with --all or if a path names them', (t) => {
  const files = { 'a.test.ts': passing, 'b.long.test.ts': failing };
  const quick = runTests(t, files);
  assert.equal(quick.status, 0, quick.stdout);
  assert.match(quick.stdout, /1 passed, 0 failed[\s\S]*Long tests were skipped/);
  assert.equal(runTests(t, files, '--all').status, 1);
  assert.equal(runTests(t, files, 'test/b.long.test.ts').status, 1);
});

test('paths choose the tests', (t) => {
  const files = { 'a.test.ts': failing, 'deeper/b.test.ts': passing };
  assert.equal(runTests(t, files, 'test/deeper').status, 0);
  assert.equal(runTests(t, files, 'test/a.test.ts').status, 1);
  assert.equal(runTests(t, files, 'test/nowhere').status, 1);
});
