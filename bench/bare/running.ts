// The running GPRs by pool and priority, in order of start, then creation; and the search for victims among them.

import { BitSet, GROUP } from './bit-set.ts';
import type { Gprs } from './gprs.ts';
import {
  EARLIER,
  gpusOf,
  HELD,
  LATER,
  NONE,
  nodesOf,
  poolOf,
  priorityOf,
  RANK,
  SHAPE,
  SINCE,
  STATUS,
} from './record.ts';
import type { Room } from './room.ts';

export class Running {
  readonly #ints: Int32Array;
  readonly #doubles: Float64Array;
  readonly #room: Room;
  /** By pool × GROUP + priority: the last GPR, the time of the last start, and whether the list is not empty. */
  readonly #last: Int32Array;
  readonly #lastStart: Float64Array;
  readonly #priorities: BitSet;
  /** Result of `findVictims`: the entries from `firstVictim` to before `victimsEnd`. */
  victims: Int32Array = new Int32Array(64);
  firstVictim = 0;
  victimsEnd = 0;
  /** By node: GPUs that the chosen victims would release; 0 outside `findVictims`. */
  readonly #given: Int32Array;

  constructor({ ints, doubles }: Gprs, pools: number, room: Room) {
    this.#ints = ints;
    this.#doubles = doubles;
    this.#room = room;
    this.#last = new Int32Array(pools * GROUP);
    this.#lastStart = new Float64Array(pools * GROUP);
    this.#priorities = new BitSet(pools * GROUP);
    this.#given = new Int32Array(room.free.length);
  }

  add(gpr: number, nowMs: number): void {
    const ints = this.#ints;
    const list = listOf(ints[gpr + STATUS]);
    const rank = this.#doubles[(gpr >> 1) + RANK];
    let earlier = this.#last[list];
    let later = NONE;
    if (this.#lastStart[list] === nowMs) {
      // Within a priority, ranks are in order of creation.
      while (
        earlier !== NONE &&
        this.#doubles[(earlier >> 1) + SINCE] === nowMs &&
        this.#doubles[(earlier >> 1) + RANK] > rank
      ) {
        later = earlier;
        earlier = ints[earlier + EARLIER];
      }
    }
    this.#lastStart[list] = nowMs;
    ints[gpr + EARLIER] = earlier;
    ints[gpr + LATER] = later;
    if (earlier !== NONE) ints[earlier + LATER] = gpr;
    else this.#priorities.add(list);
    if (later !== NONE) ints[later + EARLIER] = gpr;
    else this.#last[list] = gpr;
  }

  remove(gpr: number): void {
    const ints = this.#ints;
    const later = ints[gpr + LATER];
    const earlier = ints[gpr + EARLIER];
    if (earlier !== NONE) ints[earlier + LATER] = later;
    if (later !== NONE) {
      ints[later + EARLIER] = earlier;
    } else {
      const list = listOf(ints[gpr + STATUS]);
      this.#last[list] = earlier;
      if (earlier === NONE) this.#priorities.delete(list);
    }
  }

  /**
   * Finds GPRs to evict so that this GPR fits; returns whether it found enough. Adds victims by lowest priority, latest
   * start, latest creation until the GPR fits; then removes, in reverse order, each victim that is not needed.
   */
  findVictims(gpr: number, roomNow: number): boolean {
    const status = this.#ints[gpr + STATUS];
    const shape = this.#ints[gpr + SHAPE];
    const gpus = gpusOf(shape);
    const wanted = nodesOf(shape);
    const end = listOf(status);
    let count = 0;
    let room = roomNow;
    let list = this.#priorities.next(poolOf(status) * GROUP);
    for (; list >= 0 && list < end && room < wanted; list = this.#priorities.next(list + 1)) {
      for (
        let victim = this.#last[list];
        victim !== NONE && room < wanted;
        victim = this.#ints[victim + EARLIER]
      ) {
        room += this.#give(victim, gpus, 1);
        if (count === this.victims.length) this.#grow();
        this.victims[count++] = victim;
      }
    }
    let first = count;
    if (room < wanted) {
      for (let i = 0; i < count; i++) this.#give(this.victims[i], gpus, -1);
    } else {
      for (let i = count - 1; i >= 0; i--) {
        const victim = this.victims[i];
        room += this.#give(victim, gpus, -1);
        if (room >= wanted) continue;
        room += this.#give(victim, gpus, 1);
        this.victims[--first] = victim;
      }
      for (let i = first; i < count; i++) this.#give(this.victims[i], gpus, -1);
    }
    this.firstVictim = first;
    this.victimsEnd = count;
    return first < count;
  }

  /** Adds (`sign` 1) or removes (−1) a victim; returns the change in the number of nodes with `need` free GPUs. */
  #give(victim: number, need: number, sign: 1 | -1): number {
    const ints = this.#ints;
    const shape = ints[victim + SHAPE];
    const gpus = gpusOf(shape) * sign;
    const { free } = this.#room;
    const given = this.#given;
    const end = victim + HELD + nodesOf(shape);
    let change = 0;
    for (let i = victim + HELD; i < end; i++) {
      const node = ints[i];
      const before = free[node] + given[node];
      given[node] += gpus;
      if (before < need) {
        if (before + gpus >= need) change++;
      } else if (before + gpus < need) {
        change--;
      }
    }
    return change;
  }

  #grow(): void {
    const victims = new Int32Array(this.victims.length * 2);
    victims.set(this.victims);
    this.victims = victims;
  }
}

function listOf(status: number): number {
  return poolOf(status) * GROUP + priorityOf(status);
}
