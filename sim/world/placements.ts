// Workload placements: a workload definition carried out in one or more clusters, each a decision of its own. All GPRs of a
// placement are created with it, in the order of its decisions.

import type { CreateGpr, Rejection } from '../commands.ts';
import { type Core, Rank, Timer, timerId } from '../core.ts';
import { FactKind } from '../facts.ts';
import { NONE, State } from '../gpr.ts';
import { textHash } from '../hash.ts';
import { type IdCipher, internalUid } from '../ids.ts';
import { remove } from '../lifecycle.ts';
import { NEVER } from '../time.ts';
import { autoGpr } from './bindings.ts';
import { planBurst } from './bursts.ts';
import type { FullGpuSpec, WorkloadDefinition } from './data.ts';
import { dropDecision, notePlacement, PHASES, releaseOwned } from './decisions.ts';
import { attachOwned, makeOwned, specRequest, viewOwned } from './owned.ts';
import type { Decision, OwnedGpr, Placement } from './state.ts';
import type { DecisionView, PlacementPhase, PlacementView } from './views.ts';

/** What a placement is to be, with everything filled in. */
export interface PlacementPlan {
  readonly name: string;
  readonly definition: WorkloadDefinition;
  readonly workloadTemplate: string;
  readonly numPlacements: number;
  readonly gpu: FullGpuSpec | null;
}

export function findPlacement(core: Core, name: string): Placement | undefined {
  const slot = core.world.placementByName.get(name);
  return slot === undefined ? undefined : core.world.placements.get(slot);
}

/** In order of creation. */
export function placementsOf(core: Core, workspace: number): Placement[] {
  return [...core.world.placements.values()].filter((placement) => placement.workspace === workspace);
}

/** The requests for the GPRs that a placement would make, in the order of its decisions. */
export function placementRequests(
  core: Core,
  workspace: number,
  plan: PlacementPlan,
): { readonly requests: readonly CreateGpr[] } | { readonly rejection: Rejection } {
  const requests: CreateGpr[] = [];
  for (const cluster of clustersOf(plan)) {
    const name = decisionName(plan.name, cluster);
    if (plan.gpu !== null) {
      requests.push(specRequest(plan.gpu, core.directory.workspaceName(workspace), cluster, name));
      continue;
    }
    const auto = autoGpr(core, workspace, cluster, name);
    if (auto.kind === 'refused') return { rejection: auto.rejection };
    if (auto.kind === 'make') requests.push(auto.request);
  }
  return { requests };
}

/** @param requests admitted ones, each for one cluster of the plan */
export function createPlacement(
  core: Core,
  workspace: number,
  plan: PlacementPlan,
  requests: readonly CreateGpr[],
  uid: number,
): void {
  const { placements, placementByName, placementSlots } = core.world;
  const slot = placementSlots.take();
  const placement: Placement = {
    slot,
    uid,
    workspace,
    ...plan,
    decisions: [],
    made: 0,
    createdAt: core.now,
    updatedAt: core.now,
  };
  placements.set(slot, placement);
  placementByName.set(plan.name, slot);
  notePlacement(core, FactKind.placementCreated, placement, [clustersOf(plan).length, hashOf(plan)]);
  decide(core, placement, requests);
}

/** Changes what a placement is; with `requests`, its decisions are made anew. */
export function changePlacement(
  core: Core,
  was: Placement,
  plan: PlacementPlan,
  requests: readonly CreateGpr[] | undefined,
): void {
  const placement: Placement = { ...was, ...plan, updatedAt: core.now };
  core.world.placements.set(placement.slot, placement);
  notePlacement(core, FactKind.placementChanged, placement, [hashOf(plan)]);
  if (requests === undefined) {
    for (const decision of decisionsOf(core, placement)) planBurst(core, decision);
    return;
  }
  dropDecisions(core, placement, true);
  decide(core, placement, requests);
}

/** Removes a placement. Under `Delete` the GPRs that it made end with it, under `Retain` they stay. */
export function deletePlacement(core: Core, placement: Placement): void {
  dropPlacement(core, placement, placement.definition.deletionPolicy === 'Delete');
}

/** Forgets a placement, and ends its GPRs if they are no longer wanted. */
export function dropPlacement(core: Core, placement: Placement, endsGprs: boolean): void {
  const { placements, placementByName, placementSlots } = core.world;
  dropDecisions(core, placement, endsGprs);
  placements.delete(placement.slot);
  placementByName.delete(placement.name);
  placementSlots.give(placement.slot);
  notePlacement(core, FactKind.placementRemoved, placement, []);
}

