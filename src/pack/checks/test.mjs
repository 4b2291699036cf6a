// npm test: runs the tests under test/ except *.long.test.ts, and properties with a twentieth of their runs.
// npm run test:all: runs all tests. npm run test:long: runs *.long.test.ts.
// With paths, they run the tests in these files and folders, long ones included.
// Files of a folder share a process, as do those of small folders, except long ones; long ones with a browser share three.
// Unlike `node --test`, it fails if no test ran or if a file has no tests.

import '../require-node.mjs';
import { existsSync, readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative, resolve, sep } from 'node:path';
import { entries, freshBundle } from '../bundling/bundle.mjs';
import { bundleTests } from '../bundling/test-bundle.mjs';
import { root } from '../root.mjs';
import { runInOneProcess } from './test-process.mjs';
import { Report } from './test-report.mjs';

/** The long files of this folder share a few processes, each with one browser. */
const BROWSER_FOLDER = join(root, 'test', 'dashboard');
const BROWSERS = 3;

/** The few files of these folders take longest, so they start first. */
const FIRST = ['exchanges', 'worlds', 'naive', 'links'];

/** Other folders with fewer files share a process. */
const FILES_MIN = 3;

/** A process that ends early loses the tests of its group, which then run again. */
const FILES_MAX = 40;

const words = process.argv.slice(2);
const wanted = words.filter((word) => !word.startsWith('--')).map((path) => resolve(path));
const isLong = words.includes('--long');
const isQuick = !isLong && !words.includes('--all') && wanted.length === 0;
// The tests start hundreds of processes that compile the same sources.
process.env.NODE_COMPILE_CACHE ??= join(root, 'dist/cache/compiled');
if (isQuick) process.env.GPRSIM_RUNS ??= '0.05';
const files = readdirSync(join(root, 'test'), { recursive: true })
  .filter((file) => file.endsWith(isLong ? '.long.test.ts' : '.test.ts'))
  .filter((file) => !(isQuick && file.endsWith('.long.test.ts')))
  .map((file) => join(root, 'test', file))
  .filter((file) => wanted.length === 0 || wanted.some((path) => isIn(file, path)))
  .sort();

const without = wanted.filter((path) => !files.some((file) => isIn(file, path)));
if (files.length === 0 || without.length > 0) {
  console.error(
    `There are no tests in ${(wanted.length === 0 ? [join(root, 'test')] : without).map(short).join(', ')}.`,
  );
  process.exitCode = 1;
} else {
  await runAll();
}

async function runAll() {
  // Tests that find no bundle would all build it.
  if (existsSync(join(root, entries.gprsim))) await freshBundle('gprsim');
  const sources = await bundleTests(files);
  const report = new Report(sources);
  const queue = groupsOf(sources);
  /** Bundles with a browser that failed beside others. They run again alone; both results are printed. */
  const again = new Set();
  const work = async () => {
    for (let group = queue.shift(); group !== undefined; group = queue.shift()) {
      const unfinished = new Set(group);
      const isWhole = await runInOneProcess(group, (tests) => {
        // Alone, the file that ended the process runs again, and then those that had no turn.
        if (!tests.isComplete && group.length > 1) return;
        unfinished.delete(tests.bundle);
        if (tests.failures.length > 0 && isBrowserFile(sources.get(tests.bundle))) {
          again.add(tests.bundle);
          report.addAgain(tests);
        } else report.add(tests);
      });
      if (!isWhole && group.length > 1) queue.push(...[...unfinished].map((bundle) => [bundle]));
    }
  };
  // More than the number of cores, because some tests wait for real time, and those with a browser mostly wait.
  const waiting = [...sources.values()].some(isBrowserFile) ? 2 : 1;
  await Promise.all(Array.from({ length: availableParallelism() + waiting }, work));
  for (const bundle of again) await runInOneProcess([bundle], (tests) => report.add(tests));
  report.end();
  if (isQuick) console.log('Long tests were skipped; npm run test:all runs every test.');
}

/** Bundles that run in one process each, the largest groups first. */
function groupsOf(sources) {
  const folders = new Map();
  const groups = [];
  const browsers = [];
  const counts = new Map();
  for (const file of sources.values()) counts.set(folderOf(file), (counts.get(folderOf(file)) ?? 0) + 1);
  const hasFew = (folder) => counts.get(folder) < FILES_MIN && !FIRST.includes(folder);
  for (const [bundle, file] of sources) {
    if (isBrowserFile(file)) {
      browsers.push(bundle);
      continue;
    }
    if (file.endsWith('.long.test.ts')) {
      groups.push([bundle]);
      continue;
    }
    const folder = hasFew(folderOf(file)) ? '' : folderOf(file);
    let group = folders.get(folder);
    if (group === undefined || group.length === FILES_MAX) {
      group = [];
      folders.set(folder, group);
      groups.push(group);
    }
    group.push(bundle);
  }
  for (let first = 0; first < Math.min(BROWSERS, browsers.length); first++)
    groups.push(browsers.filter((_, i) => i % BROWSERS === first));
  const rank = (group) => (FIRST.includes(folderOf(sources.get(group[0]))) ? FILES_MAX : group.length);
  return groups.sort((a, b) => rank(b) - rank(a));
}

/** The folder in `test` that a file is in. */
function folderOf(file) {
  return short(file).split(sep)[1];
}

function isBrowserFile(file) {
  return file.endsWith('.long.test.ts') && isIn(file, BROWSER_FOLDER);
}

function isIn(file, path) {
  return file === path || file.startsWith(path + sep);
}

function short(path) {
  return relative(root, path);
}
