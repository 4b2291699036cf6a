// A node of a shared pool as placement policies read it (`NodeView`). One object serves all nodes: `show` points it to one.

import type { Demands } from '../capacity.ts';
import type { NodeDemand, NodeView } from '../placement/placement-policy.ts';
import type { Fragmentation } from './fragmentation.ts';
import { type Machines, SHARED_GPUS_MAX, type ShareNodes, WHOLE_GPU } from './share-nodes.ts';

export class ShareView implements NodeView {
  gpuCount = 0;
  readonly asked: { -readonly [Member in keyof NodeDemand]: NodeDemand[Member] } = {
    gpus: 0,
    gpuMilli: 0,
    cpuMilli: 0,
    memoryMib: 0,
  };
  cpuMilliLeft = 0;
  memoryMibLeft = 0;
  gpuMilliLeft = 0;
  gprs = 0;
  readonly #nodes: ShareNodes;
  readonly #machines: Machines;
  readonly #demands: Demands;
  /** undefined: the workload has no typical requests. */
  readonly #measure: Fragmentation | undefined;
  /** What a node has left after a placement that is tried. */
  readonly #tried = new Int16Array(SHARED_GPUS_MAX);
  #slot = 0;
  #demand = 0;
  /** By slot: the fragmentation of the node, NaN = not computed since the node changed. */
  #known: Float64Array = new Float64Array(0);

  constructor(nodes: ShareNodes, machines: Machines, demands: Demands, measure: Fragmentation | undefined) {
    this.#nodes = nodes;
    this.#machines = machines;
    this.#demands = demands;
    this.#measure = measure;
  }

  /** Forgets what was computed of a node. */
  forget(slot: number): void {
    if (slot < this.#known.length) this.#known[slot] = Number.NaN;
  }

  show(slot: number): void {
    const nodes = this.#nodes;
    this.#slot = slot;
    this.gpuCount = nodes.gpusOf(slot);
    this.cpuMilliLeft = nodes.cpuLeft[slot];
    this.memoryMibLeft = nodes.memoryLeft[slot];
    this.gpuMilliLeft = nodes.gpuLeft[slot];
    this.gprs = nodes.gprs[slot];
  }

  /** Makes `asked` those of a demand. */
  ask(demand: number): void {
    const { gpus, gpuMilli, cpuMilli, memoryMib } = this.#demands;
    this.#demand = demand;
    this.asked.gpus = gpus[demand];
    this.asked.gpuMilli = gpuMilli[demand];
    this.asked.cpuMilli = cpuMilli[demand];
    this.asked.memoryMib = memoryMib[demand];
  }

  get cpuMilli(): number {
    return this.#machines.cpuMilli[this.#nodes.classOf[this.#slot]];
  }

  get memoryMib(): number {
    return this.#machines.memoryMib[this.#nodes.classOf[this.#slot]];
  }

  leftOf(gpu: number): number {
    return this.#nodes.left[this.#slot * SHARED_GPUS_MAX + gpu];
  }

  gprsWith(gpus: number): number {
    return this.#nodes.gprsOfKind(this.#slot, gpus);
  }

  fullestGpus(): number {
    return this.#nodes.fullestGpus(this.#slot, this.#demand);
  }

  get fragmentation(): number {
    const { count, cpuLeft, left, classOf } = this.#nodes;
    if (this.#measure === undefined) return 0;
    if (this.#known.length < count) this.#known = new Float64Array(cpuLeft.length).fill(Number.NaN);
    const slot = this.#slot;
    let known = this.#known[slot];
    if (Number.isNaN(known)) {
      known = this.#measure.of(classOf[slot], cpuLeft[slot], left, slot * SHARED_GPUS_MAX, this.gpuCount);
      this.#known[slot] = known;
    }
    return known;
  }

  fragmentationAfter(gpus: number): number {
    if (this.#measure === undefined) return 0;
    const { cpuLeft, left, classOf } = this.#nodes;
    const { cpuMilli, dedicated } = this.#demands;
    const tried = this.#tried;
    const slot = this.#slot;
    const from = slot * SHARED_GPUS_MAX;
    const taken = dedicated[this.#demand] === 1 ? WHOLE_GPU : this.asked.gpuMilli;
    for (let gpu = 0; gpu < this.gpuCount; gpu++)
      tried[gpu] = left[from + gpu] - ((gpus & (1 << gpu)) === 0 ? 0 : taken);
    return this.#measure.of(classOf[slot], cpuLeft[slot] - cpuMilli[this.#demand], tried, 0, this.gpuCount);
  }
}
