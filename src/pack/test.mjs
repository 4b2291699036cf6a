// npm test [-- PATH...]: runs the tests under test/, or those under the given files and folders. Fails also when
// nothing ran and on a file without tests, which `node --test` by itself takes for success.

import './require-node.mjs';
import { readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative, resolve, sep } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { root } from './bundle.mjs';

const wanted = process.argv.slice(2).map((path) => resolve(path));
const files = readdirSync(join(root, 'test'), { recursive: true })
  .filter((file) => file.endsWith('.test.ts'))
  .map((file) => join(root, 'test', file))
  .filter(
    (file) => wanted.length === 0 || wanted.some((path) => file === path || file.startsWith(path + sep)),
  )
  .sort();

if (files.length === 0) {
  console.error(
    wanted.length === 0 ? 'There are no tests.' : `There are no tests under ${wanted.map(short).join(', ')}.`,
  );
  process.exitCode = 1;
} else {
  let passed = 0;
  const empty = [];
  run({ files, cwd: root, concurrency: availableParallelism() })
    .on('test:pass', (test) => {
      // The runner reports a file without tests as one test that is named like the file.
      if (test.name === test.file) empty.push(test.file);
      else if (test.details.type !== 'suite' && test.skip === undefined) passed += 1;
    })
    .on('test:fail', () => {
      process.exitCode = 1;
    })
    .on('end', () => {
      for (const file of empty) console.error(`${short(file)} has no tests.`);
      if (passed === 0) console.error('No test ran.');
      if (empty.length > 0 || passed === 0) process.exitCode = 1;
    })
    .compose(spec())
    .pipe(process.stdout);
}

function short(path) {
  return relative(root, path);
}
