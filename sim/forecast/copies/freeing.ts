// The events of a forecast that make room for one GPR: they free the GPUs on which it starts, or end its wait in its
// workspace. A GPU that several GPRs use in turn counts for the last of them before the GPR: each start takes, on each of its
// nodes, the GPUs that were freed last. Of the events of one instant, those of lower uids come first.

import type { Reason } from '../../facts/numbered.ts';

export interface Freeing {
  readonly atMs: number;
  /** uid and workspace of the GPR that loses its GPUs, and why; −1, −1 and `none` for a repair. */
  readonly uid: number;
  readonly workspace: number;
  readonly reason: (typeof Reason)[keyof typeof Reason];
  /** The repaired node; −1 for the end of a GPR. */
  readonly node: number;
  /** Whether a burst makes the GPR within the forecast: it does not exist yet. */
  readonly isNew: boolean;
  /** Number of the GPUs on which the GPR starts that it frees. */
  gpus: number;
  /** Whether the GPR becomes the candidate of a workspace without a provisioned GPR. */
  opensWorkspace: boolean;
}

/** The next start of a GPR, with what makes room for it until then. */
export interface Foreseen {
  /** NEVER = none can be foreseen; −1 = its placement moves it before it starts. */
  readonly startMs: number;
  /** In order of time. */
  readonly freeings: readonly Freeing[];
}

export function inOrderOfTime(freeings: Iterable<Freeing>): Freeing[] {
  return [...freeings].sort((a, b) => a.atMs - b.atMs || a.node - b.node || a.uid - b.uid);
}
