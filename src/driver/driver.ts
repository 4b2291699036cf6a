// The driver owns the simulation. Only the driver moves time, accepts commands, and commits to the file.

import { join } from 'node:path';
import type { Command, OwnPolicies, Scenario, Simulation } from '../../sim/index.ts';
import { StoreError } from '../store/store-error.ts';
import { sharedFacts } from '../store/tables/line.ts';
import type { WorldFile } from '../store/world-file.ts';
import { branchesOf, type Change, type Refused, rewound, switched } from './branches/branching.ts';
import { LastRewind } from './branches/last-rewind.ts';
import { Advances } from './clock/advances.ts';
import { Hold } from './clock/hold.ts';
import { Motion, type MotionOptions } from './clock/motion.ts';
import type { PlayPlan } from './clock/play-plan.ts';
import { Present } from './clock/present.ts';
import { FailureBackoff } from './commits/failure-backoff.ts';
import { keysBetweenTurns } from './commits/keys-between-turns.ts';
import { keysWithOwners } from './commits/keys-with-owners.ts';
import { Recorder } from './commits/recorder.ts';
import { restart } from './commits/restart.ts';
import { Turns, type TurnsOptions } from './commits/turns.ts';
import { isSameWorld, rebuildFile } from './import/rebuild-imported.ts';
import { Instants } from './past/instants.ts';
import { followedSeen } from './reads/pending/followed.ts';
import { readsOf } from './reads/reads.ts';
import { WhatIfs } from './what-if/what-ifs.ts';
import {
  type Advance,
  type AdvanceResult,
  type Branch,
  type BranchResult,
  Cancelled,
  type ChartsWanted,
  type Clock,
  type ClockMode,
  type Differences,
  type DifferencesResult,
  type Imported,
  type IsWanted,
  type Keys,
  type LikelyDifferences,
  type ManyFuturesQuestion,
  type PastWorld,
  type Question,
  type Reads,
  type RewindTarget,
  type SubmitResult,
  type World,
  WorldReadOnly,
} from './world.ts';

export interface DriverOptions extends Pick<TurnsOptions, 'onFailure'>, MotionOptions {
  readonly mode: ClockMode;
  readonly speed: number;
  /** Other keys that open the world. Only their Owners count. */
  readonly owners?: Pick<Keys, 'byValue' | 'byId'> | undefined;
  /** The most memory that an imported world may take at its start, bytes. */
  readonly importMax?: number | undefined;
  /** Of a file's world; a resumed world has them already. */
  readonly ownPolicies?: OwnPolicies;
  /** Called when the machine cannot keep up with the configured speed. */
  readonly onLag?: (speed: number, reachedSpeed: number) => void;
}

export class Driver implements World {
  readonly keys: Keys;
  readonly read: Reads;
  readonly #file: WorldFile;
  readonly #importMax: number | undefined;
  readonly #turns: Turns;
  readonly #present: Present;
  readonly #motion: Motion;
  readonly #hold: Hold;
  readonly #advances: Advances;
  readonly #instants: Instants;
  readonly #whatIfs: WhatIfs;
  readonly #lastRewind: LastRewind = new LastRewind();
  readonly #listeners: Set<() => void> = new Set();
  /** Not those of commits: a failing listener must not delay the clock. */
  readonly #listenerFailures: FailureBackoff;

