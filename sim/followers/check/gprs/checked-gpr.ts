// A GPR as facts describe it.

import type { WordsOf } from '../../../facts/catalogue.ts';
import { State } from '../../../facts/numbered.ts';
import { Flag } from '../../../tables/gprs/gpr-table.ts';
import type { CheckedNode } from '../world/checked-nodes.ts';

export interface CheckedGpr {
  readonly uid: number;
  readonly workspace: number;
  readonly pool: number;
  readonly nodeCount: number;
  readonly gpusPerNode: number;
  readonly exitMs: number;
  priority: number;
  flags: number;
  state: number;
  /** Node → GPUs held. */
  held: Map<number, number>;
  /** Its position in the order of creation. */
  order: number;
  createdAt: number;
  hasStarted: boolean;
  startedAt: number;
  successfulAt: number;
  ranMs: number;
  retries: number;
  /** Failed provisionings since it was last Successful. */
  failures: number;
  delays: number;
  isIdle: boolean;
  /** When its last attempt ended, −1 = none has. */
  attemptEndedAt: number;
}

export function createdGpr(words: WordsOf<'gprCreated'>, order: number, atMs: number): CheckedGpr {
  return {
    ...words,
    state: State.queued,
    held: new Map(),
    order,
    createdAt: atMs,
    hasStarted: false,
    startedAt: -1,
    successfulAt: -1,
    ranMs: 0,
    retries: 0,
    failures: 0,
    delays: 0,
    isIdle: false,
    attemptEndedAt: -1,
  };
}

/** Whether GPR `a` is before `b` in queue order. */
export function isBefore(a: CheckedGpr, b: CheckedGpr): boolean {
  return a.priority > b.priority || (a.priority === b.priority && a.order < b.order);
}

export function hasFlag({ flags }: CheckedGpr, flag: number): boolean {
  return (flags & flag) !== 0;
}

/** The GPUs that a GPR needs on a node. */
export function need(gpr: CheckedGpr, node: CheckedNode): number {
  return hasFlag(gpr, Flag.dedicatedNodes) ? node.gpus : gpr.gpusPerNode;
}
