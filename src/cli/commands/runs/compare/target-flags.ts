// --target and --cheapest, and their answer in the printed comparison.

import { badUsage } from '../../../../arguments/command-failure.ts';
import type { Grid } from '../../../../studies/grid.ts';
import type { TargetAnswer } from '../../../../studies/targets/answer.ts';
import { Asking } from '../../../../studies/targets/asking.ts';
import { parseTarget, type Target } from '../../../../studies/targets/target.ts';
import {
  cheapestText,
  type TargetsTable,
  targetRemarks,
  targetsTable,
} from '../../../../studies/targets/target-texts.ts';
import type { CostBy } from '../../../../studies/targets/variant-cost.ts';
import { clip } from '../../../../wire/text/clip.ts';
import { eachOf } from '../../../support/output/output.ts';
import { naturalWidths, table, wrapped } from '../../../support/output/text-table.ts';

interface GivenTarget {
  readonly target: Target;
  /** As on the command line. */
  readonly given: string;
}

export interface TargetFlags {
  readonly target?: readonly GivenTarget[];
  readonly cheapest?: CostBy;
  readonly report?: string;
}

/** A repeated flag adds a target. @throws BadUsage */
export function parseTargets(given: string, before: readonly GivenTarget[] = []): GivenTarget[] {
  const parsed = parseTarget(given);
  if (!parsed.ok) throw badUsage(`--target ${JSON.stringify(clip(given))} ${parsed.why}`);
  const target = parsed.value;
  if (before.some((known) => known.target.text === target.text))
    throw badUsage(`--target ${JSON.stringify(clip(given))} is given twice; give it once`);
  return [...before, { target, given }];
}

/** undefined without targets. @throws CommandFailure */
export function askingOf({ target: given = [], cheapest }: TargetFlags): Asking | undefined {
  if (given.length === 0) {
    if (cheapest !== undefined) throw badUsage('--cheapest requires --target');
    return undefined;
  }
  return new Asking(
    given.map(({ target }) => target),
    cheapest ?? 'gpus',
  );
}

/** Members of the document of --json. A list is made item by item, because each has all variants. */
export function targetsData(answer: TargetAnswer, grid: Grid) {
  const { targets, reached, notStarted, cheapest, costs, by, work } = answer;
  return {
    targets: eachOf(targets, ({ text, bound }, t) => ({
      target: text,
      bound,
      variants: reached[t].map(({ part, mean, runs, ...ofVariant }, i) => ({
        ...grid.variant(i),
        ...(part === undefined ? {} : { part }),
        mean: Number.isNaN(mean) ? null : mean,
        ...ofVariant,
        ...(notStarted[t] === undefined ? {} : { notStarted: notStarted[t][i] }),
        cost: costs[grid.settingOf(i)],
      })),
    })),
    cheapest: {
      by,
      cost: cheapest.length === 0 ? null : costs[grid.settingOf(cheapest[0])],
      variants: cheapest.map((i) => grid.variant(i)),
      isOneWorkload: work.isOneWorkload,
    },
  };
}

export function targetLines(answer: TargetAnswer, grid: Grid, isDrawn: boolean): string[] {
  const all = Array.from({ length: grid.variantCount }, (_, i) => i);
  const { header, rows, ...columns } = targetsTable(answer, grid, isDrawn, all);
  const { perTarget, targetsEnd, right } = columns;
  const remarks = [cheapestText(answer, grid), ...targetRemarks(answer, grid, isDrawn)];
  const isShown = (i: number) => i < 2 || i >= targetsEnd || (i - 2) % perTarget === 0;
  const shown = [header, ...joined(rows, columns)].map((row) => row.filter((_, i) => isShown(i)));
  const leftOut = answer.targets.length * (perTarget - 1);
  const numbers = right.filter((i) => i >= targetsEnd).map((i) => i - leftOut);
  return [
    ...table(shown, { right: [1, ...numbers], indent: 2 }),
    ...remarks.flatMap((remark) => wrapped(remark)),
  ];
}

/** Puts the further columns of each target into the cell of its mean: the head of all is wider than the mean. */
function joined(
  rows: readonly (readonly string[])[],
  { perTarget, targetsEnd, right }: Pick<TargetsTable, 'perTarget' | 'targetsEnd' | 'right'>,
): string[][] {
  const widths = naturalWidths(rows);
  const cell = (text: string, i: number) => (right.includes(i) ? text.padStart(widths[i]) : text);
  const ofTarget = (row: readonly string[], first: number) =>
    row
      .slice(first, first + perTarget)
      .map((text, i) => cell(text, first + i))
      .join('  ');
  const isFirst = (i: number) => i > 1 && i < targetsEnd && (i - 2) % perTarget === 0;
  return rows.map((row) => row.map((text, i) => (isFirst(i) ? ofTarget(row, i) : text)));
}
