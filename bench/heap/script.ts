// Scripts of operations, so that all queues do exactly the same.

import { IndexedHeap } from '../../sim/base/collections/heap.ts';
import { Dice } from '../../sim/base/numbers/random.ts';

/** A stable priority queue: the smallest key first, equal keys in the order of insertion. */
export interface Queue {
  push(id: number, key: number): void;
  pop(): number;
  /** Moves the id to a new key, as if it was inserted now. */
  update(id: number, key: number): void;
  remove(id: number): boolean;
}

/** Script files for C++ use the same numbers. */
export const Kind = { push: 0, pop: 1, update: 2, remove: 3, hold: 4 } as const;
type KindName = keyof typeof Kind;

export interface Script {
  readonly name: string;
  readonly size: number;
  /** Keys of the ids 0, 1, … that are in the queue at the start. */
  readonly fillKeys: Float64Array;
  readonly operations: number;
  /** Operations before this one prepare the queue and are not measured. */
  readonly measuredFrom: number;
  readonly kinds: Uint8Array;
  readonly ids: Int32Array;
  readonly keys: Float64Array;
  /** Upper limit of ids, and total number of pushes and updates. */
  readonly room: number;
  readonly moves: boolean;
  /** Keys are integers below this; 0 if there are too many different keys for a list each. */
  readonly levels: number;
}

interface Work {
  readonly sequence: readonly KindName[];
  /** As many operations as elements, because they fill or empty the queue; other works keep its size. */
  readonly whole?: true;
  /** Done once for every element before the sequence, not measured. */
  readonly before?: KindName;
  readonly levels?: number;
}

const LEVELS = 300;
const MIXED: readonly KindName[] = ['push', 'pop', 'update', 'push', 'remove'];

const WORKS: Readonly<Record<string, Work>> = {
  push: { sequence: ['push'], whole: true },
  pop: { sequence: ['pop'], whole: true },
  hold: { sequence: ['hold'] },
  update: { sequence: ['update'] },
  'pop after updates': { before: 'update', sequence: ['pop'], whole: true },
  'remove and push': { sequence: ['remove', 'push'] },
  mixed: { sequence: MIXED },
  'hold by level': { sequence: ['hold'], levels: LEVELS },
  'mixed by level': { sequence: MIXED, levels: LEVELS },
};

export const workNames = Object.keys(WORKS);

const OPERATIONS_MIN = 10_000;
const OPERATIONS_MAX = 200_000;

export function scriptOf(name: string, size: number, seed = 1): Script {
  return write(name, WORKS[name], size, seed);
}

/** Returns a script that removes half of the elements by id, in random order. */
export function removalsOf(size: number, seed = 1): Script {
  return write('remove by id', { sequence: ['remove'] }, size, seed, size / 2);
}

/** Plays a part of a script; returns a checksum of the popped ids in order. */
export function play(queue: Queue, script: Script, from: number, to: number): number {
  const { kinds, ids, keys } = script;
  let sum = 0;
  for (let i = from; i < to; i++) {
    const kind = kinds[i];
    if (kind === Kind.push) queue.push(ids[i], keys[i]);
    else if (kind === Kind.update) queue.update(ids[i], keys[i]);
    else if (kind === Kind.remove) queue.remove(ids[i]);
    else {
      const id = queue.pop();
      sum = (Math.imul(sum, 31) + id) | 0;
      if (kind === Kind.hold) queue.push(id, keys[i]);
    }
  }
  return sum;
}

export function fill<Q extends Queue>(queue: Q, script: Script): Q {
  for (let id = 0; id < script.fillKeys.length; id++) queue.push(id, script.fillKeys[id]);
  play(queue, script, 0, script.measuredFrom);
  return queue;
}

/** Maximum number of elements to pop for a checksum; more would take longer than the measurement. */
const DRAINED_MAX = 20_000;

/** Pops the elements of a queue, up to a maximum; returns a checksum of the ids in order. */
export function drain(queue: Queue): number {
  let sum = 0;
  for (let count = 0; count < DRAINED_MAX; count++) {
    const id = queue.pop();
    sum = (Math.imul(sum, 31) + id) | 0;
    if (id < 0) break;
  }
  return sum;
}

/** Checksums that must be equal for all queues: of the ids popped by the measured part, and of the ids popped next. */
export interface Verdict {
  readonly played: number;
  readonly drained: number;
}

export function judged(queue: Queue, script: Script): Verdict {
  fill(queue, script);
  const played = play(queue, script, script.measuredFrom, script.operations);
  return { played, drained: drain(queue) };
}

function write(name: string, work: Work, size: number, seed: number, count?: number): Script {
  const { sequence, before, whole = false, levels = 0 } = work;
  const measuredFrom = before === undefined ? 0 : size;
  const measured = count ?? (whole ? size : Math.min(OPERATIONS_MAX, Math.max(OPERATIONS_MIN, size)));
  const operations = measuredFrom + measured;
  const dice = new Dice(seed, 0);
  const keyAt = (n: number) => dice.draw(n, 0) % (levels || 2 * size);
  const fillKeys = Float64Array.from({ length: name === 'push' ? 0 : size }, (_, id) => keyAt(id));
  const kinds = new Uint8Array(operations);
  const ids = new Int32Array(operations);
  const keys = new Float64Array(operations);

  const heap = new IndexedHeap();
  const members = new Members();
  for (let id = 0; id < fillKeys.length; id++) {
    heap.push(id, fillKeys[id]);
    members.add(id);
  }
  let nextId = fillKeys.length;
  for (let i = 0; i < operations; i++) {
    const kind = i < measuredFrom ? before! : sequence[(i - measuredFrom) % sequence.length];
    kinds[i] = Kind[kind];
    // Keys grow with the operations, as instants of events do. Levels do not.
    keys[i] = keyAt(size + i) + (whole || levels > 0 ? 0 : i);
    if (kind === 'push') {
      ids[i] = nextId++;
      heap.push(ids[i], keys[i]);
      members.add(ids[i]);
    } else if (kind === 'pop') {
      members.delete(heap.pop());
    } else if (kind === 'hold') {
      heap.push(heap.pop(), keys[i]);
    } else {
      ids[i] = members.at(dice.draw(i, 1));
      if (kind === 'update') heap.update(ids[i], keys[i]);
      else {
        heap.remove(ids[i]);
        members.delete(ids[i]);
      }
    }
  }
  const moves = [before, ...sequence].some((kind) => kind === 'update' || kind === 'remove');
  const room = fillKeys.length + operations;
  return { name, size, fillKeys, operations, measuredFrom, kinds, ids, keys, room, moves, levels };
}

class Members {
  readonly #list: number[] = [];
  readonly #places = new Map<number, number>();

  add(id: number): void {
    this.#places.set(id, this.#list.length);
    this.#list.push(id);
  }

  delete(id: number): void {
    const place = this.#places.get(id)!;
    const last = this.#list.pop()!;
    if (last !== id) {
      this.#list[place] = last;
      this.#places.set(last, place);
    }
    this.#places.delete(id);
  }

  at(draw: number): number {
    return this.#list[draw % this.#list.length];
  }
}
