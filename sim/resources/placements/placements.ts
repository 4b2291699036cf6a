// Workload placements: a placement carries out a workload definition in one or more clusters, with one decision for each. It
// creates all its GPRs when it is created, in the order of its decisions.

import { type IdCipher, internalUid } from '../../base/numbers/ids.ts';
import { NEVER } from '../../base/numbers/time.ts';
import { FactKind } from '../../facts/fact-catalogue.ts';
import { textHash } from '../../facts/hash.ts';
import { noteFact } from '../../facts/log.ts';
import { PHASES } from '../../facts/numbered.ts';
import { Timer, timerId } from '../../kernel/timers.ts';
import type { Checked } from '../../language/commands.ts';
import type { GprChoice } from '../../language/resource-commands.ts';
import type { DecisionView, PlacementPhase, PlacementView } from '../../language/resource-views.ts';
import { NONE } from '../../tables/gprs/gpr-table.ts';
import type { Decision, Placement, PlacementPlan } from '../../tables/resource-tables.ts';
import type { World } from '../../world.ts';
import { autoGpr } from '../gprs/auto-gpr.ts';
import { obtain, specRequest, viewOwned } from '../gprs/obtained.ts';
import { handOverOrEnd, neededBy } from '../gprs/sharing.ts';
import { rowOf } from '../gprs/watch.ts';
import { planBurst } from './bursts.ts';
import { decisionName, dropDecision, placementWords, shownDecision } from './decisions.ts';

export function findPlacement(world: World, name: string): Placement | undefined {
  const slot = world.resources.placementByName.get(name);
  return slot === undefined ? undefined : world.resources.placements.get(slot);
}

/** The placements of a workspace, in order of creation. */
export function placementsOf(world: World, workspace: number): Placement[] {
  return [...world.resources.placements.values()].filter((placement) => placement.workspace === workspace);
}

/** Chooses one GPR for each decision; new ones are still to be admitted. @param except uids of GPRs that are about to end */
export function placementChoices(
  world: World,
  workspace: number,
  plan: PlacementPlan,
  except: readonly number[],
): Checked<{ readonly choices: readonly GprChoice[] }> {
  const { directory } = world;
  const choices: GprChoice[] = [];
  for (const cluster of clustersOf(plan)) {
    const name = decisionName(plan.name, cluster);
    if (plan.gpu !== null) {
      const request = specRequest(plan.gpu, directory.workspaceName(workspace), cluster, name);
      choices.push({ kind: 'make', by: 'requested', request });
      continue;
    }
    const auto = autoGpr(world, workspace, cluster, name, except);
    if (!auto.ok) return auto;
    choices.push(auto.choice);
  }
  return { ok: true, choices };
}

/** @param choices one for each decision, with admitted requests */
export function createPlacement(
  world: World,
  workspace: number,
  plan: PlacementPlan,
  choices: readonly GprChoice[],
  uid: number,
): void {
  const { core } = world;
  const { placements, placementByName, placementSlots } = world.resources;
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
  noteFact(core.facts, FactKind.placementCreated, core.now, {
    ...placementWords(world, placement),
    decisions: clustersOf(plan).length,
    hash: hashOf(plan),
  });
  decide(world, placement, choices);
}

/** Changes a placement. With `choices`, replaces its decisions and ends their GPRs. */
export function changePlacement(
  world: World,
  was: Placement,
  plan: PlacementPlan,
  choices: readonly GprChoice[] | undefined,
): void {
  const { core } = world;
  const placement: Placement = { ...was, ...plan, updatedAt: core.now };
  world.resources.placements.set(placement.slot, placement);
  noteFact(core.facts, FactKind.placementChanged, core.now, {
    ...placementWords(world, placement),
    hash: hashOf(plan),
  });
  if (choices === undefined) {
    for (const decision of decisionsOf(world, placement)) planBurst(world, decision);
    return;
  }
  dropDecisions(world, placement, true);
  decide(world, placement, choices);
}

/** The uids of the GPRs that would end with a placement. */
export function ownGprs(world: World, placement: Placement): number[] {
  return decisionsOf(world, placement).flatMap(({ slot, gpr }) => {
    if (gpr?.owns !== true || rowOf(world, gpr) === NONE) return [];
    return neededBy(world, gpr.uid, timerId(Timer.decision, slot)).length > 0 ? [] : [gpr.uid];
  });
}

