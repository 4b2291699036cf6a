import type { PlacementPolicy } from '../placement-policy.ts';
import { CPU_MILLI, GPU_MILLI } from './study-constants.ts';

/** DotProd of the FGD study (Weng et al., USENIX ATC 2023): the least aligned node wins. */
export const dotProduct: PlacementPolicy = {
  name: 'dot-product',
  summary: 'takes the node whose free CPU and GPUs are least like the requested ones',
  score({ cpuMilliLeft, gpuMilliLeft }, { cpuMilli, gpus, gpuMilli }) {
    let product = (cpuMilliLeft / CPU_MILLI) * (cpuMilli / CPU_MILLI);
    product += (gpuMilliLeft / GPU_MILLI) * ((gpus * gpuMilli) / GPU_MILLI);
    return Math.trunc(100 * (1 - product / 2));
  },
};
