// Answers with a long list, such as all nodes. Such an answer is made once for all clients that wait for an equal one. Its records
// are read in one go, so they are of one instant, and written as JSON in slices, so that other requests are served in between.

import { Turnstile } from '../../../driver/reads/pending/pending-answers.ts';
import type { ReadableWorld } from '../../../driver/world.ts';
import { envelopeAround } from './envelope.ts';

/** Lists up to this length are answered at once. */
const SHORT_LIST = 1_000;

const PIECE_CHARACTERS = 65_536;

/** Node accepts one connection per turn of the event loop. With longer slices, new clients would wait long. */
const SLICE_MS = 2;

/** Ends in a later turn of the event loop that has time for long work. */
type NextTurn = () => Promise<void>;

/** An envelope as bytes, which several responses can send. */
export class Prepared {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** ISO 8601 UTC. */
  readonly simTime: string;

  constructor(bytes: Uint8Array<ArrayBuffer>, simTime: string) {
    this.bytes = bytes;
    this.simTime = simTime;
  }
}

/** The data of an answer with a list. */
interface WithList<T, Member extends keyof T> {
  /** The other members. */
  readonly data: Omit<T, Member>;
  readonly member: Member;
  /** Calculated one by one, from what has been read of the world. */
  readonly records: Iterable<T[Member] extends readonly (infer Item)[] ? Item : never>;
  readonly simTime: string;
}

type LongAnswer = WithList<Record<string, readonly object[]>, string>;

/** Makes the record of each item when it is needed. */
export function* records<Item, Made>(items: readonly Item[], make: (item: Item) => Made): Generator<Made> {
  for (const item of items) yield make(item);
}

interface Waiting {
  readonly current: Promise<Prepared>;
  next?: Promise<Prepared>;
}

export class SharedAnswers {
  /** By the world of the answer, and by key. */
  readonly #waiting = new WeakMap<ReadableWorld, Map<string, Waiting>>();
  /** One answer is made at a time. */
  readonly #turnstile = new Turnstile(1);
  readonly #nextTurn: NextTurn;

  constructor(nextTurn: NextTurn) {
    this.#nextTurn = nextTurn;
  }

  /**
   * Answers with a list, at once if it is short.
   * @param key equal for equal answers about the world
   * @param length of the list
   * @param read reads the world
   */
  list<T extends object, Member extends keyof T>(
    world: ReadableWorld,
    key: string,
    length: number,
    read: () => WithList<T, Member>,
  ): T | Promise<Prepared> {
    if (length > SHORT_LIST) return this.#shared(world, key, read as unknown as () => LongAnswer);
    const { data, member, records: items } = read();
    return { ...data, [member]: [...items] } as T;
  }

  /**
   * Returns the answer of this key. An answer that is being made may be older than this request; then the request waits for
   * the next one.
   */
  #shared(world: ReadableWorld, key: string, read: () => LongAnswer): Promise<Prepared> {
    const answers = this.#waiting.get(world) ?? new Map<string, Waiting>();
    this.#waiting.set(world, answers);
    const waiting = answers.get(key);
    if (waiting === undefined) return this.#begin(answers, key, read);
    waiting.next ??= waiting.current.catch(() => {}).then(() => this.#begin(answers, key, read));
    return waiting.next;
  }

  #begin(answers: Map<string, Waiting>, key: string, read: () => LongAnswer): Promise<Prepared> {
    const current = Promise.resolve(this.#turnstile.pass(async () => prepared(read(), this.#nextTurn)));
    const waiting: Waiting = { current };
    answers.set(key, waiting);
    const end = () => {
      if (answers.get(key) === waiting && waiting.next === undefined) answers.delete(key);
    };
    current.then(end, end);
    return current;
  }
}

async function prepared(
  { data, member, records: items, simTime }: LongAnswer,
  nextTurn: NextTurn,
): Promise<Prepared> {
  let beganMs = performance.now();
  const [head, end] = envelopeAround(data, member);
  const pieces: Buffer[] = [];
  let text = head;
  let isFirst = true;
  for (const record of items) {
    text += isFirst ? JSON.stringify(record) : `,${JSON.stringify(record)}`;
    isFirst = false;
    if (text.length < PIECE_CHARACTERS) continue;
    pieces.push(Buffer.from(text));
    text = '';
    if (performance.now() - beganMs < SLICE_MS) continue;
    await nextTurn();
    beganMs = performance.now();
  }
  pieces.push(Buffer.from(text + end));
  return new Prepared(Buffer.concat(pieces), simTime);
}
