// The log of recorded estimates has each first recording of a wait and each change, with its causes, however the run is made.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Origin, uidOf } from '../../../sim/base/numbers/ids.ts';
import { finish } from '../../../sim/base/pending.ts';
import { buildWorld, engineOf } from '../../../sim/build.ts';
import { applyCommand } from '../../../sim/commands/apply.ts';
import { EstimateBit } from '../../../sim/facts/estimate-log.ts';
import { eachFact } from '../../../sim/facts/log.ts';
import { EnginePass } from '../../../sim/forecast/copies/pass.ts';
import {
  type Command,
  ESTIMATE_WORDS,
  estimateChangesOf,
  FactKind,
  type Scenario,
  Simulation,
} from '../../../sim/index.ts';
import { orderOf } from '../../../sim/tables/gprs/gpr-table.ts';
import { workspaceNames } from '../../support/action.ts';
import { actions } from '../../support/arbitrary-actions.ts';
import { BEAT, scenarios } from '../../support/arbitrary-scenario.ts';
import { startsOf } from '../../support/forecast.ts';
import { type Entry, enter, play, replay } from '../../support/play.ts';
import { property } from '../../support/property.ts';
import { cluster, nodeGroup, request, SECOND, scenarioOf, workspace } from '../../support/scenario.ts';

const TAIL = 60 * BEAT;

const recording = scenarios({ invalidations: true }).map((scenario) => ({
  ...scenario,
  recordEstimatesEveryMs: 3 * BEAT,
}));

/** The records of a log, without the causes of those that are not the first of a wait. */
type Records = readonly (readonly number[])[];

function recordsOf(words: Float64Array): number[][] {
  return Array.from({ length: words.length / ESTIMATE_WORDS }, (_, i) => [
    ...words.subarray(i * ESTIMATE_WORDS, (i + 1) * ESTIMATE_WORDS),
  ]);
}

function withoutCauses(records: Records): Records {
  return records.map(([atMs, uid, startMs, bits]) => [atMs, uid, startMs, bits & EstimateBit.first]);
}

/** The changes by a naive recorder: it forecasts each recording with the engine, on a copy of the whole world. */
function naiveRecords(scenario: Scenario, journal: readonly Entry[], endMs: number): Records {
  const world = buildWorld(scenario);
  const engine = engineOf(world);
  const { core } = world;
  const { hooks } = core;
  const last = new Map<number, { startMs: number; starts: number }>();
  const records: number[][] = [];
  core.hooks = {
    ...hooks,
    instantOver() {
      hooks.instantOver();
      const pass = new EnginePass(world);
      pass.run();
      const starts = new Map<number, number>();
      eachFact(core.facts.peek(), (kind, _atMs, at) => {
        const uid = core.facts.words[at];
        if (kind === FactKind.gprProvisioning) starts.set(uid, (starts.get(uid) ?? 0) + 1);
      });
      const { rank, uid: uids } = core.gprs;
      const queued = startsOf(core, pass).sort(([a], [b]) => orderOf(rank[a]) - orderOf(rank[b]));
      for (const [row, forecast] of queued) {
        const uid = uids[row];
        const now = { startMs: forecast === Infinity ? -1 : forecast, starts: starts.get(uid) ?? 0 };
        const before = last.get(uid);
        last.set(uid, now);
        const isFirst = before?.starts !== now.starts;
        if (isFirst || before.startMs !== now.startMs)
          records.push([core.now, uid, now.startMs, isFirst ? EstimateBit.first : 0]);
      }
    },
  };
  for (const { atMs, round, command } of journal) {
    engine.openAt(atMs);
    while (core.round < round) {
      engine.close();
      engine.openAt(atMs);
    }
    applyAs(world, command);
    engine.afterArrival();
  }
  engine.runTo(endMs);
  return records;
}

function applyAs(world: ReturnType<typeof buildWorld>, command: Command): void {
  applyCommand(world, command, uidOf(Origin.command, world.core.commands++));
}

function recorded(world: Scenario, list: Parameters<typeof play>[1]) {
  const simulation = new Simulation(world);
  const journal = play(simulation, list);
  const endMs = simulation.nowMs + TAIL;
  simulation.runTo(endMs);
  const run = simulation.takeEstimates();
  assert.equal(run.firstSeq, 1);
  assert.equal(run.count, simulation.estimateChanges);
  return { journal, endMs, records: recordsOf(run.words) };
}

