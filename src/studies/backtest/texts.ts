// The texts of a backtest, for the terminal and its report.

import { ANSWERS_MIN, HOLDS, TOLERANCE } from '../../looks/range-trust.ts';
import { leastText, NONE, span } from '../../looks/span.ts';
import { counted } from '../../wire/text/counted.ts';
import { shareText } from '../figure-catalogue.ts';
import type { EstimateAccuracy, EstimateName } from './backtest.ts';

export const MEANINGS: Readonly<Record<EstimateName, string>> = {
  requested: 'the start if nothing else happens, from requested times',
  sampled: 'the likely start: the median of the futures, with the range of 80 % of them',
  'mean-wait': 'the mean of the last 100 waits of GPRs of about as many GPUs',
  rate: 'the position in the queue ÷ the rate of starts within the last day',
};

export const HEADER = [
  'estimate',
  'answers',
  'overdue',
  'median error',
  'mean error',
  'within 10m',
  'within factor 2',
  'in the range',
  'recalibrated',
];

type ShareText = (share: number | null, of: number) => string;

/** A share with the count that it is of. */
export const countedShare: ShareText = (share, of) =>
  share === null ? NONE : `${shareText(share)} of ${of}`;

export function accuracyRow(one: EstimateAccuracy, text: ShareText = shareText): string[] {
  return [
    one.name,
    `${one.answers}`,
    `${one.overdue}`,
    leastText(one.medianErrorMs, one.medianIsLowerBound),
    leastText(one.meanErrorMs, one.overdue > 0),
    shareText(one.within10m),
    shareText(one.withinFactor2),
    text(one.coverage, one.ranges),
    countedShare(one.coverageRecalibrated, one.recalibrated),
  ];
}

/** A row for each estimate: its median error by the time left that it foresaw; a second one for the share in the range. */
export function horizonRows(estimates: readonly EstimateAccuracy[], isCounted = false): string[][] {
  return estimates.flatMap(({ name, horizons }) => [
    [
      name,
      ...horizons.map(
        ({ medianErrorMs, medianIsLowerBound, answers }) =>
          `${leastText(medianErrorMs, medianIsLowerBound)}${isCounted && answers > 0 ? ` (${answers})` : ''}`,
      ),
    ],
    ...(name === 'sampled'
      ? [
          [
            'in the range',
            ...horizons.map(({ coverage, ranges }) =>
              isCounted ? countedShare(coverage, ranges) : shareText(coverage),
            ),
          ],
        ]
      : []),
  ]);
}

function gainOf(isBetter: boolean, isTrue: boolean): string {
  if (isTrue) return isBetter ? 'a better estimate and a range' : 'a range, but no better estimate';
  return isBetter ? 'a better estimate, but no range to rely on' : 'nothing to rely on';
}

/** That a simpler estimate was better than the likely start, if so. @param errorMs the median error of the likely start */
function simplerText(estimates: readonly EstimateAccuracy[], errorMs: number): string {
  const simpler = estimates.filter(
    ({ name, answers, medianErrorMs, medianIsLowerBound }) =>
      (name === 'mean-wait' || name === 'rate') &&
      answers >= ANSWERS_MIN &&
      !medianIsLowerBound &&
      medianErrorMs! < errorMs,
  );
  return simpler
    .map(({ name, medianErrorMs }) => ` A simpler estimate was better: ${name}, ${span(medianErrorMs!)}.`)
    .join('');
}

/** What users would gain by the likely start. @param isAll whether no more questions are possible */
export function gainText(estimates: readonly EstimateAccuracy[], isAll: boolean): string {
  const of = (name: EstimateName) => estimates.find((one) => one.name === name)!;
  const [requested, sampled] = [of('requested'), of('sampled')];
  const [before, after] = [requested.medianErrorMs, sampled.medianErrorMs];
  if (before === null || after === null)
    return 'No answer can be compared with a start, so nothing is known of a gain.';
  const { answers } = sampled;
  if (answers < ANSWERS_MIN)
    return `Only ${counted(answers, 'question')} had an answer: too few to know what users would gain.`;
  if (before === 0) return 'Users would gain nothing: most of the estimates from requested times were exact.';
  if (sampled.medianIsLowerBound)
    return `What users would gain is not known yet: with the GPRs that still wait, the median error of the likely starts is ${span(after)} or more.`;
  const isBetter = after < before;
  const errors = `the median error of the likely starts was ${span(after)}, that of the estimates from requested times ${span(before)}${requested.medianIsLowerBound ? ' or more' : ''}`;
  const isCorrected = sampled.recalibrated >= ANSWERS_MIN;
  const held = isCorrected ? sampled.coverageRecalibrated : sampled.coverage;
  const which = isCorrected ? 'recalibrated range' : 'range';
  const isTrue = Math.abs(held! - HOLDS) <= TOLERANCE;
  const range = `${Math.round(100 * held!)} % of the GPRs started within the ${which}, which is to hold ${100 * HOLDS} %`;
  const more = isCorrected || isAll ? '' : ' With more answers, ranges are recalibrated: raise --sample.';
  return `Users would gain ${gainOf(isBetter, isTrue)}: ${errors}; ${range}.${simplerText(estimates, after)}${more}`;
}
