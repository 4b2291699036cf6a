// --target and --cheapest, and their answer in the printed comparison.

import { badUsage } from '../../../../arguments/command-failure.ts';
import type { Grid } from '../../../../studies/grid.ts';
import type { TargetAnswer } from '../../../../studies/targets/answer.ts';
import { Asking } from '../../../../studies/targets/asking.ts';
import { parseTarget, type Target } from '../../../../studies/targets/target.ts';
import { cheapestText, targetRemarks, targetsTable } from '../../../../studies/targets/target-texts.ts';
import type { CostBy } from '../../../../studies/targets/variant-cost.ts';
import { clip } from '../../../../wire/text/clip.ts';
import { eachOf } from '../../../support/output/output.ts';
import { table, wrapped } from '../../../support/output/text-table.ts';

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
  const { header, rows, right } = targetsTable(answer, grid, isDrawn, all);
  const remarks = [cheapestText(answer, grid), ...targetRemarks(answer, grid, isDrawn)];
  return [...table([header, ...rows], { right, indent: 2 }), ...remarks.flatMap((remark) => wrapped(remark))];
}
