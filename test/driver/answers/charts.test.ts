// Charts are built from the facts of the file, follow the committed facts, and begin again with another world.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { World } from '../../../src/driver/world.ts';
import { generated, request, SECOND, scenarioOf } from '../../support/scenario.ts';
import { memoryWorld, openWorld, submit, temporaryFile } from '../world.ts';

const HOUR = 3600 * SECOND;

const busy = scenarioOf({
  nodes: 3,
  keepEnded: 5,
  workload: [generated({ count: 400, exitDurationMs: { from: 300 * SECOND, to: 900 * SECOND } })],
  failures: { nodeMtbfMs: 2 * HOUR },
});

async function charts(world: World) {
  const window = { fromMs: 0, toMs: world.nowMs() + HOUR, cluster: undefined };
  return {
    gantt: await world.read.gantt({ ...window, pixels: 100, rows: 'nodes' }),
    series: await world.read.series({ ...window, points: 50 }),
  };
}

test('charts are the same after a restart, and in a world that charted from the beginning', async (t) => {
  const path = temporaryFile(t);
  const first = openWorld(t, path, busy);
  const followed = memoryWorld(t, busy);
  for (let i = 0; i < 5; i++) {
    await first.advance({ byMs: HOUR });
    await followed.advance({ byMs: HOUR });
    await charts(followed);
  }
  const before = await charts(first);
  await first.close();
  const again = await charts(openWorld(t, path));
  assert.ok(before.gantt.bars.row.length > 20 && before.gantt.bars.planned.includes(1));
  assert.deepEqual(again, before);
  assert.deepEqual(await charts(followed), before);
});

test('GPRs that have left memory have their names', async (t) => {
  const world = memoryWorld(t, busy);
  await world.advance({ byMs: 2 * HOUR });
  const { gprs, gprNames } = await world.read.gantt({
    fromMs: 0,
    toMs: undefined,
    cluster: undefined,
    pixels: 10_000,
    rows: 'workspaces',
  });
  const counts = world.read.views.countStates();
  assert.ok(gprs.length > counts.Complete + counts.Successful);
  assert.deepEqual(
    gprNames,
    gprs.map(({ gprId }) => world.read.gpr(gprId)!.gprName),
  );
});

test('a chart in an open turn has the committed facts, and the forecast of the commands since', async (t) => {
  const world = memoryWorld(t, scenarioOf());
  const { seq } = world.clock();
  const submitted = submit(world, request('blue', { gpusPerNode: 8 }));
  const chart = await world.read.gantt({
    fromMs: 0,
    toMs: HOUR,
    cluster: undefined,
    pixels: 1000,
    rows: 'nodes',
  });
  await submitted;
  // On a busy machine, the turn can end before the chart.
  assert.ok([seq, world.clock().seq].includes(chart.seq), `${chart.seq}`);
  assert.deepEqual([chart.bars.fromMs, chart.bars.toMs, chart.bars.planned], [[0], [100 * SECOND], [1]]);
});
