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
