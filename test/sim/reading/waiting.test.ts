// Why a queued GPR waits: who is ahead of it, and which ends and repairs make room for it by its estimated start.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { finish } from '../../../sim/base/pending.ts';
import { buildWorld } from '../../../sim/build.ts';
import { State } from '../../../sim/facts/numbered.ts';
import { reachOf, Spare } from '../../../sim/forecast/copies/copy.ts';
import { TracedStart } from '../../../sim/forecast/copies/traced-start.ts';
import { foreseenStart } from '../../../sim/forecast/foreseen.ts';
import { type FactView, type GprView, Simulation, type Waiting } from '../../../sim/index.ts';
import { loadWorld } from '../../../sim/snapshot.ts';
import { ROW } from '../../../sim/tables/gprs/gpr-table.ts';
import { workspaceNames } from '../../support/action.ts';
import { actions, quietActions, resourceActions } from '../../support/arbitrary-actions.ts';
import { BEAT, scenarios } from '../../support/arbitrary-scenario.ts';
import { play } from '../../support/play.ts';
import { property } from '../../support/property.ts';
import { SECOND, scenarioOf } from '../../support/scenario.ts';
import { World } from '../../support/world.ts';

const FAR = 100_000 * BEAT;

const all = () => true;

function waiting(simulation: Simulation, gprId: string, sees: (creation: number) => boolean = all): Waiting {
  return finish(simulation.waiting(gprId, sees)!);
}

function gprsIn(simulation: Simulation): GprView[] {
  return workspaceNames(simulation).flatMap((name) => simulation.views.gprsOf(name)!);
}

const isProvisioned = ({ state }: GprView) => state === 'Provisioning' || state === 'Successful';
const isQueued = ({ state }: GprView) => state === 'Queued';

/** The ids of the GPRs ahead of another one, from views alone. `order`: all queued GPRs in the order of the queue. */
function naiveAhead(simulation: Simulation, gpr: GprView, order: readonly string[]): string[] {
  const gprs = gprsIn(simulation);
  const place = (gprId: string) => order.indexOf(gprId);
  const limited = simulation.scenario.scheduler.workspaceLimit === 1;
  const isHead = (one: GprView) => {
    const own = gprs.filter(({ workspaceCreation }) => workspaceCreation === one.workspaceCreation);
    const firstQueued = own.filter(isQueued).toSorted((a, b) => place(a.gprId) - place(b.gprId))[0];
    return !limited || (!own.some(isProvisioned) && firstQueued.gprId === one.gprId);
  };
  const rivals = isHead(gpr)
    ? gprs.filter((one) => one.cluster === gpr.cluster && isQueued(one) && isHead(one))
    : gprs.filter((one) => one.workspaceCreation === gpr.workspaceCreation && isQueued(one));
  return rivals
    .filter(({ instanceType }) => !isHead(gpr) || instanceType === gpr.instanceType)
    .map(({ gprId }) => gprId)
    .filter((gprId) => place(gprId) < place(gpr.gprId))
    .toSorted((a, b) => place(a) - place(b));
}

