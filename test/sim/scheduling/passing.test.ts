// Which heads pass a blocked one under backfill if there are many, and when a cycle looks for them again.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GprTable, NONE } from '../../../sim/tables/gprs/gpr-table.ts';
import { Entries, SortedHeads } from '../../../sim/tables/pools/sorted-heads.ts';
import { SECOND, scenarioOf } from '../../support/scenario.ts';
import { World } from '../../support/world.ts';

for (const present of [0, 1000])
  test(`the first of ${present} sorted heads within an exit duration is that of a sorted list, after any additions and removals`, () => {
    const gprs = new GprTable();
    const list: { row: number; score: number; rank: number; exitMs: number }[] = [];
    let state = 1;
    const draw = (n: number) => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return Math.floor((state / 2 ** 32) * n);
    };
    const added = (rank: number) => {
      const row = gprs.add();
      const head = { row, score: draw(20), rank, exitMs: draw(1000) };
      gprs.rank[row] = head.rank;
      gprs.exitLeftMs[row] = head.exitMs;
      list.push(head);
      return head;
    };
    for (let i = 0; i < present; i++) added(i - 5000);
    const scores = new Map(list.map(({ row, score }) => [row, score]));
    const sorted = new SortedHeads(
      new Entries(present),
      Int32Array.from(scores.keys()),
      (row) => scores.get(row)!,
      gprs,
    );
    for (let step = 0; step < 3000; step++) {
      if (list.length > 0 && draw(10) < (step < 1500 ? 2 : 7)) {
        const [{ row, score }] = list.splice(draw(list.length), 1);
        sorted.remove(row, score, gprs);
      } else {
        const head = added(draw(2) === 0 ? step : -step);
        sorted.add(head.row, head.score, gprs);
      }
      const [score, rank, longestMs] = [
        draw(20),
        draw(2 * step + 1) - step,
        draw(4) === 0 ? Infinity : draw(30),
      ];
      const expected = list
        .filter(
          (one) =>
            one.exitMs <= longestMs && (one.score > score || (one.score === score && one.rank >= rank)),
        )
        .sort((a, b) => a.score - b.score || a.rank - b.rank)[0];
      assert.equal(sorted.first(score, rank, longestMs, null), expected?.row ?? NONE);
    }
  });

for (const sharesBehind of [true, false])
  test(`the first of heads by changing scores is that of a list, ${sharesBehind ? 'with' : 'without'} equal scores in a workspace`, () => {
    const gprs = new GprTable();
    const sorted = new SortedHeads(new Entries(0), new Int32Array(), () => 0, gprs);
    const list: { row: number; workspace: number; rank: number; exitMs: number }[] = [];
    let state = 7;
    const draw = (n: number) => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return Math.floor((state / 2 ** 32) * n);
    };
    const usage = Array.from({ length: 30 }, () => draw(8));
    let growUntilMs = 1;
    const scoreBehind = (row: number) =>
      sharesBehind ? usage[gprs.workspace[row]] : (usage[gprs.workspace[row]] * (row + 3)) % 11;
    for (let step = 0; step < 4000; step++) {
      if (list.length > 0 && draw(10) < (step < 2000 ? 2 : 7)) {
        const [{ row, workspace }] = list.splice(draw(list.length), 1);
        sorted.remove(row, workspace, gprs);
      } else {
        const row = gprs.add();
        const head = { row, workspace: draw(30), rank: draw(2) === 0 ? step : -step, exitMs: draw(1000) };
        gprs.workspace[row] = head.workspace;
        gprs.rank[row] = head.rank;
        gprs.exitLeftMs[row] = head.exitMs;
        list.push(head);
        sorted.add(row, head.workspace, gprs);
      }
      usage[draw(30)] += draw(3);
      if (step % 50 === 49) {
        growUntilMs++;
        usage.forEach((used, at) => {
          usage[at] = Math.floor(used / 2);
        });
      }
      const scores = {
        sharesBehind,
        scoreBehind,
        growUntilMs,
        workspaceScoreBehind: (workspace: number) => usage[workspace],
      };
      const [score, rank, longestMs] = [
        draw(10) - 1,
        draw(2 * step + 1) - step,
        draw(4) === 0 ? Infinity : draw(200),
      ];
      const accepts = draw(3) === 0 ? (row: number) => row % 3 === 0 : null;
      const expected = list
        .filter(({ row, exitMs }) => exitMs <= longestMs || accepts?.(row) === true)
        .map((one) => ({ ...one, score: scoreBehind(one.row) }))
        .filter((one) => one.score > score || (one.score === score && one.rank > rank))
        .sort((a, b) => a.score - b.score || a.rank - b.rank)[0];
      assert.equal(sorted.firstByScore(score, rank, longestMs, accepts, scores), expected?.row ?? NONE);
    }
  });

/** One node of 8 GPUs. Blue holds 6 until 100 s; green waits for 8 of them from 10 s. */
function overloaded(scheduler: object): World {
  const world = new World(
    scenarioOf({ scheduler: { queue: 'backfill', workspaceLimit: 'none', ...scheduler } }),
  );
  world.at(0).create('blue', { gpusPerNode: 6 });
  world.at(10 * SECOND).create('green', { gpusPerNode: 8, priority: 200 });
  return world;
}

for (const backfillOrder of ['same', 'shortest', 'fair-share'])
  test(`of 200 heads with one demand, those that end by the reservation pass, in the backfill order ${backfillOrder}`, () => {
    const world = overloaded({ backfillOrder });
    const heads = Array.from({ length: 200 }, (_, i) =>
      // The 120th, the 150th and the 180th end in time; two of them fit.
      world.create('red', { exitMs: (i % 30 === 0 && i >= 120 ? 90 - i / 30 : 500) * SECOND }),
    );
    world.run(10 * SECOND);
    const started = heads.flatMap((gprId, i) => (world.states(gprId) === 'Successful' ? [i] : []));
    assert.deepEqual(started, backfillOrder === 'shortest' ? [150, 180] : [120, 150]);
  });

test('a head that arrives behind a blocked one and fits passes if it ends by the reservation', () => {
  const world = overloaded({});
  world.run(10 * SECOND);
  world.at(20 * SECOND);
  const large = world.create('red', { gpusPerNode: 3, exitMs: SECOND });
  const long = world.create('red', { gpusPerNode: 2, exitMs: 500 * SECOND });
  world.run(20 * SECOND);
  world.at(30 * SECOND);
  const short = world.create('red', { gpusPerNode: 2, exitMs: 70 * SECOND });
  world.run(30 * SECOND);
  assert.equal(world.states(large, long, short), 'Queued Queued Successful');
});

test('if the reservation needs a node that is removed while it is down, a GPR may pass when the next one arrives', () => {
  const world = new World(scenarioOf({ nodes: 2, scheduler: { queue: 'backfill' } }));
  world.at(0).create('blue', { gpusPerNode: 2 });
  world.do({ kind: 'node.down', cluster: 'east', node: 'east-large-1', repairAfterMs: 50 * SECOND });
  world.at(10 * SECOND).create('green', { gpusPerNode: 6, nodeCount: 2, priority: 200 });
  const red = world.create('red', { gpusPerNode: 6, exitMs: 60 * SECOND });
  world.at(20 * SECOND).do({ kind: 'node.remove', cluster: 'east', node: 'east-large-1' });
  assert.equal(world.states(red), 'Queued');
  world.at(30 * SECOND).create('white', { gpusPerNode: 8, priority: 50 });
  world.run(30 * SECOND);
  assert.deepEqual(world.starts(red), [30 * SECOND]);
});
