// Checks that the parts of a stored scenario fit together, so that a world can be built from it.

import type {
  Cluster,
  GeneratedWorkload,
  Scenario,
  ScriptWorkload,
  TraceWorkload,
} from '../../../sim/index.ts';
import { limits, NO_OWN_POLICIES } from '../../../sim/index.ts';
import { fieldPath, type PathKey, type Problem } from '../fields/field-problems.ts';
import { checkNames, typeOf } from '../fields/inventory-names.ts';
import { type Note, noteRepeats, noteUnknown } from '../fields/notes.ts';
import { policyProblems } from '../fields/policy-problems.ts';
import { checkShareable, misfitOf } from '../fields/shareable-nodes.ts';
import { unknownPolicies } from './check-data.ts';

/** Returns the problems of a scenario that fits the schema. */
export function checkStored(scenario: Scenario): readonly Problem[] {
  const problems: Problem[] = [];
  const note: Note = (path, message) => problems.push({ path: fieldPath(path), message });
  for (const { path, message } of unknownPolicies(scenario.scheduler)) note(['scheduler', path], message);
  if (problems.length > 0) return problems;
  if (Number.isNaN(Date.parse(scenario.start)))
    note(['start'], `must be an instant, but is ${scenario.start}`);
  const { cycle, provisioningDelayMs } = scenario.scheduler;
  if (cycle === 'event' && provisioningDelayMs > 0)
    note(['scheduler', 'provisioningDelayMs'], 'must be 0, because "cycle" is "event"');
  checkInventory(note, scenario);
  problems.push(...policyProblems(scenario));
  if (problems.length === 0) problems.push(...checkShareable(scenario, NO_OWN_POLICIES));
  if (problems.length > 0) return problems;
  scenario.workload.forEach((workload, w) => {
    const path = ['workload', w];
    if (workload.kind === 'generated') checkGenerated(note, path, scenario, workload);
    else if (workload.kind === 'trace') checkTrace(note, path, scenario, workload);
    else checkScript(note, path, workload);
  });
  return problems;
}

function checkInventory(note: Note, { instanceTypes, clusters, workspaces }: Scenario): void {
  checkNames(note, { instanceTypes, clusters, workspaces });
  const gpusOf = new Map(instanceTypes.map((type) => [typeOf(type), type.gpuCount]));
  const knownTypes = new Set(gpusOf.keys());
  clusters.forEach((cluster, c) => {
    const isOneMachine = cluster.onePool && cluster.nodes.length === 1 && cluster.nodes[0]!.count === 1;
    if (isOfProcessors(cluster) && !isOneMachine)
      note(['clusters', c], 'must have "onePool" and one node, because its "capacity" is "processors"');
    cluster.nodes.forEach((group, g) => {
      noteUnknown(note, ['clusters', c, 'nodes', g], typeOf(group), knownTypes);
      const gpus = gpusOf.get(typeOf(group)) ?? 0;
      if (gpus > limits.gpusPerNode && !isOfProcessors(cluster))
        note(
          ['clusters', c, 'nodes', g],
          `must have at most ${limits.gpusPerNode} GPUs a node, but has ${gpus}`,
        );
    });
  });
}

function isOfProcessors({ capacity }: Cluster): boolean {
  return capacity === 'processors';
}

