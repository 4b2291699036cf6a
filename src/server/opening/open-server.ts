// Opens a server: its world, its clock and its connections. The command `serve` and the library start here.

import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { type OwnPolicies, PolicyFailure, type Scenario } from '../../../sim/index.ts';
import { Chaos, type ChaosSettings } from '../../api/frame/operation/chaos.ts';
import { HttpFaults } from '../../api/frame/operation/http-faults.ts';
import { ownRequest } from '../../api/frame/operation/own-requests.ts';
import type { Send } from '../../api/frame/operation/requests-to-worlds.ts';
import { UnknownMembers } from '../../api/frame/request/unknown-members.ts';
import { RequestBudget } from '../../api/frame/request-log/request-budget.ts';
import { RequestLog } from '../../api/frame/request-log/request-log.ts';
import { type Address, isLoopback } from '../../arguments/address.ts';
import { CommandFailure } from '../../arguments/command-failure.ts';
import { DEFAULT_SCENARIO, defaultFile } from '../../arguments/data-folder.ts';
import { scenarioBy } from '../../arguments/flag-values.ts';
import { restarted } from '../../driver/commits/restart.ts';
import { Driver } from '../../driver/driver.ts';
import { isSameWorld } from '../../driver/import/rebuild-imported.ts';
import { loopTurn } from '../../driver/loop-turn.ts';
import { Slice } from '../../driver/slice.ts';
import { storedScenario } from '../../driver/stored/stored.ts';
import { Cancelled, type IsWanted } from '../../driver/world.ts';
import { Metrics } from '../../observe/metrics.ts';
import type { Progress } from '../../observe/progress.ts';
import { type Log, type LogLevel, openLog } from '../../observe/server-log.ts';
import { type GivenPolicies, givenPolicies } from '../../scenario/override.ts';
import { removeLeftBehind } from '../../store/sqlite/file/left-behind.ts';
import { StoreError } from '../../store/store-error.ts';
import { WorldFile } from '../../store/world-file.ts';
import { requireGiven } from '../../wire/text/own-policies.ts';
import { Timeline } from '../../wire/time/timestamps.ts';
import { createApp } from '../app.ts';
import { newLoopTime } from '../connections/loop-time.ts';
import { senderTo } from '../sender.ts';
import { createServer } from '../server.ts';
import type { Lasting } from '../worlds/served-worlds.ts';
import { type GivenLimits, worldLimits } from '../worlds/world-limits.ts';
import { worldsFolder } from '../worlds/worlds-folder.ts';
import { listen, stop } from './listen.ts';
import { otherWorlds } from './other-worlds.ts';
import { ensureOwner, ownerOf } from './owner-key.ts';
import { type PlayedLine, planOf, readPlay } from './play.ts';
import { requestLines } from './request-lines.ts';
import { ServedFile } from './served-file.ts';

/** As the flags of `gprsim serve` with these names. */
interface ServerSettings extends GivenPolicies, GivenLimits {
  readonly db?: string;
  readonly seed?: number | undefined;
  readonly load?: number | undefined;
  readonly play?: string | undefined;
  readonly durable?: boolean | undefined;
  readonly paused?: boolean | undefined;
  readonly cors?: readonly string[];
  readonly logRequests?: boolean;
  /** The folder of the files of other worlds. Default: they are in memory. */
  readonly worlds?: string | undefined;
  readonly chaos?: ChaosSettings | undefined;
  /** How many requests the process keeps; undefined: none. */
  readonly keepRequests?: number | undefined;
  /** Whether requests under /api/v1 with unknown members are refused. */
  readonly strict?: boolean | undefined;
  /** What another world has until it is removed. Default: faults by `chaos`, and requests by `keepRequests`. */
  readonly newLasting?: (world: string) => Lasting;
  /** Default: `info`. */
  readonly logLevel?: LogLevel;
  readonly listen: Address;
  readonly speed: number;
  /** The policies of modules; none by default. */
  readonly ownPolicies?: OwnPolicies;
  readonly ownKey: string | undefined;
  readonly startProgress: () => Progress;
  /** Whether the server is still wanted. If not, the rebuilding of its world ends with `Cancelled`. */
  readonly isWanted: IsWanted;
}

interface OpenServer {
  readonly url: string;
  /** With the actual port. */
  readonly address: Address;
  /** The Owner key that was created because the file had none. */
  readonly newKey: string | undefined;
  readonly file: WorldFile;
  readonly scenario: Scenario;
  /** Sends a request from within this process, with the rights of an Owner. No fault concerns it. */
  readonly send: Send;
  /** Ends connections, stops the clock and closes the file. @throws CommandFailure if the file was removed */
  readonly close: () => Promise<void>;
}

