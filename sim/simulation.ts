// A simulation: builds a world from a scenario, applies commands to it, runs, reads, saves and restores it.

import type { Candidate } from './admission/candidates.ts';
import type { Saved } from './base/collections/saved-fields.ts';
import { NEVER } from './base/numbers/time.ts';
import { finish, type PendingAnswer } from './base/pending.ts';
import {
  type BuildOptions,
  type BuiltWorld,
  buildingWorld,
  buildWorld,
  type Drawn,
  engineOf,
  type Knowing,
} from './build.ts';
import { applyCommand } from './commands/apply.ts';
import { type Check, checkCommand } from './commands/check.ts';
import type { EstimateRun } from './facts/estimate-log.ts';
import type { FactRun } from './facts/log.ts';
import { State } from './facts/numbered.ts';
import { type FactView, viewFacts, type Wanted } from './facts/view.ts';
import { Curves } from './followers/curves/curves.ts';
import { History } from './followers/history/history.ts';
import type { Measures } from './followers/measures/measure.ts';
import { forgetHidden } from './forecast/copies/hidden.ts';
import { type Holding, holdingOf } from './forecast/holding.ts';
import { Drawing } from './forecast/samples/future.ts';
import { type Sampling, startsOfWaiting } from './forecast/samples/sampled-starts.ts';
import type { Seen } from './forecast/samples/seen.ts';
import type { Engine } from './kernel/engine.ts';
import type { OwnPolicies } from './kernel/own-policies.ts';
import { namesOf } from './kernel/policies.ts';
import { Timer } from './kernel/timers.ts';
import type { Command, Outcome } from './language/commands.ts';
import type { Fork } from './language/directory.ts';
import type { CreateGpr, GprView } from './language/gpr.ts';
import type { Scenario } from './language/scenario.ts';
import type { PoolName } from './language/values.ts';
import type {
  ChangeableRules,
  ClockReading,
  Estimate,
  Explanation,
  GprPage,
  GprsWanted,
  LeavingGpr,
  NodeName,
} from './language/views.ts';
import { endsOnNode, nodesOfEnds } from './reading/attempts/ended-attempts.ts';
import {
  type AttemptViews,
  type NamedAttemptsQuery,
  namedAttemptsOf,
} from './reading/attempts/named-attempts.ts';
import type { GanttQuery } from './reading/gantt/gantt.ts';
import { type GanttView, ganttViewOf } from './reading/gantt/gantt-view.ts';
import { beginAtPresent } from './reading/gantt/present-history.ts';
import { gprPage } from './reading/lists/gpr-page.ts';
import type { StoredGprs } from './reading/lists/gprs-in-order.ts';
import { type Matches, matching, matchingGprs } from './reading/lists/matching.ts';
import { storedBytes } from './reading/stored-bytes.ts';
import {
  type NamedSubject,
  type NamedTotals,
  type NamedTotalsQuery,
  namedTotalsOf,
  subjectOf,
} from './reading/totals/named-totals.ts';
import { type SeriesColumns, type SeriesQuery, seriesOf } from './reading/totals/read-series.ts';
import { Views } from './reading/views/read-inventory.ts';
import { namedNode } from './reading/views/read-nodes.ts';
import { WorldViews } from './reading/views/read-resources.ts';
import { type Availability, availabilityOf } from './reading/waits/availability.ts';
import { estimatesOf } from './reading/waits/estimates.ts';
import {
  type FuturesWanted,
  type LikelyStarts,
  likelyStartsOf,
  type TooManyFutures,
} from './reading/waits/likely-starts.ts';
import { type QueueFigures, queueFigures } from './reading/waits/queue-figures.ts';
import { type SeesWorkspace, type Waiting, waitingOf } from './reading/waits/waiting.ts';
import { explain } from './reading/waits/waiting-explanation.ts';
import { waitsSourceOf } from './reading/waits/waits-source.ts';
import { loadWorld, memoryOfSaved, saveWorld, storableWorld } from './snapshot.ts';
import { type GprMemory, NONE } from './tables/gprs/gpr-table.ts';
import { commandUid } from './world.ts';

/** A table without room doubles with the next GPR, which takes longer than the copy. */
const FORK_ROOM = 1 / 8;

