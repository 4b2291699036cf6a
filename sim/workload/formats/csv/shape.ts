import type { TraceGpr } from '../../../language/scenario.ts';
import type { Machine } from './options.ts';
import type { Job } from './row.ts';

/**
 * Nodes and GPUs of each: as many nodes as the job had if they can have its GPUs, else as few as possible. A GPR has equally
 * many GPUs on each node, so that 20 GPUs on nodes of 8 are 3 × 7. undefined: the machine never has room for it.
 */
export function shapeOf(
  { gpus, gpusTogether, nodes }: Pick<Job, 'gpus' | 'gpusTogether' | 'nodes'>,
  machine: Machine,
): Pick<TraceGpr, 'nodeCount' | 'gpusPerNode'> | undefined {
  const units = gpus / gpusTogether;
  const least = Math.ceil(units / Math.floor(machine.gpusPerNode / gpusTogether));
  const nodeCount = nodes >= least && nodes <= units ? nodes : least;
  const gpusPerNode = Math.ceil(units / nodeCount) * gpusTogether;
  return nodeCount <= machine.nodes ? { nodeCount, gpusPerNode } : undefined;
}