property(
  'the log has every change of the estimates of a naive recorder, and no other records',
  300,
  fc.tuple(recording, actions),
  ([world, list]) => {
    const { journal, endMs, records } = recorded(world, list);
    assert.deepEqual(withoutCauses(records), naiveRecords(world, journal, endMs));
    for (const [atMs, uid, , bits] of records) {
      assert.ok(bits > 0, `a change of ${uid} at ${atMs} has a cause`);
      assert.ok((bits & EstimateBit.first) === 0 || bits === EstimateBit.first);
    }
  },
);

property(
  'reads and pauses change no record',
  150,
  fc.tuple(recording, actions, fc.array(fc.nat(3), { maxLength: 60 })),
  ([world, list, gaps]) => {
    const { journal, endMs, records } = recorded(world, list);
    const again = new Simulation(world);
    const left = [...gaps];
    const words: number[][] = [];
    const stop = (beforeMs: number) => {
      const atMs = again.nowMs + left.shift()! * BEAT;
      if (atMs >= beforeMs) return;
      again.runTo(atMs);
      const names = workspaceNames(again);
      const gprs = names.flatMap((name) => again.views.gprsOf(name)!);
      for (const { gprId } of gprs.slice(left.length % 3)) again.estimate(gprId);
      if (left.length % 2 === 0) finish(again.availability(request(names[0] ?? 'blue')));
      if (left.length % 3 === 0) return;
      words.push(...recordsOf(again.takeEstimates().words));
      again.takeFacts();
    };
    for (const entry of journal) {
      for (let stops = left.length % 4; stops > 0 && left.length > 0; stops--) stop(entry.atMs);
      enter(again, entry);
    }
    while (left.length > 0) stop(endMs);
    again.runTo(endMs);
    words.push(...recordsOf(again.takeEstimates().words));
    assert.deepEqual(words, records);
  },
);

property(
  'a restored simulation records the same changes, with the same causes',
  150,
  fc.tuple(recording, actions, fc.nat(40), fc.nat(5), fc.boolean()),
  ([world, list, entries, beats, isRead]) => {
    const { journal, endMs, records } = recorded(world, list);
    const cut = Math.min(entries, journal.length);
    const before = replay(world, journal.slice(0, cut));
    const next = journal[cut]?.atMs ?? endMs;
    const atMs = before.nowMs + beats * BEAT;
    if (atMs < next) before.runTo(atMs);
    const first = before.takeEstimates();
    before.takeFacts();
    const after = Simulation.restore(world, structuredClone(before.save()));
    if (isRead)
      for (const name of workspaceNames(after))
        for (const { gprId } of after.views.gprsOf(name)!) after.estimate(gprId);
    for (const entry of journal.slice(cut)) enter(after, entry);
    after.runTo(endMs);
    const rest = after.takeEstimates();
    assert.equal(rest.firstSeq, first.firstSeq + first.count);
    assert.deepEqual([...recordsOf(first.words), ...recordsOf(rest.words)], records);
  },
);

/** A world with one node of eight GPUs in each of two clusters, which records estimates every ten seconds. */
function small(...commands: (readonly [atSeconds: number, command: Command])[]): Simulation {
  const simulation = new Simulation(
    scenarioOf({
      recordEstimatesEveryMs: 10 * SECOND,
      clusters: ['east', 'west'].map((name) => cluster(name, [nodeGroup('large', 1)])),
      workspaces: ['one', 'two', 'three', 'four'].map((name) => workspace(name, ['east', 'west'])),
    }),
  );
  for (const [atSeconds, command] of commands) {
    simulation.openAt(atSeconds * SECOND);
    const check = simulation.check(command);
    assert.ok(check.ok, JSON.stringify(check));
    simulation.apply(check.command);
  }
  return simulation;
}

const whole = (name: string, exitSeconds: number, given: object = {}) =>
  request(name, { gpusPerNode: 8, clusters: ['east'], exitMs: exitSeconds * SECOND, ...given });

/** The changes of the estimates of the GPR of a workspace: `instant: start, causes`, all in seconds. */
function changesIn(simulation: Simulation, name: string, untilSeconds: number): string[] {
  const [{ gprId }] = simulation.views.gprsOf(name)!;
  simulation.runTo(untilSeconds * SECOND);
  const run = simulation.takeEstimates();
  return estimateChangesOf(run, simulation.uidOf(gprId), 0, Infinity).map(
    ({ atMs, startMs, isFirst, causes }) =>
      `${atMs / SECOND}: ${startMs === null ? 'none' : startMs / SECOND}, ${isFirst ? 'first' : causes.join(' and ')}`,
  );
}

