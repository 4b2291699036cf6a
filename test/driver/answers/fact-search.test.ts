// Facts of some kinds or about one GPR, in a file with many runs of facts, most of which have left memory.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { FactView, Sees } from '../../../sim/index.ts';
import type { Driver } from '../../../src/driver/driver.ts';
import { EXAMINED_MAX } from '../../../src/driver/reads/fact-search.ts';
import type { FactFilter, FoundFacts } from '../../../src/driver/world.ts';
import { generated, request, SECOND, scenarioOf } from '../../support/scenario.ts';
import { memoryWorld, submit } from '../world.ts';

const ALL = 1_000_000;

/** About four facts per GPR. Each minute is a run of facts, then the rest of the workload in large runs. */
async function workedWorld(t: TestContext, count: number): Promise<Driver> {
  const world = memoryWorld(
    t,
    scenarioOf({
      keepEnded: 100,
      nodes: 20,
      scheduler: { workspaceLimit: 'none' },
      workload: [generated({ count })],
    }),
  );
  for (let i = 0; i < 100; i++) await world.advance({ byMs: 10 * SECOND });
  await world.advance({ byMs: 2 * count * SECOND });
  return world;
}

function seesOnly(world: Driver, workspace: string): Sees {
  const { creation } = world.read.views.workspace(workspace)!;
  return (workspaceCreation) => workspaceCreation === creation;
}

function allFacts(world: Driver): FactView[] {
  const facts: FactView[] = [];
  while (facts.length < world.clock().seq) facts.push(...world.read.factsAfter(facts.length, ALL));
  return facts;
}

/** All pages from number `after` on. */
async function allPages(
  world: Driver,
  after: number,
  limit: number,
  filter: FactFilter,
): Promise<FactView[]> {
  const facts: FactView[] = [];
  const { seq } = world.clock();
  for (let next = after; next < seq; ) {
    const page = await world.read.findFacts(next, limit, filter);
    assert.ok(page.facts.length <= limit && page.next > next);
    facts.push(...page.facts);
    next = page.next;
  }
  return facts;
}

test('pages and last facts agree with a filter over all facts', async (t) => {
  const world = await workedWorld(t, 4_000);
  const all = allFacts(world);
  assert.ok(all.length > 16_000);
  const created = all.filter(({ kind }) => kind === 'gpr.created');
  const filters: FactFilter[] = [
    {},
    { kinds: ['gpr.ended'] },
    { kinds: ['node.added', 'head.blocked'] },
    { kinds: ['fault.added'] },
    ...[created[0]!, created[2_000]!, created.at(-1)!].flatMap(({ gprId }) => [
      { gprId: gprId! },
      { gprId: gprId!, kinds: ['gpr.ended', 'gpr.created'] as const },
    ]),
  ];
  for (const filter of filters) {
    const isWanted = ({ kind, gprId }: FactView) =>
      (filter.kinds?.includes(kind) ?? true) && (filter.gprId === undefined || gprId === filter.gprId);
    for (const after of [0, 9_000, all.length - 10]) {
      const expected = all.filter((fact) => fact.seq > after && isWanted(fact));
      assert.deepEqual(await allPages(world, after, 700, filter), expected, JSON.stringify([filter, after]));
      for (const count of [0, 1, 30, 5_000]) {
        const found = await world.read.lastFacts(after, count, filter);
        assert.deepEqual(
          found.facts,
          expected.slice(Math.max(0, expected.length - count)),
          JSON.stringify([filter, after, count]),
        );
        assert.equal(found.next, all.length);
      }
    }
  }
  assert.deepEqual(await allPages(world, 0, ALL, { gprId: 'gpr-00000000-0000' }), []);
});

test('pages do not depend on the runs in which the facts are stored', async (t) => {
  const scenario = scenarioOf({
    nodes: 20,
    scheduler: { workspaceLimit: 'none' },
    workload: [generated({ count: 20_000 })],
  });
  const [many, few] = [memoryWorld(t, scenario), memoryWorld(t, scenario)];
  for (let i = 0; i < 700; i++) await many.advance({ byMs: SECOND });
  const ms = 40_000 * SECOND;
  await many.advance({ byMs: ms - 700 * SECOND });
  await few.advance({ byMs: ms });
  assert.ok(many.clock().seq > EXAMINED_MAX);
  assert.equal(many.clock().hash, few.clock().hash);
  for (const limit of [100, 10_000]) {
    const facts = [many, few].map((world) => world.read.factsAfter(0, limit));
    assert.deepEqual(
      facts.map(({ length }) => length),
      [limit, limit],
    );
    assert.deepEqual(facts[0], facts[1]);
    for (const kinds of [['gpr.created'], ['fault.added']] as const) {
      const pages = [many, few].map((world) => world.read.findFacts(0, limit, { kinds }));
      const [ofMany, ofFew] = await Promise.all(pages);
      assert.deepEqual(ofMany, ofFew);
    }
  }
});

