// Capacity in thousandths of GPUs, CPU and memory. It knows what each GPU of each node has left, and which GPUs a GPR holds.

import { grown } from '../../base/collections/columns.ts';
import { copyFields } from '../../base/collections/saved-fields.ts';
import { Dice, Stream, scale } from '../../base/numbers/random.ts';
import type { Capacity, Demands, Losses, Mark, Trial } from '../capacity.ts';
import type { Totals } from '../capacity-totals.ts';
import type { PlacementPolicy } from '../placement/placement-policy.ts';
import { Fragmentation } from './fragmentation.ts';
import {
  maskOf,
  SHARED_GPUS_MAX,
  SHARED_NODES_MAX,
  ShareNodes,
  slotOf,
  WHOLE_GPU,
  wordOf,
} from './share-nodes.ts';
import { ShareScores } from './share-scores.ts';
import { ShareTrial } from './share-trial.ts';
import { ShareView } from './share-view.ts';
import type { Typical } from './typical.ts';

/** What a trace determines of a pool. */
export interface PoolSetup {
  /** By slot: of nodes with equal scores, the lowest rank is taken. Slots beyond its end have themselves as rank. */
  readonly ranks: readonly number[];
  readonly typical: readonly Typical[];
}

/** What a pool is made with, beside its GPUs. */
interface SharesSetup extends PoolSetup {
  /** By class, of a node. */
  readonly cpuMilli: readonly number[];
  readonly memoryMib: readonly number[];
}

export class Shares implements Capacity {
  readonly kind = 'shares';
  readonly gpuCounts: Int32Array;
  /** By class. */
  cpuMilli: Float64Array;
  memoryMib: Float64Array;
  ranks: Int32Array = new Int32Array(0);
  typical: readonly Typical[] = [];
  /** Of random placements. */
  seed = 0;
  up = 0;
  readonly nodes: ShareNodes;
  /** Slot → node. */
  nodeIds: Int32Array = new Int32Array(32);
  readonly #demands: Demands;
  readonly #totals: Totals;
  #placement: PlacementPolicy;
  #scores: ShareScores | undefined;
  #view: ShareView | undefined;
  #dice: Dice | undefined;

  /**
   * @param gpuCounts class → GPUs of a node @param totals over all pools; the new object updates them
   * @throws Error if a class has more than `SHARED_GPUS_MAX` GPUs
   */
  constructor(gpuCounts: ArrayLike<number>, demands: Demands, totals: Totals, placement: PlacementPolicy) {
    const most = Math.max(...Array.from(gpuCounts));
    if (most > SHARED_GPUS_MAX)
      throw new Error(`a node has ${most} GPUs; GPUs of at most ${SHARED_GPUS_MAX} a node can be shared`);
    this.gpuCounts = Int32Array.from(gpuCounts);
    this.cpuMilli = new Float64Array(gpuCounts.length);
    this.memoryMib = new Float64Array(gpuCounts.length);
    this.#demands = demands;
    this.#totals = totals;
    this.#placement = placement;
    this.nodes = new ShareNodes(this, demands);
  }

  setUpPool({ cpuMilli, memoryMib, ranks, typical }: SharesSetup): void {
    this.cpuMilli = Float64Array.from(cpuMilli);
    this.memoryMib = Float64Array.from(memoryMib);
    this.ranks = Int32Array.from(ranks);
    this.typical = typical;
    this.#forget();
  }

