// Operations on a queue, written down once so that every queue does exactly the same ones.

import { IndexedHeap } from '../../sim/base/heap.ts';
import { Dice } from '../../sim/base/random.ts';

/** What a queue must be able to do: the smallest key first, equal keys in the order they came. */
export interface Queue {
  push(id: number, key: number): void;
  /** −1 when empty. */
  pop(): number;
  /** As if the id had come now. */
  update(id: number, key: number): void;
  remove(id: number): boolean;
}

/** The numbers are in script files too. */
export const Kind = { push: 0, pop: 1, update: 2, remove: 3, hold: 4 } as const;
type KindName = keyof typeof Kind;

export interface Script {
  readonly name: string;
  /** Elements in the queue, about. */
  readonly size: number;
  /** Keys of the ids 0, 1, … that are in the queue before. */
  readonly fillKeys: Float64Array;
  readonly operations: number;
  /** Operations before this one prepare the queue and are not measured. */
  readonly measuredFrom: number;
  readonly kinds: Uint8Array;
  readonly ids: Int32Array;
  readonly keys: Float64Array;
  /** Ids are below this, and so many are pushed or updated, all told. */
  readonly room: number;
  /** Whether ids are moved or taken out, so that a queue has to know where they are or that they are gone. */
  readonly moves: boolean;
  /** Keys are integers below this; 0 = there are more than anybody would keep a list for. */
  readonly levels: number;
}

interface Work {
  /** The operations that repeat. */
  readonly sequence: readonly KindName[];
  /** As many operations as elements, because they fill or empty the queue; the others keep the size as it is. */
  readonly whole?: true;
  /** Done once for every element, unmeasured, before the sequence. */
  readonly before?: KindName;
  readonly levels?: number;
}

/** Priorities, as GPRs have them. */
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

/** One of the works on a queue of a size; another seed gives other keys and other ids to move. */
export function scriptOf(name: string, size: number, seed = 1): Script {
  return write(name, WORKS[name], size, seed);
}

/** Half of the elements are taken out by their ids, in no order. */
export function removalsOf(size: number, seed = 1): Script {
  return write('remove by id', { sequence: ['remove'] }, size, seed, size / 2);
}

/** Plays a part of a script; a checksum over the popped ids in their order. */
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

/** Brings a queue to where measuring begins. */
export function fill<Q extends Queue>(queue: Q, script: Script): Q {
  for (let id = 0; id < script.fillKeys.length; id++) queue.push(id, script.fillKeys[id]);
  play(queue, script, 0, script.measuredFrom);
  return queue;
}

/** More than these would take longer than the measurement. */
const DRAINED_MAX = 20_000;

/** Empties a queue, or takes out the first of many; a checksum over the ids in their order. */
export function drain(queue: Queue): number {
  let sum = 0;
  for (let count = 0; count < DRAINED_MAX; count++) {
    const id = queue.pop();
    sum = (Math.imul(sum, 31) + id) | 0;
    if (id < 0) break;
  }
  return sum;
}

/** What all queues must agree on: the ids popped by the measured part, and those that come next. */
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
    // Keys move on with the operations, as instants of events do. Levels stay.
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
