// Whether the steps of a script name things that exist and demand what could be given.

import { nodeName } from '../../sim/index.ts';
import { listOf, type Note, noteUnknown } from './notes.ts';
import { holds, listed, type Pool } from './pools.ts';
import type { PathKey } from './problems.ts';
import type { ScenarioFile } from './schema.ts';

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
  const nodes = new Map(file.clusters.map((cluster) => [cluster.name, nodeNames(cluster)]));
  steps.forEach((step, s) => {
    if (step.gpr) checkGpr(note, [...path, s, 'gpr'], file, pools, step.gpr);
    if (step.nodeDown) checkNode(note, [...path, s, 'nodeDown'], nodes, step.nodeDown);
    if (step.nodeUp) checkNode(note, [...path, s, 'nodeUp'], nodes, step.nodeUp);
  });
}

/** Names of a cluster's nodes in the order of their index. */
export function nodeNames(cluster: ScenarioFile['clusters'][number]): string[] {
  const names: string[] = [];
  for (const group of cluster.nodes) {
    for (let n = 0; n < group.count; n++)
      names.push(nodeName(cluster.name, group.instanceType, names.length));
  }
  return names;
}

function checkNode(
  note: Note,
  path: readonly PathKey[],
  nodesOf: ReadonlyMap<string, readonly string[]>,
  at: NodeAt,
): void {
  if (noteUnknown(note, [...path, 'cluster'], at.cluster, [...nodesOf.keys()])) return;
  const nodes = nodesOf.get(at.cluster)!;
  if (typeof at.node === 'string') noteUnknown(note, [...path, 'node'], at.node, nodes);
  else if (at.node >= nodes.length) {
    note([...path, 'node'], `must be below ${nodes.length}, the nodes of ${at.cluster}, but is ${at.node}`);
  }
}

function checkGpr(
  note: Note,
  path: readonly PathKey[],
  file: ScenarioFile,
  pools: readonly Pool[],
  gpr: Gpr,
): void {
  const workspace = file.workspaces.find(({ name }) => name === gpr.workspace);
  if (workspace === undefined) {
    noteUnknown(
      note,
      [...path, 'sliceName'],
      gpr.workspace,
      file.workspaces.map(({ name }) => name),
    );
    return;
  }
  const foreign = gpr.clusters.find((cluster) => !workspace.clusters.includes(cluster));
  if (foreign !== undefined) {
    note(path, `names the cluster ${foreign}, but ${workspace.name} has ${listOf(workspace.clusters)}`);
    return;
  }
  const clusters = gpr.clusters.length > 0 ? gpr.clusters : workspace.clusters;
  const own = pools.filter((pool) => clusters.includes(pool.cluster));
  const named = own.filter((pool) => isNamed(pool, gpr));
  if (named.length === 0) {
    const wanted = [gpr.instanceType, gpr.gpuShape].filter((name) => name !== '').join(' with ');
    note(path, `asks for ${wanted}, which its clusters do not have: ${listed(own)}`);
  } else if (!named.some((pool) => holds(pool, gpr))) {
    const memory = gpr.memoryGbPerGpu === null ? '' : ` of ${gpr.memoryGbPerGpu} GB`;
    const asked = `${gpr.nodeCount} nodes with ${gpr.gpusPerNode} GPUs${memory} each`;
    note(path, `asks for ${asked}, which could never be given: ${listed(named)}`);
  }
}

/** Whether the pool is of the instance type and the shape asked for; a shape is a model or a type. Names in any case. */
function isNamed(pool: Pool, { instanceType, gpuShape }: Gpr): boolean {
  const shape = gpuShape.toLowerCase();
  return (
    (instanceType === '' || pool.instanceType.toLowerCase() === instanceType.toLowerCase()) &&
    (shape === '' || pool.gpuModelName.toLowerCase() === shape || pool.instanceType.toLowerCase() === shape)
  );
}
