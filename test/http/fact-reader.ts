// A reader of the stream of facts.

import type { Caller } from './client.ts';

interface StreamEvent {
  readonly name: string;
  readonly id: string;
  // biome-ignore lint/suspicious/noExplicitAny: an event is what the test says it is
  readonly data: any;
}

/** A reader of the stream of facts that takes one event after the other. */
export class Stream {
  readonly response: Response;
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #decoder = new TextDecoder();
  #text = '';

  static async open(caller: Caller, query = '', headers: Record<string, string> = {}): Promise<Stream> {
    const response = await caller.client.app.request(`/sim/facts/stream${query}`, {
      headers: { Authorization: `Bearer ${caller.token}`, ...headers },
    });
    return new Stream(response);
  }

  constructor(response: Response) {
    this.response = response;
    this.#reader = response.body!.getReader();
  }

  /** The next event, undefined at the end of the stream. */
  async next(): Promise<StreamEvent | undefined> {
    for (;;) {
      const end = this.#text.indexOf('\n\n');
      if (end >= 0) {
        const lines = this.#text.slice(0, end).split('\n');
        this.#text = this.#text.slice(end + 2);
        const field = (name: string) =>
          lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
        const data = field('data');
        if (data === undefined) continue;
        return { name: field('event') ?? 'message', id: field('id')!, data: JSON.parse(data) };
      }
      if (!(await this.#read())) return undefined;
    }
  }

  /** What has come and was not taken, once it is that long. */
  async text(length: number): Promise<string> {
    while (this.#text.length < length && (await this.#read()));
    const text = this.#text;
    this.#text = '';
    return text;
  }

  async take(count: number): Promise<StreamEvent[]> {
    const events: StreamEvent[] = [];
    for (let i = 0; i < count; i++) events.push((await this.next())!);
    return events;
  }

  close(): Promise<void> {
    return this.#reader.cancel();
  }

  /** false at the end of the stream. */
  async #read(): Promise<boolean> {
    const { done, value } = await this.#reader.read();
    if (!done) this.#text += this.#decoder.decode(value, { stream: true });
    return !done;
  }
}
