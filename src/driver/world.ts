// The interface of a running world for the layers above the driver (http, control, cli).
// Units are the engine's: milliseconds since the scenario's start.

import type { Command, Knowing, Outcome, Rejection, Scenario } from '../../sim/index.ts';
import type { Branch, BranchResult, DifferencesResult, RewindTarget } from './contract/branch.ts';
import type { Advance, AdvanceResult, Clock, ClockMode } from './contract/clock-contract.ts';
import type { IsWanted } from './contract/is-wanted.ts';
import type { ApiKey, Keys, KnownKeys } from './contract/key-contract.ts';
import type { ChartsWanted } from './contract/ranges.ts';
import type { Reads } from './contract/read-contract.ts';
import type { Differences, LikelyDifferences } from './differing.ts';

export { EVENT_KINDS, type EventKind, eventDetailOf, USUAL_KINDS } from '../wire/events.ts';
export type { Charted, GanttChart } from './charted.ts';
export * from './contract/branch.ts';
export * from './contract/clock-contract.ts';
export * from './contract/errors.ts';
export * from './contract/is-wanted.ts';
export * from './contract/key-contract.ts';
export * from './contract/ranges.ts';
export * from './contract/read-contract.ts';
export * from './contract/searches.ts';
export type { Differences, LikelyDifferences } from './differing.ts';
export * from './event.ts';
export * from './explanation.ts';

export type SubmitResult =
  | { readonly ok: true; readonly outcome: Outcome; readonly nowMs: number }
  | { readonly ok: false; readonly rejection: Rejection };

export interface Imported {
  readonly clock: Clock;
  /** Number of commands in the journal. */
  readonly commands: number;
  /** Whether the derived facts equal the recorded ones. They may differ if another engine version wrote the file. */
  readonly isAsStored: boolean;
}

/** A request that enters a future. */
export interface Change {
  /** Not before the instant at which the futures begin. */
  readonly atMs: number;
  /** Sends the request to the future. @throws ChangeRefused; another error ends the what-if */
  readonly enter: (future: FutureWorld) => Promise<void>;
}

export interface Question {
  /** In order of time. */
  readonly changes: readonly Change[];
  /** undefined = when all GPRs that exist now have ended in both futures, at most 30 days from now. */
  readonly untilMs: number | undefined;
  /** The ids of GPRs that the changes name, and perhaps of no GPR. */
  readonly gprIds: readonly string[];
  readonly knowing: Knowing;
  /** undefined = the answer has no charts. */
  readonly charts?: ChartsWanted | undefined;
  /** The only key of the futures. */
  readonly caller: ApiKey;
}

export interface ManyFuturesQuestion extends Pick<Question, 'gprIds' | 'caller'> {
  /** Number of futures. */
  readonly samples: number;
  /** Each is compared to doing nothing. */
  readonly alternatives: readonly (Pick<Question, 'changes'> & { readonly name: string })[];
  /** undefined = twice as far as the longest comparison of what a scheduler can know, at most 30 days from now. */
  readonly untilMs: number | undefined;
}

/** What every world has: also one of an earlier instant, and that of a file that is only read. */
export interface ReadableWorld {
  readonly scenario: Scenario;
  readonly read: Reads;
  readonly keys: KnownKeys;
  clock(): Clock;
  /** The present instant; cheaper than `clock()`. */
  nowMs(): number;
}

/** A world that commands enter: also a future. */
export interface FutureWorld extends ReadableWorld {
  /** Resolves after the command's commit. Rejects with WorldReadOnly if the commit, or a read of the file, failed. */
  submit(command: Command): Promise<SubmitResult>;
}

/** The world of an earlier instant. */
export type PastWorld = ReadableWorld & Pick<Comparisons, 'whatIf' | 'manyFutures'>;

/** Moves the clock. */
interface ClockMoves {
  setClock(setting: { readonly mode?: ClockMode; readonly speed?: number }): Clock;
  /** Moves the clock; commands enter between two instants. A pause, a reset, an import and `!isWanted()` stop the advance. */
  advance(request: Advance, isWanted?: IsWanted): Promise<AdvanceResult>;
  /** Returns to the scenario's start; keys stay. */
  reset(): Promise<Clock>;
  /**
   * Calls `begin` while the clock is held and no command enters: reads that end by then are of one instant. @param begin takes a promise
   * that resolves after 200 ms, when the world may be held no longer
   */
  holding<T>(begin: (over: Promise<void>) => Promise<T>): Promise<T>;
}

