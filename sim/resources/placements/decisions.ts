// Decisions: a decision is a workload placement in one cluster. Pending → Queued (waits for its GPR) → Running (its steps) →
// Successful → Completed when its GPR has ended, or at once without a GPR; or Failed. Nothing is executed: a step takes a
// fixed time and succeeds unless an injected fault strikes it.

import { NEVER } from '../../base/numbers/time.ts';
import { FactKind } from '../../facts/fact-catalogue.ts';
import { noteFact } from '../../facts/log.ts';
import { PHASES, STATE_NAMES, State } from '../../facts/numbered.ts';
import { Timer, timerId } from '../../kernel/timers.ts';
import type { Step } from '../../language/resource-data.ts';
import type { Decision, Placement } from '../../tables/resource-tables.ts';
import type { World } from '../../world.ts';
import { handOverOrEnd } from '../gprs/sharing.ts';
import { stateOf, unwatch } from '../gprs/watch.ts';
import { strike } from '../injected-faults.ts';

/** Handles the due timer of a decision: its GPR changed state, or a step is over. */
export function onDecisionTimer(world: World, slot: number): void {
  const { core } = world;
  const { decisions } = world.resources;
  for (let was = decisions.get(slot)!; ; ) {
    const decision = move(world, was);
    if (decision === was) break;
    setDecision(world, decision);
    was = decision;
  }
  const { stepEndsAt } = decisions.get(slot)!;
  if (stepEndsAt < NEVER) core.timers.set(Timer.decision, slot, stepEndsAt);
}

/** The name of a placement in one cluster; its GPR there has the same name. */
export function decisionName(placement: string, cluster: string): string {
  return `${placement}-${cluster}`;
}

/** Stores a decision; writes a fact if its phase, message or GPR changed. */
export function setDecision(world: World, decision: Decision): void {
  const { core } = world;
  const { decisions } = world.resources;
  const was = decisions.get(decision.slot);
  decisions.set(decision.slot, decision);
  const isSame =
    was?.phase === decision.phase && was.message === decision.message && was.gpr === decision.gpr;
  if (isSame) return;
  const { number, cluster, phase, step, gpr } = decision;
  noteFact(core.facts, FactKind.placementPhase, core.now, {
    ...placementWords(world, placementOf(world, decision)),
    decision: number,
    cluster,
    phase: PHASES.indexOf(phase),
    step,
    gprId: gpr?.uid ?? -1,
  });
}

/** The words by which facts name a placement. */
export function placementWords({ directory }: World, { uid, workspace, name }: Placement) {
  return { uid, workspace, placement: directory.textNumber(name) };
}

/** Deletes a decision. Its GPR stays. */
export function dropDecision(world: World, { slot, gpr }: Decision): void {
  const { core } = world;
  const { decisions, decisionSlots, overdue } = world.resources;
  if (gpr !== null) unwatch(world, gpr, timerId(Timer.decision, slot));
  core.timers.clear(Timer.decision, slot);
  core.timers.clear(Timer.burst, slot);
  overdue.delete(slot);
  decisions.delete(slot);
  decisionSlots.give(slot);
}

/** The next change of a decision; the same object if it changes no further now. */
function move(world: World, decision: Decision): Decision {
  const { core } = world;
  const { phase, gpr, stepEndsAt } = decision;
  if (phase === 'Failed' || phase === 'Completed') return decision;
  // A step that is over at the instant at which its GPR ends still counts.
  if (stepEndsAt <= core.now) return finishStep(world, decision);
  if (gpr === null) return advance(world, decision);
  return stateOf(world, gpr) === State.successful ? advance(world, decision) : follow(world, decision);
}

/**
 * A decision as views show it. It follows its GPR at once, also while the clock is paused; `move` makes the change when the
 * clock goes on.
 */
export function shownDecision(world: World, decision: Decision): Decision {
  const { core } = world;
  const { phase, gpr, stepEndsAt } = decision;
  const isOver = phase === 'Failed' || phase === 'Completed';
  if (isOver || gpr === null || stepEndsAt <= core.now) return decision;
  const state = stateOf(world, gpr);
  const waits = state === State.queued || state === State.provisioning;
  return state === State.successful || (phase === 'Pending' && waits) ? decision : follow(world, decision);
}

/** The next change of a decision whose GPR is not Successful. */
function follow(world: World, decision: Decision): Decision {
  const state = stateOf(world, decision.gpr!);
  if (state === State.queued || state === State.provisioning) return wait(decision);
  if (isDone(world, decision)) return { ...decision, phase: 'Completed' };
  const message =
    state === State.none
      ? 'its GPR is gone: deleted, or moved to another cluster'
      : `its GPR ended as ${STATE_NAMES[state]} before the last step was done`;
  return { ...decision, phase: 'Failed', message, stepEndsAt: NEVER };
}

/** Waits for its GPR. A running step will start again from its beginning. */
function wait(decision: Decision): Decision {
  if (decision.phase === 'Queued') return decision;
  return { ...decision, phase: 'Queued', stepEndsAt: NEVER };
}

/** Starts the next step, or ends the decision after the last one. Its GPR, if it has one, is Successful. */
function advance(world: World, decision: Decision): Decision {
  const { core } = world;
  const { phase, step, gpr, startedAt, stepEndsAt } = decision;
  const { steps } = placementOf(world, decision).definition;
  if (phase === 'Successful') return gpr === null ? { ...decision, phase: 'Completed' } : decision;
  if (phase === 'Running' && stepEndsAt < NEVER) return decision;
  if (isDone(world, decision)) return { ...decision, phase: 'Successful', message: '' };
  const stepMs = durationMs(world, steps[step]);
  return {
    ...decision,
    phase: 'Running',
    message: '',
    startedAt: startedAt < 0 ? core.now : startedAt,
    stepMs,
    stepEndsAt: core.now + stepMs,
  };
}

function finishStep(world: World, decision: Decision): Decision {
  const { core } = world;
  const placement = placementOf(world, decision);
  const { name, type } = placement.definition.steps[decision.step];
  const target = { ...placement, cluster: decision.cluster, placement: placement.name, step: name };
  const fault = strike(world, 'step', target);
  const success = fault === undefined;
  const message = success ? `${type} ${name} done` : fault.spec.message || `${type} ${name} failed`;
  noteFact(core.facts, FactKind.placementStep, core.now, {
    ...placementWords(world, placement),
    decision: decision.number,
    step: decision.step,
    success: success ? 1 : 0,
    durationMs: decision.stepMs,
  });
  const result = { name, type, success, message, durationMs: decision.stepMs };
  const done: Decision = { ...decision, results: [...decision.results, result], stepEndsAt: NEVER };
  if (success) return { ...done, step: decision.step + 1 };
  const failed: Decision = { ...done, phase: 'Failed', message };
  if (placement.definition.deletionPolicy !== 'Delete') return failed;
  const isHandedOver = handOverOrEnd(world, decision.gpr, timerId(Timer.decision, decision.slot));
  return isHandedOver ? { ...failed, gpr: { ...decision.gpr!, owns: false }, request: null } : failed;
}

function isDone(world: World, decision: Decision): boolean {
  return decision.step >= placementOf(world, decision).definition.steps.length;
}

function durationMs({ scenario: { durations } }: World, { type }: Step): number {
  if (type === 'helm') return durations.helmStepMs;
  return type === 'manifest' ? durations.manifestStepMs : durations.commandStepMs;
}

function placementOf(world: World, { placement }: Decision): Placement {
  return world.resources.placements.get(placement)!;
}
