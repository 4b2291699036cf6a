// A client that keeps all facts of the present branch, by the rules of docs/interface.md: it reads them once, then follows the
// stream, and reads again only what the stream left out.

import assert from 'node:assert/strict';
import type { Caller } from '../client.ts';
import { Stream, type StreamEvent } from './fact-reader.ts';

interface Kept {
  readonly seq: number;
}

const PAGE = 1_000;

export class FactFollower {
  /** Fact number n is at index n − 1. */
  readonly facts: Kept[] = [];
  branch = 0;
  gaps = 0;
  resets = 0;
  /** Whether another branch is the present one, so that nothing can be read until the stream reports it. */
  #isLeft = false;
  readonly #caller: Caller;
  #stream: Stream | undefined;
  #ending: Promise<void> = Promise.resolve();
  /** Blocks the application of events. */
  #gate: Promise<void> = Promise.resolve();
  #open: () => void = () => {};

  constructor(caller: Caller) {
    this.#caller = caller;
  }

  /** Reads all facts, and follows the stream from there. */
  async start(): Promise<void> {
    for (;;) {
      const page = await this.#page(PAGE);
      // If another branch has begun since the page before, all is read again.
      if (page.branch !== this.branch) this.facts.length = 0;
      const isFirst = page.branch !== this.branch;
      this.branch = page.branch;
      if (!isFirst || page.after === 0) this.facts.push(...page.facts);
      if (this.facts.length === page.seq) break;
    }
    await this.connect();
  }

  async connect(): Promise<void> {
    const lastEventId = `${this.branch}-${this.facts.length}`;
    const stream = await Stream.open(this.#caller, '', { 'Last-Event-ID': lastEventId });
    assert.equal(stream.response.status, 200);
    this.#stream = stream;
    this.#ending = this.#follow(stream);
  }

  /** Loses the connection, with all events that were not applied. */
  async disconnect(): Promise<void> {
    const stream = this.#stream;
    this.#stream = undefined;
    this.resume();
    await stream?.close();
    await this.#ending;
  }

  /** From now on, events wait. */
  pause(): void {
    this.resume();
    this.#gate = new Promise((resolve) => (this.#open = resolve));
  }

  resume(): void {
    this.#open();
  }

  /** Whether all facts of the present branch are here. */
  isAt({ branch, seq }: { readonly branch: number; readonly seq: number }): boolean {
    return this.branch === branch && this.facts.length === seq;
  }

  async #follow(stream: Stream): Promise<void> {
    for (;;) {
      const event = await stream.next().catch(() => undefined);
      await this.#gate;
      if (event === undefined || this.#stream !== stream) return;
      await this.#apply(event);
    }
  }

  async #apply({ name, id, data }: StreamEvent): Promise<void> {
    if (name === 'reset') {
      this.resets++;
      assert.equal(id, `${data.branch}-${data.seq}`);
      assert.ok(this.#isLeft || data.seq <= this.facts.length, 'facts that did not come count as shared');
      this.branch = data.branch;
      this.#isLeft = false;
      this.facts.length = Math.min(this.facts.length, data.seq);
      await this.#readUpTo(data.seq);
    } else if (name === 'gap') {
      this.gaps++;
      if (!this.#isLeft) assert.equal(data.from, this.facts.length + 1);
      await this.#readUpTo(data.to);
    } else if (!this.#isLeft) {
      assert.equal(id, `${this.branch}-${data.seq}`);
      assert.equal(data.seq, this.facts.length + 1, 'a fact is missing, or came twice');
      this.facts.push(data);
    }
  }

  async #readUpTo(seq: number): Promise<void> {
    while (!this.#isLeft && this.facts.length < seq) {
      const page = await this.#page(Math.min(PAGE, seq - this.facts.length));
      if (page.branch === this.branch) this.facts.push(...page.facts);
      else this.#isLeft = true;
    }
  }

  async #page(limit: number): Promise<{ branch: number; seq: number; after: number; facts: Kept[] }> {
    const after = this.facts.length;
    return { after, ...(await this.#caller.get(`/sim/facts?after=${after}&limit=${limit}`)) };
  }
}
