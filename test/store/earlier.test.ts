import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MIGRATIONS } from '../../src/store/migrations.ts';
import { openWorld, rows, states, submit, temporaryFile } from '../driver/world.ts';
import { request, SECOND, scenarioOf } from '../support/scenario.ts';
import { asEarlier } from './earlier.ts';

for (const version of [1, 2, 3, 4, 7, 8]) {
  test(`a world continues in a file with tables of version ${version}, with its facts and GPRs in history`, async (t) => {
    const path = temporaryFile(t);
    const world = openWorld(t, path, scenarioOf({ keepEnded: 1 }));
    const ids: string[] = [];
    for (let i = 0; i < 4; i++) {
      ids.push((await submit(world, request('blue', { gprName: `work ${i}` }))).gprId!);
      await world.advance({ byMs: 100 * SECOND });
    }
    await submit(world, { kind: 'gpr.delete', gprId: ids[0] });
    const seen = () => [world.clock(), world.read.factsAfter(0, 1_000), ids.map((id) => world.read.gpr(id))];
    const before = seen();
    await world.close();

    const earlier = asEarlier(t, path, version);
    for (const time of ['first', 'second']) {
      const again = openWorld(t, earlier);
      assert.deepEqual(
        [again.clock(), again.read.factsAfter(0, 1_000), ids.map((id) => again.read.gpr(id))],
        before,
        time,
      );
      assert.equal(again.read.gpr(ids[1])?.gprName, 'work 1');
      assert.equal(states(again, ...ids), 'none Complete Complete Complete', time);
      await again.close();
    }
    assert.deepEqual(rows(earlier, 'PRAGMA user_version'), [[MIGRATIONS.length]]);
    assert.deepEqual(rows(earlier, 'SELECT DISTINCT is_packed FROM fact_runs'), [[version < 3 ? 0 : 1]]);

    // New rows are stored in the new form after the old rows.
    const going = openWorld(t, earlier);
    await submit(going, request('red'));
    await going.advance({ byMs: 100 * SECOND });
    const { hash } = going.clock();
    await going.close();
    assert.equal(openWorld(t, earlier).clock().hash, hash);
  });
}
