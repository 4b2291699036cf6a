// The worlds of a server beside the one at its root: it makes, opens, closes and removes them, within its limits.

import type { OwnPolicies, Scenario } from '../../../sim/index.ts';
import { catalogue } from '../../api/frame/errors/error-catalogue.ts';
import { Failure, invalid } from '../../api/frame/errors/failure.ts';
import { oneOf } from '../../api/frame/errors/problems.ts';
import {
  type NewWorld,
  WORLD_NAME,
  type WorldEntry,
  type WorldLimits,
  type Worlds,
} from '../../api/frame/operation/served-world.ts';
import type { Service } from '../../api/frame/operation/service.ts';
import type { Recorder } from '../../driver/commits/recorder.ts';
import { restarted } from '../../driver/commits/restart.ts';
import { Driver } from '../../driver/driver.ts';
import { loopTurn } from '../../driver/loop-turn.ts';
import { type ApiKey, Cancelled, type IsWanted, type Keys } from '../../driver/world.ts';
import type { Log } from '../../observe/server-log.ts';
import { bytesOf, CLIENT_BYTES } from '../../scenario/fields/budget.ts';
import { isServed } from '../../store/sqlite/durability/writer-lock.ts';
import type { OpenOptions } from '../../store/sqlite/opening/database.ts';
import { StoreError } from '../../store/store-error.ts';
import { WorldFile } from '../../store/world-file.ts';
import { MEMORY } from '../../wire/memory.ts';
import { counted } from '../../wire/text/counted.ts';
import { makeOwner } from '../opening/owner-key.ts';
import { mb } from './heap-limit.ts';
import { newOpenWorld, type OpenWorld, WORLD_BYTES } from './open-world.ts';
import { wantedScenario } from './wanted-scenario.ts';
import { fileNameOf, WorldFiles } from './world-files.ts';

/** Real time between two looks at memory and idle worlds. */
const LOOK_MS = 1_000;
/** Bound of the snapshots of a world in memory: there may be many. */
const SNAPSHOTS_MAX = 16 * 2 ** 20;

export interface WorldsSettings {
  readonly limits: WorldLimits;
  /** The folder of their files; undefined: they are in memory. */
  readonly folder?: string | undefined;
  readonly durable: boolean;
  readonly ownPolicies?: OwnPolicies | undefined;
  readonly log: Pick<Log, 'error' | 'warn'>;
  /** What a world of this name has until it is removed. */
  readonly newLasting: (name: string) => Lasting;
  /** The service of a world. @param ended is aborted when the world is closed */
  readonly serviceOf: (world: Driver, lasting: Lasting, ended: AbortSignal) => Service;
}

/** What is of the process, and outlives the closing of a world's file. */
export type Lasting = Partial<Pick<Service, 'httpFaults' | 'requestLog' | 'onCall' | 'wallNowMs'>>;

/** How the clock of a world went when its file was closed. */
type Pace = Pick<ReturnType<Driver['clock']>, 'mode' | 'speed'>;

interface Closed {
  readonly pace: Pace;
  readonly lasting: Lasting;
}

export class ServedWorlds implements Worlds<Service> {
  readonly #settings: WorldsSettings;
  readonly #files: WorldFiles;
  /** That of the world at the root. */
  readonly #root: Service;
  readonly #open: Map<string, OpenWorld> = new Map();
  /** Worlds that are being made, opened, closed or removed. */
  readonly #changing: Map<string, Promise<unknown>> = new Map();
  /** Worlds whose files this process has closed. */
  readonly #closed: Map<string, Closed> = new Map();
  #isEnding = false;
  #timer: NodeJS.Timeout | undefined;
  /** About the memory of all open worlds, at the last look. */
  #memoryBytes = 0;
  /** That of worlds that are being made or opened. */
  #reservedBytes = 0;

  constructor(root: Service, settings: WorldsSettings) {
    this.#root = root;
    this.#settings = settings;
    this.#files = new WorldFiles(settings.folder);
  }

  get limits(): WorldLimits {
    return this.#settings.limits;
  }

