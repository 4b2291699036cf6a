// The world of the forecast benchmarks: 16 full clusters with 4 instance types each, and many queued GPRs.

import { Origin, uidOf } from '../../sim/base/numbers/ids.ts';
import { buildWorld, engineOf } from '../../sim/build.ts';
import { applyCommand } from '../../sim/commands/apply.ts';
import { checkCommand } from '../../sim/commands/check.ts';
import { State } from '../../sim/facts/numbered.ts';
import type { WorldWithForecast } from '../../sim/forecast/component.ts';
import { type CreateGpr, type GeneratedWorkload, HOUR_MS, type Scenario } from '../../sim/index.ts';
import { ROW } from '../../sim/tables/gprs/gpr-table.ts';
import { millionOf } from '../engine/load.ts';

const CLUSTERS = 16;
const NODES = 40;
const WORKSPACES = 20_000;
const GAP_MS = 10;
/** Simulated time after the arrivals, so that GPRs no longer end at the same instants. */
const SETTLED_MS = HOUR_MS;

/** Tolerance of the number of queued GPRs, and how many worlds are built to reach it. */
const OFF = 0.05;
const TRIES = 6;

export interface Crowd {
  readonly world: WorldWithForecast;
  readonly queued: readonly string[];
  /** Creates a GPR, which invalidates the cached forecast. */
  invalidation(): void;
  /** Returns another request at each call, of a random workspace, for any cluster and instance type. */
  request(): CreateGpr;
}

export interface Layout {
  /** Each workspace has one cluster; otherwise every workspace has all. */
  readonly apart: boolean;
  /** Share of GPRs that may evict, in thousandths; if `apart`, of the first cluster, and no others may. */
  readonly evictsMilli: number;
}

/** Builds a world with `wanted` queued GPRs, within a tolerance of 5 %. */
export function crowdOf(wanted: number, layout: Layout = { apart: false, evictsMilli: 0 }): Crowd {
  let count = wanted + filled(scenarioOf(5 * WORKSPACES, layout)).running;
  let crowd = filled(scenarioOf(count, layout));
  // The number of running GPRs depends on the number of arrivals, so adjust the count repeatedly.
  for (let i = 0; i < TRIES && Math.abs(crowd.queued.length - wanted) > wanted * OFF; i++) {
    count += wanted - crowd.queued.length;
    crowd = filled(scenarioOf(count, layout));
  }
  const { world, engine, queued } = crowd;
  const { core, scenario } = world;
  let drawn = 1;
  const draw = (below: number) => {
    drawn = (Math.imul(drawn, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (drawn >> 8) % below;
  };
  const names = layout.apart
    ? scenario.workspaces.map(({ name }) => name)
    : Array.from({ length: WORKSPACES }, (_, i) => `${scenario.name}-1-${1 + i}`);
  const inFirst = layout.apart ? names.length / CLUSTERS : names.length;
  const request = (workspaces = names.length): CreateGpr => ({
    kind: 'gpr.create',
    gprName: 'requested',
    workspace: names[draw(workspaces)],
    clusters: [],
    instanceType: '',
    gpuShape: '',
    gpusPerNode: 1 << draw(4),
    nodeCount: draw(4) === 0 ? 2 : 1,
    memoryGbPerGpu: null,
    priority: 1 + draw(300),
    exitMs: HOUR_MS * (1 + draw(8)),
    idleTimeOutMs: null,
    enforceIdleTimeOut: false,
    enableEviction: false,
    requeueOnFailure: false,
    dedicatedNodes: false,
  });
  return {
    world,
    queued,
    request: () => request(),
    invalidation() {
      engine.openAt(core.now);
      const [{ name: cluster }] = scenario.clusters;
      const [{ instanceType }] = scenario.instanceTypes;
      const check = checkCommand(world, { ...request(inFirst), clusters: [cluster], instanceType }, 0);
      if (!check.ok) throw new Error(`a request was refused: ${JSON.stringify(check.rejection)}`);
      applyCommand(world, check.command, uidOf(Origin.command, core.commands++));
      core.facts.drop();
    },
  };
}

function scenarioOf(count: number, { apart, evictsMilli }: Layout): Scenario {
  const million = millionOf({ count, evictsMilli, keepEnded: 1_000 });
  const [stream] = million.workload as [GeneratedWorkload];
  const [{ nodes, ...cluster }] = million.clusters;
  const clusters = Array.from({ length: CLUSTERS }, (_, i) => ({
    ...cluster,
    name: `hall-${10 + i}`,
    nodes: nodes.map((group) => ({ ...group, count: NODES })),
  }));
  const whole = { ...stream, interArrivalMeanMs: GAP_MS, idleMilli: 0 };
  if (!apart) return { ...million, clusters, workload: [{ ...whole, workspaces: WORKSPACES }] };
  const halls = clusters.map(({ name }) =>
    Array.from({ length: WORKSPACES / CLUSTERS }, (_, i) => ({
      name: `${name}-${i}`,
      clusters: [name],
      namespaces: [],
      username: name,
      email: `${name}@example.com`,
    })),
  );
  return {
    ...million,
    clusters,
    workspaces: halls.flat(),
    workload: halls.map((workspaces, i) => ({
      ...whole,
      count: Math.ceil(count / CLUSTERS),
      interArrivalMeanMs: GAP_MS * CLUSTERS,
      workspaces: workspaces.map(({ name }) => name),
      evictsMilli: i === 0 ? evictsMilli : 0,
    })),
  };
}

/** Runs a world until after its arrivals; returns it with the queued GPRs in the order of their rows. */
function filled(scenario: Scenario) {
  const world = buildWorld(scenario);
  const { core, ids } = world;
  const engine = engineOf(world);
  const streams = scenario.workload as GeneratedWorkload[];
  const count = streams.reduce((sum, stream) => sum + stream.count!, 0);
  engine.runTo(count * 2 * GAP_MS + SETTLED_MS);
  core.facts.drop();
  const queued: string[] = [];
  for (let row = 0; row < core.gprs.used; row += ROW) {
    if (core.gprs.state[row] === State.queued) queued.push(ids.gprId(core.gprs.uid[row]));
  }
  return { world, engine, queued, running: core.gprTimers.size };
}
