// Pages of the GPRs in memory: queued GPRs in the order of the queue, then provisioned and ended ones.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  GPR_ORDERS,
  type GprPage,
  type GprsWanted,
  type GprView,
  Simulation,
  WAIT_REASONS,
} from '../../../sim/index.ts';
import { workspaceNames } from '../../support/action.ts';
import { actions } from '../../support/arbitrary-actions.ts';
import { BEAT, scenarios } from '../../support/arbitrary-scenario.ts';
import { play } from '../../support/play.ts';
import { property } from '../../support/property.ts';
import { SECOND, scenarioOf } from '../../support/scenario.ts';
import { World } from '../../support/world.ts';

const ALL: GprsWanted = {
  states: [],
  reasons: [],
  workspace: '',
  cluster: '',
  priorityFrom: 0,
  priorityTo: 300,
  name: '',
  sees: () => true,
  offset: 0,
  limit: 10_000,
};

const idsOf = ({ gprs }: GprPage) => gprs.map(({ gpr }) => gpr.gprId);

const worlds = fc.tuple(
  scenarios({ invalidations: true }),
  actions,
  fc.nat(5),
  fc.integer({ min: 1, max: 7 }),
);

property(
  'pages, filters and positions agree with a slow list',
  100,
  worlds,
  ([scenario, list, beats, size]) => {
    const simulation = new Simulation(scenario);
    const seqs = new Map<string, number>();
    const look = () => {
      for (const { kind, gprId, seq } of simulation.viewFacts(simulation.takeFacts())) {
        if (gprId !== undefined) seqs.set(`${kind} ${gprId}`, seq);
      }
    };
    play(simulation, list, look);
    simulation.runTo(simulation.nowMs + beats * BEAT);
    look();

    const known = workspaceNames(simulation).flatMap((name) => simulation.views.gprsOf(name) ?? []);
    const seqOf = (kind: string, { gprId }: GprView) => seqs.get(`${kind} ${gprId}`)!;
    const queued = known
      .filter(({ state }) => state === 'Queued')
      .sort((a, b) => b.priority - a.priority || seqOf('gpr.created', a) - seqOf('gpr.created', b));
    const provisioned = known
      .filter(
        ({ startedAtMs, endedAtMs, state }) =>
          state !== 'Queued' && startedAtMs !== null && endedAtMs === null,
      )
      .sort((a, b) => seqOf('gpr.provisioning', b) - seqOf('gpr.provisioning', a));
    const ended = known
      .filter(({ endedAtMs }) => endedAtMs !== null)
      .sort((a, b) => seqOf('gpr.ended', b) - seqOf('gpr.ended', a));
    const whole = simulation.gprPage(ALL);
    if (simulation.rules().scheduler.order !== 'priority') {
      // Any order, but with a workspace limit not before a GPR of the same workspace that has a better rank.
      const places = new Map(idsOf(whole).map((gprId, place) => [gprId, place]));
      const isLimited = scenario.scheduler.workspaceLimit === 1;
      const byRank = [...queued];
      queued.sort((a, b) => places.get(a.gprId)! - places.get(b.gprId)!);
      for (const list of isLimited ? Map.groupBy(queued, ({ workspace }) => workspace).values() : [])
        assert.deepEqual(
          list,
          byRank.filter(({ workspace }) => workspace === list[0].workspace),
        );
    }
    const expected = [...queued, ...provisioned, ...ended];
    assert.equal(whole.total, expected.length);
    assert.deepEqual(
      whole.gprs.map(({ gpr }) => gpr),
      expected,
    );
    const poolOf = ({ cluster, instanceType }: GprView) => `${cluster} ${instanceType}`;
    const positions = queued.map(
      (gpr, i) => queued.slice(0, i + 1).filter((other) => poolOf(other) === poolOf(gpr)).length,
    );
    whole.gprs.forEach(({ gpr, position, why }, i) => {
      assert.equal(position, positions[i] ?? null);
      assert.deepEqual(why, gpr.state === 'Queued' ? simulation.explain(gpr.gprId)!.sentence : []);
    });

    for (let offset = 0; offset <= expected.length; offset += size) {
      const page = simulation.gprPage({ ...ALL, offset, limit: size });
      assert.equal(page.total, expected.length);
      assert.deepEqual(page.gprs, whole.gprs.slice(offset, offset + size));
    }

    const some = expected[size];
    if (some === undefined) return;
    const filters: [Partial<GprsWanted>, (gpr: GprView) => boolean][] = [
      [{ states: ['Queued', 'Complete'] }, ({ state }) => state === 'Queued' || state === 'Complete'],
      [
        { workspace: some.workspace },
        ({ workspaceCreation }) => workspaceCreation === some.workspaceCreation,
      ],
      [{ cluster: some.cluster }, ({ cluster }) => cluster === some.cluster],
      [
        { priorityFrom: 101, priorityTo: some.priority },
        ({ priority }) => priority > 100 && priority <= some.priority,
      ],
      [
        { fromMs: some.createdAtMs, toMs: some.createdAtMs + BEAT },
        ({ createdAtMs, endedAtMs }) =>
          createdAtMs < some.createdAtMs + BEAT && (endedAtMs ?? Infinity) >= some.createdAtMs,
      ],
      [{ name: some.gprId.slice(2, -2).toUpperCase() }, ({ gprId }) => gprId === some.gprId],
      [
        { name: some.gprName.slice(1), sees: (creation) => creation === some.workspaceCreation },
        ({ gprName, workspaceCreation }) =>
          gprName.includes(some.gprName.slice(1)) && workspaceCreation === some.workspaceCreation,
      ],
    ];
    for (const [filter, isWanted] of filters) {
      const page = simulation.gprPage({ ...ALL, ...filter, offset: 1, limit: size });
      const selected = whole.gprs.filter(({ gpr }) => isWanted(gpr));
      assert.equal(page.total, selected.length, JSON.stringify(filter));
      const sums = { gpus: 0, waitedMs: 0 };
      for (const { gpr } of selected) {
        sums.gpus += gpr.nodeCount * gpr.gpusPerNode;
        sums.waitedMs += waitedOf(gpr, simulation.nowMs);
      }
      assert.deepEqual(page.sums, sums, JSON.stringify(filter));
      assert.deepEqual(page.gprs, selected.slice(1, 1 + size), JSON.stringify(filter));
    }
    const all: GprsWanted['reasons'][] = [...WAIT_REASONS.map((reason) => [reason]), ['head', 'room']];
    for (const reasons of all) {
      const selected = whole.gprs.filter(
        ({ waitReason }) => waitReason !== null && reasons.includes(waitReason),
      );
      const page = simulation.gprPage({ ...ALL, reasons });
      assert.deepEqual([page.total, page.gprs], [selected.length, selected], String(reasons));
    }
  },
);

