// Answers that take their time let others have their turns, and stay answers about the world they were asked of.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { workedOut } from '../../src/driver/work-out.ts';
import { request, SECOND, scenarioOf } from '../support/scenario.ts';
import { World } from '../support/world.ts';

test('what is known is answered at once', () => {
  assert.equal(workedOut({ run: () => true, answer: () => 7 }), 7);
});

test('what is not is promised, and others have their turns until it is there', async () => {
  let turns = 0;
  const turn = () => {
    turns++;
    if (turns < 5) setImmediate(turn);
  };
  setImmediate(turn);
  // It gets there only if others come on.
  const answer = workedOut({ run: () => turns >= 5, answer: () => turns });
  assert.ok(answer instanceof Promise);
  assert.equal(await answer, 5);
});

test('what fails on the way rejects', async () => {
  let runs = 0;
  const outlook = {
    run() {
      runs++;
      if (performance.now() - startedAt > 50) throw new Error('broken');
      return false;
    },
    answer: () => runs,
  };
  const startedAt = performance.now();
  await assert.rejects(async () => workedOut(outlook), /broken/);
});

for (const enableEviction of [false, true]) {
  test(`commands in between do not enter ${enableEviction ? 'what evicting' : 'what'} requests are answered`, () => {
    const world = new World(scenarioOf({ nodes: 2 })).at(0);
    const held = world.create('blue', { gpusPerNode: 8, priority: 50, requeueOnFailure: true });
    world.create('green', { gpusPerNode: 8, priority: 200 });
    const waits = world.create('red', { gpusPerNode: 8, priority: 40 });
    world.run(0).at(SECOND);
    const { simulation } = world;
    const asked = request('white', { gpusPerNode: 8, priority: 60, enableEviction });
    const expected = {
      estimates: [{ startMs: world.estimate(waits) }],
      prospects: simulation.prospects(asked),
    };
    world.do({ kind: 'gpr.update', gprId: waits, priority: 45 });

    const estimates = simulation.estimates([waits]);
    const prospects = simulation.outlook(asked);
    estimates.run(1);
    prospects.run(1);
    world.do({ kind: 'gpr.delete', gprId: waits });
    world.do({ kind: 'gpr.release', gprId: held });
    world.run(50 * SECOND);
    while (!estimates.run(1));
    while (!prospects.run(1));
    assert.deepEqual({ estimates: estimates.answer(), prospects: prospects.answer() }, expected);
    assert.notDeepEqual(simulation.prospects(asked), expected.prospects);
  });
}