/** Opens the world and listens. @param name a built-in scenario, a scenario's file, or its content */
export async function openServer(
  name: string | object | undefined,
  settings: ServerSettings,
): Promise<OpenServer> {
  const wanted = settings.listen;
  const limits = worldLimits(settings);
  const folder = worldsFolder(settings.worlds);
  const log = openLog(settings.logLevel ?? 'info');
  removeLeftBehind(tmpdir(), Date.now());
  const { file, scenario, lines, warnings } = openWorld(name, settings);
  for (const text of warnings) log.warn(text);
  if (file.lost !== undefined) {
    log.warn(
      { file: file.path, ...file.lost },
      'the system stopped before these changes were on the disk, and the file was served without --durable',
    );
  }
  const driver = await takeUp(file, settings, log);
  try {
    const newKey = ensureOwner(file, settings.ownKey);
    const options = {
      logger: log,
      loopback: isLoopback(wanted),
      httpFaults: httpFaultsFor(settings, log),
      unknownMembers: new UnknownMembers(log, settings.strict),
    };
    const metrics = new Metrics(driver);
    const loopTime = newLoopTime();
    const budget = settings.keepRequests === undefined ? undefined : new RequestBudget(settings.keepRequests);
    const newRequestLog = () => budget && new RequestLog(budget);
    const lastingBySettings = (world: string) => ({
      httpFaults: httpFaultsFor(settings, log, world),
      requestLog: newRequestLog(),
    });
    const others = otherWorlds({
      logger: log,
      loopback: options.loopback,
      newLasting: settings.newLasting ?? lastingBySettings,
      loopTime,
      limits,
      folder,
      durable: settings.durable === true,
      ownPolicies: settings.ownPolicies,
      log,
    });
    const ofRoot = { requestLog: newRequestLog(), metrics, loopTime, worlds: others.of };
    const app = createApp(driver, { ...options, ...ofRoot });
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
    const server = createServer(app, driver, {
      ...options,
      corsOrigins: settings.cors ?? [],
      loopTime,
      onClosed: (why) => metrics.connectionClosed(why),
      onAnswered: settings.logRequests ? requestLines(process.stderr.isTTY === true) : undefined,
    });
    const { url, address } = await listen(server, wanted).catch((error) => {
      // This key was never printed: if it stayed, the next start would not create one.
      if (newKey !== undefined) file.keys.remove(newKey.apiKey);
      throw error;
    });
    const served = new ServedFile(file.path, log);
    const close = async () => {
      try {
        await stop(server);
        await others.close();
        served.end();
      } catch (error) {
        // The first error names the cause.
        await driver.close().catch(() => {});
        throw error;
      }
      await driver.close();
    };
    return {
      url,
      address,
      newKey: newKey?.apiKey,
      file,
      scenario,
      send: senderTo((path, init) => app.request(path, init, ownRequest), ownerOf(file)!.apiKey),
      close,
    };
  } catch (error) {
    await driver.close();
    throw error;
  }
}

/** Chaos logs the body of the request that repeats each of its faults. */
function httpFaultsFor({ chaos }: ServerSettings, log: Log, world?: string): HttpFaults {
  if (chaos === undefined) return new HttpFaults();
  return new HttpFaults(
    new Chaos(chaos, (fault) =>
      log.info(
        { ...(world !== undefined && { world }), fault },
        '--chaos failed a call; POST /sim/faults with this body repeats it',
      ),
    ),
  );
}

interface Opened {
  readonly file: WorldFile;
  readonly scenario: Scenario;
  readonly lines: readonly PlayedLine[] | undefined;
  /** About traces of the scenario. */
  readonly warnings: Iterable<string>;
}