export function decisionsOf(core: Core, placement: Placement): Decision[] {
  return placement.decisions.map((slot) => core.world.decisions.get(slot)!);
}

/** Failed if any decision is, else the least advanced. */
export function statusOf(core: Core, placement: Placement): PlacementPhase {
  const phases = decisionsOf(core, placement).map(({ phase }) => PHASES.indexOf(phase));
  return phases.includes(PHASES.indexOf('Failed')) ? 'Failed' : PHASES[Math.min(...phases)];
}

/** Clusters of a plan's decisions: the first of those that it names; the others are for bursting. */
export function clustersOf({ definition, numPlacements }: PlacementPlan): readonly string[] {
  return definition.clusters.slice(0, numPlacements);
}

/** Starts the decisions of a placement that has none. */
function decide(core: Core, placement: Placement, requests: readonly CreateGpr[]): void {
  const { decisions, decisionSlots, placements } = core.world;
  let { made } = placement;
  const slots = clustersOf(placement).map((name, number) => {
    const slot = decisionSlots.take();
    const timer = timerId(Timer.decision, slot);
    const request = requests.find(({ clusters }) => clusters[0] === name) ?? null;
    const own = (from: CreateGpr): OwnedGpr => {
      const by = placement.gpu === null ? 'template' : 'requested';
      return makeOwned(core, from, internalUid(placement.uid, made++), by, timer);
    };
    const gpr = request === null ? attached(core, placement, name, timer) : own(request);
    decisions.set(slot, {
      slot,
      placement: placement.slot,
      number,
      cluster: core.directory.cluster(name),
      phase: 'Pending',
      message: '',
      gpr,
      request,
      step: 0,
      stepEndsAt: NEVER,
      stepMs: 0,
      startedAt: -1,
      results: [],
    });
    return slot;
  });
  placements.set(placement.slot, { ...placement, decisions: slots, made });
  for (const slot of slots) {
    const decision = decisions.get(slot)!;
    planBurst(core, decision);
    core.setTimer(Timer.decision, slot, core.now, Rank.world);
  }
}

/** The GPR that a decision without one of its own attaches to, null = it does without. */
function attached(core: Core, placement: Placement, cluster: string, timer: number): OwnedGpr | null {
  if (placement.gpu !== null) return null;
  const auto = autoGpr(core, placement.workspace, cluster, decisionName(placement.name, cluster));
  return auto.kind === 'attach' ? attachOwned(core, auto.row, timer) : null;
}

function dropDecisions(core: Core, placement: Placement, endsGprs: boolean): void {
  for (const decision of decisionsOf(core, placement)) {
    const { gpr } = decision;
    dropDecision(core, decision);
    if (!endsGprs || gpr === null || gpr.by === 'attached') continue;
    const row = core.uids.get(gpr.uid);
    if (row !== NONE && core.gprs.state[row] === State.queued) remove(core, row);
    else releaseOwned(core, gpr);
  }
}

export function viewPlacement(core: Core, ids: IdCipher, placement: Placement): PlacementView {
  const { directory } = core;
  const { name, workspace, definition, workloadTemplate, numPlacements, gpu, createdAt, updatedAt } =
    placement;
  return {
    name,
    workspace: directory.workspaceName(workspace),
    workspaceCreation: directory.creationOf(workspace),
    ...definition,
    workloadTemplate,
    numPlacements,
    gpu,
    status: statusOf(core, placement),
    decisions: decisionsOf(core, placement).map((decision) => viewDecision(core, ids, decision)),
    createdAtMs: createdAt,
    updatedAtMs: updatedAt,
  };
}

function viewDecision(core: Core, ids: IdCipher, decision: Decision): DecisionView {
  const { cluster, phase, message, gpr, step, startedAt, results } = decision;
  return {
    cluster: core.directory.clusters[cluster].name,
    phase,
    message,
    currentStep: step,
    startedAtMs: startedAt < 0 ? null : startedAt,
    stepResults: results,
    gpr: gpr === null ? null : viewOwned(core, ids, gpr),
  };
}

function decisionName(placement: string, cluster: string): string {
  return `${placement}-${cluster}`;
}

function hashOf(plan: PlacementPlan): number {
  return textHash(JSON.stringify(plan));
}
