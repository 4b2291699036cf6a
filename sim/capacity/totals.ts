/** Totals over all nodes that are up, kept as nodes change. */
export class Totals {
  upGpus = 0;
  allocatedGpus = 0;
  /** Free GPUs on partly allocated nodes. */
  partialFreeGpus = 0;
}
