import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findingOf } from '../../src/dashboard/overview/finding.ts';

const NO_WAITS = { workspace: 0, head: 0, room: 0, down: 0, cycle: 0 };

/** 8 of 16 GPUs are free, of which 1 node of `down` is down, and `queued` GPRs wait. */
function stateOf(more: object, { down = 0, queued = 0 } = {}) {
  const cluster = { downNodes: down, gpus: 16, allocatedGpus: 8, availableGpus: 8 };
  const counts = { Queued: queued };
  return { clusters: [cluster], counts, waits: NO_WAITS, blocked: [], ...more } as never;
}

const pool = (cluster: string, freeGpus: number, waits: object) => ({
  cluster,
  instanceType: 'a2',
  gpuModelName: 'A100',
  freeGpus,
  waits: { ...NO_WAITS, ...waits },
});

test('an idle world has nothing that waits, and a world without nodes starts nothing', () => {
  assert.equal(findingOf(stateOf({})), 'Nothing waits, and 8 of 16 GPUs are free.');
  assert.equal(findingOf(stateOf({ clusters: [] })), 'The world has no nodes, so that no GPR can start.');
});

test('where all is in use, that is what matters', () => {
  assert.equal(
    findingOf(stateOf({}, { queued: 3 })),
    'All GPUs that the 3 waiting GPRs could use are in use.',
  );
});

test('GPRs that only wait for the next cycle leave no GPUs blocked', () => {
  const waits = { ...NO_WAITS, cycle: 2 };
  assert.equal(findingOf(stateOf({ waits }, { queued: 3 })), '2 GPRs can start with the next cycle.');
});

test('free GPUs that those that wait may not have come with the reason, and with the clusters that have most', () => {
  const one = [pool('east', 1, { workspace: 1 })];
  assert.equal(
    findingOf(stateOf({ blocked: one }, { queued: 1 })),
    '1 free GPU of east is blocked: the only GPR that wants it waits for another GPR of its workspace.',
  );
  const alike = [pool('east', 4, { workspace: 9 }), pool('west', 12, { workspace: 10 })];
  assert.equal(
    findingOf(stateOf({ blocked: alike }, { queued: 19 })),
    '16 free GPUs of west and east are blocked: all 19 GPRs that want them wait for another GPR of their workspace.',
  );
  const mixed = [...alike, pool('north', 1, { head: 2 }), pool('south', 1, { room: 1 })];
  assert.equal(
    findingOf(stateOf({ blocked: mixed }, { queued: 22 })),
    '18 free GPUs of 4 clusters are blocked: 19 of the 22 GPRs that want them wait for another GPR of their workspace.',
  );
});

test('nodes that are down come first if as many GPRs would have room there as wait for other reasons', () => {
  const waits = { ...NO_WAITS, down: 2 };
  const blocked = [pool('east', 4, { workspace: 1, down: 2 })];
  const downFirst = findingOf(stateOf({ waits, blocked }, { down: 1, queued: 3 }));
  assert.equal(downFirst, '1 node is down: 2 GPRs would have room there.');
  // Those that wait for nodes may have no free GPUs in their pool.
  const apart = [pool('east', 4, { workspace: 3 })];
  assert.match(
    findingOf(stateOf({ waits, blocked: apart }, { down: 1, queued: 5 })),
    /^4 free GPUs .* all 3 GPRs/,
  );
  const more = [pool('east', 4, { workspace: 9, down: 2 })];
  assert.match(
    findingOf(stateOf({ waits, blocked: more }, { down: 1, queued: 11 })),
    /^4 free GPUs .* 9 of the 11 GPRs/,
  );
});
