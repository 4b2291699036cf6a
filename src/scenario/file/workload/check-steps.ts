// Checks the steps of a script: names must exist, and some pool must be large enough for each GPR.

import { nodeName } from '../../../../sim/index.ts';
import { type PathKey, shown } from '../../fields/field-problems.ts';
import { listOf, type Note, noteUnknown } from '../../fields/notes.ts';
import { holds, listed, type Pool } from '../file-pools.ts';
import type { ScenarioFile } from '../scenario-file.ts';

export type Step = Extract<ScenarioFile['workload'][number], { kind: 'script' }>['steps'][number];
type Gpr = NonNullable<Step['gpr']>;
export type NodeAt = NonNullable<Step['nodeUp']>;

export function checkSteps(
  note: Note,
  path: readonly PathKey[],
  file: ScenarioFile,
  pools: readonly Pool[],
  steps: readonly Step[],
): void {
  const nodesOf = new Map(file.clusters.map((cluster) => [cluster.name, new Set(nodeNames(cluster))]));
  const clustersOf = new Map(file.workspaces.map((workspace) => [workspace.name, workspace.clusters]));
  const clusters = new Set(nodesOf.keys());
  steps.forEach((step, s) => {
    if (step.gpr) checkGpr(note, [...path, s, 'gpr'], clustersOf, pools, step.gpr);
    if (step.nodeDown) checkNode(note, [...path, s, 'nodeDown'], nodesOf, clusters, step.nodeDown);
    if (step.nodeUp) checkNode(note, [...path, s, 'nodeUp'], nodesOf, clusters, step.nodeUp);
  });
}

export function nodeNames(cluster: ScenarioFile['clusters'][number]): string[] {
  const counts = new Map<string, number>();
  return cluster.nodes.flatMap(({ instanceType, count }) => {
    const first = counts.get(instanceType) ?? 0;
    counts.set(instanceType, first + count);
    return Array.from({ length: count }, (_, n) => nodeName(cluster.name, instanceType, first + n));
  });
}

function checkNode(
  note: Note,
  path: readonly PathKey[],
  nodesOf: ReadonlyMap<string, ReadonlySet<string>>,
  clusters: ReadonlySet<string>,
  { cluster, node }: NodeAt,
): void {
  if (noteUnknown(note, [...path, 'cluster'], cluster, clusters)) return;
  const nodes = nodesOf.get(cluster)!;
  if (typeof node === 'string') noteUnknown(note, [...path, 'node'], node, nodes);
  else if (node >= nodes.size) {
    note([...path, 'node'], `must be below ${nodes.size}, the number of nodes of ${cluster}, but is ${node}`);
  }
}

function checkGpr(
  note: Note,
  path: readonly PathKey[],
  clustersOf: ReadonlyMap<string, readonly string[]>,
  pools: readonly Pool[],
  gpr: Gpr,
): void {
  const allowed = clustersOf.get(gpr.workspace);
  if (allowed === undefined) {
    noteUnknown(note, [...path, 'sliceName'], gpr.workspace, new Set(clustersOf.keys()));
    return;
  }
  const foreign = gpr.clusters.find((cluster) => !allowed.includes(cluster));
  if (foreign !== undefined) {
    note(
      path,
      `names the cluster ${shown(foreign)}; the clusters of ${gpr.workspace} are ${listOf(allowed)}`,
    );
    return;
  }
  const clusters = gpr.clusters.length > 0 ? gpr.clusters : allowed;
  const own = pools.filter((pool) => clusters.includes(pool.cluster));
  if (own.some((pool) => isNamed(pool, gpr) && holds(pool, gpr))) return;
  note(path, `requests ${demandText(gpr)}, which no pool can provide; ${listed(own)}`);
}

function demandText(gpr: Gpr): string {
  const memory = gpr.memoryGbPerGpu === null ? '' : ` of ${gpr.memoryGbPerGpu} GB`;
  const names = [gpr.instanceType, gpr.gpuShape].filter((name) => name !== '').join(', ');
  const named = names === '' ? '' : ` (${names})`;
  return `${gpr.nodeCount} nodes with ${gpr.gpusPerNode} GPUs${memory} each${named}`;
}

/** A shape names a GPU model or an instance type; names match in any case. */
function isNamed(pool: Pool, { instanceType, gpuShape }: Gpr): boolean {
  const shape = gpuShape.toLowerCase();
  return (
    (instanceType === '' || pool.instanceType.toLowerCase() === instanceType.toLowerCase()) &&
    (shape === '' || pool.gpuModelName.toLowerCase() === shape || pool.instanceType.toLowerCase() === shape)
  );
}
