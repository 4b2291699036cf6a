// Checks facts about decisions: the phases follow their order and the GPR, steps run in order, and a move replaces a removed
// GPR with a created one.

import type { WordsOf } from '../../../facts/catalogue.ts';
import { PHASES, State } from '../../../facts/numbered.ts';
import type { PlacementPhase } from '../../../language/resource-views.ts';
import type { Rules } from '../check-report.ts';
import type { Parts } from '../parts.ts';
import { type CheckedDecision, type CheckedPlacement, newDecision } from './checked-placements.ts';

const NEXT: Readonly<Record<PlacementPhase, readonly PlacementPhase[]>> = {
  Pending: ['Queued', 'Running', 'Successful', 'Completed', 'Failed'],
  Queued: ['Running', 'Successful', 'Completed', 'Failed'],
  Running: ['Queued', 'Successful', 'Completed', 'Failed'],
  Successful: ['Queued', 'Completed'],
  Completed: [],
  Failed: [],
};

export function decisionRules(parts: Parts): Rules<'placementPhase' | 'placementStep' | 'placementMoved'> {
  return {
    placementPhase: (words) => onPhase(parts, words),
    placementStep: (words) => onStep(parts, words),
    placementMoved: (words) => onMoved(parts, words),
  };
}

function onPhase(parts: Parts, words: WordsOf<'placementPhase'>): void {
  const { report, placements } = parts;
  const { uid, decision: number, cluster, step, gprId: gpr } = words;
  const placement = placements.expect(words, words.placement);
  if (placement === undefined) return;
  if (number >= placement.decisionsMax) {
    report.object(`placement ${uid} has no decision ${number}; it has at most ${placement.decisionsMax}`);
  }
  const known = placement.decisions.get(number) ?? newDecision();
  let wrong = wrongWith(parts, known, placement, words);
  if (wrong !== undefined && known.mayBeNew) {
    Object.assign(known, newDecision());
    wrong = wrongWith(parts, known, placement, words);
  }
  if (wrong !== undefined) report.object(`decision ${number} of placement ${uid} ${wrong}`);
  for (const [other, { cluster: taken, mayBeNew }] of placement.decisions) {
    if (other !== number && taken === cluster && !mayBeNew) {
      report.object(`decisions ${other} and ${number} of placement ${uid} are in one cluster`);
    }
  }
  const since = report.atMs;
  Object.assign(known, { phase: PHASES[words.phase], cluster, gpr, steps: step, since, mayBeNew: false });
  placement.decisions.set(number, known);
}

/** Why a fact cannot be the next one of a decision; undefined = it can. */
function wrongWith(
  { report, gprs, nodes }: Parts,
  was: CheckedDecision,
  { workspace }: CheckedPlacement,
  words: WordsOf<'placementPhase'>,
): string | undefined {
  const { cluster, step, gprId: gpr } = words;
  const phase = PHASES[words.phase];
  const found = gprs.find(gpr);
  // A fact with the same phase reports a new message or GPR, which only bursting causes.
  const waits = phase === was.phase && found?.state === State.queued;
  if (!waits && !NEXT[was.phase].includes(phase))
    return `went from ${was.phase} to ${phase}, which is not a possible change`;
  if ((was.cluster ?? cluster) !== cluster)
    return `is in cluster ${cluster} without a move; expected ${was.cluster}`;
  if ((was.gpr ?? gpr) !== gpr) return `has GPR ${gpr} without a move; expected ${was.gpr}`;
  if (was.steps !== step) return `is at step ${step}; expected ${was.steps}`;
  if (gpr < 0) return phase === 'Queued' ? 'is Queued without a GPR' : undefined;
  if (!gprs.isKnown(gpr) && was.gpr === undefined) return `has GPR ${gpr}, which does not exist`;
  if (found !== undefined && found.workspace !== workspace) return `has GPR ${gpr} of another workspace`;
  if (found !== undefined && (nodes.clusterOf(found.pool) ?? cluster) !== cluster) {
    return `has GPR ${gpr} of another cluster`;
  }
  if (waits) return undefined;
  const isSuccessful = gprs.isSuccessful(gpr);
  if ((phase === 'Running' || phase === 'Successful') && !isSuccessful) {
    return `is ${phase}, but its GPR is not Successful`;
  }
  if (phase === 'Queued' && (isSuccessful || found === undefined)) {
    return 'is Queued, but its GPR is neither queued nor provisioning';
  }
  if (phase === 'Completed' && found !== undefined) return 'is Completed, but its GPR has not ended';
  if (phase === 'Failed' && found !== undefined && was.failedAt !== report.atMs) {
    return 'is Failed, but no step failed and its GPR has not ended';
  }
  return undefined;
}

function onStep({ report, faults, placements }: Parts, words: WordsOf<'placementStep'>): void {
  const { uid, decision: number, step, success, durationMs } = words;
  const { atMs } = report;
  const decision = placements.expect(words, words.placement)?.decisions.get(number);
  const which = `step ${step} of decision ${number} of placement ${uid}`;
  if (success === 0 && !faults.takeStrike(uid)) report.object(`${which} failed without a fault`);
  if (decision?.phase !== 'Running' || decision.failedAt >= 0) {
    report.object(`${which} ended, but no step was running`);
    return;
  }
  if (step !== decision.steps) report.object(`${which} ended; expected step ${decision.steps}`);
  const tookMs = atMs - decision.since;
  if (durationMs !== tookMs) {
    report.object(`${which} has duration ${durationMs} ms in its fact; expected ${tookMs} ms`);
  }
  decision.since = atMs;
  if (success === 1) decision.steps++;
  else decision.failedAt = atMs;
}

function onMoved({ report, gprs, placements }: Parts, words: WordsOf<'placementMoved'>): void {
  const { uid, decision: number, from, cluster, left, gprId: gpr } = words;
  const placement = placements.expect(words, words.placement);
  if (placement === undefined) return;
  const which = `decision ${number} of placement ${uid}`;
  const decision = placement.decisions.get(number) ?? newDecision();
  if (from === cluster) report.object(`${which} moved to the same cluster ${cluster}`);
  if (!decision.mayBeNew) {
    if ((decision.cluster ?? from) !== from)
      report.object(`${which} moved from cluster ${from}; expected ${decision.cluster}`);
    if ((decision.gpr ?? left) !== left) report.object(`${which} left GPR ${left}; expected ${decision.gpr}`);
    if (decision.phase !== 'Pending' && decision.phase !== 'Queued')
      report.object(`${which} moved while ${decision.phase}; expected Pending or Queued`);
  }
  gprs.move(left, gpr);
  // Its steps begin again.
  Object.assign(decision, { cluster, gpr, steps: 0 });
  placement.decisions.set(number, decision);
}
