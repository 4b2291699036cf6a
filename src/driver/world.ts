// The interface of a running world for the layers above the driver (http, control, cli).
// Units are the engine's: milliseconds since the scenario's start.

import type {
  AttemptsQuery,
  AttemptViews,
  Availability,
  BindingView,
  ChangeableRules,
  ClockReading,
  ClusterView,
  Command,
  CreateGpr,
  EndpointView,
  Estimate,
  EstimateChange,
  FactView,
  FaultView,
  GanttQuery,
  GprPage,
  GprsWanted,
  GprTemplateView,
  GprView,
  Knowing,
  NamedTotals,
  NamedTotalsQuery,
  NodePage,
  NodesWanted,
  NodeView,
  Outcome,
  PlacementView,
  PolicyView,
  PoolView,
  Rejection,
  Scenario,
  Sees,
  SeesWorkspace,
  SeriesColumns,
  SeriesQuery,
  WaitCounts,
  WorkloadTemplateView,
  WorkspaceView,
} from '../../sim/index.ts';
import type { Charted, GanttChart } from './charted.ts';
import type { Differences } from './differing.ts';
import type { EventsPage, EventsRequest } from './event.ts';
import type { Explained, Reader } from './explanation.ts';

export type { Charted, GanttChart } from './charted.ts';
export type { Differences } from './differing.ts';
export * from './event.ts';
export * from './explanation.ts';

export type SubmitResult =
  | { readonly ok: true; readonly outcome: Outcome; readonly nowMs: number }
  | { readonly ok: false; readonly rejection: Rejection };

export type ClockMode = 'running' | 'paused';

export interface Clock extends ClockReading {
  readonly mode: ClockMode;
  /** Requested simulated seconds per second while running. */
  readonly speed: number;
  /** Reached simulated seconds per second: less than `speed` if the machine does not keep up, 0 while paused. */
  readonly reachedSpeed: number;
  readonly branch: number;
  /** Progress of the current advance, null without one. */
  readonly advance: Progress | null;
}

export interface Progress {
  readonly fromMs: number;
  /** The target instant, null if unknown. */
  readonly toMs: number | null;
  /** 0 … 1, null if the end is unknown. */
  readonly done: number | null;
}

export type Advance =
  | { readonly byMs: number }
  | { readonly toMs: number }
  | { readonly until: { readonly gprId: string; readonly provisioningStatus: string } }
  | { readonly events: number };

export type AdvanceResult =
  | {
      readonly ok: true;
      readonly clock: Clock;
      readonly facts: number;
      /** Whether it ended early: its client left, the clock was paused or reset, or a file was imported. */
      readonly stopped: boolean;
    }
  | { readonly ok: false; readonly why: string };

/** An instant, after all of its rounds, or the last position before a fact at which a command can enter. */
export type RewindTarget = { readonly toMs: number } | { readonly seq: number };

/** No such position, no such branch, or a branch that is the current one or has others. */
export type BranchRefusal = 'position' | 'unknown' | 'in use';

export type BranchResult =
  | { readonly ok: true; readonly clock: Clock }
  | { readonly ok: false; readonly refusal: BranchRefusal; readonly why: string };

/** A history of the world. It shares everything before its beginning with its parent. */
export interface Branch {
  readonly branch: number;
  /** null if it begins at the scenario's start. */
  readonly parent: number | null;
  /** Where it begins: the first own fact, and the instant. */
  readonly seq: number;
  readonly atMs: number;
  readonly reason: string;
  /** Its end. */
  readonly nowMs: number;
  readonly facts: number;
  readonly commands: number;
  readonly hash: string;
}

export interface Imported {
  readonly clock: Clock;
  /** Number of commands in the journal. */
  readonly commands: number;
  /** Whether the derived facts equal the recorded ones. They may differ if another engine version wrote the file. */
  readonly isAsStored: boolean;
}

/** The window ends at the present instant if `toMs` is undefined. `cluster`: a name, undefined = all. */
export interface ChartWindow {
  readonly fromMs: number;
  readonly toMs: number | undefined;
  readonly cluster: string | undefined;
}

export interface GanttRequest extends ChartWindow, Pick<GanttQuery, 'pixels' | 'rows' | 'range' | 'waits'> {
  /** The name of the only node or workspace, according to `rows`; undefined = all. */
  readonly only?: string | undefined;
}

export interface AttemptsRequest
  extends ChartWindow,
    Pick<AttemptsQuery, 'order' | 'isDescending' | 'offset' | 'limit'> {
  /** Names; undefined = all. */
  readonly node: string | undefined;
  readonly workspace: string | undefined;
  readonly gprId: string | undefined;
}

export interface AttemptsAnswer extends Charted, AttemptViews {
  /** The name of the GPR of each attempt, null for a GPR that was deleted or that the forecast makes. */
  readonly gprNames: readonly (string | null)[];
}