  list(): readonly WorldEntry[] {
    const names = new Set([...this.#open.keys(), ...this.#files.names()]);
    return [...names].sort().map((name) => {
      const world = this.#open.get(name);
      return world === undefined ? { name, memoryBytes: 0, idleMs: 0 } : entryOf(world);
    });
  }

  use(
    name: string,
    entered: (leave: () => void) => void,
  ): Service | undefined | Promise<Service | undefined> {
    if (this.#isEnding) throw new Cancelled('the server ends');
    const world = this.#open.get(name);
    if (world !== undefined) {
      entered(world.enter());
      return world.service;
    }
    if (!WORLD_NAME.test(name)) return undefined;
    const again = () => this.use(name, entered);
    const changing = this.#changing.get(name);
    if (changing !== undefined) {
      return changing.then(again, (error) => {
        // If its file cannot be opened for one request, it is not tried for each.
        if (error instanceof Failure && error.entry === catalogue['world-unusable']) throw error;
        return again();
      });
    }
    if (!this.#files.has(name)) {
      this.#forget(name);
      return undefined;
    }
    return this.#change(name, () => this.#reopen(name)).then(again);
  }

  async create({ name, from, scenario, seed, speed }: NewWorld, isWanted: IsWanted) {
    if (this.#isEnding) throw new Cancelled('the server ends');
    const { world } = this.#root;
    const wanted = from === null ? wantedScenario(scenario, seed, world.scenario) : undefined;
    if (this.#open.has(name) || this.#changing.has(name)) throw new Failure('world-exists', { name });
    this.#files.requireFree(name);
    return this.#change(name, async () => {
      this.#requireCount(name);
      this.#forget(name);
      this.#files.removeEmpty(name);
      const made = (file: WorldFile) => this.#made(name, file, speed);
      if (wanted === undefined) return this.#copy(name, from!, isWanted, made);
      const bytes = WORLD_BYTES + bytesOf(wanted);
      return this.#reserving(bytes, async () => made(await this.#begin(name, wanted)));
    });
  }

  /** Opens a new world, whose file has its scenario. If that fails, the file is removed. */
  async #made(name: string, file: WorldFile, speed: number | null) {
    try {
      const { apiKey } = makeOwner(file, 'owner', 'made with the world');
      const recorder = await restarted(file, () => this.#rest(), this.#settings.ownPolicies);
      const pace: Pace = { mode: speed === null ? 'paused' : 'running', speed: speed ?? 1 };
      return { entry: entryOf(this.#opened(name, recorder, pace)), apiKey };
    } catch (error) {
      this.#discard(name, file);
      throw error;
    }
  }

  /** Removes the file of a world that could not be made. @param file undefined if it could not be opened */
  #discard(name: string, file: WorldFile | undefined): void {
    try {
      file?.close();
      this.#files.remove(name);
    } catch (error) {
      this.#settings.log.error(
        { world: name, why: (error as Error).message },
        'the file of a world that could not be made was not removed',
      );
    }
  }

  async remove(name: string): Promise<boolean> {
    for (let other = this.#changing.get(name); other !== undefined; other = this.#changing.get(name))
      await other.catch(() => {});
    if (!this.#open.has(name) && !this.#files.has(name)) return false;
    await this.#change(name, async () => {
      await this.#close(name);
      this.#files.remove(name);
      this.#forget(name);
    });
    return true;
  }

  /** Forgets what a world of this name had before it was removed. */
  #forget(name: string): void {
    this.#closed.get(name)?.lasting.requestLog?.clear();
    this.#closed.delete(name);
  }

  /** Closes all worlds; their files stay. */
  async close(): Promise<void> {
    this.#isEnding = true;
    clearInterval(this.#timer);
    await Promise.allSettled(this.#changing.values());
    await Promise.all([...this.#open.keys()].map((name) => this.#close(name)));
  }

  /** Runs a change of a world, which no other one may overlap. @throws Failure instead of StoreError */
  async #change<T>(name: string, work: () => Promise<T>): Promise<T> {
    const changing = work().catch((error) => {
      if (!(error instanceof StoreError)) throw error;
      const path = this.#files.pathOf(name);
      throw new Failure('world-unusable', { why: error.message.replaceAll(path, fileNameOf(name)) });
    });
    this.#changing.set(name, changing);
    try {
      return await changing;
    } finally {
      this.#changing.delete(name);
    }
  }

  /** Runs a work that adds memory, which the limit counts from its beginning on. @throws Failure at the limit */
  async #reserving<T>(bytes: number, work: () => Promise<T>): Promise<T> {
    this.requireMemory(bytes);
    this.#reservedBytes += bytes;
    try {
      return await work();
    } finally {
      this.#reservedBytes -= bytes;
    }
  }

  /** All long works take turns. @throws Cancelled when the server ends */
  async #rest(): Promise<void> {
    await loopTurn();
    if (this.#isEnding) throw new Cancelled('the server ends');
  }

  /** Begins the file of a new world. It has its name from when it is whole: a kill leaves no part of a world. */
  async #begin(name: string, scenario: Scenario): Promise<WorldFile> {
    await this.#rest();
    const memory = WorldFile.open(MEMORY, { snapshotsMax: SNAPSHOTS_MAX });
    try {
      memory.setScenario(scenario);
      const path = this.#files.pathOf(name);
      if (path === MEMORY) return memory;
      await this.#writing(name, async () => memory.exportTo(path));
    } catch (error) {
      memory.close();
      throw error;
    }
    memory.close();
    return this.#openWritten(name);
  }

  /** Writes the file of a new world. @throws Failure if another process has created it in the meantime */
  async #writing(name: string, write: () => Promise<void>): Promise<void> {
    try {
      await write();
    } catch (error) {
      this.#files.requireFree(name);
      throw error;
    }
  }

  /** Copies a world as it is now. Its memory counts until the copy is made. */
  async #copy<T>(
    name: string,
    from: string,
    isWanted: IsWanted,
    made: (file: WorldFile) => Promise<T>,
  ): Promise<T> {
    let left = () => {};
    const service = await this.use(from, (leave) => {
      left = leave;
    });
    if (service === undefined) {
      const names = this.list().map((world) => world.name);
      throw invalid('from', oneOf('the name of a world', names, from));
    }
    try {
      const { driver, memoryBytes } = this.#open.get(from)!;
      return await this.#reserving(memoryBytes, async () => {
        const path = this.#files.pathOf(name);
        if (path !== MEMORY) {
          await this.#writing(name, () => driver.exportTo(path, isWanted));
          return made(this.#openWritten(name));
        }
        const memory = this.#openFile(name);
        await driver.copyTo(memory, isWanted).catch((error) => {
          memory.close();
          throw error;
        });
        return made(memory);
      });
    } catch (error) {
      if (service.ended.aborted) throw new Failure('world-not-found', { name: from });
      throw error;
    } finally {
      left();
    }
  }

