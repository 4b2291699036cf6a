// What one connection may cost, and how long it may wait. All times are real time.

export interface ConnectionLimits {
  /** Requests of one connection that are worked on or whose answers are not sent yet. */
  readonly requestsMax: number;
  /** Unsent bytes of one connection beyond which its next request waits. */
  readonly unsentBytesMax: number;
  /** Real time that requests which had to wait may take of one turn of the event loop. */
  readonly turnMs: number;
  /** From the first byte of a request, or the opening of the connection, to the end of its headers. */
  readonly headersMs: number;
  /** Within every such window a body ends, or brings `bodyBytesMin`. */
  readonly bodyWindowMs: number;
  readonly bodyBytesMin: number;
  /** How long a connection may stay open between requests. */
  readonly keepAliveMs: number;
  /** How long a client may leave an answer unread without taking a byte of it. */
  readonly stalledMs: number;
  /** How often headers and bodies are looked at. */
  readonly checkMs: number;
}

export const connectionLimits: ConnectionLimits = {
  // Enough for one commit to serve many pipelined commands; few enough that the largest answers fit into memory.
  requestsMax: 16,
  // More than a socket takes at once, so that a client that reads never waits for the server.
  unsentBytesMax: 1_048_576,
  // Far below what a person notices, and ten times what a usual request takes.
  turnMs: 10,
  // Headers fit into a few packets.
  headersMs: 20_000,
  // 64 KiB in 30 s is slower than any network in use. A JSON body, at most 1 MiB, ends within 8 minutes; a file that is
  // imported may take as long as it needs while it moves.
  bodyWindowMs: 30_000,
  bodyBytesMin: 65_536,
  // Longer than the pools of usual clients keep a connection: it is the client that closes it, not the server under it.
  keepAliveMs: 65_000,
  stalledMs: 60_000,
  checkMs: 5_000,
};

/** How long a refused client may go on sending, so that it reads the refusal before the connection is reset. */
export const lingerMs = 500;
