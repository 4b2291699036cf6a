/** GPUs of all nodes that are up. Capacity adds each change. */
export class Totals {
  upGpus = 0;
  /** In pools with whole GPUs. */
  wholeAllocatedGpus = 0;
  wholePartialFreeGpus = 0;
  /** Thousandths of GPUs, in pools with shares. */
  allocatedMilli = 0;
  partialFreeMilli = 0;
  /** Not part of the state. */
  #hasChanged = true;

  addUp(gpus: number): void {
    this.upGpus += gpus;
    this.#hasChanged = true;
  }

  addWhole(allocatedGpus: number, partialFreeGpus: number): void {
    this.wholeAllocatedGpus += allocatedGpus;
    this.wholePartialFreeGpus += partialFreeGpus;
    this.#hasChanged = true;
  }

  addShares(allocatedMilli: number, partialFreeMilli: number): void {
    this.allocatedMilli += allocatedMilli;
    this.partialFreeMilli += partialFreeMilli;
    this.#hasChanged = true;
  }

  /** Reports whether they have changed since the last call. */
  takeChange(): boolean {
    const hasChanged = this.#hasChanged;
    this.#hasChanged = false;
    return hasChanged;
  }

  get allocatedGpus(): number {
    return this.wholeAllocatedGpus + this.allocatedMilli / 1000;
  }

  /** Free GPUs on partly allocated nodes. */
  get partialFreeGpus(): number {
    return this.wholePartialFreeGpus + this.partialFreeMilli / 1000;
  }
}
