/** GPUs of all nodes that are up. Capacity updates them with each change. */
export class Totals {
  upGpus = 0;
  /** In pools with whole GPUs. */
  wholeAllocatedGpus = 0;
  wholePartialFreeGpus = 0;
  /** Thousandths of GPUs, in pools with shares. */
  allocatedMilli = 0;
  partialFreeMilli = 0;

  get allocatedGpus(): number {
    return this.wholeAllocatedGpus + this.allocatedMilli / 1000;
  }

  /** Free GPUs on partly allocated nodes. */
  get partialFreeGpus(): number {
    return this.wholePartialFreeGpus + this.partialFreeMilli / 1000;
  }
}
