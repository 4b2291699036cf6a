// Kills served worlds under load, and checks over HTTP that each restart has everything acknowledged, and nothing twice.
//   GPRSIM_SEED=<integer>   other kills
//   GPRSIM_RUNS=<number>    multiplies the number of kills

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runs } from '../support/runs.ts';
import { type Kill, killWorld } from './kills.ts';
import { KILLS_PER_WORLD } from './plan.ts';

const seed = Number(process.env.GPRSIM_SEED ?? 1);
const KILLS = Math.ceil(6 * runs);
/** Differences that are shown for each kill. */
const SHOWN = 10;

test('if a server is killed under load, the next one has everything acknowledged, and nothing twice', async (t) => {
  const kills: Kill[] = [];
  for (let first = 0; first < KILLS; first += KILLS_PER_WORLD) {
    const world = await killWorld(seed, first, Math.min(KILLS_PER_WORLD, KILLS - first));
    kills.push(...world.kills);
    assert.deepEqual(world.wrongs, [], `the world of the kills from ${first} on, seed ${seed}`);
    for (const { result, whys, ...kill } of world.kills)
      assert.equal(result, 'intact', [JSON.stringify({ seed, ...kill }), ...whys.slice(0, SHOWN)].join('\n'));
  }
  const sum = (of: (kill: Kill) => number) => kills.reduce((total, kill) => total + of(kill), 0);
  const acknowledged = sum((kill) => kill.acknowledged);
  const branchChanges = sum((kill) => kill.branchChanges);
  t.diagnostic(`${acknowledged} requests acknowledged, ${branchChanges} of them changes of branches`);
  assert.equal(kills.length, KILLS);
  assert.ok(acknowledged >= KILLS && branchChanges > 0);
});