/** What the charts of a comparison show. `cluster`: a name, undefined = all. */
export interface ChartsWanted extends Pick<GanttQuery, 'pixels' | 'rows'> {
  readonly cluster: string | undefined;
}

export interface SeriesRequest extends ChartWindow, Pick<SeriesQuery, 'points'> {}

export interface TotalsRequest extends ChartWindow, Pick<NamedTotalsQuery, 'subject' | 'page'> {}

export interface TotalsAnswer extends Charted, NamedTotals {
  readonly toMs: number;
}

export interface SeriesChart extends Charted, SeriesColumns {
  readonly toMs: number;
}

/** Selects facts. Without members, all. */
export interface FactFilter {
  /** Facts with this `gprId`, from the creation of the GPR to its end. */
  readonly gprId?: string;
  /** With `gprId`: also the facts in which the GPR is the culprit of an eviction. */
  readonly withVictims?: boolean;
  readonly kinds?: readonly FactView['kind'][];
  /** The first and the last instant. */
  readonly fromMs?: number;
  readonly toMs?: number;
  /** Facts that the reader does not see do not count. */
  readonly sees?: Sees;
}

export interface FoundFacts {
  readonly facts: readonly FactView[];
  /** Number of the last examined fact: a further search continues after it. */
  readonly next: number;
}

/** A wait of a GPR, from its creation or a requeue to its next start or its end, and how its recorded estimate changed. */
export interface RecordedWait {
  /** When the GPR started; null if it has not, or did not. */
  readonly startedAtMs: number | null;
  /** At least one. The first one is the first recording of the wait, unless that is on an earlier page. */
  readonly changes: readonly EstimateChange[];
}

export interface EstimatePage {
  readonly branch: number;
  readonly nowMs: number;
  /** Waits that no recording met are missing. */
  readonly waits: readonly RecordedWait[];
  /** Number of the last examined change: a further search continues after it. */
  readonly next: number;
  /** Number of changes of all GPRs. */
  readonly total: number;
}

/** The GPRs that a text names. */
export interface GprMatches {
  readonly atMs: number;
  /** At most ten. */
  readonly gprs: readonly GprView[];
  /** Whether there are further ones. */
  readonly more: boolean;
}