/** Deletes a placement by its deletion policy: `Delete` ends the GPRs that it owns, `Retain` keeps them. */
export function deletePlacement(world: World, placement: Placement): void {
  dropPlacement(world, placement, placement.definition.deletionPolicy === 'Delete');
}

/** Deletes a placement. @param endsGprs whether to end the GPRs that it owns and no other controller needs */
export function dropPlacement(world: World, placement: Placement, endsGprs: boolean): void {
  const { core } = world;
  const { placements, placementByName, placementSlots } = world.resources;
  dropDecisions(world, placement, endsGprs);
  placements.delete(placement.slot);
  placementByName.delete(placement.name);
  placementSlots.give(placement.slot);
  noteFact(core.facts, FactKind.placementRemoved, core.now, placementWords(world, placement));
}

export function decisionsOf(world: World, placement: Placement): Decision[] {
  return placement.decisions.map((slot) => world.resources.decisions.get(slot)!);
}

/** Its decisions as views show them. */
export function shownDecisionsOf(world: World, placement: Placement): Decision[] {
  return decisionsOf(world, placement).map((decision) => shownDecision(world, decision));
}

/** `Failed` if any decision failed; if none did, the phase of the least advanced one. */
export function statusOf(world: World, placement: Placement): PlacementPhase {
  const phases = shownDecisionsOf(world, placement).map(({ phase }) => PHASES.indexOf(phase));
  return phases.includes(PHASES.indexOf('Failed')) ? 'Failed' : PHASES[Math.min(...phases)];
}

/** The clusters of a plan's decisions: the first `numPlacements` of its clusters; the others are for bursting. */
export function clustersOf({ definition, numPlacements }: PlacementPlan): readonly string[] {
  return definition.clusters.slice(0, numPlacements);
}

/** Creates the decisions of a placement that has none. */
function decide(world: World, placement: Placement, choices: readonly GprChoice[]): void {
  const { core } = world;
  const { decisions, decisionSlots, placements } = world.resources;
  if (choices.length !== clustersOf(placement).length)
    throw new Error(`chose ${choices.length} GPRs; expected one for each decision`);
  let { made } = placement;
  const slots = clustersOf(placement).map((name, number) => {
    const slot = decisionSlots.take();
    const choice = choices[number];
    const uid = choice.kind === 'make' ? internalUid(placement.uid, made++) : -1;
    decisions.set(slot, {
      slot,
      placement: placement.slot,
      number,
      cluster: world.directory.cluster(name),
      phase: 'Pending',
      message: '',
      gpr: obtain(world, choice, uid, timerId(Timer.decision, slot)),
      request: choice.kind === 'make' ? choice.request : null,
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
    planBurst(world, decisions.get(slot)!);
    core.timers.set(Timer.decision, slot, core.now);
  }
}

function dropDecisions(world: World, placement: Placement, endsGprs: boolean): void {
  for (const decision of decisionsOf(world, placement)) {
    dropDecision(world, decision);
    if (endsGprs) handOverOrEnd(world, decision.gpr, timerId(Timer.decision, decision.slot));
  }
}

export function viewPlacement(world: World, ids: IdCipher, placement: Placement): PlacementView {
  const { directory } = world;
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
    status: statusOf(world, placement),
    decisions: shownDecisionsOf(world, placement).map((decision) => viewDecision(world, ids, decision)),
    createdAtMs: createdAt,
    updatedAtMs: updatedAt,
  };
}

function viewDecision(world: World, ids: IdCipher, decision: Decision): DecisionView {
  const { cluster, phase, message, gpr, step, startedAt, results } = decision;
  return {
    cluster: world.directory.clusters[cluster].name,
    phase,
    message,
    currentStep: step,
    startedAtMs: startedAt < 0 ? null : startedAt,
    stepResults: results,
    gpr: gpr === null ? null : viewOwned(world, ids, gpr),
  };
}

/** A fact contains this hash; it depends on the order of the members, also of the definition (placement-plan.ts). */
function hashOf(plan: PlacementPlan): number {
  return textHash(JSON.stringify(plan));
}
