import type { PlacementPolicy } from '../placement-policy.ts';
import { GPU_MILLI } from './study-constants.ts';

const WHOLE = 1000;

/** GpuClustering of the FGD study (Weng et al., USENIX ATC 2023): GPRs with equally many GPUs share nodes. */
export const clustering: PlacementPolicy = {
  name: 'clustering',
  summary: 'takes a node whose GPRs have as many GPUs as the new one',
  score(node, { gpus, gpuMilli }) {
    if (gpus === 0) return 0;
    const own = gpuMilli < WHOLE ? 0 : gpus;
    const inUse = Math.trunc((25 * (GPU_MILLI - node.gpuMilliLeft)) / GPU_MILLI);
    let others = false;
    for (let kind = 0; kind <= node.gpuCount && !others; kind++)
      others = kind !== own && node.gprsWith(kind) > 0;
    if (node.gprsWith(own) > 0) return inUse + (others ? 50 : 75);
    return others ? inUse : inUse + 25;
  },
};