/** Reads of the world. `undefined` means unknown. The answer of a promise is about the world at the time of the call. */
export interface Reads {
  /** Finds GPRs in memory and in history. */
  gpr(gprId: string): GprView | undefined;
  /** Cheaper than `gpr(gprId)?.workspaceCreation`. */
  gprWorkspaceCreation(gprId: string): number | undefined;
  /** In creation order; undefined for an unknown workspace. */
  gprsOf(workspace: string): readonly GprView[] | undefined;
  /**
   * Queued GPRs in the order of the queue, then provisioned and ended GPRs in memory, newest first; or in the order wanted.
   * @param isWanted as in `availability`
   */
  gprPage(wanted: GprsWanted, isWanted?: () => boolean): GprPage | Promise<GprPage>;
  workspace(name: string): WorkspaceView | undefined;
  /** Declared and created workspaces, without those that a workload creates. */
  workspaces(): readonly WorkspaceView[];
  clusters(): readonly ClusterView[];
  nodes(): readonly NodeView[];
  nodePage(wanted: NodesWanted): NodePage;
  pools(): readonly PoolView[];
  /** Next starts of GPRs, in the order of `gprIds`. One forecast serves all calls until an invalidation. */
  estimates(gprIds: readonly string[]): readonly Estimate[] | Promise<readonly Estimate[]>;
  /**
   * Where and when a request could start, ordered by wait, cluster, instance type; unknown starts come last. If too many
   * queries run, later ones wait, and their answers are about the world at the start of the query.
   * @param isWanted whether the client still waits; if not, the promise may reject with `Cancelled`
   */
  availability(request: CreateGpr, isWanted?: () => boolean): Availability | Promise<Availability>;
  /** The policies of `workspaces()`; the name of a policy is the name of its workspace. */
  policies(): readonly PolicyView[];
  policy(name: string): PolicyView | undefined;
  /** In creation order, like the other lists. */
  gprTemplates(): readonly GprTemplateView[];
  gprTemplate(name: string): GprTemplateView | undefined;
  bindings(): readonly BindingView[];
  binding(workspace: string): BindingView | undefined;
  /** undefined for an unknown workspace. */
  endpointsOf(workspace: string): readonly EndpointView[] | undefined;
  endpoint(workspace: string, name: string): EndpointView | undefined;
  workloadTemplates(): readonly WorkloadTemplateView[];
  workloadTemplate(name: string): WorkloadTemplateView | undefined;
  placements(): readonly PlacementView[];
  placement(name: string): PlacementView | undefined;
  faults(): readonly FaultView[];
  /**
   * Why a GPR is in its state, and its life, of which at most 50,000 facts are read.
   * @param isWanted as in `availability`
   */
  explain(
    gprId: string,
    reader: Reader,
    isWanted?: () => boolean,
  ): Explained | undefined | Promise<Explained | undefined>;
  /**
   * The GPRs with this id, with an id that begins like this (four digits or more), or with this name. GPRs that have left memory
   * are searched only if no GPR in memory matches.
   * @param isWanted as in `availability`
   */
  matchingGprs(text: string, sees: SeesWorkspace, isWanted?: () => boolean): GprMatches | Promise<GprMatches>;
  factsAfter(seq: number, limit: number): readonly FactView[];
  /**
   * A chart of the attempts in a window, with the forecast if it ends after now. The first chart of a world reads all its
   * facts.
   * @param isWanted as in `availability`
   * @throws Cancelled if the cluster is unknown
   */
  gantt(request: GanttRequest, isWanted?: () => boolean): GanttChart | Promise<GanttChart>;
  /** The attempts of a range of time, a page of them; otherwise as `gantt`. */
  attempts(request: AttemptsRequest, isWanted?: () => boolean): AttemptsAnswer | Promise<AttemptsAnswer>;
  /** Totals of a range of time. Its end is now at the latest. */
  totals(request: TotalsRequest, isWanted?: () => boolean): TotalsAnswer | Promise<TotalsAnswer>;
  /** Whether a node has, or had, this name. @param cluster undefined = any */
  knowsNode(name: string, cluster?: string): boolean;
  /** Whether a workspace has, or had, this name. */
  knowsWorkspace(name: string): boolean;
  /** Levels and counts over a window; otherwise as `gantt`. */
  series(request: SeriesRequest, isWanted?: () => boolean): SeriesChart | Promise<SeriesChart>;
  /** The first facts after number `after` that a filter selects; fewer than `limit` if the search has to go far. */
  findFacts(after: number, limit: number, filter: FactFilter): FoundFacts;
  /** The last facts after number `after` that a filter selects, at most `count`, in order. @param isWanted as in `availability` */
  lastFacts(
    after: number,
    count: number,
    filter: FactFilter,
    isWanted?: () => boolean,
  ): FoundFacts | Promise<FoundFacts>;
  /** What happened, in pages. @param isWanted as in `availability` */
  events(request: EventsRequest, isWanted?: () => boolean): EventsPage | Promise<EventsPage>;
  /** The changes of the recorded estimates of a GPR after number `after`, at most `limit`; fewer if the search has to go far. */
  recordedEstimates(
    gprId: string,
    after: number,
    limit: number,
    isWanted?: () => boolean,
  ): EstimatePage | Promise<EstimatePage>;
  rules(): ChangeableRules;
  /** Number of GPRs in memory by state. */
  countStates(): Readonly<Record<string, number>>;
  /** The queued GPRs, by why they wait. */
  countWaits(): WaitCounts;
}