property(
  'the GPRs ahead are those that a naive count finds, under every policy; the start is the estimate',
  150,
  fc.tuple(scenarios({ invalidations: true }), fc.oneof(actions, resourceActions)),
  ([scenario, list]) => {
    const simulation = new Simulation(scenario);
    const compare = () => {
      simulation.takeFacts();
      const page = simulation.gprPage({
        states: ['Queued'],
        workspace: '',
        cluster: '',
        priorityFrom: 1,
        priorityTo: 300,
        name: '',
        reasons: [],
        sees: all,
        offset: 0,
        limit: 10_000,
      });
      const order = page.gprs.map(({ gpr }) => gpr.gprId);
      for (const { gpr } of page.gprs) {
        const { startMs, ahead, makesRoom, noStartBecause } = waiting(simulation, gpr.gprId);
        const naive = naiveAhead(simulation, gpr, order);
        assert.equal(ahead.total, naive.length);
        assert.deepEqual(
          ahead.first.map(({ gprId }) => gprId),
          naive.slice(0, 10),
        );
        const limit = simulation.explain(gpr.gprId)!.workspaceLimit!;
        assert.equal(ahead.of, limit.waits ? 'workspace' : 'pool');
        assert.equal(startMs, simulation.estimate(gpr.gprId).startMs);
        assert.equal(noStartBecause.length === 0, startMs !== null);
        for (const { atMs, cause } of makesRoom.latest) {
          assert.ok(startMs !== null && atMs <= startMs);
          const isNow = atMs === simulation.nowMs && (cause === 'eviction' || cause === 'repair');
          assert.ok(atMs > simulation.nowMs || isNow);
        }
        const own = waiting(simulation, gpr.gprId, (creation) => creation === gpr.workspaceCreation);
        const visible = naive.filter(
          (gprId) => simulation.views.gpr(gprId)!.workspaceCreation === gpr.workspaceCreation,
        );
        assert.equal(own.ahead.total, visible.length);
        assert.ok(own.makesRoom.latest.every(({ gprId }) => gprId === null || isOwn(gprId, gpr)));
      }
    };
    const isOwn = (gprId: string, { workspaceCreation }: GprView) =>
      simulation.views.gpr(gprId)!.workspaceCreation === workspaceCreation;
    play(simulation, list, compare);
    for (let turn = 0; turn < 10 && simulation.nextEventMs() < FAR; turn++) {
      simulation.runTo(simulation.nextEventMs());
      compare();
    }
  },
);

property(
  'a timeline and a trace of the engine find the same events',
  200,
  fc.tuple(scenarios({ invalidations: true }), actions),
  ([scenario, list]) => {
    const strict = { ...scenario, scheduler: { ...scenario.scheduler, queue: 'strict' as const } };
    const simulation = new Simulation(strict);
    const compare = () => {
      simulation.takeFacts();
      const world = buildWorld(strict);
      loadWorld(world, world.streamTable, structuredClone(simulation.save()));
      const { gprs } = world.core;
      for (let row = 0; row < gprs.used; row += ROW) {
        if (gprs.state[row] !== State.queued) continue;
        const [component] = world.forecast.componentsOf([gprs.pool[row]]);
        const trace = new TracedStart(world, reachOf(world.core, component.pools), row, new Spare());
        assert.ok(trace.run(Number.POSITIVE_INFINITY));
        assert.deepEqual(finish(foreseenStart(world, row)), trace.foreseen);
      }
    };
    play(simulation, list);
    compare();
    for (let turn = 0; turn < 3 && simulation.nextEventMs() < FAR; turn++) {
      simulation.runTo(simulation.nextEventMs() + 3 * BEAT);
      compare();
    }
  },
);

property(
  'the answer does not depend on forecasts that were made before',
  80,
  fc.tuple(scenarios({ invalidations: true }), fc.oneof(actions, resourceActions)),
  ([scenario, list]) => {
    const simulation = new Simulation(scenario);
    const compare = () => {
      simulation.takeFacts();
      const fresh = Simulation.restore(scenario, structuredClone(simulation.save()));
      for (const { gprId } of gprsIn(simulation).filter(isQueued))
        assert.deepEqual(waiting(simulation, gprId), waiting(fresh, gprId));
    };
    play(simulation, list, compare);
    for (let turn = 0; turn < 15 && simulation.nextEventMs() < FAR; turn++) {
      simulation.runTo(simulation.nextEventMs());
      compare();
    }
  },
);

