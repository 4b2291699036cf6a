// Builds a world from a scenario: its pools, nodes, workspaces and workload streams, at instant 0.

import { PERMISSIVE } from './admission/workspace-policy.ts';
import { IdCipher, Origin, uidOf } from './base/numbers/ids.ts';
import { NEVER } from './base/numbers/time.ts';
import { CLASSES_MAX } from './capacity/gpu-levels.ts';
import { addNamedNode, applyCommand } from './commands/apply.ts';
import { checkCommand } from './commands/check.ts';
import { FactKind } from './facts/fact-catalogue.ts';
import { textHash } from './facts/hash.ts';
import { noteFact } from './facts/log.ts';
import { EndedGprs } from './followers/indexes/ended-gprs.ts';
import { GprIndex } from './followers/indexes/gpr-index.ts';
import { Invalidations } from './followers/invalidations.ts';
import { Measures } from './followers/measures/measure.ts';
import { ForecastCache, type WorldWithForecast } from './forecast/component.ts';
import { blind } from './forecast/copies/hidden.ts';
import { type Drawing, sampledRules } from './forecast/samples/future.ts';
import type { Known } from './forecast/samples/seen.ts';
import { Core, type Rules, rulesOf } from './kernel/core.ts';
import { Engine } from './kernel/engine.ts';
import { addPool } from './kernel/failures.ts';
import { NO_OWN_POLICIES, type OwnPolicies } from './kernel/own-policies.ts';
import { policiesNamed } from './kernel/policies.ts';
import { Timer } from './kernel/timers.ts';
import { addWorkspace } from './kernel/workspace-lifecycle.ts';
import {
  Directory,
  FIRST_BRANCH,
  type Fork,
  namedWorkspaces,
  numberedWorkspaces,
} from './language/directory.ts';
import type { GeneratedWorkload, Scenario, ScriptStep, TraceWorkload } from './language/scenario.ts';
import { onEndpointTimer } from './resources/endpoints.ts';
import { addFault } from './resources/injected-faults.ts';
import { onBurstTimer } from './resources/placements/bursts.ts';
import { onDecisionTimer } from './resources/placements/decisions.ts';
import { onEstimatesTimer, recordEstimates } from './resources/recorded-estimates.ts';
import { setPolicy } from './resources/records.ts';
import { resourceHooks } from './resources/resource-hooks.ts';
import type { Pool } from './tables/pools/pool.ts';
import { Resources } from './tables/resource-tables.ts';
import { onArrival, type Stream, StreamTable, startStreams } from './workload/arrivals.ts';
import { generatedStream } from './workload/generated.ts';
import { scriptStream } from './workload/script.ts';
import { classesOf, orderIn, sharesSetup, shuffled } from './workload/study/shared-trace.ts';
import type { StudyOrder } from './workload/study/study-order.ts';
import { traceStream } from './workload/trace.ts';
import { Week } from './workload/week.ts';
import { choiceAmong, offersOf } from './workload/weighted-choices.ts';
import type { World } from './world.ts';

/** What a future derives from: all that the simulator knows, or what a scheduler can know (forecast/copies/hidden.ts). */
export type Knowing = 'everything' | 'scheduler';

/** One of the futures that are drawn from what has been seen. Equal numbers have equal draws. */
export interface Drawn {
  readonly known: Known;
  readonly number: number;
}

export interface BuiltWorld extends WorldWithForecast {
  /** Measures from the creation of this object on; not part of a snapshot. */
  readonly measures: Measures;
  readonly streams: readonly Stream[];
  readonly streamTable: StreamTable;
  /** Of a drawn future: its arrivals replace those of the streams. */
  drawing?: Drawing;
}

/** What a world is built from, besides its scenario. */
export interface BuildOptions {
  /** The world's branches, the oldest first: workspaces created after the start get other numbers in another branch. */
  readonly forks?: readonly Fork[];
  /** `scheduler`: what a scheduler cannot know has no effect. */
  readonly knowing?: Knowing | Drawn;
  readonly ownPolicies?: OwnPolicies;
}

/** Nodes or workspaces that are added at once. */
const ADDED_AT_ONCE = 1_000;

