// Nodes whose GPUs can be shared: what each node has left of CPU, memory and each of its GPUs. A *word* of `slots[at …)` names
// what a GPR holds on one node: mask of GPUs × 65,536 + slot. A slot alone, as in pools with whole GPUs, thus names the same node.

import { grown } from '../../base/collections/columns.ts';
import type { Demands } from '../capacity.ts';

/** The most GPUs of a node: a mask of GPUs has 16 bits. */
export const SHARED_GPUS_MAX = 16;
/** Thousandths of a whole GPU. */
export const WHOLE_GPU = 1000;
/** The most GPRs of a node: a node of Kubernetes has at most this number of pods. */
const GPRS_MAX = 1000;
/** Kinds of GPRs on a node: those with a share of a GPU, then by number of whole GPUs. */
const KINDS = SHARED_GPUS_MAX + 1;

const SLOT_BITS = 16;
/** The most nodes of a pool. */
export const SHARED_NODES_MAX = 2 ** SLOT_BITS;
const FIRST_NODES = 32;

export function wordOf(slot: number, mask: number): number {
  return (mask << SLOT_BITS) | slot;
}

export function slotOf(word: number): number {
  return word & (SHARED_NODES_MAX - 1);
}

export function maskOf(word: number): number {
  return word >>> SLOT_BITS;
}

/** What the nodes of a class have, by class. */
export interface Machines {
  readonly gpus: Int32Array;
  readonly cpuMilli: Float64Array;
  readonly memoryMib: Float64Array;
}

export class ShareNodes {
  /** Number of nodes ever added. */
  count = 0;
  /** By slot. */
  classOf: Uint8Array = new Uint8Array(FIRST_NODES);
  isUp: Uint8Array = new Uint8Array(FIRST_NODES);
  cpuLeft: Float64Array = new Float64Array(FIRST_NODES);
  memoryLeft: Float64Array = new Float64Array(FIRST_NODES);
  /** GPRs on the node. */
  gprs: Int32Array = new Int32Array(FIRST_NODES);
  /** Thousandths left of all its GPUs together. */
  gpuLeft: Int32Array = new Int32Array(FIRST_NODES);
  /** Slot × `SHARED_GPUS_MAX` + GPU → thousandths left. */
  left: Int16Array = new Int16Array(FIRST_NODES * SHARED_GPUS_MAX);
  /** Slot × `KINDS` + kind → GPRs of this kind. */
  kinds: Int16Array = new Int16Array(FIRST_NODES * KINDS);
  readonly #machines: Machines;
  readonly #demands: Demands;

  constructor(machines: Machines, demands: Demands) {
    this.#machines = machines;
    this.#demands = demands;
  }

  /** Adds a node that is down and empty. Returns its slot. */
  add(nodeClass: number): number {
    if (this.count === this.classOf.length) this.#widen();
    const slot = this.count++;
    this.classOf[slot] = nodeClass;
    this.isUp[slot] = 0;
    this.clear(slot);
    return slot;
  }

  /** Sets everything of a node free. */
  clear(slot: number): void {
    const { gpus, cpuMilli, memoryMib } = this.#machines;
    const nodeClass = this.classOf[slot];
    const at = slot * SHARED_GPUS_MAX;
    this.cpuLeft[slot] = cpuMilli[nodeClass];
    this.memoryLeft[slot] = memoryMib[nodeClass];
    this.gprs[slot] = 0;
    this.gpuLeft[slot] = gpus[nodeClass] * WHOLE_GPU;
    this.left.fill(WHOLE_GPU, at, at + gpus[nodeClass]);
    this.kinds.fill(0, slot * KINDS, (slot + 1) * KINDS);
  }

  /** Overwrites these nodes with those of another object of the same pool. */
  copyFrom(other: ShareNodes): void {
    while (this.classOf.length < other.classOf.length) this.#widen();
    this.count = other.count;
    this.classOf.set(other.classOf);
    this.isUp.set(other.isUp);
    this.cpuLeft.set(other.cpuLeft);
    this.memoryLeft.set(other.memoryLeft);
    this.gprs.set(other.gprs);
    this.gpuLeft.set(other.gpuLeft);
    this.left.set(other.left);
    this.kinds.set(other.kinds);
  }

  gpusOf(slot: number): number {
    return this.#machines.gpus[this.classOf[slot]];
  }

  /** Whether a node is up and has room for one node of a demand. */
  hasRoom(slot: number, demand: number): boolean {
    const { gpus, gpuMilli, cpuMilli, memoryMib, dedicated } = this.#demands;
    if (this.isUp[slot] === 0 || !this.accepts(this.classOf[slot], demand)) return false;
    if (this.cpuLeft[slot] < cpuMilli[demand] || this.memoryLeft[slot] < memoryMib[demand]) return false;
    if (this.gprs[slot] >= (dedicated[demand] === 1 ? 1 : GPRS_MAX + 1)) return false;
    return this.hasGpus(slot, gpus[demand], gpuMilli[demand]);
  }

