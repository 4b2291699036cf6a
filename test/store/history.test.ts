import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import fc from 'fast-check';
import type { GprView, KeptGpr } from '../../sim/index.ts';
import { finished } from '../../src/driver/slice.ts';
import { packGpr, unpackGpr } from '../../src/store/codecs/kept-gpr.ts';
import { Packer, Unreadable } from '../../src/store/codecs/packed.ts';
import { Damaged, StoreError } from '../../src/store/store-error.ts';
import { WorldFile } from '../../src/store/world-file.ts';
import { MEMORY } from '../../src/wire/memory.ts';
import { rows, tamper, temporaryFile } from '../driver/world.ts';
import { property } from '../support/property.ts';
import { scenarioOf } from '../support/scenario.ts';

const keptGpr: fc.Arbitrary<KeptGpr> = fc
  .record({
    words: fc
      .array(fc.oneof(fc.nat(100), fc.integer(), fc.double({ noNaN: true })))
      .map((words) => Float64Array.from(words, (word) => word + 0)),
    name: fc.option(fc.oneof(fc.string(), fc.string({ unit: 'binary' })), { nil: undefined }),
    note: fc.option(fc.string(), { nil: undefined }),
  })
  // Only a GPR with a given name carries something.
  .map(({ words, name, note }) => ({
    words,
    count: words.length,
    name,
    carried: name === undefined || note === undefined ? undefined : { note },
  }));

property('a kept GPR is read back unchanged', 300, keptGpr, (gpr) => {
  const packer = new Packer();
  packGpr(packer, gpr);
  assert.deepEqual(unpackGpr(packer.written()), gpr);
});

test('exactly the words of a GPR are kept', () => {
  const packer = new Packer();
  packGpr(packer, { words: Float64Array.of(1, 2, 3), count: 2, name: undefined, carried: undefined });
  assert.deepEqual([...unpackGpr(packer.written()).words], [1, 2]);
});

const blows = fc.array(fc.record({ at: fc.nat(), byte: fc.nat(255) }), { minLength: 1, maxLength: 4 });

property(
  'changed or truncated bytes of a GPR give another GPR or are unreadable',
  500,
  fc.tuple(keptGpr, blows),
  ([gpr, changes]) => {
    const packer = new Packer();
    packGpr(packer, gpr);
    const packed = Buffer.from(packer.written());
    for (const { at, byte } of changes) packed[at % packed.length] = byte;
    for (const bytes of [packed, packed.subarray(0, changes[0].at % packed.length)]) {
      try {
        assert.ok(unpackGpr(bytes).words instanceof Float64Array);
      } catch (error) {
        assert.ok(error instanceof Unreadable, `${error}`);
      }
    }
  },
);

function gprOf(uid: number): KeptGpr {
  const words = Float64Array.of(uid, uid % 50, -1);
  return { words, count: words.length, name: `request-${uid}`, carried: undefined };
}

/** A stub of the view of a GPR: its kept words. */
function viewOf(kept: KeptGpr, gprId: string): GprView {
  return { gprId, ...kept } as unknown as GprView;
}

function viewsOf(of: readonly number[]): GprView[] {
  return of.map((uid) => viewOf(gprOf(uid), `gpr-${uid}`));
}

const COUNT = 600;
/** GPRs of several sources, in the order of their ends, which differs from the order of their creation. */
const uids = Array.from({ length: COUNT }, (_, i) => ((i * 7) % COUNT) + (i % 3) * 2 ** 32);

function seen(file: WorldFile, of: readonly number[] = uids): (GprView | undefined)[] {
  file.history.viewOf = viewOf;
  return of.map((uid) => file.history.gpr(uid, `gpr-${uid}`));
}

test('GPRs that have left memory are readable before and after they are written, by every reader', (t) => {
  const path = temporaryFile(t);
  const file = WorldFile.open(path);
  file.setScenario(scenarioOf());
  file.history.begin({ facts: 0, commands: 0 });
  const gprs = viewsOf(uids);
  for (const [i, uid] of uids.entries()) {
    file.history.add(uid, gprOf(uid), false);
    // Flush in three batches, the last one with a snapshot.
    if (i === 199 || i === 399) write(file, i);
  }
  assert.deepEqual(seen(file), gprs);
  finished(file.setSnapshot({ nowMs: 0, round: 0, isOpen: false, commands: 0, facts: 600, state: {} }));
  assert.deepEqual(seen(file), gprs);
  assert.deepEqual(seen(file, [1_000_000, -1, 2 ** 45]), [undefined, undefined, undefined]);
  file.close();
  assert.deepEqual(rows(path, 'SELECT sum(count) FROM history'), [[COUNT]]);
  const again = WorldFile.read(path);
  t.after(() => again.close());
  assert.deepEqual(seen(again), gprs);
});

