// No file that a command writes is a file of a world, a file that the command reads, or another file that it writes.

import assert from 'node:assert/strict';
import {
  copyFileSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { type TestContext, test } from 'node:test';
import { CommandFailure } from '../../../src/arguments/command-failure.ts';
import { openOutputs } from '../../../src/cli/support/output/output-files.ts';
import { openWorld, submit, temporaryFile } from '../../driver/world.ts';
import { request, scenarioOf } from '../../support/scenario.ts';

type Flags = {
  readonly report?: string;
  readonly jobs?: string;
  readonly db?: string;
  readonly scenario?: string;
};

function open({ report, jobs, db, scenario }: Flags) {
  return openOutputs(
    { '--report': report, '--jobs': jobs },
    { world: db, read: { 'the scenario': scenario } },
  );
}

function refused(flags: Flags): string {
  try {
    open(flags);
  } catch (error) {
    assert.ok(error instanceof CommandFailure, `${error}`);
    return error.message;
  }
  return assert.fail(`opened: ${JSON.stringify(flags)}`);
}

/** Copies the files of a served world, as a kill of its process leaves them, and returns the path of the copy. */
async function killed(t: TestContext): Promise<string> {
  const served = temporaryFile(t);
  await submit(openWorld(t, served, scenarioOf()), request('blue'));
  const path = temporaryFile(t);
  for (const end of ['', '-wal', '-shm', '-head', '-lock']) copyFileSync(served + end, path + end);
  return path;
}

test('no file of a world is overwritten, whatever its name or the link to it', async (t) => {
  const path = await killed(t);
  const folder = dirname(path);
  const other = join(folder, 'other');
  mkdirSync(other);
  symlinkSync(folder, join(other, 'folder'));
  for (const end of ['', '-wal', '-shm', '-head', '-lock']) {
    const link = join(other, `link${end}.html`);
    symlinkSync(path + end, link);
    const names = [
      path + end,
      relative(process.cwd(), path + end),
      link,
      join(other, 'folder', basename(path + end)),
    ];
    if (end !== '-lock') {
      // A lock is empty: under another name, it is like any empty file.
      names.push(join(other, `hard${end}.html`));
      linkSync(path + end, names.at(-1)!);
    }
    const before = readFileSync(path + end);
    for (const report of names) {
      assert.match(refused({ report }), /^--report .* is (a|the) .*world.*; give another name$/, report);
      assert.match(refused({ jobs: report }), /^--jobs /);
    }
    assert.deepEqual(readFileSync(path + end), before);
  }
  // A journal that does not exist would be taken for that of the world. So would the target of a link.
  symlinkSync(`${path}-journal`, join(other, 'journal'));
  for (const report of [`${path}-journal`, join(other, 'journal'), `${path}-JOURNAL`])
    assert.match(refused({ report }), /is a file of the world .*world\.gprsim; give another name/);
  assert.ok(!existsSync(`${path}-journal`) && !existsSync(`${path}-JOURNAL`));
});

test('two files of a command are not the same file', (t) => {
  const folder = dirname(temporaryFile(t));
  const file = (name: string) => join(folder, name);
  symlinkSync('new.csv', file('to-new'));
  symlinkSync('.', file('folder'));
  for (const jobs of [
    file('new.csv'),
    file('to-new'),
    file('folder/new.csv'),
    relative(process.cwd(), file('new.csv')),
  ]) {
    assert.match(
      refused({ report: file('new.csv'), jobs }),
      /^--jobs .* is the file of --report; give another name$/,
    );
    assert.match(refused({ report: jobs, jobs: file('new.csv') }), /^--jobs .* is the file of --report/);
    assert.ok(!existsSync(file('new.csv')), 'a new file is removed');
  }
  writeFileSync(file('old.csv'), 'an earlier report');
  linkSync(file('old.csv'), file('hard.csv'));
  const before = readFileSync(file('old.csv'), 'utf8');
  assert.match(refused({ report: file('old.csv'), jobs: file('hard.csv') }), /is the file of --report/);
  assert.equal(readFileSync(file('old.csv'), 'utf8'), before);
  for (const opened of Object.values(open({ report: '/dev/null', jobs: '/dev/null' }))) opened.close();
});

test('no file of a command is the file of its new world, or belongs to it', (t) => {
  const db = temporaryFile(t);
  const folder = dirname(db);
  symlinkSync('.', join(folder, 'folder'));
  for (const end of ['', '-wal', '-shm', '-journal', '-head', '-lock'])
    for (const report of [db + end, join(folder, 'folder', basename(db) + end)])
      for (const world of [db, join(folder, 'folder', basename(db))]) {
        assert.match(refused({ report, db: world }), /^--report .* is a file of --db .*; give another name$/);
        assert.deepEqual(readdirSync(folder), ['folder']);
      }
});

test('a file that the command reads is not overwritten', (t) => {
  const scenario = join(dirname(temporaryFile(t)), 'mine.json');
  writeFileSync(scenario, '{}');
  assert.match(
    refused({ report: scenario, scenario }),
    /^--report .*mine\.json is the file of the scenario; give another/,
  );
  assert.equal(readFileSync(scenario, 'utf8'), '{}');
});

test('an earlier report is replaced, and other files of the folder do not matter', async (t) => {
  const db = temporaryFile(t);
  const report = join(dirname(db), 'notes-head');
  writeFileSync(report, 'an earlier report');
  const opened = open({ report, jobs: `${db}.csv`, db });
  opened['--report']!.write('new');
  for (const file of Object.values(opened)) file.close();
  assert.equal(readFileSync(report, 'utf8'), 'new');
});

test('after a failure, an earlier file has its content, a new one is removed, and nothing else is left', (t) => {
  const folder = dirname(temporaryFile(t));
  const [report, jobs] = [join(folder, 'report.html'), join(folder, 'jobs.csv')];
  writeFileSync(jobs, 'old');
  const before = readdirSync(folder);
  const opened = open({ report, jobs });
  for (const file of Object.values(opened)) file.write('a part');
  assert.equal(readFileSync(jobs, 'utf8'), 'old');
  for (const file of Object.values(opened)) file.cancel();
  assert.equal(readFileSync(jobs, 'utf8'), 'old');
  assert.deepEqual(readdirSync(folder), before);
});

test('a file keeps its mode and the link to it', (t) => {
  const folder = dirname(temporaryFile(t));
  const [file, link] = [join(folder, 'real.csv'), join(folder, 'link.csv')];
  writeFileSync(file, 'old', { mode: 0o640 });
  symlinkSync(file, link);
  const { '--jobs': jobs } = open({ jobs: link });
  jobs!.write('new');
  jobs!.close();
  jobs!.cancel();
  assert.equal(readFileSync(file, 'utf8'), 'new');
  assert.equal(statSync(file).mode & 0o777, 0o640);
  assert.ok(lstatSync(link).isSymbolicLink());
});
