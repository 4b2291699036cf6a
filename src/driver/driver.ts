// The driver owns the engine: it alone moves time, takes commands in, and commits. Everything it does between two turns
// of the event loop is one transaction.

import { join } from 'node:path';
import {
  type Command,
  NEVER,
  type Outcome,
  type Scenario,
  type Simulation,
  TIME_MAX_MS,
} from '../../sim/index.ts';
import type { WorldFile } from '../store/world-file.ts';
import { FactTail } from './fact-tail.ts';
import { findState, type Until } from './look-ahead.ts';
import type { Plan } from './plan.ts';
import { Present } from './present.ts';
import { readsOf } from './reads.ts';
import { isSameWorld, rebuildFile } from './rebuild.ts';
import { Recorder } from './recorder.ts';
import { Slice } from './slice.ts';
import {
  type Advance,
  type AdvanceResult,
  type Clock,
  type ClockMode,
  ImportBrokenOff,
  type Imported,
  type Keys,
  type Reads,
  type SubmitResult,
  type World,
  WorldReadOnly,
} from './world.ts';

/** Wall time between two looks at the clock. */
const TICK_MS = 50;

export interface DriverOptions {
  readonly mode: ClockMode;
  readonly speed: number;
  /** Told of what goes wrong inside. */
  readonly onFailure: (error: unknown, what: string) => void;
}

type Waiting = { readonly resolve: (result: SubmitResult) => void; readonly reject: (error: Error) => void };

export class Driver implements World {
  readonly keys: Keys;
  readonly read: Reads;
  readonly #file: WorldFile;
  readonly #present: Present;
  readonly #onFailure: DriverOptions['onFailure'];
  readonly #listeners: Set<() => void> = new Set();
  #recorder: Recorder;
  #tail: FactTail;
  #plan: Plan | undefined;
  /** The plan's lines are being applied: the clock stands at their instant. */
  #isHeld = false;
  /** A move of the clock is under way; the next one, and commands, wait for it. */
  #moving: Promise<unknown> = Promise.resolve();
  #isMoving = false;
  #inTurn: (Waiting & { readonly outcome: Outcome; readonly nowMs: number })[] = [];
  #turnIsOpen = false;
  readonly #sliced: Slice = new Slice();
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  /** Takes up the world of a file that has its scenario. @throws StoreError */
  constructor(file: WorldFile, options: DriverOptions) {
    this.#file = file;
    // Whatever broke off, it goes on from here.
    if (file.isBrokenOff) file.endRun();
    this.keys = this.#keysBetweenTurns(file.keys);
    this.#onFailure = options.onFailure;
    this.#recorder = Recorder.resume(file);
    this.#tail = new FactTail(file);
    this.#present = new Present(options.mode, options.speed);
    this.#present.anchor(this.#simulation.nowMs);
    this.read = readsOf(
      () => this.#simulation,
      file,
      () => this.#tail,
    );
    this.#scheduleTick(TICK_MS);
  }

  get scenario(): Scenario {
    return this.#simulation.scenario;
  }