function openWorld(name: string | object | undefined, flags: ServerSettings): Opened {
  const warnings = new Set<string>();
  const load = (which: string | object, now?: () => number) => {
    const given = {
      ...givenPolicies(flags),
      seed: flags.seed,
      load: flags.load,
      now,
      ownPolicies: flags.ownPolicies,
    };
    const { scenario, reports } = scenarioBy(which, given);
    for (const report of reports) for (const text of report.warnings) warnings.add(text);
    return scenario;
  };
  const linesFor = (scenario: Scenario) =>
    flags.play === undefined ? undefined : readPlay(flags.play, scenario);
  const wanted = name === undefined ? undefined : load(name);
  const path = flags.db ?? defaultFile((wanted ?? { name: DEFAULT_SCENARIO }).name);
  const options = { durable: flags.durable === true };
  if (!existsSync(path)) {
    const scenario = wanted ?? load(DEFAULT_SCENARIO);
    // Checks the lines first: a mistake in them leaves no file.
    const lines = linesFor(scenario);
    const file = WorldFile.open(path, options);
    file.setScenario(scenario);
    return { file, scenario, lines, warnings };
  }
  const file = WorldFile.open(path, options);
  try {
    const known = storedScenario(file);
    if (known !== undefined) requireGiven(path, known.scheduler, flags.ownPolicies);
    if (known === undefined) file.setScenario(wanted ?? load(DEFAULT_SCENARIO));
    // A start of "now" was resolved when the file was created.
    else
      requireSame(
        file,
        known,
        name === undefined ? undefined : load(name, () => Date.parse(known.start)),
        flags,
      );
    const scenario = storedScenario(file)!;
    return { file, scenario, lines: linesFor(scenario), warnings };
  } catch (error) {
    file.close();
    throw error;
  }
}

/** @throws CommandFailure if the file's scenario differs from the wanted scenario, seed, load or policies */
function requireSame(
  { path }: WorldFile,
  known: Scenario,
  wanted: Scenario | undefined,
  flags: Pick<ServerSettings, 'seed' | 'load'> & GivenPolicies,
): void {
  const { seed, load } = flags;
  const policies = givenPolicies(flags);
  const has = described(known) + policiesText({ ...policies, ...known.scheduler }, policies);
  // Without a scenario, only the flags are compared.
  const { name, arrivalRateMilli } = wanted ?? known;
  const needs =
    described({
      name,
      seed: seed ?? (wanted ?? known).seed,
      arrivalRateMilli: load === undefined ? arrivalRateMilli : Math.round(load * 1000),
    }) + policiesText(policies, policies);
  if (has === needs && (wanted === undefined || isSameWorld(wanted, known))) return;
  const difference = has === needs ? 'and that scenario has changed since' : `not of ${needs}`;
  throw new CommandFailure(
    `${path} is a world of scenario ${has}, ${difference}; ` +
      'give another --db, or remove that file to start again',
  );
}

function described({ name, seed, arrivalRateMilli }: Pick<Scenario, 'name' | 'seed' | 'arrivalRateMilli'>) {
  return `${name} with seed ${seed}${arrivalRateMilli === 1000 ? '' : ` and load ${arrivalRateMilli / 1000}`}`;
}

/** The policies that are given, as `, queue strict`. */
function policiesText(policies: GivenPolicies, given: GivenPolicies): string {
  const names = Object.keys(given) as (keyof GivenPolicies)[];
  return names.map((name) => `, ${name} ${policies[name]}`).join('');
}

/** The driver of a file's world. It replays the journal since the last snapshot, which may take long. */
async function takeUp(
  file: WorldFile,
  { paused, speed, startProgress, isWanted, ownPolicies }: ServerSettings,
  log: Log,
): Promise<Driver> {
  if (file.hasDamagedSnapshot) {
    log.warn(
      { file: file.path },
      'the snapshot or the history of this file is damaged; both are derived again from its journal',
    );
  }
  const progress = startProgress();
  const slice = new Slice();
  try {
    const recorder = await restarted(
      file,
      async ({ events, simMs, done }) => {
        progress.show({ count: events, simMs, done });
        await slice.rest(loopTurn);
        if (!isWanted())
          throw new Cancelled(
            `ended before ${file.path} was rebuilt; nothing is lost, and the next start goes on from its last snapshot`,
          );
      },
      ownPolicies,
    );
    requireGiven(file.path, recorder.simulation.rules().scheduler, ownPolicies);
    const driver: Driver = new Driver(recorder, {
      mode: paused ? 'paused' : 'running',
      speed,
      onFailure: (error, what) =>
        log.error(
          error instanceof StoreError || error instanceof PolicyFailure
            ? { why: error.message }
            : { err: error },
          what,
        ),
      onLag: (speed, reachedSpeed) =>
        log.warn({ speed, reachedSpeed }, 'the clock does not reach the requested speed'),
      onAdvance: ({ toMs, done }, nowMs) =>
        log.info(
          advanceIn(new Timeline(driver.scenario.start), nowMs, toMs, done),
          'an advance is in progress; PUT /sim/clock {"mode": "paused"} stops it',
        ),
    });
    return driver;
  } catch (error) {
    file.close();
    throw error;
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
