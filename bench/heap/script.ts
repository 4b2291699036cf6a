// Operations on a queue, written down once so that every queue does exactly the same ones.

import { IndexedHeap } from '../../sim/heap.ts';
import { Dice } from '../../sim/random.ts';

/** What a queue must be able to do: the smallest key first, equal keys in the order they came. */
export interface Queue {
  push(id: number, key: number): void;
  /** −1 when empty. */
  pop(): number;
  update(id: number, key: number): void;
  remove(id: number): boolean;
}

const Kind = { push: 0, pop: 1, update: 2, remove: 3, hold: 4 } as const;
type KindName = keyof typeof Kind;

export interface Script {
  readonly name: string;
  /** Elements in the queue, about. */
  readonly size: number;
  /** Keys of the ids 0, 1, … that are in the queue before. */
  readonly fillKeys: Float64Array;
  readonly operations: number;
  readonly kinds: Uint8Array;
  readonly ids: Int32Array;
  readonly keys: Float64Array;
}

/** The operations that repeat; each script is one such sequence, long enough to be measured. */
const SEQUENCES: Readonly<Record<string, readonly KindName[]>> = {
  push: ['push'],
  pop: ['pop'],
  hold: ['hold'],
  update: ['update'],
  remove: ['remove', 'push'],
  mixed: ['push', 'pop', 'update', 'push', 'remove'],
};

const OPERATIONS_MIN = 10_000;
const OPERATIONS_MAX = 200_000;

export function scripts(size: number): Script[] {
  return Object.entries(SEQUENCES).map(([name, sequence]) => write(name, sequence, size));
}

/** Plays a script; a checksum over the popped ids in their order. */
export function play(queue: Queue, { operations, kinds, ids, keys }: Script): number {
  let sum = 0;
  for (let i = 0; i < operations; i++) {
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

/** Pops everything; a checksum over the ids in their order. */
export function drain(queue: Queue): number {
  let sum = 0;
  for (let id = queue.pop(); id >= 0; id = queue.pop()) sum = (Math.imul(sum, 31) + id) | 0;
  return sum;
}

/** Filling and emptying take as many operations as there are elements; the others keep the size as it is. */
function write(name: string, sequence: readonly KindName[], size: number): Script {
  const whole = name === 'push' || name === 'pop';
  const operations = whole ? size : Math.min(OPERATIONS_MAX, Math.max(OPERATIONS_MIN, size));
  const dice = new Dice(1, 0);
  const keyAt = (n: number) => dice.draw(n, 0) % (2 * size);
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
    const kind = sequence[i % sequence.length];
    kinds[i] = Kind[kind];
    // Keys move on with the operations, as instants of events do.
    keys[i] = (whole ? 0 : i) + keyAt(size + i);
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
  return { name, size, fillKeys, operations, kinds, ids, keys };
}

/** Ids in the queue, to choose one of them by a draw. */
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
