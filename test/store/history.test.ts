import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import fc from 'fast-check';
import type { GprView } from '../../sim/index.ts';
import { MEMORY } from '../../src/store/database.ts';
import { packGpr, unpackGpr } from '../../src/store/history-record.ts';
import { Packer, Unreadable } from '../../src/store/packed.ts';
import { StoreError } from '../../src/store/store-error.ts';
import { TextTable } from '../../src/store/text-table.ts';
import { WorldFile } from '../../src/store/world-file.ts';
import { rows, tamper, temporaryFile } from '../driver/world.ts';
import { property } from '../support/property.ts';
import { scenarioOf } from '../support/scenario.ts';

const name = fc.oneof(
  fc.string(),
  fc.nat().map((n) => `request-${n}`),
  fc.string({ unit: 'binary' }),
);
const instant = fc.nat(2 ** 30);

const gprView: fc.Arbitrary<GprView> = fc
  .record({
    gprId: fc.constant('gpr-00000000-0001'),
    gprName: name,
    workspace: name,
    workspaceCreation: fc.maxSafeNat(),
    cluster: name,
    instanceType: name,
    gpuModelName: name,
    gpusPerNode: fc.nat(16),
    nodeCount: fc.nat(100),
    memoryGbPerGpu: fc.nat(1_000),
    priority: fc.integer({ min: 1, max: 300 }),
    exitMs: fc.nat(),
    idleTimeOutMs: fc.option(fc.nat()),
    enforceIdleTimeOut: fc.boolean(),
    enableEviction: fc.boolean(),
    requeueOnFailure: fc.boolean(),
    dedicatedNodes: fc.boolean(),
    multiNode: fc.boolean(),
    enableRDMA: fc.boolean(),
    enableSecondaryNetwork: fc.boolean(),
    earlyRelease: fc.boolean(),
    state: fc.constantFrom('Queued', 'Provisioning', 'Successful', 'Complete', 'TimedOut', 'Failed'),
    failureReason: fc.oneof(fc.constant(''), name),
    idle: fc.boolean(),
    createdAtMs: instant,
    startedAtMs: fc.option(instant),
    firstStartedAtMs: fc.option(instant),
    endedAtMs: fc.option(instant),
    allocatedGpus: fc.nat(100),
    nodes: fc.option(fc.array(name)),
    retryCount: fc.nat(),
    delayedCount: fc.nat(),
    costMicro: fc.maxSafeNat(),
  })
  // What happens to a GPR happens after its creation.
  .map((gpr) => ({
    ...gpr,
    startedAtMs: later(gpr.createdAtMs, gpr.startedAtMs),
    firstStartedAtMs: later(gpr.createdAtMs, gpr.firstStartedAtMs),
    endedAtMs: later(gpr.createdAtMs, gpr.endedAtMs),
  }));

function later(createdAtMs: number, passedMs: number | null): number | null {
  return passedMs === null ? null : createdAtMs + passedMs;
}

property('a GPR is read as it was written', 300, fc.array(gprView), (gprs) => {
  const texts = new TextTable();
  const packed = gprs.map((gpr) => {
    const packer = new Packer();
    packGpr(packer, gpr, texts);
    return packer.written();
  });
  for (const [i, gpr] of gprs.entries()) assert.deepEqual(unpackGpr(packed[i], gpr.gprId, texts), gpr);
});

const blows = fc.array(fc.record({ at: fc.nat(), byte: fc.nat(255) }), { minLength: 1, maxLength: 4 });

property(
  'a record that was changed or cut is some GPR or unreadable',
  500,
  fc.tuple(gprView, blows),
  ([gpr, changes]) => {
    const texts = new TextTable();
    const packer = new Packer();
    packGpr(packer, gpr, texts);
    const packed = Buffer.from(packer.written());
    for (const { at, byte } of changes) packed[at % packed.length] = byte;
    for (const bytes of [packed, packed.subarray(0, changes[0].at % packed.length)]) {
      try {
        assert.equal(unpackGpr(bytes, gpr.gprId, texts).gprId, gpr.gprId);
      } catch (error) {
        assert.ok(error instanceof Unreadable, `${error}`);
      }
    }
  },
);

/** GPRs like those of a workload, and two that clients named. */
function gprOf(uid: number): GprView {
  const [like] = fc.sample(gprView, { numRuns: 1, seed: uid });
  const gprName = uid % 100 === 7 ? `called ${uid} by somebody` : `request-${uid}`;
  return { ...like, gprId: `gpr-${uid}`, gprName, nodes: [`east-large-${uid % 50}`] };
}

const COUNT = 600;
/** In the order of their ends, which is another than that of their creation; from several sources. */
const uids = Array.from({ length: COUNT }, (_, i) => ((i * 7) % COUNT) + (i % 3) * 2 ** 32);

function seen(file: WorldFile, of: readonly number[] = uids): (GprView | undefined)[] {
  return of.map((uid) => file.history.gpr(uid, `gpr-${uid}`));
}

