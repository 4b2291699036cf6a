/** GPUs of all nodes that are up. Capacity updates them with each change. */
export class Totals {
  upGpus = 0;
  allocatedGpus = 0;
  /** Free GPUs on partly allocated nodes. */
  partialFreeGpus = 0;
}
