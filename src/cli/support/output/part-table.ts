// Tables of pools and workspaces.

import type { PartFigures } from '../../../studies/part-figures.ts';
import { countText, loadText, queueText, shareText } from '../../../studies/table/part-text.ts';
import { counted } from '../../../wire/text/counted.ts';
import { inUnit, type Unit } from '../../../wire/text/unit.ts';
import { spanOrNone } from './cells.ts';
import { table } from './text-table.ts';

/** Pools that a table shows; CSV and JSON have all. */
export const POOLS_MAX = 30;

const waitsOf = ({ waitMsMean, waitMsP95 }: PartFigures) => [waitMsMean, waitMsP95].map(spanOrNone);

/** @param hasTimes whether waits, evictions and the offered load mean something */
export function poolTable(pools: readonly PartFigures[], hasTimes: boolean): string[] {
  const columns = hasTimes ? [0, 1, 2, 3, 4, 5, 6, 7] : [0, 1, 6];
  const rows = pools
    .slice(0, POOLS_MAX)
    .map((pool) => [
      ...[pool.name, countText(pool.gprs), ...waitsOf(pool), queueText(pool.queueLengthMean)],
      ...[countText(pool.evictions), shareText(pool.utilization), loadText(pool.offeredLoad)],
    ]);
  const header = ['pool', 'GPRs', 'wait', 'p95', 'queue', 'evicted', 'used', 'offered'];
  const shown = [header, ...rows].map((row) => columns.map((column) => row[column]));
  return [
    ...table(shown, { right: columns.slice(1).map((_, i) => i + 1), least: { 0: 9 } }),
    ...furtherPools(pools.length),
  ];
}

export function furtherPools(count: number): string[] {
  return count > POOLS_MAX ? [`${counted(count - POOLS_MAX, 'further pool')}: --csv --by pool`] : [];
}

export function workspaceTable(workspaces: readonly PartFigures[], unit: Unit): string[] {
  const rows = workspaces.map((workspace) => [
    ...[workspace.name, countText(workspace.gprs), countText(workspace.started), ...waitsOf(workspace)],
    queueText(workspace.queueLengthMean),
    ...[countText(workspace.evictions), workspace.gpuHours.toFixed(1)],
  ]);
  const header = [
    'workspace',
    'GPRs',
    'started',
    'wait',
    'p95',
    'queue',
    'evicted',
    inUnit('GPU hours', unit),
  ];
  return table([header, ...rows], { right: [1, 2, 3, 4, 5, 6, 7], least: { 0: 9 } });
}
