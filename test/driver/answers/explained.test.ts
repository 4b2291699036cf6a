// Explanations of long lives: which facts they read, and how they mark those that they leave out.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { finish } from '../../../sim/base/pending.ts';
import { textOf } from '../../../sim/index.ts';
import { FactTail } from '../../../src/driver/commits/fact-tail.ts';
import { restart } from '../../../src/driver/commits/restart.ts';
import { explained } from '../../../src/driver/reads/explained.ts';
import type { Searched } from '../../../src/driver/reads/fact-search.ts';
import { knownGpr } from '../../../src/driver/stored/known-gpr.ts';
import { Cancelled } from '../../../src/driver/world.ts';
import { WorldFile } from '../../../src/store/world-file.ts';
import { cluster, generated, nodeGroup, request, SECOND, scenarioOf } from '../../support/scenario.ts';
import { memoryWorld, openWorld, owner, submit, temporaryFile } from '../world.ts';

/** The most victims, entries of a history and facts that an explanation has. */
const VICTIMS_MAX = 200;
const HISTORY_MAX = 200;
const LIFE_FACTS_MAX = 50_000;

/** Two clusters: a workload keeps `west` busy, one of four facts for each of its GPRs; `east` has one node of eight GPUs. */
function busyScenario(count: number) {
  const clusters = [cluster('east', [nodeGroup('large', 1)]), cluster('west', [nodeGroup('large', 20)])];
  return scenarioOf({
    keepEnded: 100,
    clusters,
    scheduler: { workspaceLimit: 'none', queue: 'greedy' },
    workspaces: [
      ...['blue', 'green', 'red'].map((name) => ({ ...inClusters(name, ['west']) })),
      ...['white', 'black'].map((name) => ({ ...inClusters(name, ['east']) })),
    ],
    workload: [generated({ count, workspaces: ['blue', 'green', 'red'] })],
  });
}

function inClusters(name: string, clusters: readonly string[]) {
  return { name, clusters, namespaces: [name], username: name, email: `${name}@example.com` };
}

const create = async (world: Parameters<typeof submit>[0], from: string, given: object = {}) => {
  const outcome = await submit(world, request(from, { gpusPerNode: 8, exitMs: 1e10, ...given }));
  return (outcome as { gprId: string }).gprId;
};

/** Reads a closed file, and counts the facts that are examined. */
function reading(t: TestContext, path: string) {
  const file = WorldFile.read(path);
  t.after(() => file.close());
  const { simulation } = restart(file);
  const counts = { examined: 0, steps: 0, stepMax: 0 };
  const view = simulation.viewFacts.bind(simulation);
  simulation.viewFacts = (run, wanted) => {
    const { after = 0, until = Number.POSITIVE_INFINITY } = wanted ?? {};
    const examined = Math.min(until, run.firstSeq + run.count - 1) - Math.max(after, run.firstSeq - 1);
    counts.examined += examined;
    counts.steps++;
    counts.stepMax = Math.max(counts.stepMax, examined);
    return view(run, wanted);
  };
  const tail = new FactTail(file.present);
  const searched: Searched = {
    past: () => file.present,
    simulation: () => simulation,
    tail: () => tail,
    gpr: (gprId) => knownGpr(simulation, file.present, gprId),
  };
  return { searched, counts, facts: file.present.facts };
}

test('the explanation of a GPR that waits long reads a bounded number of facts, in steps', async (t) => {
  const path = temporaryFile(t);
  const world = openWorld(t, path, busyScenario(16_000));
  const holder = await create(world, 'white');
  const waiting = await create(world, 'black', { gprName: 'waiting' });
  await world.advance({ byMs: 17_000 * SECOND });
  const short = await create(world, 'black');
  await world.advance({ byMs: SECOND });
  await world.close();

  const { searched, counts, facts } = reading(t, path);
  assert.ok(facts > LIFE_FACTS_MAX + 10_000);
  const { history, historyComplete } = finish(explained(waiting, owner, searched))!;
  assert.ok(counts.examined > LIFE_FACTS_MAX / 2 && counts.examined <= LIFE_FACTS_MAX, `${counts.examined}`);
  assert.ok(counts.steps >= 10 && counts.stepMax <= 4096, JSON.stringify(counts));
  assert.equal(historyComplete, false);
  assert.deepEqual(
    history.map(({ what, phase }) => [textOf(what).replace(/ for .*|; .*/, ''), phase]),
    [
      ['created', 'Queued'],
      ['first of its pool', null],
      // It never started: whatever is left out, it was Queued.
      ['what followed is left out', null],
    ],
  );

  const ran = finish(explained(holder, owner, searched))!;
  assert.equal(ran.historyComplete, false);
  assert.deepEqual(
    ran.history.map(({ phase }) => phase),
    ['Queued', 'Provisioning', 'Successful', 'unknown'],
  );

  counts.examined = 0;
  const whole = finish(explained(short, owner, searched))!;
  assert.equal(whole.historyComplete, true);
  assert.ok(counts.examined < 20_000);
  assert.equal(textOf(whole.history[0].what), 'created for east, large');
});

