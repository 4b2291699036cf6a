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
import { type Command, ESTIMATE_WORDS, FactKind, type Scenario, Simulation } from '../../../sim/index.ts';
import { orderOf } from '../../../sim/tables/gprs/gpr-table.ts';
import { workspaceNames } from '../../support/action.ts';
import { actions } from '../../support/arbitrary-actions.ts';
import { BEAT, scenarios } from '../../support/arbitrary-scenario.ts';
import { startsOf } from '../../support/forecast.ts';
import { type Entry, enter, play, replay } from '../../support/play.ts';
import { property } from '../../support/property.ts';
import { request, SECOND, scenarioOf } from '../../support/scenario.ts';

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
