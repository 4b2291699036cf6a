// A simulation: a world that is built from a scenario, told commands, run, read, saved and restored.

import { Origin, uidOf } from './base/ids.ts';
import { finish, type PendingAnswer } from './base/pending.ts';
import type { Saved } from './base/state.ts';
import { NEVER } from './base/time.ts';
import { type BuiltWorld, buildWorld, engineOf } from './build.ts';
import { applyCommand, type Check, checkCommand } from './commands/apply.ts';
import type { FactRun } from './facts/log.ts';
import { type FactView, viewFacts, type Wanted } from './facts/view.ts';
import type { Measures } from './followers/measure.ts';
import { Timer } from './kernel/core.ts';
import type { Engine } from './kernel/engine.ts';
import type { Command, Outcome } from './language/commands.ts';
import type { CreateGpr } from './language/resource-data.ts';
import type { Scenario } from './language/scenario.ts';
import type { ClockReading, Estimate, Explanation, LeavingGpr } from './language/views.ts';
import { explain } from './reading/explain.ts';
import { estimatesOf, type Prospects, prospectsOf } from './reading/prospects.ts';
import { WorldViews } from './reading/resource-views.ts';
import { Views } from './reading/views.ts';
import { loadWorld, saveWorld } from './snapshot.ts';

export class Simulation {
  readonly scenario: Scenario;
  /** Sums up what happens from the start of this object on. */
  readonly measures: Measures;
  /** Called with each GPR that leaves memory, and its uid. `removed`: by DELETE. */
  onForget: ((gpr: LeavingGpr, removed: boolean, uid: number) => void) | null = null;
  readonly #world: BuiltWorld;
  readonly #engine: Engine;
  /** GPRs, workspaces, clusters, nodes and pools as they are now. */
  readonly views: Views;
  /** The resources on top of GPRs. */
  readonly resources: WorldViews;

  /** @param branch see buildWorld */
  constructor(scenario: Scenario, branch = 1) {
    this.scenario = scenario;
    this.#world = buildWorld(scenario, branch);
    this.measures = this.#world.measures;
    this.#engine = engineOf(this.#world);
    this.views = new Views(this.#world);
    this.resources = new WorldViews(this.#world);
    this.#world.ended.onForget = (row, removed) => this.#forget(row, removed);
  }

  /**
   * A simulation that goes on from saved state, whose columns become its own: `saved` is used up.
   * The scenario is the one it was saved from.
   */
  static restore(scenario: Scenario, saved: Saved, branch = 1): Simulation {
    const simulation = new Simulation(scenario, branch);
    loadWorld(simulation.#world, simulation.#world.streamTable, saved);
    return simulation;
  }

  /** The whole state as plain data; facts have been taken. Ids, names and counters included. */
  save(): Saved {
    return saveWorld(this.#world, this.#world.streamTable);
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

  get nowMs(): number {
    return this.#world.core.now;
  }

  /** Number of the latest round of the present instant; see ClockReading. */
  get round(): number {
    return this.#world.core.round;
  }

  /** Timers, arrivals and commands handled so far. */
  get events(): number {
    return this.#world.core.events;
  }

  /** Instant of the next event, NEVER if nothing more will happen by itself. An open round has its cycle to come. */
  nextEventMs(): number {
    const { core } = this.#world;
    return core.isOpen ? core.now : core.nextAt();
  }

  /** See Engine.openAt. */
  openAt(atMs: number): void {
    this.#engine.openAt(atMs);
  }

  /** Opens rounds at an instant until the one of this number is open: where a journaled command entered. */
  openRound(atMs: number, round: number): void {
    this.#engine.openAt(atMs);
    const { core } = this.#world;
    while (core.round < round) {
      this.#engine.close();
      this.#engine.openAt(atMs);
    }
  }

  /** Brings the world to where it stood: this instant, this round, open or closed. */
  settle(atMs: number, round: number, open: boolean): void {
    if (open) {
      this.openRound(atMs, round);
      return;
    }
    this.#engine.runTo(atMs);
    while (this.#world.core.round < round) {
      this.#engine.openAt(atMs);
      this.#engine.close();
    }
  }

  /** Runs everything up to and with the cycle of `atMs`. */
  runTo(atMs: number): void {
    this.#engine.runTo(atMs);
  }

  /** As runTo, but stops after the instant in which `events` more have been handled; false if it stopped early. */
  runSome(atMs: number, events: number): boolean {
    return this.#engine.runSome(atMs, events);
  }

  /** Part of a run that is done, by arrivals or by time; null where neither has an end. */
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

  /** Stops recording estimates, so that a look ahead costs no forecasts. What happens stays the same. */
  stopRecordingEstimates(): void {
    this.#world.core.clearTimer(Timer.estimates, 0);
  }

  /** Whether a command can be applied in the open round, with its choices made. */
  check(command: Command): Check {
    return checkCommand(this.#world, command);
  }

  /** Applies a checked command in the open round. */
  apply(command: Command): Outcome {
    const { core } = this.#world;
    if (!core.isOpen) throw new Error('a command was applied while no round was open');
    return applyCommand(this.#world, command, uidOf(Origin.command, core.commands++));
  }

  /** Facts since the last call. Measures have seen them. */
  takeFacts(): FactRun {
    const { core } = this.#world;
    this.measures.follow(core.facts, core.now);
    return core.facts.take();
  }

  /** As takeFacts where nobody wants the facts themselves: nothing is copied. */
  dropFacts(): void {
    const { core } = this.#world;
    this.measures.follow(core.facts, core.now);
    core.facts.drop();
  }

  viewFacts(run: FactRun, wanted?: Wanted): FactView[] {
    return viewFacts(run, this.#world, wanted);
  }

  /** The identity that facts call a GPR by; −1 for a text that is no id. */
  uidOf(gprId: string): number {
    return this.#world.ids.uid(gprId);
  }

  workspaceName(workspace: number): string {
    return this.#world.directory.workspaceName(workspace);
  }

  /** The next start of a queued GPR, null = cannot be foreseen, or it does not wait. */
  estimate(gprId: string): Estimate {
    return finish(this.estimates([gprId]))[0];
  }

  /** See estimatesOf. */
  estimates(gprIds: readonly string[]): PendingAnswer<Estimate[]> {
    return estimatesOf(this.#world, gprIds);
  }

  prospects(request: CreateGpr): Prospects {
    return finish(this.availability(request));
  }

  /** See prospectsOf. */
  availability(request: CreateGpr): PendingAnswer<Prospects> {
    return prospectsOf(this.#world, request);
  }

  explain(gprId: string): Omit<Explanation, 'history'> | undefined {
    const uid = this.#world.ids.uid(gprId);
    return uid < 0 ? undefined : explain(this.#world, uid);
  }

  #forget(row: number, removed: boolean): void {
    const { ended, directory } = this.#world;
    const uid = ended.table.uid[row];
    if (this.onForget !== null) this.onForget(this.views.keep(row), removed, uid);
    if (directory.gprNames.size > 0) directory.gprNames.delete(uid);
  }
}