test('a GPR that is evicted often has a bounded history, and the evictions of another are listed', async (t) => {
  const world = memoryWorld(t, scenarioOf({ scheduler: { workspaceLimit: 'none' } }));
  const victim = await create(world, 'blue', { priority: 1, requeueOnFailure: true });
  const lost = await create(world, 'green', { priority: 2, requeueOnFailure: false });
  await world.advance({ byMs: SECOND });
  const evictors: string[] = [];
  for (let i = 0; i < HISTORY_MAX; i++) {
    evictors.push(await create(world, 'red', { priority: 100, enableEviction: true, exitMs: 10 * SECOND }));
    await world.advance({ byMs: 20 * SECOND });
  }
  const of = async (gprId: string) => (await world.read.explain(gprId, owner))!;

  const often = await of(victim);
  assert.equal(often.history.length, HISTORY_MAX);
  assert.equal(often.historyComplete, false);
  assert.deepEqual(
    often.history.slice(0, 2).map(({ what, phase }) => [textOf(what), phase]),
    [
      ['created for east, large', 'Queued'],
      ['what followed is left out', 'unknown'],
    ],
  );
  assert.ok(often.history.some(({ what }) => textOf(what) === `requeued: evicted by ${evictors.at(-1)}`));
  assert.deepEqual(often.victims, { total: 0, complete: true, latest: [] });

  const [first, second] = [await of(evictors[0]), await of(evictors[1])];
  assert.equal(textOf((await of(lost)).history.at(-1)!.what), `Failed: evicted by ${evictors[0]}`);
  assert.deepEqual(first.victims, {
    total: 1,
    complete: true,
    latest: [
      { atMs: SECOND, gprId: lost, gprName: 'green-work', workspace: 'green', gpus: 8, outcome: 'failed' },
    ],
  });
  assert.deepEqual(
    second.victims!.latest.map(({ gprId, outcome }) => [gprId, outcome]),
    [[victim, 'requeued']],
  );
  assert.equal((await world.read.explain(evictors[0], { ...owner, seesVictims: false }))!.victims, null);
});

test('more victims than are listed are counted', async (t) => {
  const count = VICTIMS_MAX + 50;
  const world = memoryWorld(t, scenarioOf({ nodes: count, scheduler: { workspaceLimit: 'none' } }));
  for (let i = 0; i < count; i++) await create(world, i % 2 === 0 ? 'blue' : 'white', { priority: 1 });
  await world.advance({ byMs: SECOND });
  const evictor = await create(world, 'red', { nodeCount: count, priority: 300, enableEviction: true });
  await world.advance({ byMs: SECOND });
  const { victims } = (await world.read.explain(evictor, owner))!;
  assert.deepEqual([victims!.total, victims!.complete, victims!.latest.length], [count, true, VICTIMS_MAX]);
  await submit(world, { kind: 'gpr.delete', gprId: victims!.latest[0].gprId });
  const [deleted] = (await world.read.explain(evictor, owner))!.victims!.latest;
  assert.deepEqual([deleted.gprName, deleted.gpus, deleted.outcome], [null, null, 'failed']);
});

test('an explanation and a search for the last facts end when the client leaves', async (t) => {
  const world = openWorld(t, temporaryFile(t), busyScenario(16_000));
  await create(world, 'white');
  const waiting = await create(world, 'black');
  await world.advance({ byMs: 17_000 * SECOND });
  const isWanted = () => false;
  for (const ask of [
    async (): Promise<unknown> => world.read.explain(waiting, owner, isWanted),
    async () => world.read.lastFacts(0, 10, { gprId: waiting }, isWanted),
  ]) {
    // Together, they need more than the slice of this turn of the event loop.
    const [last] = (await Promise.allSettled(Array.from({ length: 100 }, ask))).slice(-1);
    assert.ok(last.status === 'rejected' && last.reason instanceof Cancelled);
  }
  assert.equal((await world.read.explain(waiting, owner))!.state, 'Queued');
});
