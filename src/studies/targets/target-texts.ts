// The table of an answer to targets: a row for each variant; for each target, the mean with its interval, the seeds that reach the
// target, and the verdict.

import { counted } from '../../wire/text/counted.ts';
import { inUnit } from '../../wire/text/unit.ts';
import type { Grid } from '../grid.ts';
import { leftOutText } from '../settings-work.ts';
import { CONFIDENCE } from '../statistics/interval.ts';
import { meanText } from '../table/cell-text.ts';
import { scaleOfValues } from '../table/row-scale.ts';
import { leftOutLabel } from '../table/work-rows.ts';
import type { TargetAnswer } from './answer.ts';
import { MEASURES } from './measures.ts';
import type { NotStarted, Reached } from './reached.ts';
import { partsText } from './target.ts';
import { type CostBy, costText } from './variant-cost.ts';

interface TargetsTable {
  readonly header: readonly string[];
  /** By shown variant. */
  readonly rows: readonly (readonly string[])[];
  /** The columns of numbers. */
  readonly right: readonly number[];
}

const ANSWER = 'answer';
const COST_HEADS: Readonly<Record<CostBy, string>> = { gpus: 'GPUs', nodes: 'nodes', price: 'per hour' };

/** @param isDrawn whether seeds change figures @param shown the variants with rows, in their order */
export function targetsTable(
  answer: TargetAnswer,
  grid: Grid,
  isDrawn: boolean,
  shown: readonly number[],
): TargetsTable {
  const further = isDrawn ? ['reached in', ANSWER] : [ANSWER];
  const seedsOf = (reached: Reached) => (isDrawn ? [runsText(reached)] : []);
  const ofTargets = answer.targets.map((target, t) => {
    const ofTarget = shown.map((i) => answer.reached[t][i]);
    const values = ofTarget.filter(({ mean }) => !Number.isNaN(mean));
    const scale = scaleOfValues(MEASURES[target.measure].kind, values, target.bound);
    const mean = (reached: Reached) => (Number.isNaN(reached.mean) ? '–' : meanText(reached, scale));
    return {
      heads: [`${target.text}${scale.unit === '' ? '' : `, ${scale.unit}`}`, ...further],
      cells: ofTarget.map((reached) => [mean(reached), ...seedsOf(reached), verdictText(reached)]),
    };
  });
  const columns = [...ofTargets, ...leftOutColumn(answer, grid, shown), ...unstartedColumns(answer, shown)];
  const header = ['', inUnit(COST_HEADS[answer.by], answer.unit), ...columns.flatMap(({ heads }) => heads)];
  return {
    header,
    right: header.flatMap((head, i) => (i === 0 || head === ANSWER ? [] : [i])),
    rows: shown.map((variant, row) => {
      const cost = answer.costs[grid.settingOf(variant)];
      const costCell = answer.by === 'price' ? cost.toFixed(2) : `${cost}`;
      return [grid.shortName(variant), costCell, ...columns.flatMap(({ cells }) => cells[row])];
    }),
  };
}

/** A column with what variants leave out, if some leave out what others run. */
function leftOutColumn({ work }: TargetAnswer, grid: Grid, shown: readonly number[]) {
  if (!work.showsLeftOut) return [];
  const cells = shown.map((variant) => {
    const alone = work.leftOutAlone(grid.settingOf(variant));
    return [alone.jobs === 0 && alone.share === 0 ? '' : leftOutText(alone)];
  });
  return [{ heads: [leftOutLabel(work)], cells }];
}

/** A column for each part of whose GPRs some did not start. */
function unstartedColumns({ targets, notStarted }: TargetAnswer, shown: readonly number[]) {
  const parts = new Map<string, readonly NotStarted[]>();
  for (const [t, ofTarget] of notStarted.entries()) {
    const ofShown = shown.flatMap((i) => ofTarget?.[i] ?? []);
    if (!ofShown.some(({ mean }) => mean > 0)) continue;
    parts.set(partsText(targets[t].part), ofShown);
  }
  return Array.from(parts, ([part, ofShown]) => ({
    heads: [parts.size === 1 || part === '' ? NOT_STARTED : `${NOT_STARTED}, ${part}`],
    cells: ofShown.map((one) => [one.mean === 0 ? '' : notStartedText(one)]),
  }));
}

const NOT_STARTED = 'not started';

/** `24.3 ± 5.1 of 812`. */
function notStartedText(notStarted: NotStarted): string {
  const digits = Number.isInteger(notStarted.mean) && notStarted.halfWidth === null ? 0 : 1;
  return `${meanText(notStarted, { factor: 1, digits })} of ${Math.round(notStarted.gprs)}`;
}

/** `19 of 30 seeds`. */
function runsText({ runsReached, runs }: Reached): string {
  return `${runsReached} of ${counted(runs, 'seed')}`;
}

function verdictText({ reached, missing }: Reached): string {
  return missing > 0 ? `no (no value in ${counted(missing, 'run')})` : reached;
}

/** The most names of cheapest variants in a sentence. */
const NAMES_SHOWN = 4;

/** Which variants are the cheapest that reach all targets, how many GPRs do not start there, and whether that is more than with others. */
export function cheapestText(answer: TargetAnswer, grid: Grid): string {
  return inUnit(answerText(answer, grid), answer.unit);
}

