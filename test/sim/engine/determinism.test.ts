// The same scenario, seed and journal lead to the same facts, even if the run is split, read, saved and restored.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deserialize, serialize } from 'node:v8';
import fc from 'fast-check';
import { Checker, type Command, type Saved, type Scenario, Simulation } from '../../../sim/index.ts';
import { workspaceNames } from '../../support/action.ts';
import { actions } from '../../support/arbitrary-actions.ts';
import { BEAT, scenarios } from '../../support/arbitrary-scenario.ts';
import { type Entry, enter, play, replay } from '../../support/play.ts';
import { property } from '../../support/property.ts';
import { generated, request, SECOND, scenarioOf } from '../../support/scenario.ts';

const TAIL = 60 * BEAT;

const scenario = scenarios({ invalidations: true });

function resourcesOf(simulation: Simulation) {
  const { resources } = simulation;
  return {
    policies: resources.policies(),
    templates: resources.gprTemplates(),
    bindings: resources.bindings(),
    endpoints: simulation.views.workspaces().map(({ name }) => resources.endpointsOf(name)),
    workloadTemplates: resources.workloadTemplates(),
    placements: resources.placements(),
    faults: resources.faults(),
  };
}

function seen(simulation: Simulation) {
  return {
    clock: simulation.clock(),
    states: simulation.views.countStates(),
    gprs: workspaceNames(simulation).map((name) => simulation.views.gprsOf(name)),
    workspaces: simulation.views.workspaces(),
    resources: resourcesOf(simulation),
    nodes: simulation.views.nodes(),
    clusters: simulation.views.clusters(),
    next: simulation.nextEventMs(),
  };
}

/** A run of actions: its journal, the instant of its end, and the simulation. */
function recorded(world: Scenario, list: Parameters<typeof play>[1]) {
  const simulation = new Simulation(world);
  const journal = play(simulation, list);
  const endMs = simulation.nowMs + TAIL;
  simulation.runTo(endMs);
  return { simulation, journal, endMs, hash: simulation.clock().hash };
}

property('a replay of the journal equals the run', 200, fc.tuple(scenario, actions), ([world, list]) => {
  const { simulation, journal, endMs } = recorded(world, list);
  const stored = JSON.parse(JSON.stringify(journal)) as Entry[];
  const again = replay(world, stored);
  again.runTo(endMs);
  assert.deepEqual(seen(again), seen(simulation));
});

property(
  'a checked command is accepted unchanged by a second check',
  100,
  fc.tuple(scenario, actions),
  ([world, list]) => {
    const { journal } = recorded(world, list);
    const again = new Simulation(world);
    for (const { atMs, round, command } of journal) {
      again.openRound(atMs, round);
      const check = again.check(command);
      assert.ok(check.ok);
      assert.deepEqual(check.command, command);
      again.apply(command);
    }
  },
);

/** Ways to advance that must not change the run. */
const stops = fc.array(
  fc.record({
    /** Ms since the previous entry or stop. */
    gapMs: fc.oneof(
      fc.integer({ min: 0, max: 3 }).map((count) => count * BEAT),
      fc.nat(30 * SECOND),
    ),
    by: fc.constantFrom('run', 'some', 'open', 'read', 'take'),
    events: fc.integer({ min: 1, max: 5 }),
  }),
  { maxLength: 60 },
);

function advance(
  simulation: Simulation,
  stop: { gapMs: number; by: string; events: number },
  beforeMs: number,
): void {
  const atMs = simulation.nowMs + stop.gapMs;
  // The round of the next entry must not be closed early, since the entry would then open another round.
  if (atMs >= beforeMs) return;
  if (stop.by === 'run') simulation.runTo(atMs);
  else if (stop.by === 'some') simulation.runSome(atMs, stop.events);
  else if (stop.by === 'open') simulation.openAt(atMs);
  else if (stop.by === 'take') simulation.takeFacts();
  else {
    for (const name of workspaceNames(simulation)) {
      for (const { gprId } of simulation.views.gprsOf(name)!) simulation.explain(gprId);
    }
    simulation.check(request(simulation.views.workspaces()[0]?.name ?? 'blue'));
  }
}