property(
  'if nothing else happens, the events that make room happen, on the nodes of the start and before it',
  300,
  fc.tuple(scenarios({ invalidations: false }), quietActions, fc.nat(5), fc.boolean()),
  ([scenario, list, beats, open]) => {
    const simulation = new Simulation(scenario);
    const facts: FactView[] = [];
    const see = () => {
      facts.push(...simulation.viewFacts(simulation.takeFacts()));
    };
    play(simulation, list, see);
    const atMs = simulation.nowMs + beats * BEAT;
    if (open) simulation.openAt(atMs);
    else simulation.runTo(atMs);
    see();
    const now = facts.length;
    const foreseen = gprsIn(simulation)
      .filter(isQueued)
      .map((gpr) => ({ gpr, ...waiting(simulation, gpr.gprId) }));
    simulation.runTo(FAR);
    see();
    for (const { gpr, startMs, makesRoom } of foreseen) {
      if (startMs === null) continue;
      const start = facts.findIndex(
        ({ kind, gprId, seq }, i) =>
          i >= now && kind === 'gpr.provisioning' && gprId === gpr.gprId && seq > 0,
      );
      const { nodes } = facts[start] as Extract<FactView, { kind: 'gpr.provisioning' }>;
      let gpus = 0;
      for (const event of makesRoom.latest) {
        gpus += event.gpus;
        const found = facts
          .slice(now, start)
          .find((fact) => fact.atMs === event.atMs && isOf(fact, event) && isCause(fact, event));
        assert.ok(found !== undefined, JSON.stringify(event));
        if (event.gpus > 0 && event.gprId !== null) {
          const lost = facts
            .slice(0, facts.indexOf(found))
            .findLast((fact) => fact.kind === 'gpr.provisioning' && fact.gprId === event.gprId);
          assert.ok(lost?.nodes?.some((node) => nodes.includes(node)));
        }
        if (event.node !== null) assert.ok(nodes.includes(event.node));
        if (event.opensWorkspace) assert.equal(found.workspace, gpr.workspace);
      }
      assert.ok(gpus <= facts[start].gpus!, `${gpus} of ${facts[start].gpus}`);
    }
  },
);

function isOf(fact: FactView, { gprId, node }: Waiting['makesRoom']['latest'][number]): boolean {
  if (node !== null) return fact.kind === 'node.up' && fact.node === node;
  return (fact.kind === 'gpr.ended' || fact.kind === 'gpr.requeued') && (gprId ?? fact.gprId) === fact.gprId;
}

function isCause(fact: FactView, { cause }: Waiting['makesRoom']['latest'][number]): boolean {
  return cause === 'repair' ? fact.kind === 'node.up' : fact.reason === cause;
}

describe('a queued GPR', () => {
  test('has at most ten GPRs ahead and ten events listed, of those that the reader sees', () => {
    const world = new World(scenarioOf({ nodes: 12, scheduler: { workspaceLimit: 'none' } }));
    world.at(0);
    for (let i = 0; i < 12; i++) {
      world.create(i % 3 === 0 ? 'green' : 'blue', { gpusPerNode: 8, exitMs: (20 + i) * SECOND });
    }
    world.run(0).at(SECOND);
    for (let i = 0; i < 13; i++) world.create(i === 12 ? 'green' : 'blue', { gpusPerNode: 8, nodeCount: 12 });
    const gpr = world.create('green', { gpusPerNode: 8, nodeCount: 12, priority: 1 });
    const first = world.create('green', { gpusPerNode: 8, nodeCount: 12, priority: 300 });
    world.run(SECOND);
    const { ahead, makesRoom } = waiting(world.simulation, gpr);
    assert.deepEqual([ahead.total, ahead.first.length, ahead.first[0].gprId], [14, 10, first]);
    assert.equal(makesRoom.total, 1);
    const green = world.gpr(gpr).workspaceCreation;
    const own = waiting(world.simulation, gpr, (creation) => creation === green);
    // The green GPR of priority 100 starts right before it.
    assert.deepEqual([own.ahead.total, own.makesRoom.total], [2, 1]);
    assert.equal(own.makesRoom.latest[0].gprId, own.ahead.first[1].gprId);
    const ofFirst = waiting(world.simulation, first).makesRoom;
    assert.deepEqual([ofFirst.total, ofFirst.latest.length], [12, 10]);
    assert.equal(ofFirst.latest.at(-1)!.atMs, 31 * SECOND);
    assert.equal(waiting(world.simulation, first, (creation) => creation === green).makesRoom.total, 4);
  });
});
