// The deletion of a branch may end early: the file then has no such branch, and the next deletion removes the rest of its rows.

import assert from 'node:assert/strict';
import { copyFileSync } from 'node:fs';
import { type TestContext, test } from 'node:test';
import { WorldFile } from '../../../src/store/world-file.ts';
import { request, SECOND, scenarioOf } from '../../support/scenario.ts';
import { damage, openWorld, rows, submit, temporaryFile } from '../world.ts';

/** A closed file with three branches, of which the last is the current one. */
async function branched(t: TestContext, isDeleted: boolean): Promise<string> {
  const path = temporaryFile(t);
  const world = openWorld(t, path, scenarioOf({ nodes: 2 }));
  for (let i = 0; i < 2; i++) {
    await world.advance({ byMs: 10 * SECOND });
    await submit(world, request('blue'));
    await world.rewind({ toMs: SECOND }, 'a test');
  }
  await submit(world, request('red'));
  // The client of the deletion disconnects at once.
  if (isDeleted) assert.equal((await world.deleteBranch(2, () => false)).ok, true);
  await world.close();
  return path;
}

const leftOf = (path: string) =>
  rows(path, 'SELECT count(*) FROM fact_runs WHERE branch = 2 UNION ALL SELECT count(*) FROM marks').flat();

test('a file with the rest of a deleted branch is whole, and the next deletion removes this rest', async (t) => {
  const path = await branched(t, true);
  assert.deepEqual(leftOf(path), [1, 3], 'rows are left');
  const file = WorldFile.read(path);
  assert.equal(file.damage(), undefined);
  file.close();
  const world = openWorld(t, path);
  await world.rewind({ toMs: 0 }, 'a test');
  assert.equal((await world.deleteBranch(3)).ok, true);
  assert.deepEqual(
    world.branches().map(({ branch }) => branch),
    [1, 4],
  );
  await world.close();
  assert.deepEqual(leftOf(path), [0, 2]);
  assert.deepEqual(rows(path, "SELECT value FROM meta WHERE key = 'deleting'"), []);
});

test('a branch whose record or last commit is missing is damage, and no deletion removes its rows', async (t) => {
  const whole = await branched(t, false);
  for (const [table, pattern] of [
    ['branches', /the record of its branch 2 is missing/],
    ['marks', /the record of the last commit of its branch 2 is missing/],
  ] as const) {
    const path = temporaryFile(t);
    copyFileSync(whole, path);
    damage(path, `DELETE FROM ${table} WHERE branch = 2`);
    const file = WorldFile.open(path);
    assert.match(file.damage()!.message, pattern);
    const left = leftOf(path)[0];
    file.branches.begin();
    for (const _ of file.branches.delete(3)) assert.ok(true);
    file.close();
    assert.equal(leftOf(path)[0], left);
  }
});
