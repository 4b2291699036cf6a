// What a fact does to the life of its GPR. Histories, measures and tables read this one meaning.

import { FactKind, GprEnded, GprRequeued } from './fact-catalogue.ts';
import { KINDS_MAX } from './log.ts';
import { Reason } from './numbered.ts';

export const GprStep = {
  /** The fact begins or ends no state of a GPR. */
  none: 0,
  created: 1,
  /** A queued GPR gets its nodes. */
  started: 2,
  successful: 3,
  /** A provisioned GPR loses its GPUs, and is queued again. */
  requeued: 4,
  /** A provisioned GPR ends. */
  ended: 5,
  /** A queued GPR fails, because it does not fit. */
  refused: 6,
  /** A queued GPR is removed. The fact may also be about one that has ended: nothing changes then. */
  removed: 7,
} as const;

/** By step: how many more GPRs are Queued, and how many more hold GPUs. */
export const MORE_QUEUED: Int8Array = Int8Array.of(0, 1, -1, 0, 1, 0, -1, -1);
export const MORE_PROVISIONED: Int8Array = Int8Array.of(0, 0, 1, 0, -1, -1, 0, 0);

const STEPS = new Uint8Array(KINDS_MAX);
STEPS[FactKind.gprCreated] = GprStep.created;
STEPS[FactKind.gprProvisioning] = GprStep.started;
STEPS[FactKind.gprSuccessful] = GprStep.successful;
STEPS[FactKind.gprRequeued] = GprStep.requeued;
STEPS[FactKind.gprEnded] = GprStep.ended;
STEPS[FactKind.gprRemoved] = GprStep.removed;

/** The step of a fact, of `GprStep`. @param at index of its first word, which is the uid of the GPR */
export function stepOf(kind: number, words: Float64Array, at: number): number {
  const step = STEPS[kind];
  const isRefusal = step === GprStep.ended && words[at + GprEnded.reason] === Reason.noRoom;
  return isRefusal ? GprStep.refused : step;
}

/** Why a step ended an attempt, of `Reason`; `none` for a step that ends none. */
export function lossOf(step: number, words: Float64Array, at: number): number {
  if (step === GprStep.requeued) return words[at + GprRequeued.reason];
  return step === GprStep.ended ? words[at + GprEnded.reason] : Reason.none;
}
