import type { PlacementPolicy } from '../placement-policy.ts';
import { CPU_MILLI, GPU_MILLI } from './study-constants.ts';

/** BestFit of the FGD study (Weng et al., USENIX ATC 2023). */
export const bestFitVector: PlacementPolicy = {
  name: 'best-fit-vector',
  summary: 'takes the node with the least CPU and GPUs left',
  score({ cpuMilliLeft, gpuMilliLeft }, { cpuMilli, gpus, gpuMilli }) {
    let left = ((cpuMilliLeft - cpuMilli) / CPU_MILLI) * 0.5;
    left += ((gpuMilliLeft - gpus * gpuMilli) / GPU_MILLI) * 0.5;
    return Math.trunc((1 - left) * 100);
  },
};
