// Checks the steps of a script: names must exist, and some pool must be large enough for each GPR.

import { nodeName, readNodeName } from '../../../../sim/index.ts';
import { type PathKey, shown } from '../../fields/field-problems.ts';
import { listOf, NAMES_LISTED_MAX, type Note, noteUnknown } from '../../fields/notes.ts';
import { holds, listed, type Pool } from '../file-pools.ts';
import type { ScenarioFile } from '../scenario-file.ts';

export type Step = Extract<ScenarioFile['workload'][number], { kind: 'script' }>['steps'][number];
type Gpr = NonNullable<Step['gpr']>;
type Cluster = ScenarioFile['clusters'][number];
export type NodeAt = NonNullable<Step['nodeUp']>;

export function checkSteps(
  note: Note,
  path: readonly PathKey[],
  file: ScenarioFile,
  pools: readonly Pool[],
  steps: readonly Step[],
): void {
  const clustersOf = new Map(file.workspaces.map((workspace) => [workspace.name, workspace.clusters]));
  const clusters = new Map(file.clusters.map((cluster) => [cluster.name, cluster]));
  steps.forEach((step, s) => {
    if (step.gpr) checkGpr(note, [...path, s, 'gpr'], clustersOf, pools, step.gpr);
    if (step.nodeDown) checkNode(note, [...path, s, 'nodeDown'], clusters, step.nodeDown);
    if (step.nodeUp) checkNode(note, [...path, s, 'nodeUp'], clusters, step.nodeUp);
  });
}

/** Returns the name of a node of a cluster, by its number; undefined if there are fewer. */
export function nameOfNode({ name, nodes }: Cluster, node: number): string | undefined {
  const before = new Map<string, number>();
  let left = node;
  for (const { instanceType, count } of nodes) {
    const first = before.get(instanceType) ?? 0;
    if (left < count) return nodeName(name, instanceType, first + left);
    before.set(instanceType, first + count);
    left -= count;
  }
  return undefined;
}

function hasNode({ name, nodes }: Cluster, node: string): boolean {
  const read = readNodeName(name, node);
  if (read === undefined) return false;
  const ofType = nodes.filter(({ instanceType }) => instanceType === read.instanceType);
  return read.index < countOf(ofType);
}

function countOf(nodes: Cluster['nodes']): number {
  return nodes.reduce((sum, { count }) => sum + count, 0);
}

function checkNode(
  note: Note,
  path: readonly PathKey[],
  clusters: ReadonlyMap<string, Cluster>,
  { cluster: name, node }: NodeAt,
): void {
  const cluster = clusters.get(name);
  if (cluster === undefined) {
    noteUnknown(note, [...path, 'cluster'], name, new Set(clusters.keys()));
    return;
  }
  const count = countOf(cluster.nodes);
  if (typeof node === 'string') {
    if (hasNode(cluster, node)) return;
    const length = Math.min(count, NAMES_LISTED_MAX);
    const names = Array.from({ length }, (_, number) => nameOfNode(cluster, number)!);
    note([...path, 'node'], `must be one of ${listOf(names, count)}, but is ${shown(node)}`);
  } else if (node >= count) {
    note([...path, 'node'], `must be below ${count}, the number of nodes of ${name}, but is ${node}`);
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