test('a change names the kinds of events that caused it', () => {
  const queued = [
    [0, whole('one', 100)],
    [1, whole('two', 50)],
  ] as const;
  const idOf = (simulation: Simulation, name: string) => simulation.views.gprsOf(name)![0].gprId;
  const [one, two] = ['one', 'two'].map((name) => idOf(small(...queued), name));
  const cases: readonly (readonly [Command, ...string[]])[] = [
    [whole('three', 20, { priority: 300 }), '30: 120, arrival'],
    [request('three', { gpusPerNode: 8, clusters: ['west'] })],
    [{ kind: 'gpr.release', gprId: one }],
    [{ kind: 'node.down', cluster: 'east', node: 'east-large-0', repairAfterMs: null }, '30: none, failure'],
    [{ kind: 'node.down', cluster: 'west', node: 'west-large-0', repairAfterMs: null }],
    [{ kind: 'node.remove', cluster: 'east', node: 'east-large-0' }, '30: none, failure and capacity'],
    [{ kind: 'gpr.update', gprId: two, priority: 300 }],
  ];
  for (const [command, ...changes] of cases) {
    const simulation = small(...queued, [25, command]);
    assert.deepEqual(
      changesIn(simulation, 'two', 60),
      ['10: 100, first', ...changes],
      `after ${JSON.stringify(command)}`,
    );
  }
});

test('a deleted GPR ahead, an early repair and added nodes make an estimate earlier', () => {
  const ahead = [
    [0, whole('one', 100)],
    [1, whole('three', 50)],
    [2, whole('two', 50)],
  ] as const;
  const three = small(...ahead).views.gprsOf('three')![0].gprId;
  assert.deepEqual(changesIn(small(...ahead, [25, { kind: 'gpr.delete', gprId: three }]), 'two', 60), [
    '10: 150, first',
    '30: 100, release',
  ]);
  const node = { cluster: 'east', node: 'east-large-0' };
  const down = { kind: 'node.down', ...node, repairAfterMs: 1000 * SECOND } as const;
  const up = small(
    [0, down],
    [1, whole('two', 50)],
    [2, whole('three', 50)],
    [25, { kind: 'node.up', ...node }],
  );
  assert.deepEqual(changesIn(up, 'three', 60), ['10: 1050, first', '30: 75, capacity']);
});

test('a wait begins anew after a requeue', () => {
  const simulation = small(
    [0, whole('one', 30)],
    [1, whole('two', 50, { requeueOnFailure: true })],
    [45, whole('three', 20, { priority: 300, enableEviction: true })],
  );
  assert.deepEqual(changesIn(simulation, 'two', 100), ['10: 30, first', '50: 65, first']);
});

test('without recorded estimates there is no log', () => {
  const simulation = new Simulation(scenarioOf({ nodes: 1, workload: [] }));
  simulation.openAt(0);
  for (const name of ['blue', 'green']) {
    const check = simulation.check(request(name, { gpusPerNode: 8 }));
    assert.ok(check.ok);
    simulation.apply(check.command);
  }
  simulation.runTo(1000 * SECOND);
  assert.equal(simulation.estimateChanges, 0);
});

test('while more than 20,000 GPRs wait, nothing is recorded', () => {
  const cut = {
    nodeCount: 1,
    gpusPerNode: 8,
    gpuModels: [],
    priority: 100,
    exitMs: 20 * SECOND,
    runMs: 20 * SECOND,
  };
  // One starts at once and 20,001 wait; the second one starts at 20 s.
  const gprs = Array.from({ length: 20_002 }, () => ({ ...cut, arrivalMs: 0 }));
  const simulation = new Simulation(
    scenarioOf({
      nodes: 1,
      recordEstimatesEveryMs: 15 * SECOND,
      workload: [{ kind: 'trace', format: 'x', cluster: 'east', gprs }],
    }),
  );
  simulation.runTo(15 * SECOND);
  assert.equal(simulation.estimateChanges, 0);
  simulation.runTo(30 * SECOND);
  assert.equal(simulation.estimateChanges, 20_000);
});