test('a search examines a bounded number of facts per call', async (t) => {
  const world = await workedWorld(t, 16_000);
  const { seq } = world.clock();
  assert.ok(seq > EXAMINED_MAX);
  const first = await world.read.findFacts(0, ALL, { kinds: ['fault.added'] });
  assert.deepEqual(first.facts, []);
  assert.equal(first.next, EXAMINED_MAX);
  const created = allFacts(world).filter(({ kind }) => kind === 'gpr.created');
  const { gprId } = created.at(-1)!;
  const own = await world.read.findFacts(0, ALL, { gprId: gprId! });
  assert.deepEqual([own.facts[0]?.kind, own.facts.at(-1)?.kind, own.next], ['gpr.created', 'gpr.ended', seq]);
});

test('last facts are those that the reader may see', async (t) => {
  const world = await workedWorld(t, 1_000);
  const all = allFacts(world);
  const sees = seesOnly(world, 'red');
  const { facts } = await world.read.lastFacts(0, 40, { kinds: ['gpr.ended'], sees });
  const own = all.filter(({ kind, workspace }) => kind === 'gpr.ended' && workspace === 'red');
  assert.deepEqual(facts, own.slice(-40));
});

test('a search that lasts over a reset finds the facts of the new world', async (t) => {
  const world = await workedWorld(t, 4_000);
  let examined = 0;
  let reset: Promise<unknown> | undefined;
  const slowly = () => {
    // Each step ends after the slice of time, so that the search needs several turns.
    if (examined++ % 1_000 === 0) for (const end = performance.now() + 25; performance.now() < end; );
    return false;
  };
  const sees: Sees = (_, isOfNode) => {
    reset ??= world.reset();
    return isOfNode || slowly();
  };
  const pending = world.read.lastFacts(0, 10, { sees });
  const found: FoundFacts = await pending;
  await reset;
  const { seq, branch } = world.clock();
  assert.equal(branch, 2);
  assert.equal(found.next, seq);
  const added = allFacts(world).filter(({ kind }) => kind === 'node.added');
  assert.deepEqual(found.facts, added.slice(-10));
});

test('the facts about a GPR include those of the GPRs that it evicted, but not those of the failures of a node', async (t) => {
  const world = memoryWorld(
    t,
    scenarioOf({
      nodes: 20,
      scheduler: { workspaceLimit: 'none' },
      failures: { nodeMtbfMs: 600 * SECOND },
      workload: [generated({ count: 500, gpus: [1, 8], evictsMilli: 500, requeuesMilli: 500 })],
    }),
  );
  // The first GPR that a command makes has the number 0, as has the first node.
  const outcome = await submit(
    world,
    request('blue', { gpusPerNode: 8, priority: 300, enableEviction: true }),
  );
  const { gprId: first } = outcome as { gprId: string };
  await world.advance({ byMs: 1_500 * SECOND });
  const all = allFacts(world);
  const lost = all.filter(({ kind }) => kind === 'gpr.requeued' || kind === 'gpr.ended');
  const evictors = new Set(lost.filter(({ reason }) => reason === 'eviction').map(({ culprit }) => culprit!));
  const nodes = lost.filter(({ reason }) => reason === 'node failure').map(({ culprit }) => culprit);
  assert.ok(evictors.size > 10 && nodes.includes('east-large-1'), `${evictors.size} ${nodes}`);
  for (const gprId of [first, ...evictors]) {
    const own = all.filter((fact) => fact.gprId === gprId);
    const about = all.filter(
      (fact) => fact.gprId === gprId || (fact.reason === 'eviction' && fact.culprit === gprId),
    );
    for (const [withVictims, expected] of [
      [true, about],
      [false, own],
    ] as const) {
      assert.deepEqual(await allPages(world, 0, 700, { gprId, withVictims }), expected);
      const last = await world.read.lastFacts(0, 3, { gprId, withVictims });
      assert.deepEqual(last.facts, expected.slice(-3));
    }
  }
});

test('facts that the reader may not see do not count, so that no position reveals them', async (t) => {
  const world = await workedWorld(t, 1_000);
  const sees = seesOnly(world, 'red');
  const own = allFacts(world).filter(({ kind, workspace }) => kind === 'gpr.created' && workspace === 'red');
  const { seq } = world.clock();
  for (let next = 0, i = 0; i <= own.length; i++) {
    const page = await world.read.findFacts(next, 1, { kinds: ['gpr.created'], sees });
    assert.deepEqual(page.facts, own.slice(i, i + 1));
    assert.equal(page.next, own[i]?.seq ?? seq);
    next = page.next;
  }
});
