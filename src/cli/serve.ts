// Serves a world over HTTP until it is told to end.

import { existsSync } from 'node:fs';
import type { Server } from 'node:http';
import { createAdaptorServer } from '@hono/node-server';
import type { Scenario } from '../../sim/index.ts';
import { Driver, type DriverOptions } from '../driver/driver.ts';
import { SPEED_MAX } from '../driver/present.ts';
import { isSameWorld } from '../driver/rebuild.ts';
import { storedScenario } from '../driver/stored.ts';
import { createApp } from '../http/app.ts';
import { HttpFaults } from '../http/http-faults.ts';
import { type Log, openLog } from '../observe/log.ts';
import { StoreError } from '../store/store-error.ts';
import { WorldFile } from '../store/world-file.ts';
import { Timeline } from '../wire/timestamps.ts';
import { announce } from './announce.ts';
import { DEFAULT_SCENARIO, defaultFile } from './data-folder.ts';
import { badUsage, CommandFailure } from './failure.ts';
import { isLoopback, listen, parseListen, stop, writtenAddress } from './listen.ts';
import { progressOf } from './long-work.ts';
import type { Output } from './output.ts';
import { ensureOwner, keyFromEnvironment, ownerOf } from './owner-key.ts';
import { type PlayedLine, planOf, readPlay } from './play.ts';
import { ServedFile } from './served-file.ts';
import { untilInputEnds, untilTold } from './signals.ts';
import { scenarioBy } from './values.ts';

interface ServeFlags {
  readonly db?: string;
  readonly listen: string;
  readonly speed: string;
  readonly paused?: boolean;
  readonly seed?: number;
  readonly play?: string;
  readonly durable?: boolean;
  readonly untilStdinEnds?: boolean;
}

export async function serve(name: string | undefined, flags: ServeFlags, output: Output): Promise<void> {
  const wanted = parseListen(flags.listen);
  const speed = parseSpeed(flags.speed);
  const ownKey = keyFromEnvironment();
  const log = openLog('info');
  // Whoever says so before it listens has it end as soon as it does, with its file closed as ever.
  const told = Promise.race([untilTold().signal, ...(flags.untilStdinEnds ? [untilInputEnds()] : [])]);
  const { file, scenario, lines } = openWorld(name, flags);
  const driver = takeUp(file, { mode: flags.paused ? 'paused' : 'running', speed }, log, output);
  try {
    const newKey = ensureOwner(file, ownKey);
    const options = { logger: log, loopback: isLoopback(wanted), httpFaults: new HttpFaults() };
    const app = createApp(driver, options);
    if (lines !== undefined) {
      driver.follow(
        planOf(lines, createApp(driver.held(), options), ownerOf(file)!.apiKey, (line, message) => {
          log.warn(
            { line: line.number, at: line.at, method: line.method, path: line.path, message },
            'a line of --play was refused',
          );
        }),
      );
    }
    const server = createAdaptorServer({ fetch: app.fetch }) as Server;
    const { url, address } = await listen(server, wanted).catch((error) => {
      // A key that nobody has been told of would keep the next start from making one.
      if (newKey !== undefined) file.keys.remove(newKey.apiKey);
      throw error;
    });
    const served = new ServedFile(file.path, log);
    try {
      announce(
        {
          url,
          newKey: newKey?.apiKey,
          isKeyGiven: ownKey !== undefined,
          openTo: options.loopback ? undefined : writtenAddress(address),
          speed: flags.paused ? 0 : speed,
          path: file.path,
          scenario,
        },
        output,
      );
      await told;
    } finally {
      await stop(server);
    }
    served.end();
  } finally {
    await driver.close();
  }
}

interface Opened {
  readonly file: WorldFile;
  readonly scenario: Scenario;
  /** Of --play. */
  readonly lines: readonly PlayedLine[] | undefined;
}

function openWorld(name: string | undefined, flags: ServeFlags): Opened {
  const load = (which: string, now?: () => number) => scenarioBy(which, { seed: flags.seed, now }).scenario;
  const linesFor = (scenario: Scenario) =>
    flags.play === undefined ? undefined : readPlay(flags.play, scenario);
  const wanted = name === undefined ? undefined : load(name);
  const path = flags.db ?? defaultFile((wanted ?? { name: DEFAULT_SCENARIO }).name);
  const options = { durable: flags.durable === true };
  if (!existsSync(path)) {
    const scenario = wanted ?? load(DEFAULT_SCENARIO);
    // A mistake in the lines is told before there is a file.
    const lines = linesFor(scenario);
    const file = WorldFile.open(path, options);
    file.setScenario(scenario);
    return { file, scenario, lines };
  }
  const file = WorldFile.open(path, options);
  try {
    const known = storedScenario(file);
    if (known === undefined) file.setScenario(wanted ?? load(DEFAULT_SCENARIO));
    // A start of "now" was resolved when the file was made.
    else
      requireSame(
        file,
        known,
        name === undefined ? undefined : load(name, () => Date.parse(known.start)),
        flags.seed,
      );
    const scenario = storedScenario(file)!;
    return { file, scenario, lines: linesFor(scenario) };
  } catch (error) {
    file.close();
    throw error;
  }
}

/** Throws unless a file's scenario is the one that is wanted, if one is. */
function requireSame(
  { path }: WorldFile,
  known: Scenario,
  wanted: Scenario | undefined,
  seed = wanted?.seed ?? known.seed,
): void {
  const name = wanted?.name ?? known.name;
  if (seed === known.seed && (wanted === undefined || isSameWorld(wanted, known))) return;
  const difference =
    name === known.name && seed === known.seed
      ? 'that scenario has been changed since'
      : `not of ${name} with seed ${seed}`;
  throw new CommandFailure(
    `${path} is a world of scenario ${known.name} with seed ${known.seed}, ${difference}; give another --db, or begin anew without that file`,
  );
}

/** The driver of a file's world. Where much was done since its last snapshot, that takes a while. */
function takeUp(
  file: WorldFile,
  clock: Pick<DriverOptions, 'mode' | 'speed'>,
  log: Log,
  output: Output,
): Driver {
  const progress = progressOf(output, { what: 'rebuilding', counts: 'events' });
  try {
    const driver: Driver = new Driver(file, {
      ...clock,
      onFailure: (error, what) =>
        log.error(error instanceof StoreError ? { why: error.message } : { err: error }, what),
      onLag: (speed, reachedSpeed) =>
        log.warn({ speed, reachedSpeed }, 'the clock does not reach the speed that is asked for'),
      onAdvance: ({ toMs, done }, nowMs) =>
        log.info(
          advanceIn(new Timeline(driver.scenario.start), nowMs, toMs, done),
          'an advance is under way; PUT /sim/clock {"mode": "paused"} stops it',
        ),
      onReplay: ({ events, simMs, done }) => progress.show({ count: events, simMs, done }),
    });
    return driver;
  } finally {
    progress.end();
  }
}

function advanceIn(timeline: Timeline, nowMs: number, toMs: number | null, done: number | null): object {
  return {
    now: timeline.iso(nowMs),
    ...(toMs !== null && { to: timeline.iso(toMs) }),
    ...(done !== null && { done: Math.round(done * 1000) / 1000 }),
  };
}

function parseSpeed(text: string): number {
  const speed = Number(text);
  if (/^[0-9]{1,7}(\.[0-9]{1,6})?$/.test(text) && speed > 0 && speed <= SPEED_MAX) return speed;
  throw badUsage(`--speed takes a number above 0 and up to ${SPEED_MAX}, not ${JSON.stringify(text)}`);
}
