// Orders of one's own in a world.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { AbsentPolicy, PolicyFailure, type Scenario, Simulation } from '../../sim/index.ts';
import { ownPolicies } from '../../src/modules/given.ts';
import { absentPolicies, failureText } from '../../src/wire/text/own-policies.ts';
import { SECOND, scenarioOf } from '../support/scenario.ts';
import type { World } from '../support/world.ts';
import { given, orderText, worldOf } from './module.ts';

const ABSENT = `sha256:${'0'.repeat(64)}`;

interface Waiting {
  readonly world: World;
  /** Of the three, s. */
  readonly starts: () => number[];
  readonly estimates: () => number[];
}

/** One node of 8 GPUs, which the first GPR holds for 100 s; three more wait for it from 1 s on. */
function waiting(scheduler: Partial<Scenario['scheduler']>): Waiting {
  const world = worldOf(scenarioOf({ scheduler })).at(0);
  world.create('blue', { gpusPerNode: 8, exitMs: 100 * SECOND });
  world.run(0).at(SECOND);
  const ids = [30, 10, 20].map((seconds, i) =>
    world.create(['red', 'white', 'green'][i], { gpusPerNode: 8, exitMs: seconds * SECOND }),
  );
  world.run(SECOND);
  return {
    world,
    starts: () => ids.map((gprId) => world.starts(gprId)[0] / SECOND),
    estimates: () => ids.map((gprId) => world.estimate(gprId)! / SECOND),
  };
}

describe("an order of one's own", () => {
  test('sorts the heads by its scores, also in forecasts', async () => {
    const { world, starts, estimates } = waiting({ order: await given(orderText('gpr.exitMs')) });
    // 10 s from 100 s on, 20 s from 110 s on, 30 s from 130 s on.
    assert.deepEqual(estimates(), [130, 100, 110]);
    world.run(1000 * SECOND);
    assert.deepEqual(starts(), [130, 100, 110]);
  });

  test('gives the starts of the built-in order with the same scores', async () => {
    const own = waiting({ order: await given(orderText('gpr.usage', true)) });
    const builtIn = waiting({ order: 'fair-share' });
    for (const { world } of [own, builtIn]) world.run(1000 * SECOND);
    assert.deepEqual(own.starts(), builtIn.starts());
  });

  test('gets the instant of the cycle', async () => {
    // Until 60 s the longest goes first, then the shortest: the cycle at 100 s computes the scores anew.
    const score = `(nowMs < ${60 * SECOND} ? -1 : 1) * gpr.exitMs`;
    const { world, starts } = waiting({ order: await given(orderText(score, true)) });
    world.run(1000 * SECOND);
    assert.deepEqual(starts(), [130, 100, 110]);
  });

  test('sorts the heads behind a blocked one', async () => {
    const backfillOrder = await given(orderText('gpr.exitMs'));
    const world = worldOf(scenarioOf({ scheduler: { queue: 'backfill', backfillOrder } })).at(0);
    world.create('blue', { gpusPerNode: 6, exitMs: 100 * SECOND });
    world.run(0).at(SECOND);
    world.create('red', { gpusPerNode: 8, priority: 200 });
    const long = world.create('white', { gpusPerNode: 2, exitMs: 90 * SECOND });
    const short = world.create('green', { gpusPerNode: 2, exitMs: 20 * SECOND });
    world.run(1000 * SECOND);
    assert.equal(world.starts(short)[0], SECOND);
    assert.ok(world.starts(long)[0] > SECOND);
  });
});

describe('an order that fails', () => {
  const fails = (score: string) => failsBy(orderText(score));
  const failsBy = async (text: string) => {
    const order = await given(text);
    assert.throws(
      () => waiting({ order }).world.run(1000 * SECOND),
      (error: unknown) => {
        assert.ok(error instanceof PolicyFailure);
        why = error.message;
        return true;
      },
    );
    return why;
  };
  let why = '';

  test('is named with its line if it throws', async () => {
    const throwing = "(() => { throw new Error('boom ' + gpr.nodes); })()";
    assert.equal(await fails(throwing), 'the order ./mine.mjs, line 5, throws: boom 1');
  });

  for (const score of ['gpr.rank - nowMs', 'gpr.usage * 2']) {
    test(`is named if its score is computed from what changes, without changes: ${score}`, async () => {
      assert.match(
        await fails(score),
        /returns NaN for .* must be a finite number; if it depends on nowMs or usage, write changes: true$/,
      );
    });
  }

  for (const [score, shown] of [
    ['undefined', 'undefined'],
    ['NaN', 'NaN'],
    ['-Infinity', '-Infinity'],
    ["'1'", '"1"'],
    ['1n', '1n'],
    ['Promise.resolve(1)', 'a promise'],
    ['null', 'null'],
  ]) {
    test(`is named if its score is ${shown}`, async () => {
      assert.equal(
        await fails(score),
        `the order ./mine.mjs returns ${shown} for {"rank":219902325555200,"priority":100,"createdAtMs":0,"exitMs":100000,"nodes":1,"gpusPerNode":8,"usage":0}; a score must be a finite number; if it depends on nowMs or usage, write changes: true`,
      );
    });
  }
});

test('a world may name an order that was not given, until a cycle needs it', () => {
  const simulation = new Simulation(scenarioOf({ scheduler: { order: ABSENT } }));
  assert.equal(simulation.rules().scheduler.order, ABSENT);
  assert.throws(
    () => waiting({ order: ABSENT }),
    (error: unknown) => {
      assert.ok(error instanceof AbsentPolicy);
      assert.equal(error.message, `the world names the order ${ABSENT}, which was not given`);
      assert.match(
        failureText(error),
        /^the world names the order sha256:0{64}, which was not given; start again with --module FILE/,
      );
      return true;
    },
  );
});

test('the members that name absent policies are listed', async () => {
  const order = await given(orderText('gpr.priority'));
  const names = { queue: 'strict', placement: ABSENT, order, backfillOrder: ABSENT };
  assert.deepEqual(
    absentPolicies(names, ownPolicies).map(({ member }) => member),
    ['placement', 'backfillOrder'],
  );
  assert.ok(
    absentPolicies({ order: ABSENT }, ownPolicies)[0].why.includes(', or use one that was given: sha256:'),
    'given ones are listed',
  );
  assert.deepEqual(absentPolicies({ placement: order }, ownPolicies).length, 1, 'an order is no placement');
});
