// Limits and timeouts of connections. All times are real time.

export interface ConnectionLimits {
  /** Requests in flight: started, and the answer not completely sent. */
  readonly requestsMax: number;
  /** Unsent bytes beyond which the next request waits. */
  readonly unsentBytesMax: number;
  /** Time from the first byte of a request, or the opening of the connection, to the end of the headers. */
  readonly headersMs: number;
  /** In each window of this length, a body must end or deliver `bodyBytesMin`. */
  readonly bodyWindowMs: number;
  readonly bodyBytesMin: number;
  /** Idle time between requests after which the server closes the connection. */
  readonly keepAliveMs: number;
  /** Time without any progress after which the server closes the connection. */
  readonly stalledMs: number;
  readonly checkMs: number;
  /** Connections of all clients together. */
  readonly connectionsMax: number;
  /** Memory of all requests together: their number times `requestBytes`, arriving bodies, and unsent answers. */
  readonly heldBytesMax: number;
  readonly requestBytes: number;
}

export const connectionLimits: ConnectionLimits = {
  // High enough for one commit to serve many pipelined commands; low enough for the largest answers to fit into memory.
  requestsMax: 16,
  // More than a socket buffer, so that a reading client never waits for the server.
  unsentBytesMax: 1_048_576,
  // Headers fit into a few packets.
  headersMs: 20_000,
  // 64 KiB in 30 s is slower than any network in use. A JSON body, at most 1 MiB, ends within 8 minutes; the upload of an
  // import has no total limit.
  bodyWindowMs: 30_000,
  bodyBytesMin: 65_536,
  // Longer than the connection pools of usual clients: if the server closed first, a request could meet a closed connection.
  keepAliveMs: 65_000,
  stalledMs: 60_000,
  checkMs: 1_000,
  // An idle connection takes about 16 kB.
  connectionsMax: 4_096,
  // Small beside the memory of any machine; ten times the largest answer of the scenario `million`.
  heldBytesMax: 50_331_648,
  requestBytes: 4_096,
};

/** Files that connections leave to the rest of the process. */
export const filesKept = 128;

/** Two looks at the progress of all connections are at least this far apart. */
export const lookMs = 50;

/** If a connection must be closed, an idle one counts as used this much later. Its client may be about to use it again. */
export const idleGraceMs = 5_000;

/** As `idleGraceMs`, for a client that waits for the server: it is closed only if no other client is left. */
export const owedGraceMs = 1e12;

/** A new connection counts as one that waits for the server for this time: its first request may not have been read yet. */
export const firstRequestMs = 5_000;

/** Time between a refusal and the close of the connection, so that the client can read the refusal. */
export const lingerMs = 500;

/** Time for starting waiting requests in one turn of the event loop: not noticeable, and ten times that of a usual request. */
export const turnMs = 10;

/** While connections keep coming, accepting them gets this many times the time of everything else. */
export const acceptsPerWork = 10;

/** If memory must be freed, connections that hold no more are spared as long as others hold more. */
export const smallBytes = 65_536;

/** Requests to paths whose last two requests took longer start after all others. */
export const quickMs = 2;
