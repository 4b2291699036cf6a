/**
 * Starts a gprsim server in this process, as `gprsim serve` does in a separate process: the REST interface under
 * `/api/v1`, the simulation's control interface under `/sim`. Several servers may run at once; they share nothing.
 *
 * ```js
 * import { start } from 'gprsim';
 *
 * const gprsim = await start({ scenario: 'quiet', paused: true });
 * // Requests go to gprsim.url, with a token for gprsim.apiKey.
 * await gprsim.close();
 * ```
 *
 * Warnings and errors of a running server go to standard error as JSON lines. No environment variable is read.
 *
 * @returns a promise that resolves when the server answers. It rejects with
 * - a `TypeError` that names the option, if an option is unknown or has a wrong value, or if the scenario has errors
 * - an `Error`, if the address is taken, or the file cannot be used: in use by another server, of another scenario,
 *   seed or load, damaged, or not a gprsim file
 */
export function start(options?: StartOptions): Promise<GprsimServer>;

/** Every option may be left out or `undefined`. */
export interface StartOptions {
  /**
   * The name of a built-in scenario (`demo`, `quiet`, `tiny`, `million`), the path of a scenario file, or an object with
   * the content of such a file. File names inside an object are relative to the working directory. Default: `demo`,
   * or the scenario of `db` if that file exists.
   */
  readonly scenario?: string | object | undefined;
  /** An integer from 0 to 2^53 - 1 that replaces the scenario's own seed. Default: the scenario's seed. */
  readonly seed?: number | undefined;
  /**
   * The factor of the rate of generated and recorded arrivals: a number from 0.01 to 100 with at most three decimals. The
   * scenario must have such arrivals. A file keeps the load of its world, and another load is refused. Default: 1, or the
   * load of `db` if that file exists and no `scenario` is given.
   */
  readonly load?: number | undefined;
  /**
   * Policies that replace those of the scenario, by name (docs/policies.md): the queue policy, the placement policy, the order of the
   * queue, and the order of the GPRs behind a blocked one; and whether one cycle ends each instant, or one follows each event. A file
   * keeps those of its world, and others are refused.
   */
  readonly queue?: string | undefined;
  readonly placement?: string | undefined;
  readonly order?: string | undefined;
  readonly backfillOrder?: string | undefined;
  readonly cycle?: 'instant' | 'event' | undefined;
  /**
   * The path of the SQLite file of the world, or `:memory:`. If the file exists, its world continues. Default:
   * `:memory:`.
   */
  readonly db?: string | undefined;
  /** `true`: commits survive a power failure too, and are slower. Default: `false`. */
  readonly durable?: boolean | undefined;
  /** `true`: the clock is paused until a request advances or runs it. Default: `false`. */
  readonly paused?: boolean | undefined;
  /**
   * Simulated seconds per real second, above 0 and up to 1,000,000. It cannot be combined with `paused: true`.
   * Default: 1.
   */
  readonly speed?: number | undefined;
  /** The path of a file of JSON lines `{at, method, path, body}`: requests sent at simulated instants. Default: none. */
  readonly play?: string | undefined;
  /**
   * Lets calls under `/api/v1` fail at random: with probability `rate`, above 0 and up to 1 (default: 0.05), drawn from the
   * integer `seed`. Each such call is reported on standard error. Default: no call fails.
   */
  readonly chaos?: { readonly seed: number; readonly rate?: number } | undefined;
  /**
   * How many requests the server keeps in memory for `GET /sim/requests`, an integer from 1 to 100,000: the last ones, at
   * most 64 MiB, with those of all its worlds. Default: none.
   */
  readonly keepRequests?: number | undefined;
  /** Whether requests under `/api/v1` are refused if they have members that their operation does not have. Default: false. */
  readonly strict?: boolean | undefined;
  /** `HOST:PORT` to listen on; port 0 takes a free one. Default: `127.0.0.1:0`. */
  readonly listen?: string | undefined;
  /** A UUID that becomes the Owner key. Default: an Owner key of the file, or a new one. */
  readonly apiKey?: string | undefined;
  /** The folder of the files of worlds that `world` makes, which is created if it is missing. Default: they are in memory. */
  readonly worlds?: string | undefined;
  /** How many worlds `world` makes at most, 0 to 10,000. Default: 200. */
  readonly worldsMax?: number | undefined;
  /** About how much memory these worlds may take together, MB. Default: 1,000. */
  readonly worldsMemory?: number | undefined;
  /** After how much real time without a request a world in memory is removed, or a file closed. Default: `30m`. */
  readonly worldsIdle?: string | undefined;
}

/** Every option may be left out or `undefined`. */
export interface WorldOptions {
  /** 1 to 63 lower-case letters, digits and hyphens that begin with no hyphen. Default: a new name. */
  readonly name?: string | undefined;
  /** The name of a built-in scenario, or the content of a scenario file that names no other file. Default: that of the server. */
  readonly scenario?: string | object | undefined;
  /** The name of another world, which is copied as it is now; without `scenario` and `seed`. */
  readonly from?: string | undefined;
  /** An integer from 0 to 2^53 - 1. Default: the scenario's seed. */
  readonly seed?: number | undefined;
  /** Simulated seconds per real second. Default: the clock is paused. */
  readonly speed?: number | undefined;
}