export class Simulation {
  readonly scenario: Scenario;
  readonly ownPolicies: OwnPolicies;
  /** Measures from the creation of this object on; not part of a snapshot. */
  readonly measures: Measures;
  /** Called before a GPR leaves memory: by DELETE (`removed`), after `keepEnded` later ends, or with its workspace. */
  onForget: ((gpr: LeavingGpr, removed: boolean, uid: number) => void) | null = null;
  readonly #world: BuiltWorld;
  readonly #engine: Engine;
  /** Reads GPRs, workspaces, clusters, nodes and pools. */
  readonly views: Views;
  /** Reads endpoints, placements, policies, templates, bindings and faults. */
  readonly resources: WorldViews;

  /** @param world of the scenario, not yet run; made with `options` by default */
  constructor(scenario: Scenario, options?: BuildOptions, world = buildWorld(scenario, options)) {
    this.scenario = scenario;
    this.#world = world;
    this.ownPolicies = this.#world.ownPolicies;
    this.measures = this.#world.measures;
    this.#engine = engineOf(this.#world);
    this.views = new Views(this.#world);
    this.resources = new WorldViews(this.#world);
    this.#world.ended.onForget = (row, removed) => this.#forget(row, removed);
  }

  /** Same as the constructor, in steps: a world may begin with many nodes, workspaces and workloads. */
  static *building(scenario: Scenario, options?: BuildOptions): Generator<void, Simulation> {
    return new Simulation(scenario, options, yield* buildingWorld(scenario, options));
  }

  /** Continues from saved state and takes over its arrays. @param scenario the one of the saved simulation */
  static restore(scenario: Scenario, saved: Saved, options?: BuildOptions): Simulation {
    const simulation = new Simulation(scenario, options);
    loadWorld(simulation.#world, simulation.#world.streamTable, saved);
    return simulation;
  }

  /**
   * A copy that goes on independently, with the ids that this world would give. It records no estimates, and its measures begin
   * here. The caller must have taken or dropped all facts.
   * @param knowing `scheduler`: the copy forgets what a scheduler cannot know, so GPRs start at their estimates; `Drawn`: it also
   * draws that, and what arrives
   */
  fork(knowing: Knowing | Drawn): Simulation {
    return this.forking(knowing)();
  }

  /** Takes memory for `forking` or `save`, in steps: it takes longer than these copies. The simulation may go on in between. */
  memory(): Generator<void, GprMemory | undefined> {
    return memoryOfSaved(this.#world.core.gprs, FORK_ROOM);
  }

  /**
   * Does for a large world what its next growth, lookup and forecast would otherwise do at once, in steps. Call it now and then
   * while GPRs are created.
   */
  *makeRoom(): Generator<void> {
    const { core, forecast, index } = this.#world;
    if (!core.gprs.isLarge) return;
    index.build();
    yield* core.gprs.makeRoom();
    yield* forecast.makeRoom();
  }

  /**
   * As fork, in two steps, which each take a while for a large world: takes the state now, and builds the copy when called.
   * @param taken of `memory`
   */
  forking(knowing: Knowing | Drawn, taken?: GprMemory): () => Simulation {
    const { core, directory } = this.#world;
    const { forks } = directory;
    const { ownPolicies } = this;
    const { knowsHidden } = core.rules;
    const saved = saveWorld(this.#world, this.#world.streamTable, FORK_ROOM, taken);
    return () => {
      const fork = new Simulation(this.scenario, { forks, knowing, ownPolicies });
      loadWorld(fork.#world, fork.#world.streamTable, saved);
      fork.stopRecordingEstimates();
      // A copy of a blind world has no hidden knowledge.
      if (knowing !== 'everything' && knowsHidden) {
        fork.#world.resources.faults.clear();
        forgetHidden(fork.#world.core);
      }
      if (typeof knowing === 'object')
        fork.#world.drawing = new Drawing(fork.#world, knowing.known, knowing.number);
      return fork;
    };
  }

  /** The whole state as plain data, with names. The caller must have taken or dropped all facts. @param taken of `memory` */
  save(taken?: GprMemory): Saved {
    return storableWorld(this.#world, this.#world.streamTable, taken);
  }

  clock(): ClockReading {
    const { core } = this.#world;
    return {
      nowMs: core.now,
      round: core.round,
      open: core.isOpen,
      seq: core.facts.seq,
      hash: core.facts.digest(),
    };
  }

  /** The rules in force, which commands change. */
  rules(): ChangeableRules {
    const { core } = this.#world;
    return { scheduler: namesOf(core), arrivalRate: core.arrivalRateMilli / 1000 };
  }

  get nowMs(): number {
    return this.#world.core.now;
  }

  /** Number of the latest round of the current instant; see ClockReading. */
  get round(): number {
    return this.#world.core.round;
  }

  get events(): number {
    return this.#world.core.events;
  }

  /** Instant of the next event: the current one while a round is open; NEVER if no timer is set. */
  nextEventMs(): number {
    const { core } = this.#world;
    return core.isOpen ? core.now : core.nextAt();
  }

  openAt(atMs: number): void {
    this.#engine.openAt(atMs);
  }

  /** Opens round `round` of an instant, for the replay of a journaled command. */
  openRound(atMs: number, round: number): void {
    this.#engine.openAt(atMs);
    this.#passRounds(round, () => {
      this.#engine.close();
      this.#engine.openAt(atMs);
    });
  }

  /** Brings the world to a recorded position: this instant and round, open or closed. */
  settle(atMs: number, round: number, open: boolean): void {
    if (open) {
      this.openRound(atMs, round);
      return;
    }
    this.#engine.runTo(atMs);
    this.#passRounds(round, () => {
      this.#engine.openAt(atMs);
      this.#engine.close();
    });
  }

  /** Passes rounds until this one. After a round in which nothing happens, nothing happens in the further ones: skips them. */
  #passRounds(round: number, pass: () => void): void {
    const { core } = this.#world;
    while (core.round < round) {
      const { events } = core;
      const { seq } = core.facts;
      pass();
      const isQuiet = core.events === events && core.facts.seq === seq;
      if (isQuiet) core.round = Math.max(core.round, round - 1);
    }
  }

  runTo(atMs: number): void {
    this.#engine.runTo(atMs);
  }

  runSome(atMs: number, events: number): boolean {
    return this.#engine.runSome(atMs, events);
  }

  /** Progress of a run from 0 to 1, by time or, if `untilMs` is NEVER, by arrivals; null if arrivals have no end. */
  done(untilMs: number): number | null {
    const { core, streamTable } = this.#world;
    if (untilMs < NEVER) return untilMs === 0 ? 1 : Math.min(1, core.now / untilMs);
    let arrived = 0;
    let expected = 0;
    this.scenario.workload.forEach((workload, i) => {
      arrived += streamTable.next[i];
      if (workload.kind === 'generated') expected += workload.count ?? NEVER;
      else expected += workload.kind === 'trace' ? workload.gprs.length : workload.steps.length;
    });
    return expected === NEVER || expected === 0 ? null : arrived / expected;
  }

  /** Stops the recording of estimates, which needs forecasts. Nothing else changes. */
  stopRecordingEstimates(): void {
    this.#world.core.timers.clear(Timer.estimates, 0);
  }

  /** Checks a command for the open round and fills in its open choices. */
  check(command: Command): Check {
    return checkCommand(this.#world, command, commandUid(this.#world));
  }

  /**
   * Applies a checked command in the open round.
   * @param candidate of its check, if nothing has happened since @throws if no round is open
   */
  apply(command: Command, candidate?: Candidate): Outcome {
    const { core } = this.#world;
    if (!core.isOpen) throw new Error('no round is open for the command; call openAt first');
    const uid = commandUid(this.#world);
    core.commands++;
    const outcome = applyCommand(this.#world, command, uid, NEVER, candidate);
    if (command.kind === 'gpr.create') this.#world.drawing?.drawLife(this.#world.index.rowOf(uid));
    this.#engine.afterArrival();
    return outcome;
  }

  /** Returns the facts since the last call, after the measures have read them. */
  takeFacts(): FactRun {
    const { core } = this.#world;
    this.measures.follow(core.facts, core.now);
    return core.facts.take();
  }

  /** Returns the changes of recorded estimates since the last call, or since facts were taken, which discards them. */
  takeEstimates(): EstimateRun {
    const run = this.#world.core.facts.estimates.take();
    this.measures.estimates.note(run);
    return run;
  }

  /** Number of changes of recorded estimates so far. */
  get estimateChanges(): number {
    return this.#world.core.facts.estimates.seq;
  }

  /** As takeFacts, but discards the facts without copying them. */
  dropFacts(): void {
    const { core } = this.#world;
    this.measures.follow(core.facts, core.now);
    core.facts.drop();
  }

  viewFacts(run: FactRun, wanted?: Wanted): FactView[] {
    return viewFacts(run, this.#world, wanted);
  }

  /** The uid of a GPR, which facts use; −1 if the text is not the id of a GPR. */
  uidOf(gprId: string): number {
    return this.#world.ids.uid(gprId);
  }

  /** Continues in another branch. @param forks its branches, the oldest first */
  continueAs(forks: readonly Fork[]): void {
    this.#world.directory.forks = forks;
  }

  /** Number of workspaces that have been created, also of those that are deleted. */
  get workspacesCreated(): number {
    return this.#world.core.workspaces.size;
  }

  /** The name of a GPR in memory; for another uid, the name that derives from it. */
  gprName(uid: number): string {
    return this.#world.directory.gprName(uid);
  }

  workspaceName(workspace: number): string {
    return this.#world.directory.workspaceName(workspace);
  }

  poolNames(pool: number): PoolName {
    return this.#world.directory.poolNames(pool);
  }

  /** The estimated next start of a queued GPR; null if it is not queued or its start cannot be foreseen. */
  estimate(gprId: string): Estimate {
    return finish(this.estimates([gprId]))[0];
  }

  /** As estimate, for several GPRs; the caller runs the pending answer in steps. See estimatesOf. */
  estimates(gprIds: readonly string[]): PendingAnswer<Estimate[]> {
    return estimatesOf(this.#world, gprIds);
  }

  /**
   * A new history, which has read no facts yet. It can read those of this simulation, from the first on.
   * @param withWaits whether it keeps why GPRs waited
   */
  history(withWaits = false): History {
    const { scenario, core } = this.#world;
    const waits = withWaits ? waitsSourceOf(this.#world, this.#world.streams) : undefined;
    const clusterOfPool = (pool: number) => core.pools[pool].cluster;
    return new History(scenario.clusters.length, clusterOfPool, undefined, undefined, waits);
  }

  /** Curves of shared GPUs against arrived demand, which have read no facts yet. They read those of this simulation from the first on. */
  curves(): Curves {
    return new Curves(this.#world.core);
  }

  /** Fills an empty history with the present, so that it can read the facts that follow. See beginAtPresent. */
  beginHistory(history: History): Generator<void> {
    return beginAtPresent(this.#world, history);
  }

  /** A chart of the attempts in a window, with the forecast if the window ends after now. See ganttViewOf. */
  gantt(history: History, query: GanttQuery): PendingAnswer<GanttView> {
    return ganttViewOf(this.#world, history, query);
  }

  /** See nodesOfEnds. */
  nodesOfEnds(
    history: History,
    seqs: Iterable<number>,
  ): PendingAnswer<ReadonlyMap<number, readonly string[]>> {
    return nodesOfEnds(history, this.#world.directory, seqs);
  }

  /** See endsOnNode. */
  endsOnNode(history: History, node: string): PendingAnswer<ReadonlySet<number>> {
    return endsOnNode(history, this.#world.directory, node);
  }

  /** Levels and counts over a window, which ends now at the latest. @param cluster −1 = all clusters */
  series({ series, clusterSeries }: History, cluster: number, query: SeriesQuery): SeriesColumns {
    return seriesOf(cluster < 0 ? series : clusterSeries[cluster], this.nowMs, query);
  }

  /** Totals of a range of time, which ends now at the latest. See namedTotalsOf. */
  totals(history: History, query: NamedTotalsQuery): PendingAnswer<NamedTotals> | undefined {
    return namedTotalsOf(this.#world, history, query);
  }

  /** The attempts of a range of time. See namedAttemptsOf. */
  attempts(history: History, query: NamedAttemptsQuery): PendingAnswer<AttemptViews> {
    return namedAttemptsOf(this.#world, history, query);
  }

  /** The number of a cluster, node or workspace, for queries; of none without a name: −1. undefined = there is no such subject. */
  numberOf(subject: NamedSubject): number | undefined {
    return subjectOf(this.#world, subject)?.only;
  }

  /** The names of the nodes, also of removed ones, each once. @param cluster undefined = all */
  nodeNames(cluster?: string): readonly string[] {
    const { core, directory } = this.#world;
    const isWanted = (node: number) =>
      cluster === undefined || directory.clusters[core.nodes.cluster[node]].name === cluster;
    return [...new Set(directory.nodeNames.filter((_, node) => isWanted(node)))];
  }

  /** Name and type of the node with this number in facts, also of a removed one. */
  nodeOf(node: number): NodeName {
    return namedNode(this.#world, node);
  }

  /** Whether a node has, or had, this name. @param cluster undefined = any */
  knowsNode(name: string, cluster?: string): boolean {
    return this.numberOf({ kind: 'nodes', name, cluster }) !== undefined;
  }

  /** Where and when the GPR of a request would start if it were created now. See availabilityOf. */
  availability(request: CreateGpr, wanted?: FuturesWanted): PendingAnswer<Availability | TooManyFutures> {
    return availabilityOf(this.#world, request, wanted);
  }

  /** When the waiting GPRs will likely start. See likelyStartsOf. */
  likelyStarts(wanted: FuturesWanted): PendingAnswer<LikelyStarts | TooManyFutures> {
    return likelyStartsOf(this.#world, wanted);
  }

  /** The starts of waiting GPRs in many futures. @param seen has read all facts up to now */
  sampledStarts(
    seen: Seen,
    samples: number,
    horizonMs: number,
    isAsked: (uid: number) => boolean = () => true,
  ): Sampling {
    return startsOfWaiting(this.#world, seen, samples, horizonMs, isAsked);
  }

  queueFigures(): QueueFigures {
    return queueFigures(this.#world);
  }

  /** About the memory of what commands have stored beside GPRs and nodes, bytes. */
  storedBytes(): number {
    return storedBytes(this.#world);
  }

  /** Until when a GPR holds its GPUs; undefined if no provisioned GPR has this id. See holdingOf. */
  holding(gprId: string): PendingAnswer<Holding> | undefined {
    const { core, index } = this.#world;
    const row = index.rowOf(this.uidOf(gprId));
    return row !== NONE && core.gprs.isProvisioned(row) ? holdingOf(this.#world, row) : undefined;
  }

  explain(gprId: string): Explanation | undefined {
    return explain(this.#world, this.uidOf(gprId));
  }

  /** Why a queued GPR waits, and what makes room for it; undefined if no queued GPR has this id. See waitingOf. */
  waiting(gprId: string, sees: SeesWorkspace): PendingAnswer<Waiting> | undefined {
    const { core, index } = this.#world;
    const row = index.rowOf(this.uidOf(gprId));
    const waits = row !== NONE && core.gprs.state[row] === State.queued;
    return waits ? waitingOf(this.#world, row, sees) : undefined;
  }

  /** See matching. */
  matching(text: string): Matches {
    return matching(this.#world, text);
  }

  /** See matchingGprs. */
  matchingGprs(text: string, sees: SeesWorkspace, limit: number): GprView[] {
    return matchingGprs(this.#world, this.views, text, sees, limit);
  }

  /** The id of a uid, used or not. */
  gprId(uid: number): string {
    return this.#world.ids.gprId(uid);
  }

  gprPage(wanted: GprsWanted): GprPage {
    return finish(this.gprPageInSteps(wanted));
  }

  /** As gprPage; the caller runs the pending answer in steps. */
  gprPageInSteps(wanted: GprsWanted, stored?: StoredGprs): PendingAnswer<GprPage> {
    return gprPage(this.#world, this.views, wanted, stored);
  }

  #forget(row: number, removed: boolean): void {
    const { ended, directory } = this.#world;
    const uid = ended.table.uid[row];
    if (this.onForget !== null) this.onForget(this.views.keep(row), removed, uid);
    if (directory.gprNames.size > 0) directory.gprNames.delete(uid);
    if (directory.gprCarried.size > 0) directory.gprCarried.delete(uid);
  }
}
