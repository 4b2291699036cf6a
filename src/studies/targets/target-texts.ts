// The table of an answer to targets: a row for each variant; for each target, the mean with its interval, and the verdict.

import { counted } from '../../wire/text/counted.ts';
import type { Grid } from '../grid.ts';
import { CONFIDENCE } from '../statistics/interval.ts';
import type { Steps } from '../steps.ts';
import { meanText } from '../table/cell-text.ts';
import { scaleOfValues } from '../table/row-scale.ts';
import type { TargetAnswer } from './answer.ts';
import { type CostBy, costText } from './cost.ts';
import { MEASURES } from './measures.ts';
import type { Reached } from './reached.ts';

interface TargetsTable {
  readonly header: readonly string[];
  /** By shown variant. */
  readonly rows: readonly (readonly string[])[];
  /** The columns of numbers. */
  readonly right: readonly number[];
}

const COST_HEADS: Readonly<Record<CostBy, string>> = { gpus: 'GPUs', nodes: 'nodes', price: 'per hour' };

/** The table in steps, each of which makes the columns of a target. @param shown the variants with rows, in their order */
export function* targetsTable(
  answer: TargetAnswer,
  grid: Grid,
  shown: readonly number[],
): Steps<TargetsTable> {
  const columns: { heads: string[]; cells: string[][] }[] = [];
  for (const [t, target] of answer.targets.entries()) {
    const ofTarget = shown.map((i) => answer.reached[t][i]);
    const values = ofTarget.filter(({ mean }) => !Number.isNaN(mean));
    const scale = scaleOfValues(MEASURES[target.measure].kind, values, target.bound);
    const mean = (reached: Reached) => (Number.isNaN(reached.mean) ? '–' : meanText(reached, scale));
    columns.push({
      heads: [`${target.text}${scale.unit === '' ? '' : `, ${scale.unit}`}`, ''],
      cells: ofTarget.map((reached) => [mean(reached), verdictText(reached)]),
    });
    yield;
  }
  return {
    header: ['', COST_HEADS[answer.by], ...columns.flatMap(({ heads }) => heads)],
    right: [1, ...columns.map((_, t) => 2 + 2 * t)],
    rows: shown.map((variant, row) => {
      const cost = answer.costs[grid.settingOf(variant)];
      const costCell = answer.by === 'price' ? cost.toFixed(2) : `${cost}`;
      return [grid.shortName(variant), costCell, ...columns.flatMap(({ cells }) => cells[row])];
    }),
  };
}

function verdictText({ reached, missing, moreSeeds }: Reached): string {
  if (missing > 0) return `no (no value in ${counted(missing, 'run')})`;
  return moreSeeds === null ? reached : `${reached} (about ${counted(moreSeeds, 'more seed')})`;
}

/** The most names of cheapest variants in a sentence. */
const NAMES_SHOWN = 4;

/** Which variant is the cheapest that surely reaches all targets. */
export function cheapestText({ cheapest, costs, by }: TargetAnswer, grid: Grid): string {
  if (cheapest.length === 0) return 'No variant surely reaches all targets.';
  const cost = costText(costs[grid.settingOf(cheapest[0])], by);
  const names = cheapest.slice(0, NAMES_SHOWN).map((i) => grid.shortName(i));
  const more = cheapest.length > NAMES_SHOWN ? ` and ${cheapest.length - NAMES_SHOWN} more` : '';
  return `The cheapest that surely reaches all targets: ${names.join('; ')}${more}, with ${cost}.`;
}

/** What the verdicts mean. */
export function targetRemarks({ reached }: TargetAnswer, { seeds }: Grid, isDrawn: boolean): string[] {
  if (!isDrawn) return ['yes and no compare the figure to the bound: seeds change nothing here.'];
  const remarks =
    seeds.length === 1
      ? ['With one seed no target is surely reached; give more, such as --seeds 1..20.']
      : [
          `yes and no: the whole ${CONFIDENCE * 100} % interval of the mean over the seeds is on one side of the bound. not sure: the bound lies within it; the number of further seeds is an estimate.`,
        ];
  const isMissing = reached.some((ofTarget) => ofTarget.some(({ missing }) => missing > 0));
  return isMissing ? [...remarks, 'A target without a value in some run is not reached.'] : remarks;
}
