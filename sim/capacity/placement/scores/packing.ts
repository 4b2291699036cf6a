import type { NodeView, PlacementPolicy } from '../placement-policy.ts';

const WHOLE = 1000;

/** GpuPacking of the FGD study (Weng et al., USENIX ATC 2023): GPUs in use first, then nodes in use. */
export const packing: PlacementPolicy = {
  name: 'packing',
  summary: 'takes GPUs that are in use, then nodes that are in use',
  score(node, { gpus }) {
    if (gpus === 0) return 0;
    if (node.gpuMilliLeft === node.gpuCount * WHOLE) return Math.max(33 - node.gpuCount, node.gpuCount);
    return scoreOf(node, node.fullestGpus());
  },
};

/** Of a node in use, of which the GPR takes these GPUs. */
function scoreOf(node: NodeView, mask: number): number {
  let free = 0;
  let percent = 0;
  for (let gpu = 0; gpu < node.gpuCount; gpu++) {
    if ((mask & (1 << gpu)) === 0) continue;
    const left = node.leftOf(gpu);
    if (left === WHOLE) free++;
    percent += Math.trunc((left * 100) / WHOLE);
  }
  return free > 0 ? Math.max(50 - free, 33) : Math.max(100 - Math.trunc(percent / 10), 50);
}
