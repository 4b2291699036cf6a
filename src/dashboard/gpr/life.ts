// The life of a GPR as phases, from its history.

import type { ExplanationAnswer } from '../../api/sim/answers.ts';

type History = ExplanationAnswer['history'];
export type PhaseKind = Exclude<NonNullable<History[number]['phase']>, 'ended'>;

export interface Phase {
  readonly kind: PhaseKind;
  /** Simulated ms since 1970. */
  readonly fromMs: number;
  readonly toMs: number;
  /** If nothing else happens. */
  readonly isPlanned?: true;
}

/** The phases without gaps, oldest first; the last one ends now, or at the end of the GPR. */
export function phasesOf(history: History, nowMs: number): readonly Phase[] {
  const phases: Phase[] = [];
  let open: { kind: PhaseKind; fromMs: number } | undefined;
  const change = (kind: PhaseKind | undefined, atMs: number) => {
    if (open !== undefined && atMs > open.fromMs) phases.push({ ...open, toMs: atMs });
    open = kind && { kind, fromMs: atMs };
  };
  for (const { at, phase } of history) {
    if (phase !== null) change(phase === 'ended' ? undefined : phase, Date.parse(at));
  }
  change(undefined, nowMs);
  return phases;
}

/** What is to come if nothing else happens: the rest of the wait and the run, or the rest of the run. */
export function plannedPhases(
  { estimatedStartTime, plannedEndTime }: Pick<ExplanationAnswer, 'estimatedStartTime' | 'plannedEndTime'>,
  nowMs: number,
  exitMs: number,
): readonly Phase[] {
  const phase = (kind: PhaseKind, fromMs: number, toMs: number): Phase[] =>
    toMs > fromMs ? [{ kind, fromMs, toMs, isPlanned: true }] : [];
  if (plannedEndTime !== '') return phase('Successful', nowMs, Date.parse(plannedEndTime));
  if (estimatedStartTime === '') return [];
  const startMs = Date.parse(estimatedStartTime);
  return [...phase('Queued', nowMs, startMs), ...phase('Successful', startMs, startMs + exitMs)];
}
