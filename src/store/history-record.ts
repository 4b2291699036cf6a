// A GPR as history keeps it: its values in a fixed order, since a million GPRs would repeat the names a million times.

import type { GprView } from '../../sim/index.ts';

/** Append only: the order is that of the records in files. */
const MEMBERS = [
  'gprId',
  'gprName',
  'workspace',
  'workspaceCreation',
  'cluster',
  'instanceType',
  'gpuModelName',
  'gpusPerNode',
  'nodeCount',
  'memoryGbPerGpu',
  'priority',
  'exitMs',
  'idleTimeOutMs',
  'enforceIdleTimeOut',
  'enableEviction',
  'requeueOnFailure',
  'dedicatedNodes',
  'multiNode',
  'enableRDMA',
  'enableSecondaryNetwork',
  'earlyRelease',
  'state',
  'failureReason',
  'idle',
  'createdAtMs',
  'startedAtMs',
  'firstStartedAtMs',
  'endedAtMs',
  'allocatedGpus',
  'nodes',
  'retryCount',
  'delayedCount',
  'costMicro',
] as const satisfies readonly (keyof GprView)[];

/** Every member has its place: this line does not compile when one is missing. */
const _complete: Exclude<keyof GprView, (typeof MEMBERS)[number]> extends never ? true : false = true;
void _complete;

export function recordOf(gpr: GprView): string {
  return JSON.stringify(MEMBERS.map((member) => gpr[member]));
}

export function gprOf(record: string): GprView {
  const values = JSON.parse(record) as unknown[];
  return Object.fromEntries(MEMBERS.map((member, i) => [member, values[i]])) as unknown as GprView;
}