  /** @param world a file that already holds a scenario, whose world is resumed in one go; or its resumed world @throws StoreError */
  constructor(
    world: WorldFile | Recorder,
    { mode, speed, onFailure, onLag, owners, importMax, ownPolicies, ...motion }: DriverOptions,
  ) {
    const recorder = world instanceof Recorder ? world : restart(world, ownPolicies);
    const { file } = recorder;
    this.#file = file;
    this.#importMax = importMax;
    // A run that was interrupted continues from the last commit.
    if (file.isInterrupted) file.endRun();
    this.#listenerFailures = new FailureBackoff(onFailure);
    this.#turns = new Turns(recorder, {
      onFailure,
      onFacts: () => this.#notifyListeners(),
      onPolicyFailure: () => {
        this.#present.mode = 'paused';
      },
      onOtherWorld: () => {
        this.#present.anchor(this.nowMs());
        this.#motion.wake();
        this.#notifyListeners();
      },
    });
    const keys = keysBetweenTurns(file.keys, this.#turns);
    this.keys = owners === undefined ? keys : keysWithOwners(keys, owners);
    this.#present = new Present(mode, speed, onLag);
    this.#present.anchor(this.nowMs());
    const simulation = () => this.#simulation;
    const tail = () => this.#turns.tail;
    const settle = () => this.#turns.settle();
    const seen = followedSeen(simulation, tail, settle);
    this.read = readsOf(simulation, () => file.present, tail, seen);
    this.#motion = new Motion(this.#turns, this.#present, motion);
    this.#hold = new Hold(this.#motion);
    this.#advances = new Advances(this, this.#turns, this.#motion, this.#present);
    const worlds = {
      file,
      commit: () => this.#turns.commit(),
      rest: () => this.#motion.rest(),
      simulation,
      seen,
    };
    this.#whatIfs = new WhatIfs(worlds);
    this.#instants = new Instants({ ...worlds, settle, world: this, whatIfs: this.#whatIfs });
  }

  get scenario(): Scenario {
    return this.#simulation.scenario;
  }

  get #simulation(): Simulation {
    return this.#turns.simulation;
  }

  /** Sets the plan. Its commands enter at their instants, no matter which move passes them. Past lines are skipped. */
  follow(plan: PlayPlan): void {
    this.#motion.plan = plan;
    plan.continueAfter(this.#isAtStart ? -1 : this.nowMs());
  }

  /** The lines of the start have not entered. */
  get #isAtStart(): boolean {
    return this.#turns.recorder.commands === 0 && this.nowMs() === 0;
  }

  /** After a change of the branch: the lines behind the present enter again, also those of the same instant. */
  #continuePlan(): void {
    const { plan } = this.#motion;
    const { nowMs, round, open } = this.#simulation.clock();
    if (plan === undefined) return;
    if (this.#isAtStart) plan.continueAfter(-1);
    else if (open && round === 0) plan.continueWithin(nowMs, this.#file.present.commandsAt(nowMs));
    else plan.continueAfter(nowMs);
  }

  nowMs(): number {
    return this.#simulation.nowMs;
  }

  clock(): Clock {
    const { mode, speed, reachedSpeed } = this.#present;
    const advance = this.#motion.progress ?? null;
    return { ...this.#simulation.clock(), mode, speed, reachedSpeed, branch: this.#file.branch, advance };
  }

  setClock(setting: { readonly mode?: ClockMode; readonly speed?: number }): Clock {
    this.#present.mode = setting.mode ?? this.#present.mode;
    this.#present.speed = setting.speed ?? this.#present.speed;
    this.#present.anchor(this.nowMs());
    if (setting.mode === 'paused') this.#motion.stopMoves(this.clock());
    else this.#motion.wake();
    return this.clock();
  }

  at<T>(atMs: number, isWanted: IsWanted, use: (world: PastWorld) => T | Promise<T>): T | Promise<T> {
    return this.#instants.at(atMs, isWanted, use);
  }

  trouble(): string | undefined {
    return this.#motion.isStopped ? this.#turns.notStored().message : this.#turns.trouble;
  }

  submit(command: Command): Promise<SubmitResult> {
    if (!this.#motion.isAlone) return this.#enter(command);
    return this.#motion.undisturbed().then(() => this.#enter(command));
  }

  /** The world for the lines of a plan: their commands enter while the plan holds the clock. */
  held(): World {
    const submit: World['submit'] = (command) =>
      this.#motion.isHeld ? this.#enter(command) : this.submit(command);
    return new Proxy(this, {
      get: (driver, name: keyof World) => {
        const member = name === 'submit' ? submit : driver[name];
        return typeof member === 'function' ? member.bind(driver) : member;
      },
    });
  }

  /** Checks, journals and applies a command. The promise resolves after the commit of this turn. */
  #enter(command: Command): Promise<SubmitResult> {
    return new Promise((resolve, reject) => {
      // The end of the world waits for the lines of a plan that are entering.
      if (this.#motion.isHeld ? this.#turns.isClosed : this.#motion.isStopped) throw this.#turns.notStored();
      this.#turns.within(() => {
        this.#motion.openPresent();
        const { recorder } = this.#turns;
        const checked = recorder.check(command, (read) => this.#turns.look(read));
        if (!checked.ok) {
          resolve(checked);
          return;
        }
        const { nowMs, round } = this.#simulation;
        const outcome = recorder.apply({ atMs: nowMs, round, command: checked.command }, checked.candidate);
        this.#turns.answer({ outcome, nowMs, resolve, reject });
      });
    });
  }

  advance(request: Advance, isWanted: IsWanted = () => true): Promise<AdvanceResult> {
    return this.#motion.move(isWanted, (move) => this.#advances.run(move, request));
  }

  holding<T>(begin: (over: Promise<void>) => Promise<T>): Promise<T> {
    return this.#hold.during(begin);
  }

  reset(): Promise<Clock> {
    this.#motion.stopMoves(this.clock());
    return this.#motion.alone(async () => {
      this.#turns.commit();
      this.#turns.replace(() =>
        this.#file.transaction(() => {
          this.#file.branches.begin();
          return Recorder.begin(this.#file, this.#simulation.ownPolicies);
        }),
      );
      this.#continuePlan();
      return this.clock();
    });
  }

  rewind(target: RewindTarget, reason: string, isWanted: IsWanted = () => true): Promise<BranchResult> {
    return this.#change(isWanted, (rest) =>
      rewound(this.#file, this.#simulation, this.#lastRewind, target, reason, rest),
    );
  }

  branches(): readonly Branch[] {
    this.#turns.commit();
    return branchesOf(this.#file);
  }

  factsSharedWith(branch: number): number {
    return this.#has(branch) ? sharedFacts(this.#file.past(branch).line, this.#file.present.line) : 0;
  }

  whatIf(ask: (nowMs: number) => Question, isWanted?: IsWanted): Promise<Differences> {
    return this.#whatIfs.whatIf(ask, isWanted);
  }

  manyFutures(ask: (nowMs: number) => ManyFuturesQuestion, isWanted?: IsWanted): Promise<LikelyDifferences> {
    return this.#whatIfs.manyFutures(ask, isWanted);
  }

  differences(
    branch: number,
    untilMs: number | undefined,
    charts?: ChartsWanted,
    isWanted?: IsWanted,
  ): Promise<DifferencesResult> {
    return this.#whatIfs.differences(branch, untilMs, charts, isWanted);
  }

  switchTo(branch: number, isWanted: IsWanted = () => true): Promise<BranchResult> {
    return this.#change(isWanted, async (rest) => {
      const refused = this.#refused(branch);
      if (refused === undefined) this.#lastRewind.forget();
      return refused ?? switched(this.#file, this.#simulation, branch, rest);
    });
  }

  deleteBranch(branch: number, isWanted: IsWanted = () => true): Promise<BranchResult> {
    return this.#motion.alone(async () => {
      this.#turns.commit();
      const refused = this.#refused(branch);
      if (refused !== undefined) return { ok: false, ...refused };
      const child = this.#file.branches.all().find(({ parent }) => parent === branch);
      if (child !== undefined)
        return { ok: false, refusal: 'in use', why: `branch ${child.branch} begins in branch ${branch}` };
      for (const _ of this.#file.branches.delete(branch)) {
        await this.#motion.rest();
        // The rest is deleted with the next branch.
        if (!isWanted()) break;
      }
      return { ok: true, clock: this.clock() };
    });
  }

  /** Why a branch cannot be entered or deleted. */
  #refused(branch: number): Refused | undefined {
    if (branch === this.#file.branch)
      return { refusal: 'in use', why: `branch ${branch} is the current one` };
    if (!this.#has(branch)) return { refusal: 'unknown', why: `there is no branch ${branch}` };
    return undefined;
  }

  #has(branch: number): boolean {
    return this.#file.branches.all().some((row) => row.branch === branch);
  }

  /** Makes another branch the current one, once its world is derived. */
  #change(
    isWanted: IsWanted,
    derive: (rest: () => Promise<void>) => Promise<Change | Refused>,
  ): Promise<BranchResult> {
    return this.#motion.alone(async () => {
      this.#turns.commit();
      const change = await derive(async () => {
        await this.#motion.rest();
        if (!isWanted()) throw new Cancelled('the client of the change of branches disconnected');
      });
      if ('why' in change) return { ok: false, ...change };
      this.#motion.stopMoves(this.clock());
      try {
        this.#turns.replace(() => this.#file.transaction(change));
      } catch (error) {
        // The branch that stays the current one is reloaded.
        this.#lastRewind.forget();
        throw error;
      }
      this.#continuePlan();
      return { ok: true, clock: this.clock() };
    });
  }

  exportTo(path: string, isWanted: IsWanted = () => true): Promise<void> {
    return this.#copied(() => this.#file.exportSlices(path), isWanted);
  }

  /** Copies the world as it is now into one in memory that has no world yet. @throws Cancelled, StoreError, WorldReadOnly */
  copyTo(memory: WorldFile, isWanted: IsWanted): Promise<void> {
    return this.#copied(() => this.#file.copyTo(memory), isWanted);
  }

  #copied(slices: () => Iterable<unknown>, isWanted: IsWanted): Promise<void> {
    return this.#motion.alone(async () => {
      this.#turns.commit();
      for (const _ of slices()) {
        await this.#motion.rest();
        if (!isWanted()) throw new Cancelled('the client of the copy disconnected');
      }
    });
  }

  importFrom(path: string, folder: string, isWanted: IsWanted): Promise<Imported> {
    return this.#motion.alone(async () => {
      const staged = join(folder, 'staged');
      const rest = async () => {
        await this.#motion.rest();
        if (!isWanted()) throw new Cancelled('the client of the import disconnected');
      };
      const { recorder, commands, isAsStored } = await rebuildFile(path, staged, rest, {
        ownPolicies: this.#simulation.ownPolicies,
        most: this.#importMax,
        first: this.#file.branches.next(),
      }).catch((error) => {
        // A failure to write the staged file is reported like a failure to write the world's file.
        throw error instanceof StoreError ? new WorldReadOnly(error.message) : error;
      });
      this.#turns.commit();
      this.#motion.stopMoves(this.clock());
      this.#turns.replace(() => {
        this.#file.become(staged, isSameWorld(this.scenario, recorder.simulation.scenario));
        return recorder.moveTo(this.#file);
      });
      // The lines of the plan were meant for the previous world.
      this.#motion.plan = undefined;
      return { clock: this.clock(), commands, isAsStored };
    });
  }

  onFacts(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Stops the clock, commits the open turn, and closes the file. */
  async close(): Promise<void> {
    await this.#motion.stop();
    this.#instants.close();
    this.#turns.close();
  }

  #notifyListeners(): void {
    for (const listener of this.#listeners) {
      try {
        listener();
      } catch (error) {
        this.#listenerFailures.meet(error, 'a listener for facts failed');
      }
    }
  }
}
