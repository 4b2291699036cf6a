import type { Caller } from '../client.ts';

export interface StreamEvent {
  readonly name: string;
  readonly id: string;
  // biome-ignore lint/suspicious/noExplicitAny: each test knows the shape of its events
  readonly data: any;
}

/** A reader of a stream, which takes one event at a time. */
export class Stream {
  readonly response: Response;
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #decoder = new TextDecoder();
  #text = '';

  static async open(
    caller: Caller,
    query = '',
    headers: Record<string, string> = {},
    path = '/sim/facts/stream',
  ): Promise<Stream> {
    const response = await caller.client.app.request(`${path}${query}`, {
      headers: { Authorization: `Bearer ${caller.token}`, ...headers },
    });
    return new Stream(response);
  }

  constructor(response: Response) {
    this.response = response;
    this.#reader = response.body!.getReader();
  }

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

  /** Waits until at least this many characters are received but not taken; returns them. */
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

  async #read(): Promise<boolean> {
    const { done, value } = await this.#reader.read();
    if (!done) this.#text += this.#decoder.decode(value, { stream: true });
    return !done;
  }
}
