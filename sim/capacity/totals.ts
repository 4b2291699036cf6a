/** Totals over all nodes that are up, kept as nodes change. */
export class Totals {
  upGpus = 0;
  allocatedGpus = 0;
  /** Free GPUs on nodes that somebody holds a part of. */
  partialFreeGpus = 0;
}
