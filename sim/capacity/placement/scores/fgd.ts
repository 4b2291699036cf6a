// Fragmentation gradient descent (Weng et al., USENIX ATC 2023): takes the node whose fragmentation grows least.

import type { NodeDemand, NodeView, PlacementPolicy } from '../placement-policy.ts';
import { scoreAt } from './sigmoid.ts';

const WHOLE = 1000;
const MASKS = 2 ** 16;

export const fgd: PlacementPolicy = {
  name: 'fgd',
  summary: 'takes the node and GPUs whose fragmentation for typical requests grows least',
  score: (node, asked) => Math.floor(best(node, asked) / MASKS),
  gpus: (node, asked) => best(node, asked) % MASKS,
};

/** The best score × `MASKS` + the mask of the GPUs that have it; of equal ones, the lowest. */
function best(node: NodeView, asked: NodeDemand): number {
  if (asked.gpus !== 1 || asked.gpuMilli === WHOLE) {
    const mask = node.fullestGpus();
    return scoreWith(node, mask) * MASKS + mask;
  }
  let bestScore = -1;
  let bestMask = 0;
  for (let gpu = 0; gpu < node.gpuCount; gpu++) {
    const left = node.leftOf(gpu);
    if (left < asked.gpuMilli || isRepeated(node, gpu, left)) continue;
    const score = scoreWith(node, 1 << gpu);
    if (score <= bestScore) continue;
    bestScore = score;
    bestMask = 1 << gpu;
  }
  return bestScore * MASKS + bestMask;
}

/** Whether a lower GPU has as much left: it then has the same score. */
function isRepeated(node: NodeView, gpu: number, left: number): boolean {
  for (let lower = 0; lower < gpu; lower++) if (node.leftOf(lower) === left) return true;
  return false;
}

function scoreWith(node: NodeView, gpus: number): number {
  return scoreAt((node.fragmentation - node.fragmentationAfter(gpus)) / 1000);
}
