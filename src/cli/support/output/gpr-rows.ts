// A row for each GPR, with its history.

import type { GprHistory } from '../../../driver/stored/gpr-histories.ts';
import { csvLine } from '../../../wire/text/csv.ts';
import type { Timeline } from '../../../wire/time/timestamps.ts';

/** Instants are ISO 8601, '' = not yet. */
export type GprRow = ReturnType<typeof gprRowOf>;

export function gprRowOf(history: GprHistory, gprName: string, timeline: Timeline) {
  const { gprId, createdAtMs, startedAtMs, endedAtMs, ...rest } = history;
  return {
    gprId,
    gprName,
    ...rest,
    createdAt: timeline.iso(createdAtMs),
    startedAt: timeline.isoOrEmpty(startedAtMs),
    endedAt: timeline.isoOrEmpty(endedAtMs),
    waitMs: startedAtMs === null ? null : startedAtMs - createdAtMs,
  };
}

/** The columns of CSV. */
export const GPR_COLUMNS = [
  'gprId',
  'gprName',
  'workspace',
  'cluster',
  'instanceType',
  'nodeCount',
  'gpusPerNode',
  'priority',
  'state',
  'reason',
  'createdAt',
  'startedAt',
  'endedAt',
  'waitMs',
  'ranMs',
  'evictions',
  'requeues',
  'nodes',
] as (keyof GprRow)[];

/** A line of CSV with all columns. */
export function gprLine(row: GprRow): string {
  return csvLine(GPR_COLUMNS.map((column) => row[column]));
}
