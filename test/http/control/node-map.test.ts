// The map of `GET /sim/state`: all nodes in columns.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { WorldState } from '../../../src/api/sim/answers.ts';
import { openWorld, temporaryFile } from '../../driver/world.ts';
import { generated, SECOND } from '../../support/scenario.ts';
import { Client } from '../client.ts';
import { scenario } from '../memory-world.ts';

const busy = {
  ...scenario,
  workload: [
    generated({
      count: null,
      interArrivalMeanMs: 60 * SECOND,
      workspaces: 20,
      gpus: [1, 4, 8],
      nodes: [1, 2],
      exitDurationMs: { from: 600 * SECOND, to: 7200 * SECOND },
    }),
  ],
};

test('the map has each node with its free GPUs and the age of its oldest GPR, and the queue of its pool', async (t) => {
  const world = openWorld(t, temporaryFile(t), busy);
  const owner = await new Client(world).as('Owner');
  await owner.advance('90m');
  const [{ name, cluster }] = (await owner.get('/sim/state')).nodes;
  await owner.post(`/sim/nodes/${cluster}/${name}/down`, {});
  const path = '/sim/state?map=true';
  const { map, nodes, clock, clusters }: WorldState = await owner.get(path);
  const nowMs = Date.parse(clock.now);
  const expected = nodes.map(({ name, cluster, instanceType, gpus, up, freeGpus, allocations }) => {
    const starts = allocations.map(({ since }) => Math.floor((nowMs - Date.parse(since)) / 60_000));
    const oldest = starts.length === 0 ? null : Math.max(...starts);
    return [name, cluster, instanceType, gpus, up ? freeGpus : null, oldest];
  });
  const shown = map!.flatMap(({ cluster, instanceType, gpus, prefix, names, free, heldMinutes }) =>
    names.map((rest, i) => [prefix + rest, cluster, instanceType, gpus, free[i], heldMinutes[i]]),
  );
  assert.deepEqual(shown.toSorted(), expected.toSorted());
  assert.ok(shown.some(([, , , , free]) => free === null));
  assert.ok(shown.some(([, , , , , minutes]) => Number(minutes) > 0));
  for (const { name, queuedGprs, queuedGpus } of clusters) {
    const own = map!.filter((of) => of.cluster === name);
    const sum = (of: 'queuedGprs' | 'queuedGpus') => own.reduce((total, type) => total + type[of], 0);
    assert.deepEqual([sum('queuedGprs'), sum('queuedGpus')], [queuedGprs, queuedGpus]);
  }
  assert.ok(clusters.some(({ queuedGprs }) => queuedGprs > 0));

  assert.equal((await owner.get('/sim/state')).map, undefined);
  // As of an earlier instant, too.
  const at = new Date(nowMs - 1800 * SECOND).toISOString();
  const then: WorldState = await owner.get(`${path}&at=${at}`);
  assert.ok(then.map!.every(({ free }) => !free.includes(null)));
});
