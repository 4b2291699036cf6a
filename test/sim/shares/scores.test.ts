// Shares keep the scores of nodes and score only changed nodes again; a copy of a pool begins without scores.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Totals } from '../../../sim/capacity/capacity-totals.ts';
import { bestFit } from '../../../sim/capacity/placement/best-fit.ts';
import { worstFit } from '../../../sim/capacity/placement/worst-fit.ts';
import { Shares } from '../../../sim/capacity/shares/shares.ts';

/** By demand. */
const demands = {
  nodes: Int32Array.of(1, 1, 2, 1),
  gpus: Int32Array.of(1, 1, 2, 4),
  gpuMilli: Int32Array.of(300, 1000, 1000, 1000),
  dedicated: Uint8Array.of(0, 0, 0, 1),
  classes: Int32Array.of(1, 1, 1, 1),
  cpuMilli: Int32Array.of(0, 0, 0, 0),
  memoryMib: Int32Array.of(0, 0, 0, 0),
};

for (const placement of [bestFit, worstFit])
  test(`a pool chooses nodes by ${placement.name} as its copy does, after any changes`, () => {
    const pool = new Shares([4], demands, new Totals(), placement);
    pool.setUpPool({ cpuMilli: [1000], memoryMib: [1000], ranks: [3, 1, 1, 0], typical: [] });
    const held: { demand: number; slots: Int32Array }[] = [];
    let state = 7;
    const draw = (n: number) => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return Math.floor((state / 2 ** 32) * n);
    };
    for (let step = 0; step < 2000; step++) {
      // From 5 to 75 nodes: tables grow.
      if (step < 5 || (step % 20 === 0 && pool.nodeCount < 75)) pool.setUp(pool.add(step, 0), true);
      const demand = draw(4);
      if (held.length > 0 && draw(5) < 2) {
        const [gone] = held.splice(draw(held.length), 1);
        pool.give(gone.demand, gone.slots, 0);
      } else if (pool.fits(demand)) {
        const slots = new Int32Array(2);
        pool.choose(demand, slots, 0);
        pool.take(demand, slots, 0);
        held.push({ demand, slots });
      }
      const asked = draw(4);
      const copy = pool.fork(demands, new Totals());
      assert.equal(pool.room(asked), copy.room(asked));
      if (!pool.fits(asked)) continue;
      const [chosen, expected] = [new Int32Array(2), new Int32Array(2)];
      pool.choose(asked, chosen, 0);
      copy.choose(asked, expected, 0);
      assert.deepEqual(chosen, expected);
    }
    assert.equal(pool.nodeCount, 75);
  });
