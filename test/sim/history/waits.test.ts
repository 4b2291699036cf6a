// Why GPRs waited: what the chart has of the past is what explanations said then, and what follows from the nodes of then.

import assert from 'node:assert/strict';
import fc from 'fast-check';
import { finish } from '../../../sim/base/pending.ts';
import { type GanttView, type NodeView, Simulation, type WaitReasonName } from '../../../sim/index.ts';
import { actions } from '../../support/arbitrary-actions.ts';
import { BEAT, scenarios } from '../../support/arbitrary-scenario.ts';
import { play } from '../../support/play.ts';
import { property } from '../../support/property.ts';

interface Seen {
  readonly atMs: number;
  readonly gprId: string;
  readonly reason: WaitReasonName;
}

/** The reasons of all queued GPRs: the sentence's data say who is ahead, and the nodes whether those that are down are missing. */
function reasonsNow(simulation: Simulation): Seen[] {
  const nodes = simulation.views.nodes();
  const isMixed = (name: string) => simulation.scenario.clusters.find((one) => one.name === name)!.onePool;
  return queued(simulation).map(({ gprId, cluster, instanceType, gpusPerNode, nodeCount, dedicatedNodes }) => {
    const { behindBecause, waitReason } = simulation.explain(gprId)!;
    const atMs = simulation.nowMs;
    if (behindBecause === 'workspace-holds' || behindBecause === 'workspace-candidate')
      return { atMs, gprId, reason: 'workspace' };
    if (behindBecause !== null) return { atMs, gprId, reason: 'head' };
    const hasRoom = (node: NodeView, ifUp: boolean) => {
      if (node.cluster !== cluster || node.instanceType !== instanceType) return false;
      const needed = dedicatedNodes ? node.gpuCount : gpusPerNode;
      if (node.up) return node.freeGpus >= needed;
      return ifUp && node.gpuCount >= needed;
    };
    // Views do not have which of several node classes a GPR accepts.
    if (isMixed(cluster)) return { atMs, gprId, reason: waitReason! };
    const isDown =
      nodes.filter((node) => hasRoom(node, false)).length < nodeCount &&
      nodes.filter((node) => hasRoom(node, true)).length >= nodeCount;
    return { atMs, gprId, reason: isDown ? 'down' : 'room' };
  });
}

function queued(simulation: Simulation) {
  const all = { priorityFrom: 0, priorityTo: 1000, name: '', workspace: '', cluster: '', sees: () => true };
  const { gprs } = simulation.gprPage({ ...all, states: ['Queued'], offset: 0, limit: 1e6 });
  return gprs.map(({ gpr }) => gpr);
}

function spansOf({ waits, gprs }: GanttView, gprId: string) {
  return waits!.gpr.flatMap((gpr, i) =>
    gprs[gpr]?.gprId === gprId
      ? [{ fromMs: waits!.fromMs[i], toMs: waits!.toMs[i], reason: waits!.reason[i] }]
      : [],
  );
}

property(
  'charts have the reasons that explanations had, and counts agree',
  300,
  fc.tuple(scenarios({ invalidations: true }), actions),
  ([scenario, list]) => {
    const simulation = new Simulation(scenario);
    const history = simulation.history(true);
    const seen: Seen[] = [];
    const see = () => {
      const { nowMs } = simulation;
      const now = reasonsNow(simulation);
      for (const { gprId, reason } of now) assert.equal(simulation.explain(gprId)!.waitReason, reason);
      const counts = simulation.views.countWaits();
      for (const reason of ['workspace', 'head', 'room', 'down'] as const)
        assert.equal(counts[reason], now.filter((one) => one.reason === reason).length, `${reason} at ${nowMs}`);
      if (!simulation.clock().open) seen.push(...now);
    };
    const follow = () => {
      see();
      history.follow(simulation.takeFacts());
    };
    play(simulation, list, follow);
    for (let beat = 0; beat < 5; beat++) {
      simulation.runTo(simulation.nowMs + BEAT);
      follow();
    }
    const { nowMs } = simulation;
    for (const rows of ['nodes', 'workspaces'] as const) {
      const query = { fromMs: 0, toMs: nowMs + 200 * BEAT, pixels: 1e9, rows, cluster: -1, waits: true };
      const chart = finish(simulation.gantt(history, query));
      for (const { atMs, gprId, reason } of seen) {
        const spans = spansOf(chart, gprId);
        const here = spans.filter(({ fromMs, toMs }) => fromMs <= atMs && atMs < toMs);
        // The row of a node is not known of a GPR that has not started since and has no planned start.
        if (here.length === 0 && (rows === 'nodes' || atMs === nowMs)) continue;
        if (here.length === 0) {
          // A GPR that was removed while it waited has no bar.
          assert.equal(spans.length === 0 || spans.every(({ fromMs }) => fromMs > atMs), true, `${gprId} at ${atMs}`);
          continue;
        }
        assert.deepEqual(here.map((span) => span.reason), [reason], `${gprId} at ${atMs} in ${rows}`);
      }
    }
  },
);
