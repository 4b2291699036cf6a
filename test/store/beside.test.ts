// gprsim writes into the files beside a world's file. Another file that has one of their names is refused and stays as it is.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { BESIDE } from '../../src/store/sqlite/file/beside.ts';
import { WorldFile } from '../../src/store/world-file.ts';
import { openWorld, submit, temporaryFile } from '../driver/world.ts';
import { request, scenarioOf } from '../support/scenario.ts';
import { refusal } from './refusal.ts';

const THEIRS = 'a file of another program\n';

/** Returns a closed world, and a new path; both lie in folders with the file `theirs`. */
async function paths(t: TestContext): Promise<string[]> {
  const closed = temporaryFile(t);
  await openWorld(t, closed, scenarioOf()).close();
  return [closed, temporaryFile(t)].map((path) => {
    writeFileSync(theirs(path), THEIRS);
    return path;
  });
}

const theirs = (path: string) => join(dirname(path), 'theirs');

test('a link beside a world leads nowhere: writers and readers refuse it, and its target stays', async (t) => {
  for (const path of await paths(t)) {
    for (const end of BESIDE) {
      for (const target of ['theirs', 'missing']) {
        symlinkSync(target, path + end);
        const wasThere = existsSync(path);
        const opens = wasThere ? [WorldFile.open, WorldFile.read] : [WorldFile.open];
        for (const open of opens)
          assert.match(
            refusal(() => open(path)),
            new RegExp(`${end} is a link; move it away`),
          );
        assert.equal(readFileSync(theirs(path), 'utf8'), THEIRS);
        assert.ok(!existsSync(join(dirname(path), 'missing')));
        assert.ok(lstatSync(path + end).isSymbolicLink());
        assert.equal(existsSync(path), wasThere);
        rmSync(path + end);
      }
    }
    WorldFile.open(path).close();
  }
});

test('a file beside a world that has a second name is refused by writers', async (t) => {
  const [path] = await paths(t);
  for (const end of BESIDE) {
    linkSync(theirs(path), path + end);
    assert.match(
      refusal(() => WorldFile.open(path)),
      new RegExp(`${end} (has a second name|is not a head record)`),
    );
    assert.equal(readFileSync(theirs(path), 'utf8'), THEIRS);
    rmSync(path + end);
  }
  // Not even a head record is written through a second name: it may be that of another world.
  const served = temporaryFile(t);
  await submit(openWorld(t, served, scenarioOf()), request('blue'));
  const record = `${served}-head`;
  const before = readFileSync(record);
  linkSync(record, `${path}-head`);
  assert.match(
    refusal(() => WorldFile.open(path)),
    /-head has a second name/,
  );
  assert.deepEqual(readFileSync(record), before);
});

test('a file that is no head record is neither overwritten nor removed', async (t) => {
  for (const path of await paths(t)) {
    for (const content of [
      THEIRS,
      THEIRS.repeat(40),
      'x'.repeat(192),
      `${'\0'.repeat(192)}x`,
      '\0'.repeat(705),
    ]) {
      writeFileSync(`${path}-head`, content);
      assert.match(
        refusal(() => WorldFile.open(path)),
        /-head is not a head record of gprsim; move it away/,
      );
      assert.equal(readFileSync(`${path}-head`, 'utf8'), content);
    }
    // A power failure during the creation of a record can leave zeros.
    for (const zeros of [0, 192, 704]) {
      writeFileSync(`${path}-head`, '\0'.repeat(zeros));
      WorldFile.open(path).close();
    }
  }
});

test('a pipe or a folder beside a new world is refused', (t) => {
  const path = temporaryFile(t);
  for (const end of BESIDE) {
    execFileSync('mkfifo', [path + end]);
    assert.match(
      refusal(() => WorldFile.open(path)),
      /is a pipe or a device/,
    );
    rmSync(path + end);
    mkdirSync(path + end);
    assert.match(
      refusal(() => WorldFile.open(path)),
      /is a folder/,
    );
    rmSync(path + end, { recursive: true });
    assert.ok(!existsSync(path));
  }
});

test('a damaged lock file is called that', async (t) => {
  const [path] = await paths(t);
  for (const content of [THEIRS, 'SQLite format 3\0', '\0'.repeat(5000)]) {
    writeFileSync(`${path}-lock`, content);
    assert.match(
      refusal(() => WorldFile.open(path)),
      /the lock file .*world\.gprsim-lock is damaged: it must be empty; .* remove the lock file$/,
    );
    assert.equal(readFileSync(`${path}-lock`, 'utf8'), content);
  }
  rmSync(`${path}-lock`);
  WorldFile.open(path).close();
});

test('a new world is refused whose name belongs to another world', async (t) => {
  const [path] = await paths(t);
  const source = temporaryFile(t);
  await openWorld(t, source, scenarioOf()).close();
  for (const end of [...BESIDE, '-LOCK']) {
    const pattern =
      /world\.gprsim-\w+ would be taken for a file of the world .*world\.gprsim; give another name/;
    assert.match(
      refusal(() => WorldFile.open(path + end)),
      pattern,
    );
    const file = WorldFile.read(source);
    assert.match(
      refusal(() => file.exportTo(path + end)),
      pattern,
    );
    file.close();
    assert.ok(!existsSync(path + end));
    // A killed server leaves an empty lock.
    writeFileSync(path + end, '');
    assert.match(
      refusal(() => WorldFile.open(path + end)),
      pattern,
    );
    rmSync(path + end);
  }
});

test('an export replaces neither a file that was created during it, nor a link', async (t) => {
  const [path, target] = await paths(t);
  const file = WorldFile.read(path);
  t.after(() => file.close());
  symlinkSync('missing', target);
  assert.match(
    refusal(() => file.exportTo(target)),
    /world\.gprsim already exists; give a new name/,
  );
  assert.ok(lstatSync(target).isSymbolicLink());
  rmSync(target);
  const slices = file.exportSlices(target);
  assert.match(
    refusal(() => {
      for (const _ of slices) writeFileSync(target, THEIRS);
    }),
    /world\.gprsim already exists/,
  );
});
