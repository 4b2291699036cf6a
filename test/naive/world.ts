// The naive world as a whole: built from a scenario, with the methods of a simulation.

import { type Command, type CreateGpr, FactKind, Origin, type Scenario, uidOf } from '../../sim/index.ts';
import { buildWorld } from './build.ts';
import { applyCommand, type Check, checkCommand } from './commands.ts';
import { estimates, type Prospect, prospects } from './forecast.ts';
import { afterArrival, type Invalidations, openAt, runTo } from './instants.ts';
import { withFlags } from './policies.ts';
import { admissible } from './requests.ts';
import { type Fact, isQueued, type NaiveWorld, report } from './state.ts';
import { arrive } from './workload.ts';
import { openWorkspace } from './workspaces.ts';

export class NaiveSimulation {
  readonly #world: NaiveWorld;

  constructor(scenario: Scenario) {
    this.#world = buildWorld(scenario);
  }

  get nowMs(): number {
    return this.#world.nowMs;
  }

  get round(): number {
    return this.#world.round;
  }

  openAt(atMs: number): void {
    openAt(this.#world, atMs, SURPRISES);
  }

  runTo(atMs: number): void {
    runTo(this.#world, atMs, SURPRISES);
  }

  check(command: Command): Check {
    return checkCommand(this.#world, command, this.#nextUid);
  }

  apply(command: Command): void {
    applyCommand(this.#world, command, this.#nextUid);
    this.#world.commands++;
    afterArrival(this.#world);
  }

  takeFacts(): readonly Fact[] {
    return this.#world.facts.splice(0);
  }

  /** uid → next start of each queued GPR; null = none can be foreseen, or a burst replaces the GPR before it starts. */
  estimates(): ReadonlyMap<number, number | null> {
    return new Map(
      [...estimates(this.#world)].map(([uid, start]) => [uid, start === 'moves' ? null : start]),
    );
  }

  /** Where and when a request would start, or the code of its rejection. */
  prospects(request: CreateGpr): readonly Prospect[] | string {
    const workspace = openWorkspace(this.#world, request.workspace);
    if (typeof workspace === 'string') return workspace;
    const full = withFlags(workspace, request);
    const found = admissible(this.#world, workspace, full, 0);
    if ('refused' in found) return found.refused;
    return prospects(this.#world, workspace.index, full, found.candidates, this.#nextUid);
  }

  get #nextUid(): number {
    return uidOf(Origin.command, this.#world.commands);
  }
}

const SURPRISES: Invalidations = { arrive, recordEstimates };

/** Records the estimate of each queued GPR. If an estimate has moved later, reports that. */
function recordEstimates(world: NaiveWorld): void {
  const starts = estimates(world);
  for (const gpr of world.gprs.filter(isQueued).sort((a, b) => a.order - b.order)) {
    const start = starts.get(gpr.uid)!;
    const startMs = start === 'moves' ? null : (start ?? Infinity);
    if (gpr.recordedStartMs !== null && startMs !== null && startMs > gpr.recordedStartMs) {
      gpr.delays++;
      const words = [gpr.uid, gpr.workspace.index, gpr.delays];
      report(world, FactKind.gprDelayed, ...words, startMs === Infinity ? -1 : startMs);
    }
    gpr.recordedStartMs = startMs;
  }
}
