// A client under test: a command, or a function of the library.

/** What a client gets. */
export interface Given {
  /** The address of its world. */
  readonly url: string;
  /** An Owner key. */
  readonly apiKey: string;
  readonly seed: number;
  /** Aborted when the client must end. */
  readonly signal: AbortSignal;
}

/** How a client ended. */
export interface ClientEnd {
  /** Why it failed; undefined if it succeeded. */
  readonly why?: 'exit' | 'hang' | 'endless' | undefined;
  /** The failure as a sentence; '' without one. */
  readonly failure: string;
  /** The end of what it printed. */
  readonly output: string;
  /** The ids of GPRs that it leaves on purpose. */
  readonly handedOver: readonly string[];
}

/** Runs a client until it ends, or is aborted. */
export type Client = (given: Given) => Promise<ClientEnd>;
