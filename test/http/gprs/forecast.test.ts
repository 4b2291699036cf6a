// The forecast of likely starts over HTTP: who sees what, who waits, and what ends.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Future } from '../../../sim/forecast/samples/future.ts';
import { EVENTS_MAX } from '../../../sim/index.ts';
import { Cancelled } from '../../../src/driver/world.ts';
import { generated, request, SECOND } from '../../support/scenario.ts';
import { Client } from '../client.ts';
import { memoryWorld, scenario } from '../memory-world.ts';
import { question } from './question.ts';

/** Almost as much is wanted as the nodes have. */
const crowded = {
  ...scenario,
  workload: [
    generated({
      count: 400,
      interArrivalMeanMs: 220 * SECOND,
      workspaces: ['red', 'blue'],
      gpus: [4, 8],
      exitDurationMs: { from: 600 * SECOND, to: 1_200 * SECOND },
      runtimeShareMilli: { from: 200, to: 1_000 },
      pools: { cluster: 'worker-1', instanceType: null },
    }),
  ],
  scheduler: { ...scenario.scheduler, workspaceLimit: 'none' as const },
};

async function crowdedClient(): Promise<Client> {
  const client = new Client(memoryWorld(crowded));
  const owner = await client.as('Owner');
  await owner.advance('8h');
  return client;
}

test('keys of a workspace get the likely starts of its GPRs, which are those that an Owner gets', async () => {
  const client = await crowdedClient();
  const path = '/sim/forecast?samples=20';
  const all = await (await client.as('Owner')).get(path);
  const own = await (await client.as('Viewer', 'red')).get(path);
  const queued = await (await client.as('Owner')).get('/sim/gprs?state=Queued&estimates=false&limit=1000');
  const idsOf = (gprs: readonly { gprId: string }[]) => gprs.map(({ gprId }) => gprId);
  assert.deepEqual(idsOf(all.gprs), idsOf(queued.gprs));
  const red = queued.gprs.filter(({ workspace }: { workspace: string }) => workspace === 'red');
  assert.deepEqual(idsOf(own.gprs), idsOf(red));
  assert.ok(0 < red.length && red.length < all.gprs.length);
  // Their futures end earlier, but have the same draws.
  const known = new Map(all.gprs.map((gpr: { gprId: string }) => [gpr.gprId, gpr]));
  for (const gpr of own.gprs) assert.deepEqual(gpr, known.get(gpr.gprId));
});

test('the likely start of a request lies in the futures, and asks change nothing', async () => {
  const client = await crowdedClient();
  const owner = await client.as('Owner');
  const before = await owner.get('/sim/clock');
  const path = '/api/v1/gpr/gpu-availability';
  const { items: plain } = await owner.post(path, question);
  const { items } = await owner.post(path, { ...question, samples: 50 });
  assert.deepEqual(
    items.map(({ likelyStart: _, ...item }: { likelyStart: unknown }) => item),
    plain,
  );
  const { p10, p50, p90, within } = items[0].likelyStart;
  assert.ok(before.now <= p10 && p10 < p50 && p50 < p90 && within === 1, JSON.stringify(items));
  assert.deepEqual(await owner.get('/sim/clock'), before);
  assert.deepEqual((await owner.post(path, { ...question, samples: 50 })).items, items);
});

test('a forecast ends when its client has gone, also while it waits for others', async () => {
  const { world } = await crowdedClient();
  const ask = () => world.read.likelyStarts(1_000, () => false);
  const gone = Array.from({ length: 40 }, async () => ask());
  const results = await Promise.allSettled(gone);
  for (const result of results)
    assert.ok(result.status === 'rejected' && result.reason instanceof Cancelled, JSON.stringify(result));
  const answer = await world.read.likelyStarts(10);
  assert.ok(answer.ok && answer.gprs.length > 0);
});

test('askers of one state share an answer, as long as one of them is there', async () => {
  const { world } = await crowdedClient();
  let isThere = true;
  const gone = world.read.likelyStarts(1_000, () => isThere);
  isThere = false;
  const there = world.read.likelyStarts(1_000, () => true);
  assert.equal(there, gone);
  const answer = await there;
  assert.ok(answer.ok);
  assert.equal(await world.read.likelyStarts(1_000), answer);
  const other = await world.read.likelyStarts(10);
  assert.ok(other.ok && other.samples === 10);
});

test('what futures are drawn from counts in the memory of the world', async () => {
  const { world } = await crowdedClient();
  const before = world.read.storedBytes();
  const answer = await world.read.likelyStarts(10);
  assert.ok(answer.ok);
  const { lives, arrivals } = answer.seen;
  const bytes = world.read.storedBytes() - before;
  assert.ok(lives > 50 && bytes >= 165 * (lives + arrivals), `${bytes} of ${lives} and ${arrivals}`);
  // Those that have not ended count, too.
  assert.ok(bytes < 165 * 2 * arrivals + 1, `${bytes}`);
});

test('a forecast knows what has happened since the last commit', async () => {
  const world = memoryWorld(scenario);
  const created = world.submit(request('red', { gpusPerNode: 8 }));
  const answer = await world.read.likelyStarts(10);
  assert.ok(answer.ok);
  assert.deepEqual([answer.seen.arrivals, answer.seq], [1, world.clock().seq]);
  await created;
});

test('futures with more events than an answer may have are refused, with what would be right', async (t) => {
  const client = await crowdedClient();
  const owner = await client.as('Owner');
  for (const [samples, futures, remedy] of [
    [100, 25, 'ask for fewer samples'],
    [50, 4, 'at least 10 are drawn, so this world is too busy for futures'],
  ] as const) {
    // Each future is complete at once, and has a bit more than its share.
    const mocked = t.mock.method(Future.prototype, 'run', function busy(this: Future) {
      this.world.core.events += EVENTS_MAX / futures + 1;
      return true;
    });
    const why = `20000000 events, the most that one answer may have, are enough for only ${futures} futures; ${remedy}`;
    for (const [method, path, sent] of [
      ['GET', `/sim/forecast?samples=${samples}`, undefined],
      ['GET', `/sim/estimates?samples=${samples}`, undefined],
      ['POST', '/api/v1/gpr/gpu-availability', { ...question, samples }],
    ] as const) {
      const { status, body } = await owner.send(method, path, sent);
      assert.equal(status, 422, path);
      assert.ok(JSON.stringify(body).includes(why), `${path}: ${JSON.stringify(body)}`);
    }
    mocked.mock.restore();
  }
});
