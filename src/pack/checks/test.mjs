// npm test: runs the tests under test/ except *.long.test.ts, and properties with a tenth of their runs.
// npm run test:all: runs all tests. npm run test:long: runs *.long.test.ts.
// With paths, they run the tests in these files and folders, long ones included.
// Unlike `node --test`, it fails if no test ran or if a file has no tests.

import '../require-node.mjs';
import { existsSync, readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative, resolve, sep } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { entries, freshBundle } from '../bundling/bundle.mjs';
import { bundleTests } from '../bundling/test-bundle.mjs';
import { root } from '../root.mjs';

const words = process.argv.slice(2);
const wanted = words.filter((word) => !word.startsWith('--')).map((path) => resolve(path));
const isLong = words.includes('--long');
const isQuick = !isLong && !words.includes('--all') && wanted.length === 0;
// The tests start hundreds of processes that compile the same sources.
process.env.NODE_COMPILE_CACHE ??= join(root, 'dist/cache/compiled');
if (isQuick) process.env.GPRSIM_RUNS ??= '0.1';
const files = readdirSync(join(root, 'test'), { recursive: true })
  .filter((file) => file.endsWith(isLong ? '.long.test.ts' : '.test.ts'))
  .filter((file) => !(isQuick && file.endsWith('.long.test.ts')))
  .map((file) => join(root, 'test', file))
  .filter(
    (file) => wanted.length === 0 || wanted.some((path) => file === path || file.startsWith(path + sep)),
  )
  .sort();

if (files.length === 0) {
  console.error(
    wanted.length === 0 ? 'There are no tests.' : `There are no tests in ${wanted.map(short).join(', ')}.`,
  );
  process.exitCode = 1;
} else {
  let passed = 0;
  const empty = [];
  // Tests that find no bundle would all build it.
  if (existsSync(join(root, entries.gprsim))) await freshBundle('gprsim');
  const sources = await bundleTests(files);
  run({
    files: [...sources.keys()],
    cwd: root,
    execArgv: ['--enable-source-maps'],
    // One more than the number of cores, because some tests wait for real time.
    concurrency: availableParallelism() + 1,
  })
    .on('test:pass', (test) => {
      // The runner reports a file without tests as one test with the name of the file.
      if (sources.has(test.name)) empty.push(sources.get(test.name));
      else if (test.details.type !== 'suite' && test.skip === undefined) passed += 1;
    })
    .on('test:fail', () => {
      process.exitCode = 1;
    })
    .on('end', () => {
      for (const file of empty) console.error(`${short(file)} has no tests.`);
      if (passed === 0) console.error('No test ran.');
      if (empty.length > 0 || passed === 0) process.exitCode = 1;
      if (isQuick) console.log('Long tests were skipped; npm run test:all runs every test.');
    })
    .compose(spec())
    .pipe(process.stdout);
}

function short(path) {
  return relative(root, path);
}
