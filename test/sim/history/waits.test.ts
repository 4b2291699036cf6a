// Why GPRs wait: the history, explanations, counts and a derivation from the lists of GPRs and nodes agree.

import assert from 'node:assert/strict';
import fc from 'fast-check';
import { finish } from '../../../sim/base/pending.ts';
import { type GprView, Simulation } from '../../../sim/index.ts';
import { actions } from '../../support/arbitrary-actions.ts';
import { BEAT, scenarios } from '../../support/arbitrary-scenario.ts';
import { play } from '../../support/play.ts';
import { property } from '../../support/property.ts';

type Reasons = ReadonlyMap<string, string>;

const everything = { workspace: '', cluster: '', priorityFrom: 0, priorityTo: 300, name: '', reasons: [] };

function listed(simulation: Simulation, states: readonly ('Queued' | 'Provisioning' | 'Successful')[]) {
  const page = simulation.gprPage({ ...everything, states, sees: () => true, offset: 0, limit: 1e6 });
  return page.gprs;
}

/** From the lists alone. All queued GPRs of a closed round are blocked. */
function derived(simulation: Simulation): Reasons {
  const isLimited = simulation.scenario.scheduler.workspaceLimit === 1;
  const queued = listed(simulation, ['Queued']).map(({ gpr }) => gpr);
  const holding = new Set(listed(simulation, ['Provisioning', 'Successful']).map(({ gpr }) => gpr.workspace));
  const candidates = queued.filter(
    (gpr) =>
      !isLimited ||
      (!holding.has(gpr.workspace) && queued.find(({ workspace }) => workspace === gpr.workspace) === gpr),
  );
  const nodes = simulation.views.nodes();
  const poolOf = ({
    cluster,
    instanceType,
    gpuModelName,
  }: Pick<GprView, 'cluster' | 'instanceType' | 'gpuModelName'>) =>
    `${cluster} ${instanceType} ${gpuModelName}`;
  const policy = simulation.rules().scheduler.queue;
  const reasonOf = (gpr: GprView): string => {
    if (!candidates.includes(gpr)) return 'workspace';
    const isBehind = candidates.find((other) => poolOf(other) === poolOf(gpr)) !== gpr;
    if (isBehind && policy === 'strict') return 'head';
    const fits = (countsDown: boolean) => {
      const roomy = nodes.filter((node) => {
        if (poolOf(node) !== poolOf(gpr) || (!node.up && !countsDown)) return false;
        const free = node.up ? node.freeGpus : node.gpuCount;
        return free >= (gpr.dedicatedNodes ? Math.max(node.gpuCount, gpr.gpusPerNode) : gpr.gpusPerNode);
      });
      return roomy.length >= gpr.nodeCount;
    };
    if (fits(false)) return isBehind && policy === 'backfill' ? 'head' : 'cycle';
    return fits(true) ? 'down' : 'room';
  };
  return new Map(queued.map((gpr) => [gpr.gprId, reasonOf(gpr)]));
}

/** From the lists alone: the median age of the queue, and the free GPUs of pools in which no GPR waits for the next cycle. */
function figuresOf(simulation: Simulation) {
  const queued = listed(simulation, ['Queued']);
  const ages = queued.map(({ gpr }) => simulation.nowMs - gpr.createdAtMs).sort((a, b) => a - b);
  const poolsOf = Map.groupBy(queued, ({ gpr }) => gpr.cluster + gpr.instanceType);
  const blocked = [...poolsOf].map(([pool, gprs]) => {
    const nodes = simulation.views.nodes().filter((node) => node.cluster + node.instanceType === pool);
    const free = nodes.reduce((sum, { freeGpus }) => sum + freeGpus, 0);
    return gprs.some(({ waitReason }) => waitReason === 'cycle') ? 0 : free;
  });
  return {
    medianAgeMs: ages[Math.ceil(ages.length / 2) - 1] ?? null,
    blocked: blocked.reduce((sum, free) => sum + free, 0),
  };
}