/** A request that enters a future. */
export interface Change {
  /** Not before the instant at which the futures begin. */
  readonly atMs: number;
  /** Sends the request to a world: the future. An error ends the what-if. */
  readonly enter: (future: World) => Promise<void>;
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

export type DifferencesResult =
  | { readonly ok: true; readonly differences: Differences }
  | { readonly ok: false; readonly refusal: BranchRefusal; readonly why: string }
  /** The end must be from the last common position on, and not after the earlier end of the branches. */
  | { readonly ok: false; readonly refusal: 'end'; readonly fromMs: number; readonly toMs: number };

export interface World {
  readonly scenario: Scenario;
  readonly read: Reads;
  /**
   * Calls `use` with the world as it was after the last round of an instant of this branch; at the present instant, with this
   * world. The world can only be read, until the answer of `use` is there.
   * @param isWanted called regularly; false ends the derivation, unless another client waits for this instant
   * @throws NoInstant if the branch does not have the instant, TooManyWaiting if too many requests wait
   */
  at<T>(atMs: number, isWanted: () => boolean, use: (world: World) => T | Promise<T>): T | Promise<T>;
  clock(): Clock;
  /** The present instant; cheaper than `clock()`. */
  nowMs(): number;
  setClock(setting: { readonly mode?: ClockMode; readonly speed?: number }): Clock;
  /** Why changes cannot be stored at present, and so do not happen; undefined if they can. */
  trouble(): string | undefined;
  /** Resolves after the command's commit. Rejects with WorldReadOnly if the commit, or a read of the file, failed. */
  submit(command: Command): Promise<SubmitResult>;
  /** Moves the clock; commands enter between two instants. A pause, a reset, an import and `!isWanted()` stop the advance. */
  advance(request: Advance, isWanted?: () => boolean): Promise<AdvanceResult>;
  /**
   * Continues at an earlier position, in a new branch; the old one stays. Until the new world is derived, nothing changes.
   * @param reason for people @param isWanted called regularly; false cancels the rewind
   */
  rewind(target: RewindTarget, reason: string, isWanted?: () => boolean): Promise<BranchResult>;
  /** The branches, in the order of their numbers; the current one is that of the clock. */
  branches(): readonly Branch[];
  /** Continues another branch at its end. @param isWanted called regularly; false cancels the switch */
  switchTo(branch: number, isWanted?: () => boolean): Promise<BranchResult>;
  /** Number of facts that the current branch shares with another one; 0 if there is no such branch. */
  factsSharedWith(branch: number): number;
  /**
   * Compares the future with some changes to the one without, on copies of the present world. One comparison runs at a time.
   * @param ask called with the instant at which the futures begin @param isWanted called regularly; false cancels the what-if
   * @throws TooManyWaiting TooManyDifferences
   */
  whatIf(ask: (nowMs: number) => Question, isWanted?: () => boolean): Promise<Differences>;
  /**
   * Compares another branch to the current one, from their last common position on.
   * @param untilMs undefined = the earlier of the two ends @param charts undefined = without charts @param isWanted as in `whatIf` @throws as `whatIf`
   */
  differences(
    branch: number,
    untilMs: number | undefined,
    charts?: ChartsWanted,
    isWanted?: () => boolean,
  ): Promise<DifferencesResult>;
  /** Deletes a branch. Refused for the current one, and if another begins in it. */
  deleteBranch(branch: number, isWanted?: () => boolean): Promise<BranchResult>;
  /** Returns to the scenario's start; keys stay. */
  reset(): Promise<Clock>;
  /** Writes the committed world, without the tables of the process, to a new file. `isWanted() === false` cancels it. */
  exportTo(path: string, isWanted?: () => boolean): Promise<void>;
  /**
   * Replaces the world by that of another file, built from its scenario and journal; keys stay. Until the new world is
   * complete, nothing changes.
   * @param folder folder for the staged world
   * @param isWanted called regularly; false cancels the import
   * @throws ImportRefused if the file is invalid, WorldReadOnly if the world cannot be stored
   */
  importFrom(path: string, folder: string, isWanted: () => boolean): Promise<Imported>;
  /** Calls the listener after each commit with new facts, each reset and each import. Returns a function that unsubscribes. */
  onFacts(listener: () => void): () => void;
  readonly keys: Keys;
}

export type Role = 'Owner' | 'Editor' | 'Viewer';

export interface ApiKey {
  readonly id: string;
  readonly apiKey: string;
  readonly name: string;
  readonly description: string;
  readonly role: Role;
  readonly userName: string;
  readonly saName: string;
  /** '' for Owner keys without a workspace. */
  readonly workspaceName: string;
  /** Creation number of the workspace (WorkspaceView.creation), null without one. */
  readonly workspaceCreation: number | null;
  /** YYYY-MM-DD, the last valid UTC day (real time). */
  readonly validity: string;
  readonly tokenTtlSeconds: number;
}

/** API keys: process tables of the world's file, never part of the simulation. */
export interface Keys {
  create(key: Omit<ApiKey, 'id' | 'apiKey' | 'saName' | 'tokenTtlSeconds'>): ApiKey;
  byValue(apiKey: string): ApiKey | undefined;
  byId(id: string): ApiKey | undefined;
  list(): readonly ApiKey[];
  /** Returns false if the key is unknown. */
  remove(apiKey: string): boolean;
  /** 32 bytes that sign tokens of this file. */
  readonly secret: Uint8Array;
}

/** A commit or a read of the file failed; nothing was acknowledged or changed. The message contains the cause. */
export class WorldReadOnly extends Error {}

/** A file cannot be imported; the message contains the defect. */
export class ImportRefused extends Error {}

/** A query cannot wait: as many wait as may. */
export class TooManyWaiting extends Error {
  readonly limit: number;

  constructor(limit: number) {
    super(`${limit} queries wait`);
    this.limit = limit;
  }
}

/** Two futures differ in more GPRs than a comparison holds in memory. */
export class TooManyDifferences extends Error {}

/** The client no longer waits for the operation; nothing has changed. */
export class Cancelled extends Error {}

/** The branch does not have an instant: it lies before the scenario's start, or after the present instant. */
export class NoInstant extends Error {
  readonly nowMs: number;

  constructor(nowMs: number) {
    super('the branch does not have this instant');
    this.nowMs = nowMs;
  }
}

export { removeTemporary, temporaryFolder } from '../store/file/left-behind.ts';

/** The file of the world cannot be read: it is damaged, or the disk fails. The message names the file and the cause. */
export { StoreError as FileUnreadable } from '../store/store-error.ts';
