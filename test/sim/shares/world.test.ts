// Worlds with shared GPUs: facts are sound, and a run is the same if it is saved and restored, copied, or read.

import assert from 'node:assert/strict';
import { deserialize, serialize } from 'node:v8';
import fc from 'fast-check';
import { finish } from '../../../sim/base/pending.ts';
import { type Saved, Simulation } from '../../../sim/index.ts';
import { property } from '../../support/property.ts';
import { SECOND } from '../../support/scenario.ts';
import { sharedScenarios } from './arbitrary-trace.ts';

const END_MS = 2000 * SECOND;
const half = fc.nat(60).map((beats) => beats * SECOND);

function hashAtEnd(simulation: Simulation): string {
  simulation.runTo(END_MS);
  return simulation.clock().hash;
}

/** The names of the GPRs that have not left memory. */
function gprsOf(simulation: Simulation) {
  const { workload } = simulation.scenario;
  const names = workload.flatMap((entry) =>
    entry.kind === 'trace' ? entry.gprs.map(({ name }) => name!) : [],
  );
  return names.flatMap((name) => simulation.views.gprsOf(name) ?? []);
}

property(
  'the curves over time and the totals count thousandths, as the figures do',
  200,
  sharedScenarios(),
  (scenario) => {
    const simulation = new Simulation(scenario);
    const history = simulation.history();
    simulation.runTo(60 * SECOND);
    history.follow(simulation.takeFacts());
    const { nowMs } = simulation;
    const { utilization, fragmentation } = simulation.measures.summary();
    const window = { fromMs: 0, toMs: nowMs };
    const series = simulation.series(history, -1, { ...window, points: 1 });
    const close = (actual: number | null | undefined, expected: number | null) =>
      assert.ok(Math.abs(actual! - expected!) < 1e-9, `${actual}, ${expected}`);
    close(series.utilization[0], utilization);
    close(series.fragmentation[0], fragmentation);
    const page = { order: undefined, isDescending: false, offset: 0, limit: 9, sees: () => true };
    const totals = finish(simulation.totals(history, { ...window, subject: { kind: 'world' }, page })!);
    close(totals.rows[0].totals.utilization, utilization);
  },
);

property(
  'a world that is saved and restored, or copied, goes on in the same way',
  200,
  fc.tuple(sharedScenarios(false, true), half),
  ([scenario, atMs]) => {
    const simulation = new Simulation(scenario);
    simulation.runTo(atMs);
    simulation.dropFacts();
    const saved = deserialize(serialize(simulation.save())) as Saved;
    const restored = Simulation.restore(scenario, saved);
    const copied = simulation.fork('everything');
    assert.deepEqual(restored.save().pools, saved.pools);
    const hash = hashAtEnd(simulation);
    assert.equal(hashAtEnd(restored), hash);
    assert.equal(hashAtEnd(copied), hash);
  },
);

property(
  'forecasts, explanations and lists can be read at any instant, and change nothing',
  100,
  fc.tuple(sharedScenarios(false, true), half),
  ([scenario, atMs]) => {
    const hash = hashAtEnd(new Simulation(scenario));
    const simulation = new Simulation(scenario);
    const history = simulation.history(true);
    simulation.runTo(atMs);
    history.follow(simulation.takeFacts());
    const { views } = simulation;
    for (const { gprId, state } of gprsOf(simulation)) {
      assert.ok(simulation.explain(gprId)!.sentence.length > 0);
      if (state !== 'Queued') continue;
      simulation.estimate(gprId);
      const waiting = simulation.waiting(gprId, () => true);
      if (waiting !== undefined) finish(waiting);
    }
    for (const { gpuCount, freeGpus, allocations } of views.nodes()) {
      assert.ok(freeGpus >= 0 && freeGpus <= gpuCount);
      for (const { gpus } of allocations) assert.ok(gpus <= gpuCount - freeGpus);
    }
    for (const { gpus, allocatedGpus } of views.clusters())
      assert.ok(allocatedGpus >= 0 && allocatedGpus <= gpus);
    simulation.runTo(END_MS);
    history.follow(simulation.takeFacts());
    assert.equal(simulation.clock().hash, hash);
    assert.equal(
      history.nodes.used.subarray(0, history.nodes.size).every((used) => used === 0),
      gprsOf(simulation).every(({ state, gpusPerNode }) => gpusPerNode === 0 || !isProvisioned(state)),
    );
  },
);

function isProvisioned(state: string): boolean {
  return state === 'Provisioning' || state === 'Successful';
}
