// The library: it opens a server in the process of its caller, as `gprsim serve` does in a separate process.

import { inspect } from 'node:util';
import packageFile from '../../package.json' with { type: 'json' };
import { AbsentPolicy } from '../../sim/index.ts';
import { parseListen } from '../arguments/address.ts';
import { CHAOS_RATE, isChaosRate } from '../arguments/chaos-settings.ts';
import { BadUsage, CommandFailure } from '../arguments/command-failure.ts';
import {
  CYCLES,
  isLoad,
  keptRequestsMax,
  LOAD_RIGHT,
  ORDERS,
  ORDERS_BEHIND,
  PLACEMENTS,
  QUEUES,
  speedMax,
} from '../arguments/flag-values.ts';
import { openServer } from '../server/opening/open-server.ts';
import { ownerOf, parseKey } from '../server/opening/owner-key.ts';
import { WORLDS_MAX, WORLDS_MEMORY } from '../server/worlds/world-limits.ts';
import { StoreError } from '../store/store-error.ts';
import { MEMORY } from '../wire/memory.ts';
import { failureText } from '../wire/text/own-policies.ts';
import type * as declared from './gprsim.d.ts';
import { worldsOf } from './library-worlds.ts';
import { optionOf } from './option-of.ts';

type Options = declared.StartOptions;

interface Check {
  readonly fits: (value: unknown) => boolean;
  readonly right: string;
}

const isText = (value: unknown) => typeof value === 'string' && value !== '';
const aFlag: Check = { fits: (value) => typeof value === 'boolean', right: 'true or false' };
const aPath: Check = { fits: isText, right: 'the path of a file' };

const isSeed = (value: unknown) => Number.isSafeInteger(value) && (value as number) >= 0;

function isChaos(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const {
    seed,
    rate = CHAOS_RATE,
    ...others
  } = value as { readonly seed?: unknown; readonly rate?: unknown };
  return isSeed(seed) && isChaosRate(rate) && Object.keys(others).length === 0;
}

const oneOfNames = (names: readonly string[]): Check => ({
  fits: (value) => names.includes(value as string),
  right: `one of ${names.join(', ')}`,
});

const wholeFrom = ({ from, to }: { readonly from: number; readonly to: number }): Check => ({
  fits: (value) => Number.isInteger(value) && (value as number) >= from && (value as number) <= to,
  right: `an integer from ${from} to ${to}`,
});

const checks: Readonly<Record<keyof Options, Check>> = {
  scenario: {
    fits: (value) => isText(value) || (typeof value === 'object' && value !== null && !Array.isArray(value)),
    right: 'the name of a built-in scenario, the path of a scenario file, or an object with its content',
  },
  seed: {
    fits: isSeed,
    right: `an integer from 0 to ${Number.MAX_SAFE_INTEGER}`,
  },
  load: { fits: (value) => typeof value === 'number' && isLoad(value), right: LOAD_RIGHT },
  queue: oneOfNames(QUEUES),
  placement: oneOfNames(PLACEMENTS),
  order: oneOfNames(ORDERS),
  backfillOrder: oneOfNames(ORDERS_BEHIND),
  cycle: oneOfNames(CYCLES),
  db: { fits: isText, right: `the path of a file, or ${JSON.stringify(MEMORY)}` },
  durable: aFlag,
  paused: aFlag,
  speed: {
    fits: (value) => typeof value === 'number' && value > 0 && value <= speedMax,
    right: `a number above 0 and up to ${speedMax}`,
  },
  play: aPath,
  chaos: {
    fits: isChaos,
    right: `an object {seed, rate} with an integer from 0 to ${Number.MAX_SAFE_INTEGER} and, optionally, a number above 0 and up to 1`,
  },
  keepRequests: wholeFrom({ from: 1, to: keptRequestsMax }),
  strict: aFlag,
  listen: { fits: isText, right: 'HOST:PORT, such as 127.0.0.1:0' },
  apiKey: { fits: isText, right: 'a UUID' },
  worlds: { fits: isText, right: 'the path of a folder' },
  worldsMax: wholeFrom(WORLDS_MAX),
  worldsMemory: wholeFrom(WORLDS_MEMORY),
  worldsIdle: { fits: isText, right: 'a duration such as "30m"' },
};

