// A decision of a placement is Pending, Queued while it waits for its GPR, Running during its steps, Successful, and Completed
// when its GPR has ended; or it is Failed.

import { FactKind, State, type Step } from '../../sim/index.ts';
import { strike } from './faults.ts';
import { type Decision, PHASES, type Phase, type Placement } from './resource-state.ts';
import { abandon, isOver, leave, uidOfGpr } from './sharing.ts';
import {
  clusterNumber,
  dueAt,
  isProvisioned,
  isQueued,
  type NaiveWorld,
  report,
  textNumber,
} from './state.ts';

export function takeDecisionTurn(world: NaiveWorld, decision: Decision): void {
  decision.turn = null;
  while (move(world, decision));
  if (decision.stepEndsAtMs !== null) decision.turn = dueAt(world, decision.stepEndsAtMs);
}

/** Changes the phase, the message or the GPR of a decision, and reports it. */
export function change(
  world: NaiveWorld,
  decision: Decision,
  to: Partial<Pick<Decision, 'cluster' | 'phase' | 'message' | 'use'>>,
): void {
  const { phase, message, use } = decision;
  Object.assign(decision, to);
  if (phase === decision.phase && message === decision.message && use === decision.use) return;
  const { placement, number, cluster, step } = decision;
  const words = [number, clusterNumber(world, cluster), PHASES.indexOf(decision.phase), step];
  reportOf(world, FactKind.placementPhase, placement, ...words, uidOfGpr(decision));
}

/** Removes a decision; its GPR stays. */
export function dropDecision(world: NaiveWorld, decision: Decision): void {
  leave(decision);
  world.overdue = world.overdue.filter((known) => known !== decision);
  decision.placement.decisions = decision.placement.decisions.filter((known) => known !== decision);
}

export function reportOf(world: NaiveWorld, kind: number, placement: Placement, ...words: number[]): void {
  const { uid, workspace, plan } = placement;
  report(world, kind, uid, workspace.index, textNumber(world, plan.name), ...words);
}

/** The phase that views show: it follows the GPR at once, before the turn of the decision. */
export function shownPhase(world: NaiveWorld, decision: Decision): Phase {
  const { phase, use, step, stepEndsAtMs } = decision;
  const stepIsOver = stepEndsAtMs !== null && stepEndsAtMs <= world.nowMs;
  if (isOver(phase) || use === null || stepIsOver || use.gpr.state === State.successful) return phase;
  if (isQueued(use.gpr) || isProvisioned(use.gpr)) return phase === 'Pending' ? phase : 'Queued';
  return step === stepsOf(decision).length ? 'Completed' : 'Failed';
}

/** Makes one transition, if one is due. Returns whether it did. */
function move(world: NaiveWorld, decision: Decision): boolean {
  const { phase, use, stepEndsAtMs } = decision;
  if (isOver(phase)) return false;
  // If a step ends at the instant of its GPR's end, the step is complete.
  if (stepEndsAtMs !== null && stepEndsAtMs <= world.nowMs) {
    finishStep(world, decision);
    return true;
  }
  const state = use === null ? State.successful : use.gpr.state;
  if (state === State.successful) return advance(world, decision);
  decision.stepEndsAtMs = null;
  if (state === State.queued || state === State.provisioning) {
    change(world, decision, { phase: 'Queued' });
    return phase !== 'Queued';
  }
  const hasDoneAll = decision.step === stepsOf(decision).length;
  change(world, decision, { phase: hasDoneAll ? 'Completed' : 'Failed' });
  return true;
}

/** Advances a decision whose GPR is Successful, or that needs none. */
function advance(world: NaiveWorld, decision: Decision): boolean {
  const { phase, use, step, stepEndsAtMs } = decision;
  const steps = stepsOf(decision);
  if (phase === 'Successful') {
    if (use !== null) return false;
    change(world, decision, { phase: 'Completed' });
    return true;
  }
  if (stepEndsAtMs !== null) return false;
  if (step === steps.length) {
    change(world, decision, { phase: 'Successful', message: '' });
    return true;
  }
  decision.hasBegun = true;
  decision.stepMs = durationOf(world, steps[step]);
  decision.stepEndsAtMs = world.nowMs + decision.stepMs;
  change(world, decision, { phase: 'Running', message: '' });
  return true;
}

/** Ends a step: it succeeds, unless a fault strikes. */
function finishStep(world: NaiveWorld, decision: Decision): void {
  const { placement, number, cluster, step, stepMs } = decision;
  const { definition, name } = placement.plan;
  const fault = strike(world, 'step', {
    uid: placement.uid,
    workspace: placement.workspace.name,
    cluster,
    placement: name,
    step: stepsOf(decision)[step].name,
  });
  const words = [number, step, fault === null ? 1 : 0, stepMs];
  reportOf(world, FactKind.placementStep, placement, ...words);
  decision.stepEndsAtMs = null;
  if (fault === null) {
    decision.step++;
    return;
  }
  if (definition.deletionPolicy === 'Delete' && abandon(world, decision)) {
    decision.use!.owns = false;
    decision.request = null;
  }
  change(world, decision, { phase: 'Failed' });
}

function stepsOf({ placement }: Decision): readonly Step[] {
  return placement.plan.definition.steps;
}

function durationOf({ scenario: { durations } }: NaiveWorld, { type }: Step): number {
  if (type === 'helm') return durations.helmStepMs;
  return type === 'manifest' ? durations.manifestStepMs : durations.commandStepMs;
}
