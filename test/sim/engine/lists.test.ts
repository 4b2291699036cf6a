// The lists of policies, and the state of the queue policy in each world.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Origin, uidOf } from '../../../sim/base/numbers/ids.ts';
import { buildWorld, engineOf } from '../../../sim/build.ts';
import { applyCommand } from '../../../sim/commands/apply.ts';
import { checkCommand } from '../../../sim/commands/check.ts';
import { type CreateGpr, PLACEMENT_POLICIES, QUEUE_POLICIES, Simulation } from '../../../sim/index.ts';
import { request, SECOND, scenarioOf } from '../../support/scenario.ts';

describe('policies', () => {
  for (const [kind, policies] of Object.entries({ QUEUE_POLICIES, PLACEMENT_POLICIES })) {
    test(`${kind} have unique names and summaries`, () => {
      const names = policies.map(({ name }) => name);
      assert.equal(new Set(names).size, names.length);
      for (const { name, summary } of policies) {
        assert.match(name, /^[a-z][a-z-]*$/);
        assert.match(summary, /^[a-z].*[^.]$/, name);
      }
    });
  }

  test('a world is not built with a policy that does not exist', () => {
    const build = (scheduler: object) => () => new Simulation(scenarioOf({ scheduler }));
    assert.throws(build({ queue: 'fifo' }), {
      message: 'scheduler.queue must be one of backfill, conservative, greedy, refuse, strict, but is "fifo"',
    });
    assert.throws(build({ placement: 'any' }), {
      message:
        'scheduler.placement must be one of best-fit, best-fit-vector, clustering, dot-product, fgd, first-fit, packing, random, worst-fit, but is "any"',
    });
  });
});

test('a copy of a world has a separate reservation under backfill', () => {
  const world = buildWorld(scenarioOf({ scheduler: { queue: 'backfill' } }));
  const { core, ids, index } = world;
  const create = (workspace: string, given: Partial<CreateGpr>): number => {
    const check = checkCommand(world, request(workspace, given), 0);
    assert.ok(check.ok, JSON.stringify(check));
    const { gprId } = applyCommand(world, check.command, uidOf(Origin.command, core.commands++));
    return index.rowOf(ids.uid(gprId!));
  };
  const engine = engineOf(world);
  engine.openAt(0);
  create('blue', { gpusPerNode: 6 });
  const head = create('green', { gpusPerNode: 8, priority: 200 });
  const behind = create('red', { gpusPerNode: 2, priority: 50, exitMs: 500 * SECOND });
  engine.close();

  const [pool] = core.pools;
  const reserve = ({ queue }: typeof core, row: number) => {
    const reservation = queue.goesOn(pool, row);
    assert.ok(typeof reservation === 'object');
    assert.equal(reservation.longestMs, 100 * SECOND);
    return reservation;
  };
  const demand = core.gprs.demand[behind];
  const places = Int32Array.of(0);
  const own = reserve(core, head);
  reserve(core.copy(), behind);
  assert.equal(own.leavesRoom(demand, places), false, 'it would delay the head of 8 GPUs');
});
