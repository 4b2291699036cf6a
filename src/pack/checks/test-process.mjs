// Runs several test files in one process.

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from 'node:test';
import { root } from '../root.mjs';

/** A test with this prefix marks that the tests of the file in its name follow; without a name, that all tests have run. */
const MARK = 'the tests of ';
const folder = join(root, 'dist/cache/tests/processes');
let processes = 0;

/**
 * Runs bundles of test files one after the other, and calls `onFile` with the tests of each. They are incomplete if the process
 * ended within them. Returns whether all have run.
 */
export async function runInOneProcess(bundles, onFile) {
  const entry = await entryOf(bundles);
  let tests = testsOf(bundles[0]);
  let failed = false;
  const events = run({ files: [entry], cwd: root, execArgv: ['--enable-source-maps'], concurrency: 1 });
  for await (const { type, data } of events) {
    if (type === 'test:stdout' || type === 'test:stderr') process[type.slice(5)].write(data.message);
    // Errors after the tests that caused them.
    if (type === 'test:diagnostic' && /^(Error|Warning):/.test(data.message)) console.error(data.message);
    if (type !== 'test:pass' && type !== 'test:fail') continue;
    if (data.name === entry) {
      // The process has ended. Its exit code is 1 also after a failed test.
      if (type === 'test:fail' && !failed) tests.failures.push({ ...data, name: 'the process fails' });
    } else if (data.nesting === 0 && data.name.startsWith(MARK)) {
      const bundle = data.name.slice(MARK.length);
      tests.isComplete = true;
      if (bundle === '') continue;
      onFile(tests);
      tests = testsOf(bundle);
    } else {
      count(data, type === 'test:pass', tests);
      failed ||= tests.failures.length > 0;
    }
  }
  onFile(tests);
  return tests.isComplete;
}

function testsOf(bundle) {
  return { bundle, isComplete: false, ms: 0, passed: 0, skipped: 0, failures: [] };
}

function count(test, passes, tests) {
  if (test.nesting === 0) tests.ms += test.details.duration_ms;
  if (!passes) {
    if (test.details.error.failureType !== 'subtestsFailed') tests.failures.push(test);
  } else if (test.skip !== undefined) {
    tests.skipped++;
  } else if (test.details.type !== 'suite') {
    tests.passed++;
  }
}

/** Writes a module that imports bundles, and returns its path. */
async function entryOf(bundles) {
  const entry = join(folder, `${process.pid}-${processes++}.mjs`);
  const mark = (bundle) => `test(${JSON.stringify(MARK + bundle)}, () => {});`;
  const lines = [
    "import { test } from 'node:test';",
    // The hooks of the first file must not belong to a test before it.
    ...bundles.map((bundle, i) => `${i === 0 ? '' : mark(bundle)}\nawait import(${JSON.stringify(bundle)});`),
    mark(''),
  ];
  await mkdir(folder, { recursive: true });
  await writeFile(entry, lines.join('\n'));
  return entry;
}
