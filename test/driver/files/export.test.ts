import assert from 'node:assert/strict';
import { copyFileSync, existsSync } from 'node:fs';
import { type TestContext, test } from 'node:test';
import Database from 'better-sqlite3';
import type { Driver } from '../../../src/driver/driver.ts';
import { Cancelled, WorldReadOnly } from '../../../src/driver/world.ts';
import { StoreError } from '../../../src/store/store-error.ts';
import { WorldFile } from '../../../src/store/world-file.ts';
import { request, SECOND, scenarioOf } from '../../support/scenario.ts';
import { damage, memoryWorld, openWorld, ownerKey, rows, submit, temporaryFile } from '../world.ts';

/** A world whose facts are copied in many slices. */
async function longWorld(t: TestContext): Promise<Driver> {
  const world = memoryWorld(t, scenarioOf());
  for (let i = 0; i < 200; i++) {
    await submit(world, request('blue', { exitMs: SECOND }));
    await world.advance({ byMs: 60 * SECOND });
  }
  return world;
}

test('during an export the event loop stays responsive, and commands run after the export', async (t) => {
  const world = await longWorld(t);
  const before = world.clock();
  const path = temporaryFile(t);
  const exporting = world.exportTo(path);
  let isDone = false;
  const late = submit(world, request('red')).then(({ gprId }) => {
    assert.ok(isDone);
    return gprId!;
  });
  // A key is not part of the world, so its creation need not wait.
  const { apiKey } = world.keys.create(ownerKey('ci'));
  let turns = 0;
  const watch = setInterval(() => {
    assert.deepEqual(world.clock(), before);
    assert.equal(world.read.factsAfter(0, 10).length, 10);
    turns++;
  }, 0);
  await exporting;
  isDone = true;
  clearInterval(watch);
  assert.ok(turns >= 3, `${turns} turns`);
  assert.notEqual(world.read.gpr(await late), undefined);
  assert.notEqual(world.keys.byValue(apiKey), undefined);

  assert.deepEqual(rows(path, 'SELECT count(*) FROM process_keys'), [[0]]);
  const { hash, seq, nowMs } = openWorld(t, path).clock();
  assert.deepEqual({ hash, seq, nowMs }, { hash: before.hash, seq: before.seq, nowMs: before.nowMs });
});

test('an export whose client disconnects is cancelled and leaves no file', async (t) => {
  const world = await longWorld(t);
  const path = temporaryFile(t);
  let asked = 0;
  await assert.rejects(
    world.exportTo(path, () => ++asked < 3),
    Cancelled,
  );
  assert.equal(asked, 3);
  assert.equal(existsSync(path), false);
  await submit(world, request('blue'));
  await world.exportTo(path);
  assert.ok(existsSync(path));

  const other = temporaryFile(t);
  const exporting = world.exportTo(other);
  await Promise.all([assert.rejects(exporting, WorldReadOnly), world.close()]);
  assert.equal(existsSync(other), false);
});

test('an export leaves a damaged snapshot out', async (t) => {
  const path = temporaryFile(t);
  const world = openWorld(t, path, scenarioOf());
  await submit(world, request('blue'));
  const { hash } = world.clock();
  await world.close();
  for (const [sql, snapshots] of [
    ['UPDATE snapshots SET commands = commands', 1],
    ['UPDATE snapshot_parts SET state = zeroblob(length(state))', 0],
  ] as const) {
    damage(path, sql);
    const target = temporaryFile(t);
    const file = WorldFile.read(path);
    assert.equal(file.hasDamagedSnapshot, snapshots === 0);
    file.exportTo(target);
    file.close();
    assert.deepEqual(rows(target, 'SELECT count(*) FROM snapshots'), [[snapshots]]);
    assert.equal(openWorld(t, target).clock().hash, hash);
  }
});

test('an export refuses a damaged or missing row and leaves no file', async (t) => {
  const path = temporaryFile(t);
  const world = openWorld(t, path, scenarioOf({ keepEnded: 1 }));
  for (let i = 0; i < 3; i++) {
    await submit(world, request('blue', { exitMs: SECOND }));
    await world.advance({ byMs: 60 * SECOND });
  }
  await world.close();
  for (const damage of [
    'UPDATE journal SET round = round + 1 WHERE seq = 2',
    'UPDATE fact_runs SET words = zeroblob(length(words)) WHERE first_seq = 1',
    'UPDATE marks SET facts = facts + 1',
    "UPDATE meta SET value = '2' WHERE key = 'engineVersion'",
    'UPDATE history SET count = count + 1',
    'DELETE FROM journal WHERE seq = 3',
    'DELETE FROM fact_runs WHERE first_seq = 1',
    'DELETE FROM marks',
  ]) {
    const damaged = temporaryFile(t);
    copyFileSync(path, damaged);
    const raw = new Database(damaged);
    assert.ok(raw.prepare(damage).run().changes > 0, damage);
    raw.close();
    const target = temporaryFile(t);
    assert.throws(
      () => {
        const file = WorldFile.read(damaged);
        try {
          file.exportTo(target);
        } finally {
          file.close();
        }
      },
      (error) => error instanceof StoreError && error.message.includes(`${damaged} is damaged`),
      damage,
    );
    assert.equal(existsSync(target), false);
  }
});
