// Decisions: a placement in one cluster. Pending → Queued (waits for its GPR) → Running (its steps) → Successful → Completed
// when its GPR has ended, or at once where there is none; or Failed. Nothing is executed: a step takes time and succeeds
// unless a fault says otherwise.

import { type Core, Rank, Timer, timerId } from '../core.ts';
import { FactKind, noteFact } from '../facts.ts';
import { STATE_NAMES, State } from '../gpr.ts';
import { NEVER } from '../time.ts';
import type { Step } from './data.ts';
import { strike } from './faults.ts';
import { giveUp } from './sharing.ts';
import type { Decision, Placement } from './state.ts';
import type { PlacementPhase } from './views.ts';
import { stateOf, unwatch } from './watch.ts';

/** From the least to the most advanced, and failure; facts number them so. */
export const PHASES: readonly PlacementPhase[] = [
  'Pending',
  'Queued',
  'Running',
  'Successful',
  'Completed',
  'Failed',
];

/** The timer of a decision has come: its GPR has changed, or a step is over. */
export function onDecisionTimer(core: Core, slot: number): void {
  const { decisions } = core.world;
  for (let was = decisions.get(slot)!; ; ) {
    const decision = move(core, was);
    if (decision === was) break;
    setDecision(core, decision);
    was = decision;
  }
  const { stepEndsAt } = decisions.get(slot)!;
  if (stepEndsAt < NEVER) core.setTimer(Timer.decision, slot, stepEndsAt, Rank.world);
}

/** What a placement is called in one cluster, and the GPR it has there. */
export function decisionName(placement: string, cluster: string): string {
  return `${placement}-${cluster}`;
}

/** Stores a decision, and notes it when its phase, message or GPR is another. */
export function setDecision(core: Core, decision: Decision): void {
  const { decisions } = core.world;
  const was = decisions.get(decision.slot);
  decisions.set(decision.slot, decision);
  const isSame =
    was?.phase === decision.phase && was.message === decision.message && was.gpr === decision.gpr;
  if (isSame) return;
  const { number, cluster, phase, step, gpr } = decision;
  const words = [number, cluster, PHASES.indexOf(phase), step, gpr?.uid ?? -1];
  notePlacement(core, FactKind.placementPhase, placementOf(core, decision), words);
}

export function notePlacement(
  core: Core,
  kind: number,
  { uid, workspace, name }: Placement,
  words: readonly number[],
): void {
  noteFact(core.facts, kind, core.now, [uid, workspace, core.directory.textNumber(name), ...words]);
}

/** Forgets a decision and leaves its GPR to itself. */
export function dropDecision(core: Core, { slot, gpr }: Decision): void {
  const { decisions, decisionSlots, overdue } = core.world;
  if (gpr !== null) unwatch(core, gpr.uid, timerId(Timer.decision, slot));
  core.clearTimer(Timer.decision, slot);
  core.clearTimer(Timer.burst, slot);
  overdue.delete(slot);
  decisions.delete(slot);
  decisionSlots.give(slot);
}

/** One move of a decision; the same object when there is none to make now. */
function move(core: Core, decision: Decision): Decision {
  const { phase, gpr, stepEndsAt } = decision;
  if (phase === 'Failed' || phase === 'Completed') return decision;
  // A step that is over at the instant at which its GPR goes is over.
  if (stepEndsAt <= core.now) return finishStep(core, decision);
  if (gpr === null) return advance(core, decision);
  const state = stateOf(core, gpr.uid);
  if (state === State.successful) return advance(core, decision);
  if (state === State.queued || state === State.provisioning) return wait(decision);
  if (isDone(core, decision)) return { ...decision, phase: 'Completed' };
  const message =
    state === State.none
      ? 'its GPR is gone: deleted, or moved to another cluster'
      : `its GPR ended as ${STATE_NAMES[state]} before the last step was done`;
  return { ...decision, phase: 'Failed', message, stepEndsAt: NEVER };
}

/** Waits for its GPR, also again: the step that was under way will start over. */
function wait(decision: Decision): Decision {
  if (decision.phase === 'Queued') return decision;
  return { ...decision, phase: 'Queued', stepEndsAt: NEVER };
}

/** Goes on with its steps, having all that it needs. */
function advance(core: Core, decision: Decision): Decision {
  const { phase, step, gpr, startedAt, stepEndsAt } = decision;
  const { steps } = placementOf(core, decision).definition;
  if (phase === 'Successful') return gpr === null ? { ...decision, phase: 'Completed' } : decision;
  if (phase === 'Running' && stepEndsAt < NEVER) return decision;
  if (isDone(core, decision)) return { ...decision, phase: 'Successful', message: '' };
  const stepMs = durationMs(core, steps[step]);
  return {
    ...decision,
    phase: 'Running',
    message: '',
    startedAt: startedAt < 0 ? core.now : startedAt,
    stepMs,
    stepEndsAt: core.now + stepMs,
  };
}

function finishStep(core: Core, decision: Decision): Decision {
  const placement = placementOf(core, decision);
  const { name, type } = placement.definition.steps[decision.step];
  const target = { ...placement, cluster: decision.cluster, placement: placement.name, step: name };
  const fault = strike(core, 'step', target);
  const success = fault === undefined;
  const message = success ? `${type} ${name} done` : fault.spec.message || `${type} ${name} failed`;
  const words = [decision.number, decision.step, success ? 1 : 0, decision.stepMs];
  notePlacement(core, FactKind.placementStep, placement, words);
  const result = { name, type, success, message, durationMs: decision.stepMs };
  const done: Decision = { ...decision, results: [...decision.results, result], stepEndsAt: NEVER };
  if (success) return { ...done, step: decision.step + 1 };
  const failed: Decision = { ...done, phase: 'Failed', message };
  // Forecasts let it burst.
  core.surprises.everywhere();
  if (placement.definition.deletionPolicy !== 'Delete') return failed;
  const isHandedOn = giveUp(core, decision.gpr, timerId(Timer.decision, decision.slot));
  return isHandedOn ? { ...failed, gpr: { ...decision.gpr!, owns: false }, request: null } : failed;
}

/** Whether all steps are done. */
function isDone(core: Core, decision: Decision): boolean {
  return decision.step >= placementOf(core, decision).definition.steps.length;
}

function durationMs({ rules: { durations } }: Core, { type }: Step): number {
  if (type === 'helm') return durations.helmStepMs;
  return type === 'manifest' ? durations.manifestStepMs : durations.commandStepMs;
}

function placementOf(core: Core, { placement }: Decision): Placement {
  return core.world.placements.get(placement)!;
}