/** By the chart of one millisecond. */
function charted(simulation: Simulation, history: ReturnType<Simulation['history']>, atMs: number): Reasons {
  const window = { fromMs: atMs, toMs: atMs + 1, pixels: 1, cluster: -1 };
  const { waits, gprs } = finish(simulation.gantt(history, { ...window, rows: 'workspaces', waits: true }));
  assert.ok(waits !== undefined);
  const reasons = new Map<string, string>();
  waits.gpr.forEach((gpr, i) => {
    assert.ok(waits.fromMs[i] <= atMs && waits.toMs[i] > atMs);
    const { gprId } = gprs[gpr];
    assert.ok(!reasons.has(gprId), `${gprId} waits twice at ${atMs}`);
    reasons.set(gprId, waits.reason[i]);
  });
  return reasons;
}

const seen = new Set<string>();

property(
  'at each instant, charts, explanations, counts and lists give a queued GPR the same reason',
  200,
  fc.tuple(scenarios({ invalidations: true }), actions),
  ([scenario, list]) => {
    const simulation = new Simulation(scenario);
    const history = simulation.history(true);
    // In the pool of a trace, the lists do not show which instance types a GPR accepts.
    const isMixed = scenario.clusters.some(({ onePool }) => onePool);
    /** Instant → the reasons at its end. */
    const recorded = new Map<number, Reasons>();
    /** GPR that a burst replaced → the new one, which goes on with the wait. */
    const heirs = new Map<string, string>();
    const heirOf = (gprId: string): string => {
      const heir = heirs.get(gprId);
      return heir === undefined ? gprId : heirOf(heir);
    };
    const note = () => {
      const run = simulation.takeFacts();
      history.follow(run);
      for (const fact of simulation.viewFacts(run))
        if (fact.kind === 'placement.moved') heirs.set(fact.left!, fact.gprId!);
      const counts: Record<string, number> = { workspace: 0, head: 0, room: 0, down: 0, cycle: 0 };
      const explained = new Map<string, string>();
      for (const { gpr, waitReason } of listed(simulation, ['Queued'])) {
        explained.set(gpr.gprId, waitReason!);
        counts[waitReason!]++;
      }
      const { waits, medianAgeMs, blocked } = simulation.queueFigures();
      assert.deepEqual(waits, counts);
      if (!isMixed) {
        const freeGpus = blocked.reduce((sum, pool) => sum + pool.freeGpus, 0);
        assert.deepEqual({ medianAgeMs, blocked: freeGpus }, figuresOf(simulation));
        if (freeGpus > 0) seen.add('blocked');
      }
      const { nowMs, open } = simulation.clock();
      if (open) {
        recorded.delete(nowMs);
        return;
      }
      if (!isMixed) assert.deepEqual(explained, derived(simulation));
      recorded.set(nowMs, explained);
    };
    play(simulation, list, note);
    for (let beat = 0; beat < 5; beat++) {
      simulation.runTo(simulation.nowMs + BEAT);
      note();
    }
    const { nowMs } = simulation;
    const last = recorded.get(nowMs)!;
    const { attempts } = history;
    for (const [atMs, noted] of recorded) {
      if (atMs === nowMs) continue;
      const reasons = new Map([...noted].map(([gprId, reason]) => [heirOf(gprId), reason]));
      const chart = charted(simulation, history, atMs);
      for (const [gprId, reason] of chart) {
        assert.equal(reason, reasons.get(gprId), `${gprId} at ${atMs}`);
        seen.add(reason);
      }
      // A GPR that is removed while it is queued has no bar, and so no charted wait.
      const started = new Set<string>();
      for (let i = attempts.firstFrom(atMs + 1); i < attempts.size; i++)
        started.add(simulation.gprId(attempts.uid[i]));
      for (const gprId of reasons.keys())
        if (started.has(gprId) || last.has(gprId)) assert.ok(chart.has(gprId), `${gprId} at ${atMs}`);
    }
  },
);

property('all reasons occurred, and GPUs that were free but blocked', 1, fc.constant(null), () => {
  assert.deepEqual([...seen].sort(), ['blocked', 'down', 'head', 'room', 'workspace']);
});
