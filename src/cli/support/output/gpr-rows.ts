// A row for each GPR, with its history.

import type { GprHistory } from '../../../driver/stored/gpr-histories.ts';
import { span } from '../../../looks/span.ts';
import { csvLine } from '../../../wire/text/csv.ts';
import type { Timeline } from '../../../wire/time/timestamps.ts';
import { demandOf } from './cells.ts';
import type { Column } from './table-columns.ts';

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

/** A GPR of a file or a server. A server does not count; null = of a workspace that the key does not open. */
type ShownGpr = { readonly [Member in 'gprId' | 'gprName' | 'workspace']: GprRow[Member] | null } & Pick<
  GprRow,
  | 'cluster'
  | 'priority'
  | 'nodeCount'
  | 'gpusPerNode'
  | 'state'
  | 'createdAt'
  | 'startedAt'
  | 'endedAt'
  | 'nodes'
  | 'reason'
> &
  Partial<Pick<GprRow, 'waitMs' | 'ranMs' | 'evictions'>>;

const COLUMNS: readonly Column<ShownGpr>[] = [
  { name: 'GPR', value: ({ gprId }) => gprId },
  { name: 'name', value: ({ gprName }) => gprName, least: 10 },
  { name: 'workspace', value: ({ workspace }) => workspace, least: 9 },
  { name: 'cluster', value: ({ cluster }) => cluster, least: 9, spare: 6 },
  { name: 'priority', value: ({ priority }) => priority, spare: 2 },
  { name: 'GPUs', value: ({ nodeCount, gpusPerNode }) => nodeCount * gpusPerNode, cell: demandOf },
  { name: 'state', value: ({ state }) => state },
  { name: 'created', value: ({ createdAt }) => createdAt, spare: 4 },
  { name: 'started', value: ({ startedAt }) => startedAt || null, spare: 2 },
  { name: 'ended', value: ({ endedAt }) => endedAt || null, spare: 5 },
  { name: 'wait', value: ({ waitMs = null }) => waitMs, text: span },
  { name: 'ran', value: ({ ranMs = null }) => ranMs, text: span },
  { name: 'evictions', value: ({ evictions = null }) => evictions, spare: 1 },
  { name: 'nodes', value: ({ nodes }) => nodes.join(' ') || null, least: 24, spare: 3 },
  { name: 'reason', value: ({ reason }) => reason || null, least: 9, spare: 7 },
];

const NOT_ALWAYS = ['started', 'ended', 'wait', 'ran', 'evictions'];

/** The columns of a table, with some that only files or servers have. */
export function gprColumns(also: readonly string[]): readonly Column<ShownGpr>[] {
  return COLUMNS.filter(({ name }) => !NOT_ALWAYS.includes(name) || also.includes(name));
}
