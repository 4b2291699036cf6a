// The texts of a comparison about the work that its variants run.

import { lostShareText } from '../../../sim/index.ts';
import { inUnit, type Unit } from '../../wire/text/unit.ts';
import { countText } from '../figure-catalogue.ts';
import type { Grid } from '../grid.ts';
import { lateText, type SettingsWork } from '../settings-work.ts';

export interface WorkRow {
  readonly label: string;
  /** By variant. */
  readonly cells: readonly string[];
}

/** Rows above the figures; none if all variants run the same work. @param gprs mean number of GPRs by variant */
export function workRows(work: SettingsWork, grid: Grid, gprs: readonly number[], unit: Unit): WorkRow[] {
  const leftOut = gprs.map((_, variant) => work.leftOutAlone(grid.settingOf(variant)));
  return [
    ...(work.isOneWorkload ? [] : [{ label: 'GPRs', cells: gprs.map(countText) }]),
    ...(work.showsLeftOut
      ? [
          { label: `jobs ${leftOutLabel(work)}`, cells: leftOut.map(({ jobs }) => `${jobs}`) },
          { label: `their ${timeOf(unit)}`, cells: leftOut.map(({ share }) => lostShareText(share)) },
        ]
      : []),
  ];
}

export function leftOutLabel({ isOneWorkload }: SettingsWork): string {
  return `left out or cut${isOneWorkload ? ', not by all' : ''}`;
}

export function workRemarks(work: SettingsWork, unit: Unit): string[] {
  return [
    ...(work.late === undefined ? [] : [`Warning: ${lateText(work.late)}.`]),
    ...(work.isAnyLess
      ? [
          `Warning: variants leave out or cut jobs that others run: the first rows of the figures have their number and their share of the ${timeOf(unit)}. Less work gives shorter waits.`,
        ]
      : []),
    ...(work.isOneWorkload
      ? []
      : [`Warning: the variants have different workloads, and a figure can be better because of less work.`]),
  ];
}

const timeOf = (unit: Unit) => `${inUnit('GPU', unit)} time`;