test('a list lacks a GPR that leaves memory between the selection and the answer', () => {
  const world = new World(scenarioOf());
  const ended = world.at(0).create('white', { exitMs: SECOND });
  const running = world.create('blue');
  const queued = world.run(SECOND).at(SECOND).create('blue');
  const pending = world.simulation.gprPageInSteps(ALL);
  assert.ok(pending.run(1));
  world.do({ kind: 'gpr.delete', gprId: ended });
  assert.deepEqual(idsOf(pending.answer()), [queued, running]);
});

const sortedWorlds = fc.tuple(
  scenarios({ invalidations: true }),
  actions,
  fc.constantFrom(...GPR_ORDERS),
  fc.boolean(),
  fc.nat(6),
);

property(
  'in each order, the pages join to all GPRs, sorted, and hidden names come last',
  100,
  sortedWorlds,
  ([scenario, list, order, isDescending, size]) => {
    const simulation = new Simulation(scenario);
    play(simulation, list);
    const { nowMs } = simulation;
    const hidden = simulation.gprPage(ALL).gprs[0]?.gpr.workspaceCreation;
    const sees = (creation: number) => creation !== hidden;
    const all = simulation.gprPage({ ...ALL, sees });
    const listed: GprPage['gprs'][number][] = [];
    for (let offset = 0; offset < all.total; offset += size + 1)
      listed.push(...simulation.gprPage({ ...ALL, sees, order, isDescending, offset, limit: size + 1 }).gprs);
    const byId = (gprs: GprPage['gprs']) => gprs.toSorted((a, b) => (a.gpr.gprId < b.gpr.gprId ? -1 : 1));
    assert.deepEqual(byId(listed), byId(all.gprs));
    const padded = (name: string) => name.replace(/\d+/g, (digits) => digits.padStart(9, '0'));
    const states = ['Queued', 'Provisioning', 'Successful', 'Complete', 'TimedOut', 'Failed'];
    const keyOf = (gpr: GprView) =>
      ({
        priority: gpr.priority,
        name: sees(gpr.workspaceCreation) ? padded(gpr.gprName) : undefined,
        workspace: sees(gpr.workspaceCreation) ? padded(gpr.workspace) : undefined,
        cluster: padded(gpr.cluster),
        state: states.indexOf(gpr.state),
        created: gpr.createdAtMs,
        start: gpr.startedAtMs ?? undefined,
        waited: waitedOf(gpr, nowMs),
        ended: gpr.endedAtMs ?? undefined,
        exit: gpr.exitMs,
        gpus: gpr.nodeCount * gpr.gpusPerNode,
      })[order];
    const keys = listed.map(({ gpr }) => keyOf(gpr));
    keys.forEach((key, i) => {
      const before = keys[i - 1];
      if (i === 0 || key === undefined) return;
      assert.ok(before !== undefined && (isDescending ? before >= key : before <= key), `${order}: ${keys}`);
    });
  },
);

function waitedOf({ state, createdAtMs, firstStartedAtMs, endedAtMs }: GprView, nowMs: number): number {
  return (state === 'Queued' ? nowMs : (firstStartedAtMs ?? endedAtMs)!) - createdAtMs;
}