function checkGenerated(
  note: Note,
  path: readonly PathKey[],
  { clusters, workspaces }: Scenario,
  workload: GeneratedWorkload,
): void {
  const { workspaces: named, priority, exitDurationMs, runtimeShareMilli, weekly, jobs } = workload;
  const { low, medium, high } = priority;
  if (low + medium + high === 0) note([...path, 'priority'], 'must have low, medium or high above 0');
  for (const [member, { from, to }] of Object.entries({ exitDurationMs, runtimeShareMilli })) {
    if (from > to) note([...path, member], 'must have a "from" that is not above "to"');
  }
  if (weekly?.rates.every((rate) => rate === 0))
    note([...path, 'weekly', 'rates'], 'must have a rate above 0');
  jobs?.forEach(({ runMs, exitMs }, j) => {
    if (runMs > exitMs) note([...path, 'jobs', j, 'runMs'], `must be at most ${exitMs}, its exitMs`);
  });
  const withPools = new Set(clusters.filter((cluster) => hasPool(workload, cluster)).map(({ name }) => name));
  if (typeof named === 'number') {
    if (withPools.size === 0) note(path, 'needs a cluster with pools for it, but no cluster has any');
    return;
  }
  const clustersOf = new Map(workspaces.map((workspace) => [workspace.name, workspace.clusters]));
  const known = new Set(clustersOf.keys());
  noteRepeats(note, [...path, 'workspaces'], named);
  named.forEach((name, n) => {
    const at = [...path, 'workspaces', n];
    if (noteUnknown(note, at, name, known)) return;
    if (!clustersOf.get(name)!.some((cluster) => withPools.has(cluster))) {
      note(at, 'must be a workspace whose clusters have pools for the workload, but they have none');
    }
  });
}

/** Whether GPRs of a workload can choose a pool of the cluster. */
function hasPool({ pools }: GeneratedWorkload, { name, nodes }: Cluster): boolean {
  return nodes.some(({ instanceType, gpuModelName }) => {
    if ('length' in pools)
      return pools.some(
        (pool) =>
          pool.cluster === name && pool.instanceType === instanceType && pool.gpuModelName === gpuModelName,
      );
    return [null, name].includes(pools.cluster) && [null, instanceType].includes(pools.instanceType);
  });
}

function checkTrace(
  note: Note,
  path: readonly PathKey[],
  { clusters }: Scenario,
  trace: TraceWorkload,
): void {
  const { cluster, gprs, workspaces, arrivals } = trace;
  const pooled = clusters.filter(({ onePool, nodes }) => onePool && nodes.length > 0);
  noteUnknown(note, [...path, 'cluster'], cluster, new Set(pooled.map(({ name }) => name)));
  const isShared = clusters.some(({ name, capacity }) => name === cluster && capacity === 'shares');
  const misfit = misfitOf(trace, isShared);
  if (misfit >= 0) {
    const why = isShared
      ? 'must have a shape, with "gpuMilli" 0 if and only if it has no GPUs, because the "capacity" of its cluster is "shares"'
      : 'must have GPUs and no shape, because the "capacity" of its cluster is not "shares"';
    note([...path, 'gprs', misfit], why);
  }
  if (arrivals === 'shuffled' && (!isShared || gprs.every(({ gpusPerNode }) => gpusPerNode === 0)))
    note([...path, 'arrivals'], 'can be "shuffled" only in a cluster with "shares", with a GPR with GPUs');
  gprs.forEach((gpr, g) => {
    const { name, workspace } = gpr;
    if (workspaces === undefined ? name === undefined : (workspace ?? Infinity) >= workspaces.length)
      note([...path, 'gprs', g], 'must have a name, or the index of a workspace of the trace');
    if (gpr.runMs > gpr.exitMs)
      note([...path, 'gprs', g, 'runMs'], `must be at most ${gpr.exitMs}, its exitMs`);
    const before = gprs[g - 1]?.arrivalMs ?? 0;
    if (gpr.arrivalMs < before) {
      note(
        [...path, 'gprs', g, 'arrivalMs'],
        `must be at least ${before}, the arrivalMs of the GPR before it`,
      );
    }
  });
}

function checkScript(note: Note, path: readonly PathKey[], { steps }: ScriptWorkload): void {
  steps.forEach((step, s) => {
    const at = [...path, 'steps', s];
    const before = steps[s - 1]?.atMs ?? 0;
    if (step.atMs < before)
      note([...at, 'atMs'], `must be at least ${before}, the atMs of the step before it`);
    if (step.runMs !== undefined && step.command.kind !== 'gpr.create')
      note([...at, 'runMs'], 'must be left out unless the command is a gpr.create');
    for (const { path: member, message } of unknownPolicies(step.command))
      note([...at, 'command', member], message);
  });
}