  get #simulation(): Simulation {
    return this.#recorder.simulation;
  }

  /** Commands that enter at given instants, whatever moves the clock past them. Those of the past are left out. */
  follow(plan: Plan): void {
    plan.skipUntil(this.#recorder.commands > 0 || this.#simulation.nowMs > 0 ? this.#simulation.nowMs : -1);
    this.#plan = plan;
  }

  nowMs(): number {
    return this.#simulation.nowMs;
  }

  clock(): Clock {
    const { mode, speed } = this.#present;
    return { ...this.#simulation.clock(), mode, speed, branch: this.#file.branch };
  }

  setClock(setting: { readonly mode?: ClockMode; readonly speed?: number }): Clock {
    this.#present.mode = setting.mode ?? this.#present.mode;
    this.#present.speed = setting.speed ?? this.#present.speed;
    this.#present.anchor(this.#simulation.nowMs);
    return this.clock();
  }

  async submit(command: Command): Promise<SubmitResult> {
    while (this.#isMoving) await this.#moving;
    return this.#enter(command);
  }

  /** The world as the lines of a plan see it: their commands enter while the plan holds the clock. */
  held(): World {
    const driver = this;
    return {
      get scenario() {
        return driver.scenario;
      },
      read: this.read,
      keys: this.keys,
      clock: () => this.clock(),
      nowMs: () => this.nowMs(),
      setClock: (setting) => this.setClock(setting),
      submit: (command) => (this.#isHeld ? this.#enter(command) : this.submit(command)),
      advance: (request) => this.advance(request),
      reset: () => this.reset(),
      exportTo: (path) => this.exportTo(path),
      importFrom: (path, folder, isWanted) => this.importFrom(path, folder, isWanted),
      onFacts: (listener) => this.onFacts(listener),
    };
  }

  #enter(command: Command): Promise<SubmitResult> {
    return new Promise((resolve, reject) => this.#take(command, { resolve, reject }));
  }

  async advance(request: Advance): Promise<AdvanceResult> {
    return this.#move(async () => {
      this.#requireOpen();
      const before = this.#simulation.clock().seq;
      const target = await this.#targetOf(request);
      if (typeof target === 'string') return { ok: false, why: target };
      if (target !== null && target > TIME_MAX_MS)
        return { ok: false, why: 'the instant is beyond the end of simulated time' };
      if ('until' in request && target !== null && (this.#plan?.nextMs ?? NEVER) <= target) {
        return {
          ok: false,
          why: 'lines of --play enter before that could come true; advance past them first',
        };
      }
      if ('events' in request) await this.#runEvents(request.events);
      else if (target !== null) await this.#runTo(target);
      this.#requireOpen();
      this.#present.anchor(this.#simulation.nowMs);
      const clock = this.clock();
      return { ok: true, clock, facts: clock.seq - before };
    });
  }

  async reset(): Promise<Clock> {
    return this.#move(async () => {
      this.#requireOpen();
      this.#endTurn();
      try {
        this.#file.transaction(() => this.#file.newBranch());
        this.#takeUp();
      } catch (error) {
        this.#fail(error, []);
        throw notStored();
      }
      return this.clock();
    });
  }

  exportTo(path: string): void {
    this.#requireOpen();
    if (!this.#endTurn()) throw notStored();
    this.#file.exportTo(path);
  }

  async importFrom(path: string, folder: string, isWanted: () => boolean): Promise<Imported> {
    return this.#move(async () => {
      this.#requireOpen();
      const staged = join(folder, 'staged');
      const { recorder, commands, isAsStored } = await rebuildFile(
        path,
        staged,
        this.#file.branch + 1,
        async () => {
          await nextTurn();
          this.#requireOpen();
          if (!isWanted()) throw new ImportBrokenOff('nobody waits for the import any more');
        },
      );
      this.#exchange(recorder, staged);
      return { clock: this.clock(), commands, isAsStored };
    });
  }

  onFacts(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Stops the clock, writes what is left, and gives the file back. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#moving;
    this.#endTurn();
    this.#recorder.commit([]);
    this.#recorder.snapshot();
    this.#file.close();
  }

  // --- commands ---------------------------------------------------------------------------------------------------

  /** Checks, journals and applies a command in one go; the answer goes out after the commit of this turn. */
  #take(command: Command, waiting: Waiting): void {
    if (this.#isClosed) {
      waiting.reject(notStored());
      return;
    }
    try {
      this.#beginTurn();
      this.#openPresent();
      const checked = this.#recorder.check(command);
      if (!checked.ok) {
        waiting.resolve(checked);
        return;
      }
      const { nowMs, round } = this.#simulation.clock();
      const outcome = this.#recorder.apply({ atMs: nowMs, round, command: checked.command });
      this.#inTurn.push({ ...waiting, outcome, nowMs });
    } catch (error) {
      this.#fail(error, [waiting]);
    }
  }

  /** Brings the world to the present and opens a round there. Where that is too far for one turn, time slips. */
  #openPresent(): void {
    const simulation = this.#simulation;
    const atMs = this.#isHeld ? simulation.nowMs : this.#planned(this.#present.now(simulation.nowMs));
    if (atMs > simulation.nowMs && !simulation.runSome(atMs - 1, this.#sliced.events)) {
      this.#present.anchor(simulation.nowMs);
      simulation.openAt(simulation.nowMs);
    } else {
      simulation.openAt(atMs);
    }
  }

  /** No command may overtake the plan's next line. */
  #planned(atMs: number): number {
    const next = this.#plan?.nextMs ?? NEVER;
    return next <= atMs ? Math.max(this.#simulation.nowMs, next - 1) : atMs;
  }

  // --- turns: one transaction each --------------------------------------------------------------------------------

  #beginTurn(): void {
    if (this.#turnIsOpen) return;
    this.#file.begin();
    this.#turnIsOpen = true;
    setImmediate(() => this.#endTurn());
  }

  /** Commits; false if that failed and nothing of the turn has happened. */
  #endTurn(): boolean {
    if (!this.#turnIsOpen) return true;
    const answered = this.#inTurn;
    this.#inTurn = [];
    this.#turnIsOpen = false;
    try {
      const run = this.#recorder.write();
      this.#file.commit();
      this.#tail.add(run);
      for (const { resolve, outcome, nowMs } of answered) resolve({ ok: true, outcome, nowMs });
      if (run.count > 0) this.#tell();
      this.#recorder.snapshotIfDue();
      return true;
    } catch (error) {
      this.#fail(error, answered);
      return false;
    }
  }

  /** Nothing of this turn has happened: the world is what the file says. */
  #fail(error: unknown, waiting: readonly Waiting[]): void {
    const all = [...waiting, ...this.#inTurn];
    this.#inTurn = [];
    this.#turnIsOpen = false;
    this.#onFailure(error, 'a commit failed; the world is taken up again from its file');
    try {
      this.#file.rollback();
      this.#takeUp();
    } catch (again) {
      this.#onFailure(again, 'the world cannot be taken up from its file; it stays closed');
      this.#isClosed = true;
      clearTimeout(this.#timer);
      this.#file.close();
    }
    for (const { reject } of all) reject(notStored());
  }

  /** Keys are no part of a turn: what is written of them must not be undone with one. */
  #keysBetweenTurns(keys: Keys): Keys {
    return {
      secret: keys.secret,
      byValue: (apiKey) => keys.byValue(apiKey),
      byId: (id) => keys.byId(id),
      list: () => keys.list(),
      create: (key) => {
        this.#endTurn();
        return keys.create(key);
      },
      remove: (apiKey) => {
        this.#endTurn();
        return keys.remove(apiKey);
      },
    };
  }

  #requireOpen(): void {
    if (this.#isClosed) throw notStored();
  }

  /** Puts a world that was built aside, with its file, in the place of this one. All of it happens or nothing. */
  #exchange(built: Recorder, staged: string): void {
    if (!this.#endTurn()) throw notStored();
    this.#file.become(staged, isSameWorld(this.scenario, built.simulation.scenario));
    this.#recorder = built.moveTo(this.#file);
    // Its lines were meant for the world that was left.
    this.#plan = undefined;
    this.#goOn();
  }

  #takeUp(): void {
    this.#recorder = Recorder.resume(this.#file);
    this.#goOn();
  }

  /** The recorder has another world: whoever follows the old one is told. */
  #goOn(): void {
    this.#tail = new FactTail(this.#file);
    this.#present.anchor(this.#simulation.nowMs);
    this.#tell();
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }

  // --- moving the clock -------------------------------------------------------------------------------------------

  /** One move at a time, in the order they were asked for. */
  #move<T>(work: () => Promise<T>): Promise<T> {
    const move = this.#moving.then(async () => {
      this.#isMoving = true;
      try {
        return await work();
      } finally {
        this.#isMoving = false;
      }
    });
    this.#moving = move.catch(() => {});
    return move;
  }

  #scheduleTick(afterMs: number): void {
    if (this.#isClosed) return;
    this.#timer = setTimeout(() => this.#tick(), afterMs);
  }

  #tick(): void {
    if (this.#present.mode === 'paused') {
      this.#scheduleTick(TICK_MS);
      return;
    }
    const done = this.#move(async () => {
      if (this.#present.mode === 'paused') return true;
      return this.#runTo(this.#present.now(this.#simulation.nowMs), 1);
    });
    done.then(
      (there) => this.#scheduleTick(there ? TICK_MS : 0),
      (error) => {
        if (!(error instanceof WorldReadOnly)) this.#onFailure(error, 'the clock could not be moved');
        this.#scheduleTick(TICK_MS);
      },
    );
  }

  /**
   * Runs to an instant, its cycle included, by slices; lines of the plan enter at their instants. Gives up after so
   * many slices that did not get there, and says false.
   */
  async #runTo(targetMs: number, slicesMax = Infinity): Promise<boolean> {
    let slices = 0;
    while (!this.#isClosed) {
      const planned = this.#plan?.nextMs ?? NEVER;
      const there = this.#slice(planned <= targetMs ? planned - 1 : targetMs);
      if (there && planned > targetMs) return true;
      if (there) await this.#enterPlanned(planned);
      if (!there && ++slices >= slicesMax) {
        // Slower than asked for: the present is where the simulation has come.
        this.#present.anchor(this.#simulation.nowMs);
        return false;
      }
      await nextTurn();
    }
    return false;
  }

  async #runEvents(count: number): Promise<void> {
    const until = this.#simulation.events + count;
    while (this.#simulation.events < until && !this.#isClosed) {
      const next = this.#simulation.nextEventMs();
      const planned = this.#plan?.nextMs ?? NEVER;
      if (next === NEVER && planned === NEVER) return;
      await this.#runTo(Math.min(next, planned));
    }
  }

  /** Runs whole instants up to one, at most a slice of events, and commits; false if it did not get there. */
  #slice(toMs: number): boolean {
    this.#beginTurn();
    let there = true;
    const startedAt = performance.now();
    try {
      if (toMs >= this.#simulation.nowMs) there = this.#simulation.runSome(toMs, this.#sliced.events);
    } catch (error) {
      this.#fail(error, []);
      throw notStored();
    }
    if (!this.#endTurn()) throw notStored();
    if (!there) this.#sliced.took(performance.now() - startedAt);
    return there;
  }

  /** Holds the clock at the first round of an instant while the plan's lines of it are applied. */
  async #enterPlanned(atMs: number): Promise<void> {
    this.#beginTurn();
    this.#simulation.openAt(atMs);
    this.#isHeld = true;
    try {
      await this.#plan!.enter(atMs);
    } finally {
      this.#isHeld = false;
      this.#endTurn();
    }
  }

  /** The instant that a request leads to, null if there is nowhere to go, or why it cannot be done. */
  async #targetOf(request: Advance): Promise<number | null | string> {
    const { nowMs } = this.#simulation;
    if ('byMs' in request) return nowMs + request.byMs;
    if ('events' in request) return nowMs;
    if ('until' in request) return this.#find(request.until);
    if (request.toMs >= nowMs) return request.toMs;
    return 'the instant has passed; time does not run back';
  }

  #find(until: Until): Promise<number | null | string> {
    const gpr = this.read.gpr(until.gprId);
    this.#endTurn();
    return findState(this.#simulation, gpr, until, async () => {
      await nextTurn();
      this.#requireOpen();
    });
  }
}

function notStored(): WorldReadOnly {
  return new WorldReadOnly('nothing was changed: the commit failed');
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