const noProgress = { show: () => {}, end: () => {} };

export const start: typeof declared.start = async (options = {}) => {
  requireNode();
  checkOptions(options);
  const { scenario, db = MEMORY, speed = 1, chaos, listen = '127.0.0.1:0', apiKey, ...others } = options;
  try {
    const server = await openServer(typeof scenario === 'object' ? contentOf(scenario) : scenario, {
      ...others,
      db,
      speed,
      chaos: chaos && { rate: CHAOS_RATE, ...chaos },
      listen: parseListen(listen),
      ownKey: apiKey === undefined ? undefined : parseKey(apiKey),
      startProgress: () => noProgress,
      isWanted: () => true,
    });
    let closed: Promise<void> | undefined;
    const world = worldsOf(server.url, server.send);
    return {
      url: server.url,
      apiKey: apiKey ?? ownerOf(server.file)!.apiKey,
      world: (of) =>
        closed === undefined ? world(of) : Promise.reject(new Error('world: the server is closed')),
      close: () => {
        closed ??= server.close().catch(fail);
        return closed;
      },
    };
  } catch (error) {
    return fail(error);
  }
};

/** Older versions of Node crash without a message when they load SQLite's addon. @throws Error */
function requireNode(): void {
  const [major, minor] = packageFile.engines.node.replace('>=', '').split('.').map(Number);
  const [ourMajor, ourMinor] = process.versions.node.split('.').map(Number);
  if (ourMajor > major || (ourMajor === major && ourMinor >= minor)) return;
  throw new Error(`gprsim needs Node ${major}.${minor} or newer, and this is Node ${process.versions.node}`);
}

function checkOptions(options: Options): void {
  if (typeof options !== 'object' || options === null) {
    throw new TypeError(`start takes an object of options, not ${shown(options)}`);
  }
  for (const [name, value] of Object.entries(options)) {
    if (!Object.hasOwn(checks, name)) {
      throw new TypeError(`start: unknown option ${name}; the options are ${Object.keys(checks).join(', ')}`);
    }
    const { fits, right } = checks[name as keyof Options];
    if (value !== undefined && !fits(value)) {
      throw new TypeError(`start: ${name} must be ${right}, not ${shown(value)}`);
    }
  }
  if (options.paused === true && options.speed !== undefined) {
    throw new TypeError('start: speed cannot be combined with paused: true; leave one of them out');
  }
}

function shown(value: unknown): string {
  return inspect(value, { depth: 0, breakLength: Number.POSITIVE_INFINITY });
}

/** The object as JSON keeps it: what JSON cannot express is dropped. */
function contentOf(scenario: object): object {
  try {
    return JSON.parse(JSON.stringify(scenario));
  } catch (error) {
    throw new TypeError(`start: scenario cannot be written as JSON: ${(error as Error).message}`);
  }
}

/** Rethrows an error of `serve`; the names of flags become names of options. */
function fail(error: unknown): never {
  const isExplained = [CommandFailure, StoreError, AbsentPolicy].some((kind) => error instanceof kind);
  if (!(error instanceof Error && isExplained)) throw error;
  const message = `start: ${failureText(error)
    .replaceAll(/(?<![\w./\\-])--([a-z-]+)/g, (_, flag: string) => optionOf(flag))
    .replaceAll('GPRSIM_API_KEY', 'apiKey')}`;
  const isUsage = error instanceof BadUsage || error instanceof AbsentPolicy;
  throw isUsage ? new TypeError(message) : new Error(message);
}