  #openWritten(name: string): WorldFile {
    try {
      return this.#openFile(name);
    } catch (error) {
      this.#discard(name, undefined);
      throw error;
    }
  }

  /** Opens the file of a world again. */
  async #reopen(name: string): Promise<void> {
    // Several files that are opened at once take turns.
    await this.#rest();
    // Opening would wait for another server.
    if (isServed(this.#files.pathOf(name)))
      throw new StoreError(`${this.#files.pathOf(name)} is in use by another process`);
    await this.#reserving(WORLD_BYTES, async () => {
      const file = this.#openFile(name, { mustExist: true });
      try {
        await this.#rest();
        const recorder = await restarted(file, () => this.#rest(), this.#settings.ownPolicies);
        this.#opened(name, recorder, this.#closed.get(name)?.pace ?? { mode: 'paused', speed: 1 });
      } catch (error) {
        file.close();
        throw error;
      }
    });
  }

  #openFile(name: string, options: OpenOptions = {}): WorldFile {
    const { durable } = this.#settings;
    return WorldFile.open(this.#files.pathOf(name), { durable, snapshotsMax: SNAPSHOTS_MAX, ...options });
  }

  #opened(name: string, recorder: Recorder, pace: Pace): OpenWorld {
    const { log, serviceOf, newLasting } = this.#settings;
    const ended = new AbortController();
    const driver = new Driver(recorder, {
      ...pace,
      owners: ownersOf(this.#root),
      importMax: CLIENT_BYTES,
      onFailure: (error, what) => log.error({ world: name, why: (error as Error).message }, what),
    });
    const lasting = this.#closed.get(name)?.lasting ?? newLasting(name);
    this.#closed.delete(name);
    const world = newOpenWorld(name, recorder.file, driver, serviceOf(driver, lasting, ended.signal), ended);
    this.#open.set(name, world);
    this.#memoryBytes += world.memoryBytes;
    this.#timer ??= setInterval(() => this.#look(), LOOK_MS).unref();
    return world;
  }

  /** Closes a world, if it is open. What its file lacks then is lost already. */
  async #close(name: string): Promise<void> {
    const world = this.#open.get(name);
    if (world === undefined) return;
    this.#open.delete(name);
    const { mode, speed } = world.driver.clock();
    const { httpFaults, requestLog, onCall, wallNowMs } = world.service;
    if (world.file.isMemory) requestLog?.clear();
    else {
      const lasting = { httpFaults, requestLog, onCall, wallNowMs };
      this.#closed.set(name, { pace: { mode, speed }, lasting });
    }
    await world.close().catch((error) => {
      this.#settings.log.error(
        { world: name, why: (error as Error).message },
        'a world was not closed in order',
      );
    });
    this.#memoryBytes = this.#measured();
    if (this.#open.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  /** About the memory of all open worlds. */
  #measured(): number {
    return [...this.#open.values()].reduce((sum, { memoryBytes }) => sum + memoryBytes, 0);
  }

  /** Removes worlds in memory that nothing has used for long, closes those in files, and stops the clocks if memory is short. */
  #look(): void {
    const { limits, log } = this.#settings;
    for (const { name, idleMs } of this.#open.values()) {
      if (idleMs < limits.idleMs || this.#changing.has(name)) continue;
      void this.#change(name, () => this.#close(name));
    }
    this.#memoryBytes = this.#measured();
    if (this.#memoryBytes <= limits.memoryBytes) return;
    for (const { name, driver } of this.#open.values()) {
      const { mode, advance } = driver.clock();
      if (mode === 'paused' && advance === null) continue;
      driver.setClock({ mode: 'paused' });
      log.warn(
        { world: name, memoryBytes: this.#memoryBytes, limit: limits.memoryBytes },
        'the worlds take too much memory; the clock of this one is paused',
      );
    }
  }

  /** @throws Failure at the limit of worlds */
  #requireCount(name: string): void {
    const { count } = this.limits;
    const names = new Set([...this.#open.keys(), ...this.#changing.keys(), ...this.#files.names(), name]);
    if (names.size > count)
      throw new Failure('worlds-full', {
        why: `there ${count === 1 ? 'is' : 'are'} ${counted(count, 'world')} already, as many as --worlds-max allows`,
      });
  }

  /** @param moreBytes memory of what is to be added @throws Failure at the limit of memory */
  requireMemory(moreBytes = 0): void {
    this.#root.requireMemory();
    const { memoryBytes } = this.limits;
    const bytes = this.#memoryBytes + this.#reservedBytes + moreBytes;
    if (bytes <= memoryBytes) return;
    throw new Failure('worlds-full', {
      why: `the worlds take about ${mb(bytes)} MB of memory, and --worlds-memory allows ${mb(memoryBytes)} MB`,
    });
  }
}

function entryOf({ name, driver, memoryBytes, idleMs }: OpenWorld): WorldEntry {
  return { name, open: { scenario: driver.scenario, clock: driver.clock() }, memoryBytes, idleMs };
}

/** The Owner keys of the process. */
function ownersOf({ world, tokens }: Service): Pick<Keys, 'byValue' | 'byId'> {
  const valid = (key: ApiKey | undefined) =>
    key !== undefined && tokens.hasItsWorkspace(key) ? key : undefined;
  return {
    byValue: (apiKey) => valid(world.keys.byValue(apiKey)),
    byId: (id) => valid(world.keys.byId(id)),
  };
}
