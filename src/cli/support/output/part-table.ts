// Tables of pools and workspaces.

import { PART_FIGURES, type PartFigure, type PartFigures } from '../../../studies/figure-catalogue.ts';
import { SHOWN_WAITS } from '../../../wire/run-figures.ts';
import { counted } from '../../../wire/text/counted.ts';
import { inUnit, type Unit } from '../../../wire/text/unit.ts';
import { table } from './text-table.ts';

/** Pools that a table shows; CSV and JSON have all. */
export const POOLS_MAX = 30;

const OF_POOLS: readonly PartFigure[] = [
  'gprs',
  'waitMsMean',
  ...SHOWN_WAITS,
  'queueLengthMean',
  'evictions',
  'utilization',
  'offeredLoad',
];
const OF_WORKSPACES: readonly PartFigure[] = [
  'gprs',
  'started',
  'waitMsMean',
  ...SHOWN_WAITS,
  'queueLengthMean',
  'evictions',
  'gpuHours',
];

/** @param hasTimes whether waits, evictions and the offered load mean something */
export function poolTable(pools: readonly PartFigures[], hasTimes: boolean): string[] {
  const figures = OF_POOLS.filter((figure) => hasTimes || PART_FIGURES[figure].isTimeless);
  return [...partTable('pool', pools.slice(0, POOLS_MAX), figures), ...furtherPools(pools.length)];
}

export function workspaceTable(workspaces: readonly PartFigures[], unit: Unit): string[] {
  return partTable('workspace', workspaces, OF_WORKSPACES, unit);
}

function partTable(
  one: string,
  parts: readonly PartFigures[],
  figures: readonly PartFigure[],
  unit: Unit = 'GPU',
): string[] {
  const header = [one, ...figures.map((figure) => inUnit(PART_FIGURES[figure].label, unit))];
  const rows = parts.map((part) => [
    part.name,
    ...figures.map((figure) => PART_FIGURES[figure].text(part[figure])),
  ]);
  return table([header, ...rows], { right: figures.map((_, i) => i + 1), least: { 0: 9 } });
}

export function furtherPools(count: number): string[] {
  return count > POOLS_MAX ? [`${counted(count - POOLS_MAX, 'further pool')}: --csv --by pool`] : [];
}