/** The histories of a world. */
interface Branches {
  /**
   * Continues at an earlier position, in a new branch; the old one stays. Until the new world is derived, nothing changes.
   * @param reason for people @param isWanted called regularly; false cancels the rewind
   */
  rewind(target: RewindTarget, reason: string, isWanted?: IsWanted): Promise<BranchResult>;
  /** The branches, in the order of their numbers; the current one is that of the clock. */
  branches(): readonly Branch[];
  /** Continues another branch at its end. @param isWanted called regularly; false cancels the switch */
  switchTo(branch: number, isWanted?: IsWanted): Promise<BranchResult>;
  /** Number of facts that the current branch shares with another one; 0 if there is no such branch. */
  factsSharedWith(branch: number): number;
  /** Deletes a branch. Refused for the current one, and if another begins in it. */
  deleteBranch(branch: number, isWanted?: IsWanted): Promise<BranchResult>;
}

/** Compares futures, on copies of a world. */
interface Comparisons {
  /**
   * Compares the future with some changes to the one without, on copies of the present world. One comparison runs at a time.
   * @param ask called with the instant at which the futures begin @param isWanted called regularly; false cancels the what-if
   * @throws TooManyWaiting TooManyDifferences
   */
  whatIf(ask: (nowMs: number) => Question, isWanted?: IsWanted): Promise<Differences>;
  /** As `whatIf`, in many futures, which are drawn from what has been seen. @throws FuturesRefused too */
  manyFutures(ask: (nowMs: number) => ManyFuturesQuestion, isWanted?: IsWanted): Promise<LikelyDifferences>;
  /**
   * Compares another branch to the current one, from their last common position on.
   * @param untilMs undefined = the earlier of the two ends @param charts undefined = without charts @param isWanted as in `whatIf` @throws as `whatIf`
   */
  differences(
    branch: number,
    untilMs: number | undefined,
    charts?: ChartsWanted,
    isWanted?: IsWanted,
  ): Promise<DifferencesResult>;
}

/** The world of a file that is only read. */
/** Its only instant is the present one. */
export type StoredWorld = ReadableWorld & Comparisons & Pick<Branches, 'branches'> & Pick<World, 'at'>;

/** Copies a world to a file, and from one. */
interface WorldFiles {
  /** Writes the committed world, without the tables of the process, to a new file. `isWanted() === false` cancels it. */
  exportTo(path: string, isWanted?: IsWanted): Promise<void>;
  /**
   * Replaces the world by that of another file, built from its scenario and journal; keys stay. Until the new world is
   * complete, nothing changes.
   * @param folder folder for the staged world
   * @param isWanted called regularly; false cancels the import
   * @throws ImportRefused if the file is invalid, WorldReadOnly if the world cannot be stored
   */
  importFrom(path: string, folder: string, isWanted: IsWanted): Promise<Imported>;
}

/** A world that goes on. */
export interface World extends FutureWorld, ClockMoves, Branches, Comparisons, WorldFiles {
  readonly keys: Keys;
  /**
   * Calls `use` with the world as it was after the last round of an instant of this branch; at the present instant, with this
   * world. The world stays until the answer of `use` is there.
   * @param isWanted called regularly; false ends the derivation, unless another client waits for this instant
   * @throws NoInstant if the branch does not have the instant, TooManyWaiting if too many requests wait
   */
  at<T>(atMs: number, isWanted: IsWanted, use: (world: PastWorld) => T | Promise<T>): T | Promise<T>;
  /** Why changes cannot be stored at present, and so do not happen; undefined if they can. */
  trouble(): string | undefined;
  /** Calls the listener after each commit with new facts, each reset and each import. Returns a function that unsubscribes. */
  onFacts(listener: () => void): () => void;
}

export { removeTemporary, temporaryFolder } from '../store/sqlite/file/left-behind.ts';

/** The file of the world cannot be read: it is damaged, or the disk fails. The message names the file and the cause. */
export { StoreError as FileUnreadable } from '../store/store-error.ts';