  fork(demands: Demands, totals: Totals): Shares {
    return copyFields(new Shares(this.gpuCounts, demands, totals, this.#placement), this);
  }

  get gpus(): Int32Array {
    return this.gpuCounts;
  }

  get nodeCount(): number {
    return this.nodes.count;
  }

  /** GPUs of which nothing is taken. */
  get freeGpus(): number {
    let free = 0;
    for (let slot = 0; slot < this.nodes.count; slot++) free += this.nodes.wholeGpus(slot);
    return free;
  }

  /** @throws Error if the pool has `SHARED_NODES_MAX` nodes */
  add(node: number, nodeClass: number): number {
    if (this.nodes.count === SHARED_NODES_MAX)
      throw new Error(`a pool can share the GPUs of at most ${SHARED_NODES_MAX} nodes`);
    const slot = this.nodes.add(nodeClass);
    if (slot === this.nodeIds.length) this.nodeIds = grown(this.nodeIds, slot * 2);
    this.nodeIds[slot] = node;
    this.#scores?.touch(slot);
    return slot;
  }

  setUp(slot: number, isUp: boolean): void {
    const { nodes } = this;
    const gpus = nodes.gpusOf(slot);
    this.#totals.addUp(isUp ? gpus : -gpus);
    this.up += isUp ? 1 : -1;
    nodes.clear(slot);
    nodes.isUp[slot] = isUp ? 1 : 0;
    this.#scores?.touch(slot);
  }

  /** Sets a node up or down (−1). What its GPRs hold is taken and given by word (`changeWord`). */
  setFree(slot: number, free: number): void {
    const isUp = free >= 0 ? 1 : 0;
    this.up += isUp - this.nodes.isUp[slot];
    this.nodes.isUp[slot] = isUp;
    this.#scores?.touch(slot);
  }

  /** Takes (`sign` −1) or releases (1) what a word names for one node of a demand. */
  changeWord(word: number, demand: number, sign: 1 | -1): void {
    const slot = slotOf(word);
    const partialFree = this.#partialFree(slot);
    const freed = sign * this.nodes.change(word, demand, sign);
    this.#totals.addShares(-freed, this.#partialFree(slot) - partialFree);
    this.#scores?.touch(slot);
  }

  nodeAt(slot: number): number {
    return this.nodeIds[slot];
  }

  slotOf(word: number): number {
    return slotOf(word);
  }

  gpusAt(word: number): number {
    return maskOf(word);
  }

  freeAt(slot: number): number {
    return this.nodes.isUp[slot] === 1 ? this.nodes.wholeGpus(slot) : -1;
  }

  need(demand: number, nodeClass: number): number {
    const { dedicated, gpus } = this.#demands;
    return dedicated[demand] === 0 ? gpus[demand] : Math.max(gpus[demand], this.gpuCounts[nodeClass]);
  }

  couldHold(demand: number, nodeClass: number): boolean {
    return this.nodes.wouldHold(nodeClass, demand);
  }

  room(demand: number): number {
    return this.#kept.room(demand);
  }

  roomIfUp(demand: number, nodeCounts: Int32Array): number {
    const { nodes } = this;
    let room = this.room(demand);
    for (let c = 0; c < nodeCounts.length; c++) {
      if (!nodes.wouldHold(c, demand)) continue;
      room += nodeCounts[c];
      for (let slot = 0; slot < nodes.count; slot++)
        if (nodes.isUp[slot] === 1 && nodes.classOf[slot] === c) room--;
    }
    return room;
  }

  fits(demand: number): boolean {
    return this.room(demand) >= this.#demands.nodes[demand];
  }

  choose(demand: number, slots: Int32Array, at: number, uid = 0): void {
    const chosen: number[] = [];
    const count = this.#demands.nodes[demand];
    for (let i = 0; i < count; i++) {
      const slot =
        this.#placement.draws === true
          ? this.#kept.nth(demand, this.#draw(uid, 2 * i, this.room(demand) - i), chosen)
          : this.#kept.best(demand, chosen);
      slots[at + i] = wordOf(slot, this.#gpusFor(demand, slot, uid, 2 * i + 1));
      if (count > 1) chosen.push(slot);
    }
  }

  get draws(): boolean {
    return this.#placement.draws === true;
  }

  losses(demand: number, trial: Trial): Losses {
    const tried = trial as ShareTrial;
    const drawsGpu = this.#isShare(demand);
    let surely = 0;
    let perhaps = 0;
    for (const slot of this.#kept.slots(demand)) {
      if (!tried.hasRoom(slot)) continue;
      const masks = drawsGpu
        ? this.#fitting(demand, slot).map((gpu) => 1 << gpu)
        : [this.#gpusFor(demand, slot, 0, 0)];
      const losing = masks.filter((mask) => tried.losesRoom(demand, wordOf(slot, mask))).length;
      if (losing === masks.length) surely++;
      if (losing > 0) perhaps++;
    }
    return { surely, perhaps };
  }

  setPlacement(placement: PlacementPolicy): void {
    this.#placement = placement;
    this.#forget();
  }

  take(demand: number, slots: Int32Array, at: number): number {
    this.#change(demand, slots, at, -1);
    let gpus = 0;
    for (let i = at; i < at + this.#demands.nodes[demand]; i++) gpus += bitCount(maskOf(slots[i]));
    return gpus;
  }

  give(demand: number, slots: Int32Array, at: number): void {
    this.#change(demand, slots, at, 1);
  }

  trial(demand: number, used?: Trial): ShareTrial {
    const isMine = used instanceof ShareTrial && used.isOf(this);
    const trial = isMine ? used : new ShareTrial(this, this.#demands);
    trial.begin(this.nodes, demand, this.room(demand));
    return trial;
  }

  mark(): Mark {
    const mark = new ShareNodes(this, this.#demands);
    mark.copyFrom(this.nodes);
    return mark;
  }

  reset(mark: Mark): void {
    this.nodes.copyFrom(mark as ShareNodes);
    this.#forget();
  }

  #change(demand: number, slots: Int32Array, at: number, sign: 1 | -1): void {
    const end = at + this.#demands.nodes[demand];
    for (let i = at; i < end; i++) this.changeWord(slots[i], demand, sign);
  }

  /** Thousandths left of a node of whose GPUs something is taken, else 0. */
  #partialFree(slot: number): number {
    const left = this.nodes.gpuLeft[slot];
    return left === this.nodes.gpusOf(slot) * WHOLE_GPU ? 0 : left;
  }

  /** The mask of GPUs that a GPR gets on a chosen node. */
  #gpusFor(demand: number, slot: number, uid: number, number: number): number {
    const { dedicated } = this.#demands;
    if (this.#placement.draws === true && this.#isShare(demand))
      return this.#drawGpu(demand, slot, uid, number);
    const view = this.#shown;
    if (this.#placement.gpus === undefined || dedicated[demand] === 1)
      return this.nodes.fullestGpus(slot, demand);
    view.ask(demand);
    view.show(slot);
    return this.#placement.gpus(view, view.asked);
  }

  /** The mask of one GPU with enough left. */
  #drawGpu(demand: number, slot: number, uid: number, number: number): number {
    const fitting = this.#fitting(demand, slot);
    return 1 << fitting[this.#draw(uid, number, fitting.length)];
  }

  /** The GPUs of a node that have enough left for a share. */
  #fitting(demand: number, slot: number): number[] {
    const { left } = this.nodes;
    const milli = this.#demands.gpuMilli[demand];
    const from = slot * SHARED_GPUS_MAX;
    const fitting: number[] = [];
    for (let gpu = 0; gpu < this.nodes.gpusOf(slot); gpu++) if (left[from + gpu] >= milli) fitting.push(gpu);
    return fitting;
  }

  /** Whether a demand takes a share of one GPU of each node. */
  #isShare(demand: number): boolean {
    const { gpus, gpuMilli, dedicated } = this.#demands;
    return gpus[demand] === 1 && gpuMilli[demand] < WHOLE_GPU && dedicated[demand] === 0;
  }

  /** A uniform integer, 0 … n − 1. @param number of the draw among those for this GPR */
  #draw(uid: number, number: number, n: number): number {
    this.#dice ??= new Dice(this.seed, Stream.placement);
    return scale(this.#dice.draw(uid, number), 0, n - 1);
  }

  get #shown(): ShareView {
    if (this.#view !== undefined) return this.#view;
    const measure = this.typical.length === 0 ? undefined : new Fragmentation(this.typical);
    this.#view = new ShareView(this.nodes, this, this.#demands, measure);
    return this.#view;
  }

  get #kept(): ShareScores {
    if (this.#scores !== undefined) return this.#scores;
    this.#scores = new ShareScores(this.nodes, this.#shown, this.ranks, this.#placement);
    for (let slot = 0; slot < this.nodes.count; slot++) this.#scores.touch(slot);
    return this.#scores;
  }

  /** Forgets what derives from the state. */
  #forget(): void {
    this.#scores = undefined;
    this.#view = undefined;
    this.#dice = undefined;
  }
}

function bitCount(mask: number): number {
  let count = 0;
  for (let rest = mask; rest !== 0; rest &= rest - 1) count++;
  return count;
}
