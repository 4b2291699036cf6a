// The life of a GPR as phases, from its facts.

import type { Fact } from '../live/live.ts';

export type PhaseKind = 'Queued' | 'Provisioning' | 'Successful' | 'idle';

export interface Phase {
  readonly kind: PhaseKind;
  /** Simulated ms since 1970. */
  readonly fromMs: number;
  readonly toMs: number;
}

const begun: Readonly<Record<string, PhaseKind>> = {
  'gpr.created': 'Queued',
  'gpr.provisioning': 'Provisioning',
  'gpr.successful': 'Successful',
  'gpr.requeued': 'Queued',
};

/** The phases without gaps, oldest first; the last one ends now, or at the end of the GPR. */
export function phasesOf(facts: readonly Fact[], nowMs: number): readonly Phase[] {
  const phases: Phase[] = [];
  let open: { kind: PhaseKind; fromMs: number } | undefined;
  const change = (kind: PhaseKind | undefined, atMs: number) => {
    if (open !== undefined && atMs > open.fromMs) phases.push({ ...open, toMs: atMs });
    open = kind && { kind, fromMs: atMs };
  };
  for (const fact of facts) {
    const atMs = Date.parse(fact.at);
    if (begun[fact.kind] !== undefined) change(begun[fact.kind], atMs);
    else if (fact.kind === 'gpr.activity') change(fact.idle === true ? 'idle' : 'Successful', atMs);
    else if (fact.kind === 'gpr.ended' || fact.kind === 'gpr.removed') change(undefined, atMs);
  }
  change(undefined, nowMs);
  return phases;
}

/** Whether its GPUs are idle now. */
export function isIdle(facts: readonly Fact[]): boolean {
  const last = facts.findLast(({ kind }) => kind === 'gpr.activity' || begun[kind] !== undefined);
  return last?.kind === 'gpr.activity' && last.idle === true;
}
