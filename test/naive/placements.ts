// Workload placements: a workload in one or more clusters, one decision each. All GPRs are created with the placement.

import { FactKind, type GprChoice, internalUid, textHash } from '../../sim/index.ts';
import { planBurst } from './bursts.ts';
import { clustersOf } from './choices.ts';
import { dropDecision, reportOf } from './decisions.ts';
import type { Decision, Placement, Plan } from './resource-state.ts';
import { abandon, needing, obtain } from './sharing.ts';
import { dueAt, type Gpr, isProvisioned, isQueued, type NaiveWorld, type Workspace } from './state.ts';

export function findPlacement({ placements }: NaiveWorld, name: string): Placement | undefined {
  return placements.find(({ plan }) => plan.name === name);
}

export function createPlacement(
  world: NaiveWorld,
  workspace: Workspace,
  plan: Plan,
  choices: readonly GprChoice[],
  uid: number,
): void {
  const placement: Placement = { uid, workspace, plan, decisions: [], made: 0 };
  world.placements.push(placement);
  const words = [clustersOf(plan).length, hashOf(plan)];
  reportOf(world, FactKind.placementCreated, placement, ...words);
  decide(world, placement, choices);
}

/** @param choices of its decisions, if the update makes them anew */
export function changePlacement(
  world: NaiveWorld,
  placement: Placement,
  plan: Plan,
  choices: readonly GprChoice[] | null,
): void {
  placement.plan = plan;
  reportOf(world, FactKind.placementChanged, placement, hashOf(plan));
  if (choices === null) {
    for (const decision of placement.decisions) planBurst(world, decision);
    return;
  }
  dropDecisions(world, placement, true);
  decide(world, placement, choices);
}

/** Deletes a placement. With `Delete`, the GPRs that it owns end; with `Retain`, they stay. */
export function deletePlacement(world: NaiveWorld, placement: Placement): void {
  dropPlacement(world, placement, placement.plan.definition.deletionPolicy === 'Delete');
}

export function dropPlacement(world: NaiveWorld, placement: Placement, endsGprs: boolean): void {
  dropDecisions(world, placement, endsGprs);
  world.placements = world.placements.filter((known) => known !== placement);
  reportOf(world, FactKind.placementRemoved, placement);
}

export function ownGprs({ decisions }: Placement): Gpr[] {
  return decisions.flatMap((decision) => {
    if (decision.use === null || !decision.use.owns) return [];
    const { gpr } = decision.use;
    return (isQueued(gpr) || isProvisioned(gpr)) && needing(gpr, decision).length === 0 ? [gpr] : [];
  });
}

function decide(world: NaiveWorld, placement: Placement, choices: readonly GprChoice[]): void {
  placement.decisions = clustersOf(placement.plan).map((cluster, number) => {
    const choice = choices[number];
    const decision: Decision = {
      kind: 'decision',
      placement,
      number,
      cluster,
      phase: 'Pending',
      message: '',
      use: null,
      request: choice.kind === 'make' ? choice.request : null,
      step: 0,
      stepMs: 0,
      stepEndsAtMs: null,
      hasBegun: false,
      turn: null,
      burst: null,
    };
    const uid = choice.kind === 'make' ? internalUid(placement.uid, placement.made++) : -1;
    obtain(world, decision, choice, uid);
    return decision;
  });
  for (const decision of placement.decisions) {
    planBurst(world, decision);
    decision.turn = dueAt(world, world.nowMs);
  }
}

function dropDecisions(world: NaiveWorld, { decisions }: Placement, endsGprs: boolean): void {
  for (const decision of decisions) {
    dropDecision(world, decision);
    if (endsGprs) abandon(world, decision);
  }
}

function hashOf(plan: Plan): number {
  return textHash(JSON.stringify(plan));
}
