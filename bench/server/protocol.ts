// What the processes of a measurement say to one another.

/** One request of a load; where ids are given, `{gprId}` in its body stands for the next of them. */
export interface LoadRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly body?: string;
}

export interface Load {
  readonly url: string;
  readonly token: string;
  /** Sent in turn by every connection. */
  readonly requests: readonly LoadRequest[];
  readonly connections: number;
  /** Requests of all connections together. */
  readonly amount: number;
  /** All answers must be exactly this. */
  readonly expected?: string;
  /** Or each must have this in it. */
  readonly expectedPart?: string;
  /** A connection takes the next one each time it begins the requests anew. */
  readonly gprIds?: readonly string[];
}

export interface LoadResult {
  readonly answered: number;
  /** From the first request to the last answer. */
  readonly elapsedMs: number;
  readonly latencyMsP50: number;
  readonly latencyMsP99: number;
  /** The GPRs that answers named, if any did. */
  readonly gprIds: readonly string[];
  readonly lastBody: string;
  /** What went wrong, undefined if nothing did. */
  readonly wrong?: string;
}

/** What the bare server knows from the start. */
export interface BareSetup {
  readonly apiKey: string;
  /** Path to the answer's data of the lists that never change. */
  readonly lists: Readonly<Record<string, unknown>>;
  /** GPRs as a client sees them. */
  readonly gprs: readonly { readonly gprId: string; readonly sliceName: string }[];
  /** File of its journal. */
  readonly db: string;
  readonly durable: boolean;
}

/** What listeners to the stream of facts are told to do; each is answered when it is done. */
export type Order =
  /** Open streams, and begin anew with what was heard. */
  | { readonly kind: 'open'; readonly url: string; readonly token: string; readonly listeners: number }
  /** Wait until every stream has had so many creations since it was opened. */
  | { readonly kind: 'await'; readonly creations: number }
  /** Create GPRs one by one, as often as told. */
  | { readonly kind: 'create'; readonly bodies: readonly string[]; readonly gapMs: number }
  | { readonly kind: 'close' };

export interface Heard {
  /** Events of all streams together since they were opened. */
  readonly events: number;
  /** From the first event to the last. */
  readonly elapsedMs: number;
  /** From the answer to a mutation to its event, over all mutations and listeners; of `create` and what was awaited. */
  readonly delaysMs: readonly number[];
  /** What was lost or came twice, undefined if nothing was. */
  readonly wrong?: string;
}
