// Notes the memory that requests hold: bodies that arrive, and answers that wait for their reader. The server limits the sum.

import type { Context } from 'hono';

/** A response of the server. */
export interface Holder {
  /** @param bytes the present size of `what`. What several answers hold counts once. */
  hold(what: object, bytes: number): void;
}

/** Notes that the answer to a request holds `what`, and nothing else, until it is sent, or its connection is closed. */
export function hold(context: Context, what: object, bytes: number): void {
  // Without the server, as in tests, there is no response, or one that cannot hold.
  const outgoing: Partial<Holder> | undefined = context.env?.outgoing;
  outgoing?.hold?.(what, bytes);
}