test('GPRs that have left memory are there before they are written and afterwards, whoever reads', (t) => {
  const path = temporaryFile(t);
  const file = WorldFile.open(path);
  file.setScenario(scenarioOf());
  file.history.begin(0);
  const gprs = uids.map(gprOf);
  for (const [i, uid] of uids.entries()) {
    file.history.add(uid, gprs[i], false);
    // In three writings, the last of them with a snapshot.
    if (i === 199 || i === 399) write(file, i);
  }
  assert.deepEqual(seen(file), gprs);
  file.setSnapshot({ commands: 0, facts: 600, state: {} });
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

test('one that is removed is not seen any more: before it is written, afterwards, and after a restart', (t) => {
  const path = temporaryFile(t);
  const file = WorldFile.open(path);
  for (const uid of [1, 2, 3, 4]) file.history.add(uid, gprOf(uid), uid === 4);
  file.history.remove(1);
  const numbers = (from: WorldFile) => seen(from, [1, 2, 3, 4]).map((gpr) => gpr?.gprName);
  assert.deepEqual(numbers(file), [undefined, 'request-2', 'request-3', undefined]);
  write(file, 1);
  for (const uid of [2, 2]) file.history.remove(uid);
  const left = [undefined, undefined, 'request-3', undefined];
  assert.deepEqual(numbers(file), left);
  file.close();
  assert.deepEqual(rows(path, 'SELECT * FROM removals'), [[1, 2]]);
  const again = WorldFile.open(path);
  t.after(() => again.close());
  assert.deepEqual(numbers(again), left);
});

test('what is written again replaces what was written after the place where the world was taken up', (t) => {
  const path = temporaryFile(t);
  const file = WorldFile.open(path);
  for (const [facts, uid] of [
    [10, 1],
    [20, 2],
    [30, 3],
  ]) {
    file.history.add(uid, gprOf(uid), false);
    write(file, facts);
  }
  file.history.begin(20);
  // Until it is replaced it is still good.
  assert.equal(file.history.gpr(3, 'gpr-3')?.gprName, 'request-3');
  for (const uid of [3, 4]) file.history.add(uid, gprOf(uid), false);
  assert.throws(() =>
    file.transaction(() => {
      file.history.write(40);
      throw new Error('no room');
    }),
  );
  assert.deepEqual(seen(file, [1, 2, 3, 4]), [1, 2, 3, 4].map(gprOf));
  write(file, 40);
  assert.deepEqual(seen(file, [1, 2, 3, 4]), [1, 2, 3, 4].map(gprOf));
  file.close();
  assert.deepEqual(rows(path, 'SELECT facts, count FROM history'), [
    [10, 1],
    [20, 1],
    [40, 2],
  ]);
  assert.deepEqual(rows(path, 'SELECT facts FROM history_texts'), [[10], [20], [40]]);
});

/** A closed file with a few GPRs in its history, changed by `sql`. */
function damaged(t: TestContext, sql: string): WorldFile {
  const path = temporaryFile(t);
  const file = WorldFile.open(path);
  for (let uid = 1; uid < 20; uid++) file.history.add(uid, gprOf(uid), false);
  write(file, 1);
  file.close();
  tamper(path, sql);
  const again = WorldFile.open(path);
  t.after(() => again.close());
  return again;
}

test('a history that cannot be read is a damaged file, and the GPR is named', (t) => {
  for (const sql of [
    'UPDATE history SET gprs = zeroblob(length(gprs))',
    "UPDATE history SET gprs = x''",
    "UPDATE history SET gprs = 'a text'",
    'UPDATE history SET gprs = substr(gprs, 1, length(gprs) / 2)',
    'UPDATE history SET gprs = CAST(substr(gprs, 1, 60) || gprs AS BLOB)',
    'DELETE FROM history_texts',
    "UPDATE history_texts SET texts = x'03'",
  ]) {
    const file = damaged(t, sql);
    assert.throws(
      () => file.history.gpr(19, 'gpr-19'),
      (error) => {
        assert.ok(error instanceof StoreError, `${sql}: ${error}`);
        assert.equal(
          error.message,
          `${file.path}: what it keeps of the GPR gpr-19 cannot be read; the file is damaged`,
          sql,
        );
        return true;
      },
      sql,
    );
  }
});

test('branches do not see the history of one another', () => {
  const file = WorldFile.open(MEMORY);
  file.setScenario(scenarioOf());
  file.history.add(1, gprOf(1), false);
  write(file, 1);
  file.transaction(() => file.newBranch());
  file.history.begin(0);
  assert.equal(file.history.gpr(1, 'gpr-1'), undefined);
  file.history.add(1, gprOf(2), false);
  write(file, 1);
  assert.equal(file.history.gpr(1, 'gpr-1')?.gprName, 'request-2');
  file.close();
});
