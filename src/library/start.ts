// The library: it opens a server in the process of its caller, as `gprsim serve` does in a separate process.

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
import {
  aFlag,
  aScenario,
  type Check,
  checkOptions,
  isSeed,
  isText,
  oneOfNames,
  wholeFrom,
} from './option-checks.ts';
import { optionOf } from './option-of.ts';

type Options = declared.StartOptions;

const aPath: Check = { fits: isText, right: 'the path of a file' };

function isChaos(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const {
    seed,
    rate = CHAOS_RATE,
    ...others
  } = value as { readonly seed?: unknown; readonly rate?: unknown };
  return isSeed(seed) && isChaosRate(rate) && Object.keys(others).length === 0;
}

const checks: Readonly<Record<keyof Options, Check>> = {
  scenario: aScenario,
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
  checkOptions('start', options, checks);
  if (options.paused === true && options.speed !== undefined)
    throw new TypeError('start: speed cannot be combined with paused: true; leave one of them out');
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
        closed ??= server.close().catch((error) => fail(error));
        return closed;
      },
    };
  } catch (error) {
    return fail(error);
  }
};

/** Older versions of Node crash without a message when they load SQLite's addon. @throws Error */
export function requireNode(): void {
  const [major, minor] = packageFile.engines.node.replace('>=', '').split('.').map(Number);
  const [ourMajor, ourMinor] = process.versions.node.split('.').map(Number);
  if (ourMajor > major || (ourMajor === major && ourMinor >= minor)) return;
  throw new Error(`gprsim needs Node ${major}.${minor} or newer, and this is Node ${process.versions.node}`);
}

/** The object as JSON keeps it: what JSON cannot express is dropped. */
export function contentOf(scenario: object, of = 'start'): object {
  try {
    return JSON.parse(JSON.stringify(scenario));
  } catch (error) {
    throw new TypeError(`${of}: scenario cannot be written as JSON: ${(error as Error).message}`);
  }
}

/** Rethrows an error of a command; the names of flags become names of options. */
export function fail(error: unknown, of = 'start'): never {
  const isExplained = [CommandFailure, StoreError, AbsentPolicy].some((kind) => error instanceof kind);
  if (!(error instanceof Error && isExplained)) throw error;
  const message = `${of}: ${failureText(error)
    .replaceAll(/(?<![\w./\\-])--([a-z-]+)/g, (_, flag: string) => optionOf(flag))
    .replaceAll('GPRSIM_API_KEY', 'apiKey')}`;
  const isUsage = error instanceof BadUsage || error instanceof AbsentPolicy;
  throw isUsage ? new TypeError(message) : new Error(message);
}