  /** Whether a node that is up and empty would have room for one node of a demand. */
  wouldHold(nodeClass: number, demand: number): boolean {
    const { gpus, cpuMilli, memoryMib } = this.#demands;
    const machines = this.#machines;
    return (
      this.accepts(nodeClass, demand) &&
      gpus[demand] <= machines.gpus[nodeClass] &&
      cpuMilli[demand] <= machines.cpuMilli[nodeClass] &&
      memoryMib[demand] <= machines.memoryMib[nodeClass]
    );
  }

  /** Whether a demand accepts the GPU models of a class. Without GPUs, it accepts any. */
  accepts(nodeClass: number, demand: number): boolean {
    const { classes, gpus } = this.#demands;
    return gpus[demand] === 0 || (classes[demand] & (1 << nodeClass)) !== 0;
  }

  /** Whether `count` GPUs of a node have `milli` thousandths left. */
  hasGpus(slot: number, count: number, milli: number): boolean {
    const at = slot * SHARED_GPUS_MAX;
    const end = at + this.gpusOf(slot);
    let missing = count;
    for (let i = at; missing > 0 && i < end; i++) if (this.left[i] >= milli) missing--;
    return missing <= 0;
  }

  /**
   * The mask of the GPUs that a demand takes unless its placement policy chooses others: of those with enough left, the ones with
   * the least left; of equal ones, the lowest.
   */
  fullestGpus(slot: number, demand: number): number {
    const { gpus, gpuMilli, dedicated } = this.#demands;
    if (dedicated[demand] === 1) return 2 ** this.gpusOf(slot) - 1;
    const milli = gpuMilli[demand];
    const at = slot * SHARED_GPUS_MAX;
    const count = this.gpusOf(slot);
    let mask = 0;
    for (let missing = gpus[demand]; missing > 0; missing--) {
      let best = -1;
      for (let gpu = 0; gpu < count; gpu++) {
        const left = this.left[at + gpu];
        if (left < milli || (mask & (1 << gpu)) !== 0) continue;
        if (best < 0 || left < this.left[at + best]) best = gpu;
      }
      mask |= 1 << best;
    }
    return mask;
  }

  /** Takes (`sign` −1) or releases (1) what a demand needs of a node. Returns the thousandths of GPUs. */
  change(word: number, demand: number, sign: 1 | -1): number {
    const { cpuMilli, memoryMib, gpus, gpuMilli, dedicated } = this.#demands;
    const slot = slotOf(word);
    const at = slot * SHARED_GPUS_MAX;
    const milli = dedicated[demand] === 1 ? WHOLE_GPU : gpuMilli[demand];
    let changed = 0;
    for (let rest = maskOf(word); rest !== 0; rest &= rest - 1) {
      this.left[at + (31 - Math.clz32(rest & -rest))] += sign * milli;
      changed += milli;
    }
    this.gpuLeft[slot] += sign * changed;
    this.cpuLeft[slot] += sign * cpuMilli[demand];
    this.memoryLeft[slot] += sign * memoryMib[demand];
    this.gprs[slot] -= sign;
    if (gpus[demand] > 0) this.kinds[slot * KINDS + kindOf(gpus[demand], gpuMilli[demand])] -= sign;
    return changed;
  }

  /** GPRs of a kind (`kindOf`) on a node. */
  gprsOfKind(slot: number, kind: number): number {
    return this.kinds[slot * KINDS + kind];
  }

  /** GPUs of a node of which nothing is taken; 0 unless it is up. */
  wholeGpus(slot: number): number {
    if (this.isUp[slot] === 0) return 0;
    const at = slot * SHARED_GPUS_MAX;
    const end = at + this.gpusOf(slot);
    let whole = 0;
    for (let i = at; i < end; i++) if (this.left[i] === WHOLE_GPU) whole++;
    return whole;
  }

  #widen(): void {
    const nodes = this.classOf.length * 2;
    this.classOf = grown(this.classOf, nodes);
    this.isUp = grown(this.isUp, nodes);
    this.cpuLeft = grown(this.cpuLeft, nodes);
    this.memoryLeft = grown(this.memoryLeft, nodes);
    this.gprs = grown(this.gprs, nodes);
    this.gpuLeft = grown(this.gpuLeft, nodes);
    this.left = grown(this.left, nodes * SHARED_GPUS_MAX);
    this.kinds = grown(this.kinds, nodes * KINDS);
  }
}

/** The kind of a GPR with GPUs among those on its node: 0 with a share of a GPU, otherwise its number of GPUs. */
export function kindOf(gpus: number, gpuMilli: number): number {
  return gpuMilli < WHOLE_GPU ? 0 : gpus;
}