property(
  'slices, queries and reads during a run change nothing',
  200,
  fc.tuple(scenario, actions, stops),
  ([world, list, ways]) => {
    const { journal, endMs, simulation } = recorded(world, list);
    const again = new Simulation(world);
    const left = [...ways];
    const share = Math.ceil(ways.length / (journal.length + 1));
    for (const entry of journal) {
      for (const stop of left.splice(0, share)) advance(again, stop, entry.atMs);
      enter(again, entry);
      if (left.length % 2 === 0) again.takeFacts();
    }
    for (const stop of left) advance(again, stop, endMs);
    again.runTo(endMs);
    const { clock, ...rest } = seen(simulation);
    const { clock: clockAgain, ...restAgain } = seen(again);
    assert.equal(clockAgain.hash, clock.hash);
    assert.equal(clockAgain.seq, clock.seq);
    assert.deepEqual(restAgain, rest);
  },
);

const routes: Readonly<Record<string, (saved: Saved) => Saved>> = {
  'structured clone': (saved) => structuredClone(saved),
  'v8 serialization': (saved) => deserialize(serialize(saved)) as Saved,
};

for (const [route, through] of Object.entries(routes)) {
  property(
    `a run that is saved and restored by ${route} continues unchanged`,
    150,
    fc.tuple(scenario, actions, fc.nat(40), fc.nat(5), fc.boolean()),
    ([world, list, entries, beats, open]) => {
      const { simulation, journal, endMs } = recorded(world, list);
      const cut = Math.min(entries, journal.length);
      const before = replay(world, journal.slice(0, cut));
      const next = journal[cut]?.atMs ?? endMs;
      const atMs = before.nowMs + beats * BEAT;
      if (atMs < next) {
        before.openAt(atMs);
        if (!open) before.runTo(atMs);
      }
      const checker = new Checker(world);
      checker.read(before.takeFacts());
      const saved = through(before.save());
      const after = Simulation.restore(world, saved);
      assert.deepEqual(seen(after), seen(before));
      for (const entry of journal.slice(cut)) enter(after, entry);
      after.runTo(endMs);
      assert.deepEqual(seen(after), seen(simulation));
      checker.read(after.takeFacts());
      checker.compare(after.views.countStates());
      assert.deepEqual(checker.violations, []);
      // The original continues too: it shares no memory with the restored one.
      for (const entry of journal.slice(cut)) enter(before, entry);
      before.runTo(endMs);
      assert.deepEqual(seen(before), seen(simulation));
    },
  );
}

test('another seed leads to another run, and so does another scenario', () => {
  const hashes = new Set<string>();
  for (const seed of [1, 2, 2 ** 40 + 1]) {
    for (const placement of ['best-fit', 'worst-fit'] as const) {
      const simulation = new Simulation(
        scenarioOf({
          seed,
          nodes: 3,
          scheduler: { placement },
          failures: { nodeMtbfMs: 100 * SECOND },
          workload: [
            generated({
              count: 50,
              interArrivalMeanMs: 10 * SECOND,
              workspaces: 10,
              gpus: [1, 2, 4],
              exitDurationMs: { from: 10 * SECOND, to: 100 * SECOND },
              runtimeShareMilli: { from: 500, to: 1000 },
              requeuesMilli: 500,
            }),
          ],
        }),
      );
      simulation.runTo(1000 * SECOND);
      hashes.add(simulation.clock().hash);
    }
  }
  assert.equal(hashes.size, 6);
});

test('the hash of a known run is as recorded', () => {
  // The hash is part of an engine version: if it must change, ENGINE_VERSION must change too.
  const commands: Command[] = [
    request('blue', { gpusPerNode: 8, requeueOnFailure: true }),
    request('green', { gpusPerNode: 4, priority: 50 }),
    request('red', { gpusPerNode: 8, priority: 200, enableEviction: true }),
    { kind: 'node.down', cluster: 'east', node: 'east-large-1', repairAfterMs: 30 * SECOND },
    { kind: 'node.add', cluster: 'east', instanceType: 'large', gpuModelName: '', count: 1 },
    { kind: 'workspace.delete', name: 'green' },
  ];
  const simulation = new Simulation(
    scenarioOf({
      nodes: 2,
      failures: { provisioningMicro: 300_000 },
      scheduler: { provisioningDelayMs: SECOND },
    }),
  );
  commands.forEach((command, i) => {
    simulation.openAt(i * BEAT);
    const check = simulation.check(command);
    assert.ok(check.ok);
    simulation.apply(check.command);
  });
  simulation.runTo(1000 * SECOND);
  assert.deepEqual(
    [simulation.clock().seq, simulation.clock().hash],
    [30, 'eb4add4e2e3c3b9a02fb9ae8b824c90e'],
  );
});