/** An isolated world of a server, with the whole interface and the dashboard. */
export interface GprsimWorld {
  readonly name: string;
  /** Its base URL without a trailing slash, such as `http://127.0.0.1:40321/worlds/checkout-1`. */
  readonly url: string;
  /** An Owner key that opens only this world. */
  readonly apiKey: string;
  /** Ends its requests and removes it, with its file if it has one. Further calls return the same promise. */
  readonly close: () => Promise<void>;
}

export interface GprsimServer {
  /** The base URL without a trailing slash, such as `http://127.0.0.1:40321`. */
  readonly url: string;
  /** An Owner key: `POST /api/v1/auth` with `{"apiKey": …}` returns a token. */
  readonly apiKey: string;
  /**
   * Makes a world beside that of the server: one for each test, for example. It rejects with
   * - a `TypeError` that names what is wrong
   * - an `Error`, if there is a world of this name, or a limit is reached
   */
  readonly world: (options?: WorldOptions) => Promise<GprsimWorld>;
  /**
   * Closes all connections, stops the clock and closes the file. Afterwards the server no longer keeps the process alive.
   * Further calls return the same promise. It rejects if the file was removed while the server ran.
   */
  readonly close: () => Promise<void>;
}

/**
 * Finds the bugs of a client, as `gprsim hunt` does of a command: runs it once for each seed, in its own world with the faults of that
 * seed, and reduces the faults of a failed run of each kind to the smallest with which it fails in the same way. Each call takes ten
 * simulated seconds; the clock is paused between them.
 *
 * ```js
 * const found = await hunt({ seeds: 200 }, async ({ url, apiKey }) => { … });
 * assert.equal(found.failures, 0, found.text);
 * ```
 *
 * @returns a promise that rejects with a `TypeError` that names the option, if an option is unknown or has a wrong value
 */
export function hunt(options: HuntOptions, client: HuntedClient): Promise<HuntResult>;

/** Runs a client until it ends. It fails if it throws, and if an invariant is broken then. */
export type HuntedClient = (
  world: HuntedWorld & { readonly handOver: (gprId: string) => void },
) => Promise<unknown>;

/** The world of one run. `handOver` names a GPR that the client leaves on purpose. */
export interface HuntedWorld {
  readonly url: string;
  /** An Owner key. */
  readonly apiKey: string;
  readonly seed: number;
  /** Aborted when the client takes too long, or makes too many calls. */
  readonly signal: AbortSignal;
}

/** Every option may be left out or `undefined`. */
export interface HuntOptions {
  /** As that of `start`. Default: `quiet`. */
  readonly scenario?: string | object | undefined;
  /** How many seeds, from 1 on, or the seeds. Default: 100. */
  readonly seeds?: number | readonly number[] | undefined;
  /** How many clients run at once, 1 to 1,000. Default: 4. */
  readonly jobs?: number | undefined;
  /** A text as `--faults` takes it, or the probability of each kind for a call. Default: `usual`. */
  readonly faults?: string | Readonly<Record<string, number>> | undefined;
  /** After this many failures, in the order of the seeds, the hunt ends. Default: it tries all seeds. */
  readonly untilFailure?: number | undefined;
  /** Names of invariants. Default: all. */
  readonly invariants?: readonly string[] | undefined;
  /** An invariant of your own. Returns what is wrong, or undefined. */
  readonly check?: ((evidence: HuntEvidence) => string | undefined) | undefined;
  /** Calls beyond which a client is endless. Default: 1,000. */
  readonly callsMax?: number | undefined;
  /** Real seconds without a call after which a client that has not ended hangs. Default: 30. */
  readonly timeLimit?: number | undefined;
}

/** What is known of a run: the calls of the client, and the facts about GPRs as `GET /sim/facts` has them. */
export interface HuntEvidence {
  readonly seed: number;
  readonly calls: readonly {
    readonly number: number;
    /** Simulated ms since the start of the world. */
    readonly atMs: number;
    readonly method: string;
    readonly path: string;
    readonly operation: string | null;
    readonly body: string | null;
    /** null: the client got no whole answer. */
    readonly status: number | null;
    readonly fault: string | null;
    readonly executed: boolean | null;
    /** The answer of the operation, also if the client did not get it. */
    readonly answer: { readonly status: number; readonly body: string | null } | null;
    /** Which of its tokens it had, from 1. */
    readonly token: number | null;
  }[];
  readonly facts: readonly {
    readonly seq: number;
    readonly at: string;
    readonly kind: string;
    readonly gprId?: string;
  }[];
  readonly end: { readonly failure: string; readonly output: string; readonly handedOver: readonly string[] };
}

export interface HuntResult {
  readonly seeds: number;
  readonly failures: number;
  /** The kinds of failures, with the number of each. */
  readonly kinds: Readonly<Record<string, number>>;
  /** What was tried: the calls of each operation, and the faults of each kind that met the client. */
  readonly reached: {
    readonly operations: Readonly<Record<string, number>>;
    readonly faults: Readonly<Record<string, number>>;
  };
  /** The smallest failing run of each kind, as `--save` writes it. */
  readonly cases: readonly {
    readonly seed: number;
    readonly kind: string;
    readonly why: string;
    readonly faults: readonly object[];
    readonly hash: string;
  }[];
  /** All of it, for people. */
  readonly text: string;
}