function answerText(answer: TargetAnswer, grid: Grid): string {
  const { cheapest, forLessWork, work } = answer;
  if (cheapest.length > 0) {
    const verbs =
      cheapest.length === 1 ? 'variant with yes for all targets is' : 'variants with yes for all targets are';
    const condition = work.isOneWorkload ? lostText(answer, grid) : LESS_PERHAPS;
    const cheaper = forLessWork.length === 0 ? '' : ` Cheaper, but with less work: ${lessText(answer, grid)}`;
    return `The cheapest ${verbs} ${namesText(cheapest, answer, grid)}${condition}${cheaper}${unstartedText(answer, grid)}`;
  }
  if (forLessWork.length === 0) return 'No variant has yes for all targets.';
  const verb = forLessWork.length === 1 ? 'is' : 'are';
  return `No variant that runs all of the work has yes for all targets. Of the others, the cheapest with yes for less work ${verb} ${lessText(answer, grid)}`;
}

/** The cheapest variants that reach the targets for less work, and how much less. */
function lessText(answer: TargetAnswer, grid: Grid): string {
  const { forLessWork, work } = answer;
  const alone = forLessWork.map((variant) => work.leftOutAlone(grid.settingOf(variant)));
  const most = alone.reduce((high, one) => (one.share > high.share ? one : high));
  const they = forLessWork.length === 1 ? 'It leaves out or cuts' : 'They leave out or cut';
  return `${namesText(forLessWork, answer, grid)} ${they} what others run: ${leftOutText(most)}.`;
}

/** Work that the cheapest variants leave out like all others. A difference has a column. */
function lostText({ cheapest, work }: TargetAnswer, grid: Grid): string {
  const text = work.showsLeftOut ? undefined : work.statedText(grid.settingOf(cheapest[0]));
  return text === undefined ? '' : ` All variants leave out or cut ${text}.`;
}

const LESS_PERHAPS =
  ' Warning: the variants have different workloads, so it may be the cheapest because it has less work.';

/** `count=3; count=4, with 24 GPUs each.` @param variants of one cost */
function namesText(variants: readonly number[], { costs, by }: TargetAnswer, grid: Grid): string {
  const cost = costText(costs[grid.settingOf(variants[0])], by);
  const names = variants.slice(0, NAMES_SHOWN).map((i) => grid.shortName(i));
  const more = variants.length > NAMES_SHOWN ? ` and ${variants.length - NAMES_SHOWN} more` : '';
  return `${names.join('; ')}${more}, with ${cost}${variants.length === 1 ? '' : ' each'}.`;
}

/** The highest number of GPRs that did not start with one of the cheapest variants; a warning if others with yes start more. */
function unstartedText({ targets, reached, notStarted, cheapest, costs, by }: TargetAnswer, grid: Grid) {
  const found = notStarted.flatMap((ofTarget, t) =>
    ofTarget === undefined ? [] : cheapest.map((i) => ({ i, part: targets[t].part, ofTarget })),
  );
  if (found.length === 0) return '';
  const { i, part, ofTarget } = found.reduce((high, one) =>
    one.ofTarget[one.i].mean > high.ofTarget[high.i].mean ? one : high,
  );
  if (ofTarget[i].mean === 0) return '';
  const where = cheapest.length === 1 ? 'there' : `with ${grid.shortName(i)}`;
  const text = `${where}, ${notStartedText(ofTarget[i])} GPRs did not start`;
  const better = ofTarget.flatMap((other, variant) =>
    isFewer(other, ofTarget[i]) && reached.every((verdicts) => verdicts[variant].reached === 'yes')
      ? [variant]
      : [],
  );
  if (better.length === 0) return ` ${text[0].toUpperCase()}${text.slice(1)}.`;
  const costOf = (variant: number) => costs[grid.settingOf(variant)];
  const best = better.reduce((least, variant) => (costOf(variant) < costOf(least) ? variant : least));
  const parts = partsText(part);
  const figure = `started${parts === '' ? '' : `(${parts})`}>99%`;
  return ` Warning: ${text}. With ${grid.shortName(best)}, which also has yes and ${costText(costOf(best), by)}, it is only ${notStartedText(ofTarget[best])}. A target such as ${figure} excludes variants that serve too few.`;
}

/** Whether the whole interval is below the other. */
function isFewer(one: NotStarted, other: NotStarted): boolean {
  return one.mean + (one.halfWidth ?? 0) < other.mean - (other.halfWidth ?? 0);
}

/** What the verdicts mean. */
export function targetRemarks(
  { reached, notStarted }: TargetAnswer,
  { seeds }: Grid,
  isDrawn: boolean,
): string[] {
  const all = reached.flat();
  const remarks: string[] = [];
  if (all.some(({ reached: verdict }) => verdict === 'yes for less work'))
    remarks.push('yes for less work: the variant leaves out or cuts jobs that another variant runs.');
  if (!isDrawn) remarks.push('yes and no compare the figure to the bound: seeds change nothing here.');
  else if (seeds.length === 1) remarks.push('One seed gives no yes or no; give more, such as --seeds 1..20.');
  else
    remarks.push(
      `yes and no: the whole ${CONFIDENCE * 100} % interval of the mean over the seeds is on one side of the bound. not sure: the bound lies within it.`,
    );
  if (all.some(({ missing }) => missing > 0))
    remarks.push('A target without a value in some run (– if in all) is not reached.');
  if (notStarted.some((ofTarget) => ofTarget?.some(({ mean }) => mean > 0)))
    remarks.push(
      'not started: GPRs that had not started at the end of the run: they still waited, had failed or were removed. They have no wait, so a target can have yes although they are not served.',
    );
  return remarks;
}
