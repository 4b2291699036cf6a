// Messages between the processes of a measurement.

/** One request of a load. If the load has ids, `{gprId}` in the body is replaced by the id. */
export interface LoadRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly body?: string;
}

export interface Load {
  readonly url: string;
  readonly token: string;
  /** Every connection sends them in this order, repeatedly. */
  readonly requests: readonly LoadRequest[];
  readonly connections: number;
  readonly amount: number;
  readonly expected?: string;
  /** Without `expected`: every answer must contain this. */
  readonly expectedPart?: string;
  /** A connection takes the next one each time it starts with the first request. */
  readonly gprIds?: readonly string[];
}

export interface LoadResult {
  readonly answered: number;
  readonly elapsedMs: number;
  readonly latencyMsP50: number;
  readonly latencyMsP99: number;
  readonly gprIds: readonly string[];
  readonly lastBody: string;
  readonly wrong?: string;
}

export interface BareSetup {
  readonly apiKey: string;
  /** Path → data of its answer, for lists that never change. */
  readonly lists: Readonly<Record<string, unknown>>;
  readonly gprs: readonly { readonly gprId: string; readonly sliceName: string }[];
  /** File of its journal. */
  readonly db: string;
  readonly durable: boolean;
}

/** Orders for the process of listeners; it answers each when it is done. */
export type Order =
  /** Open streams and reset the results. */
  | {
      readonly kind: 'open';
      readonly url: string;
      readonly token: string;
      /** Of the listeners, in rotation. */
      readonly tokens: readonly string[];
      readonly listeners: number;
    }
  /** Wait until every stream has this number of creations since it was opened. */
  | { readonly kind: 'await'; readonly creations: number }
  /** Create GPRs one by one, with a gap between them. */
  | { readonly kind: 'create'; readonly bodies: readonly string[]; readonly gapMs: number }
  | { readonly kind: 'close' };

export interface Heard {
  readonly events: number;
  readonly elapsedMs: number;
  /** From the answer to a mutation of `create` to its event, for every mutation and listener. */
  readonly delaysMs: readonly number[];
  /** What was lost or repeated; undefined if nothing was. */
  readonly wrong?: string;
}