export function buildWorld(scenario: Scenario, options?: BuildOptions): BuiltWorld {
  const steps = buildingWorld(scenario, options);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** Same as `buildWorld`, in steps. */
export function* buildingWorld(
  scenario: Scenario,
  { forks = FIRST_BRANCH, knowing = 'everything', ownPolicies = NO_OWN_POLICIES }: BuildOptions = {},
): Generator<void, BuiltWorld> {
  const known = rulesOf(scenario);
  const rules = rulesKnowing(known, knowing);
  const pools: Pool[] = [];
  const directory = new Directory(scenario.clusters, scenario.instanceTypes, pools, forks);
  const core = new Core(rules, policiesNamed(scenario.scheduler, ownPolicies));
  core.pools = pools;
  core.arrivalRateMilli = scenario.arrivalRateMilli;
  const streams: Stream[] = [];
  const measures = new Measures(core);
  const parts: World = {
    scenario,
    ownPolicies,
    core,
    resources: new Resources(),
    directory,
    ids: new IdCipher(scenario.seed),
    invalidations: new Invalidations(core),
    index: new GprIndex(core),
    ended: new EndedGprs(core),
    isCopy: false,
  };
  const forecast = new ForecastCache(parts);
  core.hooks = resourceHooks(parts, () =>
    recordEstimates(core, parts.invalidations.causes, () => forecast.known()),
  );
  const world: BuiltWorld = { ...parts, forecast, measures, streams, streamTable: new StreamTable() };

  const orders = new Map<string, StudyOrder>();
  for (const [index, cluster] of scenario.clusters.entries()) {
    const order = orderIn(scenario, cluster);
    if (order !== undefined) orders.set(cluster.name, order);
    if (cluster.onePool) addSharedPool(world, index, order);
    for (const group of cluster.nodes) {
      const type = scenario.instanceTypes.findIndex(
        (known) => known.instanceType === group.instanceType && known.gpuModelName === group.gpuModelName,
      );
      for (let i = 0; i < group.count; i++) {
        addNamedNode(world, index, type);
        if (core.nodes.size % ADDED_AT_ONCE === 0) yield;
      }
    }
  }
  for (const workspace of scenario.workspaces) {
    const { policy, ...record } = workspace;
    const index = addWorkspace(core, textHash(JSON.stringify(record)));
    directory.addWorkspace(index, record);
    if (policy !== undefined) setPolicy(world, index, { ...PERMISSIVE, ...policy });
    if (index % ADDED_AT_ONCE === 0) yield;
  }
  const { ids } = world;
  for (const fault of scenario.faults)
    addFault(world, fault, fault.gprId === null ? -1 : ids.uid(fault.gprId));
  core.workspaces.reserve(
    scenario.workload.reduce((sum, entry) => sum + madeBy(entry), core.workspaces.size),
  );
  for (const [entry, workload] of scenario.workload.entries()) {
    if (workload.kind === 'generated') streams.push(generated(world, workload, entry));
    else if (workload.kind === 'trace')
      streams.push(traced(world, workload, entry, orders.get(workload.cluster)));
    else streams.push(scriptStream(workload, (step, number) => applyStep(world, step, number, entry)));
    yield;
  }
  directory.workspacesAtStart = core.workspaces.size;
  startStreams(core, streams, world.streamTable);
  if (scenario.recordEstimatesEveryMs !== null) {
    world.invalidations.follow();
    core.timers.set(Timer.estimates, 0, scenario.recordEstimatesEveryMs);
  }
  return world;
}

function rulesKnowing(rules: Rules, knowing: Knowing | Drawn): Rules {
  if (knowing === 'everything') return rules;
  return knowing === 'scheduler' ? blind(rules) : sampledRules(rules, knowing.known, knowing.number);
}

/** The engine of a world, with handlers for the timers of its workload and resources. */
export function engineOf(world: BuiltWorld): Engine {
  const { core, streams, streamTable } = world;
  return new Engine(core, {
    [Timer.stream](stream) {
      world.invalidations.beforeArrival();
      if (world.drawing === undefined) onArrival(world, streams, streamTable, stream);
      else world.drawing.arrive();
    },
    [Timer.endpoint]: (slot) => onEndpointTimer(world, slot),
    [Timer.decision]: (slot) => onDecisionTimer(world, slot),
    [Timer.burst]: (slot) => onBurstTimer(world, slot),
    [Timer.estimates]: () => onEstimatesTimer(core),
  });
}

/** @param order of the nodes; undefined: by number */
function addSharedPool(world: World, cluster: number, order: StudyOrder | undefined): void {
  const { core, scenario } = world;
  const { name, nodes, capacity } = scenario.clusters[cluster];
  const classes: number[] = [];
  for (const group of nodes) {
    const type = scenario.instanceTypes.findIndex(
      (known) => known.instanceType === group.instanceType && known.gpuModelName === group.gpuModelName,
    );
    if (!classes.includes(type)) classes.push(type);
  }
  if (classes.length > CLASSES_MAX)
    throw new Error(
      `cluster ${cluster} has ${classes.length} instance types in one pool; the limit is ${CLASSES_MAX}`,
    );
  const types = classes.map((type) => scenario.instanceTypes[type]);
  const setup = capacity === 'shares' ? sharesSetup(scenario, name, types, order) : undefined;
  addPool(core, cluster, classes, capacity, setup);
}

function generated(world: World, spec: GeneratedWorkload, entry: number): Stream {
  const { core, directory, scenario } = world;
  const pools = offersOf(scenario, core.pools, spec);
  const week = spec.weekly === null ? null : new Week(spec.weekly);
  const choiceOf = (clusters: readonly string[]) =>
    choiceAmong(pools, core.pools, new Set(clusters.map((name) => directory.cluster(name))));
  if (typeof spec.workspaces !== 'number') {
    const choices = new Map(
      spec.workspaces.map((name) => {
        const workspace = directory.workspace(name);
        return [workspace, choiceOf(directory.clustersOf(workspace))];
      }),
    );
    return generatedStream(spec, entry, scenario.seed, {
      workspaces: [...choices.keys()],
      choiceOf: (workspace) => choices.get(workspace)!,
      pools,
      week,
    });
  }
  const first = addWorkspaces(core, spec.workspaces);
  directory.addWorkspaces(numberedWorkspaces(first, spec.workspaces, `${scenario.name}-${entry + 1}`));
  const everywhere = choiceOf(scenario.clusters.map(({ name }) => name));
  return generatedStream(spec, entry, scenario.seed, {
    workspaces: { first, count: spec.workspaces },
    choiceOf: () => everywhere,
    pools,
    week,
  });
}

function traced(world: World, spec: TraceWorkload, entry: number, order: StudyOrder | undefined): Stream {
  const { core, directory, scenario } = world;
  const cluster = directory.cluster(spec.cluster);
  const pool = core.pools.find((known) => known.cluster === cluster)!;
  const types = pool.classes.map((type) => scenario.instanceTypes[type]);
  const gprs = order === undefined ? spec.gprs : shuffled(spec.gprs, order);
  const masks = gprs.map((gpr) => {
    const fitting = types.map((type) => (type.gpuCount < gpr.gpusPerNode ? undefined : type));
    return classesOf(gpr, fitting);
  });
  const names = spec.workspaces ?? gprs.map(({ name }) => name!);
  const first = addWorkspaces(core, names.length);
  directory.addWorkspaces(namedWorkspaces(first, names));
  directory.addTrace(Origin.workload + entry, gprs);
  return traceStream(gprs, entry, {
    pool: pool.index,
    workspaceOf: (number) => first + (gprs[number].workspace ?? number),
    classesOf: (number) => masks[number],
    memoryGb: scenario.instanceTypes[pool.classes[0]].memoryGb,
  });
}

/** Returns the number of workspaces that a generated entry creates. */
function madeBy(entry: Scenario['workload'][number]): number {
  return entry.kind === 'generated' && typeof entry.workspaces === 'number' ? entry.workspaces : 0;
}

/** Adds the workspaces of a workload, without facts. Returns the number of the first. */
function addWorkspaces(core: Core, count: number): number {
  const first = core.workspaces.size;
  core.workspaces.reserve(first + count);
  for (let i = 0; i < count; i++) core.workspaces.add();
  return first;
}

/** Applies a scripted command that is due. If its check fails, writes a fact and does nothing else. */
function applyStep(world: WorldWithForecast, step: ScriptStep, number: number, entry: number): void {
  const uid = uidOf(Origin.workload + entry, number);
  const check = checkCommand(world, step.command, uid);
  if (check.ok) {
    applyCommand(world, check.command, uid, 'runMs' in step ? step.runMs : NEVER, check.candidate);
    return;
  }
  const { core } = world;
  noteFact(core.facts, FactKind.scriptRefused, core.now, { stream: entry, step: number });
}
