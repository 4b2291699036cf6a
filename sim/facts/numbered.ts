// Numbers that facts contain for states, reasons and phases, and their names. Append only, like the catalogue.

import { GPR_STATES, type GprState } from '../language/gpr.ts';
import type { EndpointStatus, PlacementPhase } from '../language/resource-views.ts';

/** Why a GPR ended or was requeued. */
export const Reason = {
  none: 0,
  exitDuration: 1,
  runTime: 2,
  earlyRelease: 3,
  idleTimeOut: 4,
  /** `culprit` is the node. */
  nodeFailure: 5,
  /** `culprit` is the uid of the GPR that evicts. */
  eviction: 6,
  provisioningFailure: 7,
  workspaceDeleted: 8,
  /** A queued GPR did not fit, and the queue policy keeps none. */
  noRoom: 9,
} as const;

export const REASON_NAMES = [
  'none',
  'exit duration over',
  'work done',
  'early release',
  'idle time-out',
  'node failure',
  'eviction',
  'provisioning failed',
  'workspace deleted',
  'no room',
] as const;

export type ReasonName = Exclude<(typeof REASON_NAMES)[number], 'none'>;

export const END_REASONS: readonly ReasonName[] = REASON_NAMES.filter((name) => name !== 'none');

/** The tables of records (resources/records.ts). */
export const RecordTable = { policy: 0, gprTemplate: 1, binding: 2, workloadTemplate: 3 } as const;

export const ENDPOINT_STATUSES: readonly EndpointStatus[] = ['Pending', 'Running', 'ImageFailed'];

/** From the least to the most advanced; last, failure. */
export const PHASES: readonly PlacementPhase[] = [
  'Pending',
  'Queued',
  'Running',
  'Successful',
  'Completed',
  'Failed',
];

export function faultId(number: number): string {
  return `fault-${number}`;
}

/** States of a GPR; `none` = a row without a GPR. */
export const State = {
  none: 0,
  queued: 1,
  provisioning: 2,
  successful: 3,
  complete: 4,
  timedOut: 5,
  failed: 6,
} as const;

/** State → name. */
export const STATE_NAMES: readonly GprState[] = ['Queued', ...GPR_STATES];