function write(file: WorldFile, facts: number): void {
  file.transaction(() => file.history.write(facts));
  file.history.clear();
}

test('a removed GPR is no longer shown: unflushed, written, and after a restart', (t) => {
  const path = temporaryFile(t);
  const file = WorldFile.open(path);
  file.setScenario(scenarioOf());
  for (const uid of [1, 2, 3, 4]) file.history.add(uid, gprOf(uid), uid === 4);
  file.history.remove(1, 1);
  const numbers = (from: WorldFile) => seen(from, [1, 2, 3, 4]).map((gpr) => gpr?.gprId);
  assert.deepEqual(numbers(file), [undefined, 'gpr-2', 'gpr-3', undefined]);
  write(file, 1);
  for (const uid of [2, 2]) file.history.remove(uid, 1);
  const left = [undefined, undefined, 'gpr-3', undefined];
  assert.deepEqual(numbers(file), left);
  file.close();
  assert.deepEqual(rows(path, 'SELECT branch, uid FROM removals'), [[1, 2]]);
  const again = WorldFile.open(path);
  t.after(() => again.close());
  assert.deepEqual(numbers(again), left);
});

test('after a restart, new rows replace the rows written after the restart point', (t) => {
  const path = temporaryFile(t);
  const file = WorldFile.open(path);
  file.setScenario(scenarioOf());
  for (const [facts, uid] of [
    [10, 1],
    [20, 2],
    [30, 3],
  ]) {
    file.history.add(uid, gprOf(uid), false);
    write(file, facts);
  }
  file.history.begin({ facts: 20, commands: 0 });
  // The old row is readable until it is replaced.
  assert.deepEqual(seen(file, [3]), viewsOf([3]));
  for (const uid of [3, 4]) file.history.add(uid, gprOf(uid), false);
  assert.throws(() =>
    file.transaction(() => {
      file.history.write(40);
      throw new Error('no room');
    }),
  );
  assert.deepEqual(seen(file, [1, 2, 3, 4]), viewsOf([1, 2, 3, 4]));
  write(file, 40);
  assert.deepEqual(seen(file, [1, 2, 3, 4]), viewsOf([1, 2, 3, 4]));
  file.close();
  assert.deepEqual(rows(path, 'SELECT facts, count FROM history'), [
    [10, 1],
    [20, 1],
    [40, 2],
  ]);
});

/** Returns a closed file with a few GPRs in its history, changed by `sql`. */
function damaged(t: TestContext, sql: string): WorldFile {
  const path = temporaryFile(t);
  const file = WorldFile.open(path);
  file.setScenario(scenarioOf());
  for (let uid = 1; uid < 20; uid++) file.history.add(uid, gprOf(uid), false);
  write(file, 1);
  file.close();
  tamper(path, sql);
  const again = WorldFile.open(path);
  t.after(() => again.close());
  return again;
}

test('the error for an unreadable history names the GPR', (t) => {
  for (const sql of [
    'UPDATE history SET gprs = zeroblob(length(gprs))',
    "UPDATE history SET gprs = x''",
    "UPDATE history SET gprs = 'a text'",
    'UPDATE history SET gprs = substr(gprs, 1, length(gprs) / 2)',
    'UPDATE history SET gprs = CAST(substr(gprs, 1, 60) || gprs AS BLOB)',
  ]) {
    const file = damaged(t, sql);
    file.history.viewOf = viewOf;
    assert.throws(
      () => file.history.gpr(19, 'gpr-19'),
      (error) => {
        assert.ok(error instanceof StoreError, `${sql}: ${error}`);
        assert.equal(
          error.message,
          new Damaged(file.path, 'its history of the GPR gpr-19 cannot be read').message,
          sql,
        );
        return true;
      },
      sql,
    );
  }
});

test('words that are not those of a GPR of the world are damage', () => {
  const file = WorldFile.open(MEMORY);
  file.setScenario(scenarioOf());
  file.history.viewOf = () => undefined;
  file.history.add(1, gprOf(1), false);
  assert.throws(
    () => file.history.gpr(1, 'gpr-1'),
    new Damaged(MEMORY, 'its history of the GPR gpr-1 cannot be read'),
  );
  file.close();
});

test('the branches of a file have separate histories', () => {
  const file = WorldFile.open(MEMORY);
  file.setScenario(scenarioOf());
  file.history.add(1, gprOf(1), false);
  write(file, 1);
  file.transaction(() => file.branches.begin());
  file.history.begin({ facts: 0, commands: 0 });
  assert.deepEqual(seen(file, [1]), [undefined]);
  file.history.add(1, gprOf(2), false);
  write(file, 1);
  assert.deepEqual(seen(file, [1]), [viewOf(gprOf(2), 'gpr-1')]);
  file.close();
});
