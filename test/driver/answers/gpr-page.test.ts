// Lists of GPRs cover those that have left memory.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GprsWanted } from '../../../sim/index.ts';
import { generated, request, SECOND, scenarioOf } from '../../support/scenario.ts';
import { openWorld, submit, temporaryFile } from '../world.ts';

const COUNT = 300;
const ALL: GprsWanted = {
  states: [],
  workspace: '',
  cluster: '',
  priorityFrom: 0,
  priorityTo: 300,
  name: '',
  reasons: [],
  sees: () => true,
  offset: 0,
  limit: 1000,
};

test('a list has each GPR once in every order, also those that have left memory, but no deleted ones', async (t) => {
  const workload = [generated({ count: COUNT, workspaces: ['blue', 'green'] })];
  const world = openWorld(t, temporaryFile(t), scenarioOf({ keepEnded: 10, nodes: 20, workload }));
  const own = request('white', { gprName: 'only one', exitMs: SECOND });
  const { gprId } = (await submit(world, own)) as { gprId: string };
  const other = (await submit(world, { ...own, workspace: 'red' })) as { gprId: string };
  await world.advance({ byMs: 400 * COUNT * SECOND });
  assert.equal(world.read.views.countStates().Complete, 10);
  await submit(world, { kind: 'gpr.delete', gprId: other.gprId });
  for (const order of [undefined, 'waited', 'name', 'ended'] as const) {
    const { total, gprs } = await world.read.gprPage({ ...ALL, order });
    const ids = new Set(gprs.map(({ gpr }) => gpr.gprId));
    assert.deepEqual([total, gprs.length, ids.size], [COUNT + 1, COUNT + 1, COUNT + 1], order);
    const ends = gprs.map(({ gpr }) => gpr.endedAtMs!);
    if (order === 'ended')
      assert.deepEqual(
        ends,
        ends.toSorted((a, b) => a - b),
      );
    if (order === undefined)
      assert.deepEqual(
        ends,
        ends.toSorted((a, b) => b - a),
      );
  }
  const found = async (wanted: Partial<GprsWanted>) =>
    (await world.read.gprPage({ ...ALL, ...wanted })).gprs.map(({ gpr }) => gpr.gprId);
  assert.deepEqual(await found({ name: 'only one' }), [gprId]);
  assert.deepEqual(await found({ name: 'only one', sees: () => false }), []);
  assert.deepEqual(await found({ states: ['Queued'] }), []);
});
