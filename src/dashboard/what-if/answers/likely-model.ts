// What the page makes of an answer about many futures: sentences, and the effects in their units. Nothing here depends on signals
// or elements of the page.

import type { LikelyDifferencesAnswer } from '../../../api/sim/answers.ts';
import { atLeast } from '../../../looks/moved-gpr.ts';
import {
  type FigureKind,
  FUTURE_FIGURE_NAMES,
  FUTURE_FIGURES,
  type FutureFigure,
  RUN_FIGURES,
} from '../../../wire/run-figures.ts';
import { number, span } from '../../text/spans.ts';

export type Alternative = LikelyDifferencesAnswer['alternatives'][number];
export type LikelyEffect = Alternative['waitMs'];

/** What the effects of a unit are, and the words for more and less of it. */
export interface Unit {
  readonly title: string;
  readonly text: (value: number) => string;
  readonly words: readonly [more: string, less: string];
}

const wait = (title: string): Unit => ({ title, text: span, words: ['longer', 'shorter'] });
export const WAIT = wait('Waits of GPRs that start');
export const ALL_WAITS = wait('Sum');
export const SHIFT: Unit = { title: 'Start', text: span, words: ['later', 'earlier'] };
const GPRS: Unit = { title: 'Number', text: rounded, words: ['more', 'fewer'] };
const SHARE: Unit = {
  title: 'Share',
  text: (value) => `${(100 * value).toFixed(1)} points`,
  words: ['more', 'less'],
};

/** Counts that lie between two futures. */
function rounded(count: number): string {
  return number(count < 10 ? Math.round(10 * count) / 10 : Math.round(count));
}

export interface Measure {
  readonly name: string;
  readonly unit: Unit;
  /** Whether more is worse (1), better (−1), or neither. */
  readonly worse: 1 | 0 | -1;
  readonly member: 'waitMs' | keyof Alternative['figures'];
}

function measure(name: string, member: Measure['member'], unit: Unit, worse: Measure['worse']): Measure {
  return { name, member, unit, worse };
}

export function effectOf({ member }: Measure, { waitMs, figures }: Alternative): LikelyEffect | null {
  return member === 'waitMs' ? waitMs : figures[member];
}

/** In simulated time of all GPRs. */
export const TOTAL = measure('All waits together', 'waitMs', ALL_WAITS, 1);
export const MEAN = measureOf('waitMsMean');
export const P95 = measureOf('waitMsP95');
export const COMPLETE = measureOf('completed');
const QUEUED = measureOf('waiting');

/** In the order of the page: those of one unit are neighbors. */
export const MEASURES: readonly Measure[] = [
  ...measuresOf('time'),
  TOTAL,
  ...measuresOf('number'),
  ...measuresOf('share'),
];

function measuresOf(kind: FigureKind): Measure[] {
  return FUTURE_FIGURE_NAMES.filter(
    (name) => RUN_FIGURES[name].kind === kind && FUTURE_FIGURES[name].name !== undefined,
  ).map(measureOf);
}

function measureOf(member: FutureFigure): Measure {
  const { name = member, worse = 0 } = FUTURE_FIGURES[member];
  return measure(name, member, { time: WAIT, number: GPRS, share: SHARE }[RUN_FIGURES[member].kind], worse);
}

/** `12m longer`; `0s` */
export function differenceWords(value: number, { text, words: [more, less] }: Unit): string {
  const size = text(Math.abs(value));
  return size === text(0) ? size : `${size} ${value > 0 ? more : less}`;
}

/** Where 80 % of the futures lie: `4m to 31m longer`, `3m shorter to 1m longer`. */
export function rangeWords({ p10, p90 }: LikelyEffect, unit: Unit): string {
  if (p10 * p90 < 0) return `${differenceWords(p10, unit)} to ${differenceWords(p90, unit)}`;
  const [near, far] = Math.abs(p10) < Math.abs(p90) ? [p10, p90] : [p90, p10];
  return `${unit.text(Math.abs(near))} to ${differenceWords(far, unit)}`;
}

/** `12m longer (80 % of futures: 4m to 31m longer)` */
export function effectWords(effect: LikelyEffect, unit: Unit): string {
  return `${differenceWords(effect.p50, unit)} (80 % of futures: ${rangeWords(effect, unit)})`;
}

/** `rather longer`; undefined: no tendency. */
export function tendencyWords(
  tends: LikelyEffect['tends'],
  { words: [more, less] }: Unit,
): string | undefined {
  return tends === null ? undefined : `rather ${tends === 'more' ? more : less}`;
}

/** Whether it differs in a future. */
export function differs(effect: LikelyEffect | null): effect is LikelyEffect {
  return effect !== null && effect.less + effect.more > 0;
}

/** 1: shown to be worse; −1: shown to be better; 0: neither. */
export function verdictOf(measure: Measure, alternative: Alternative): number {
  const effect = effectOf(measure, alternative);
  return effect?.shown ? measure.worse * Math.sign(effect.p50) : 0;
}

/** What is found, to follow `Over 100 futures: `. @param gprId the GPR that is changed, if it is one */
export function findingOf(alternative: Alternative, gprId?: string): string {
  const [total, mean, complete, queued] = [TOTAL, MEAN, COMPLETE, QUEUED].map((one) =>
    effectOf(one, alternative),
  );
  if (!MEASURES.some((one) => differs(effectOf(one, alternative))) && alternative.gprsTotal === 0)
    return 'nothing differs.';
  const own = alternative.gprs.find((gpr) => gpr.gprId === gprId);
  const found = (effect: LikelyEffect | null | undefined, unit: Unit) =>
    effect && (effect.shown ? effectWords(effect, unit) : tendencyWords(effect.tends, unit));
  const [meanWait, allWaits] = [found(mean, WAIT), found(total, ALL_WAITS)];
  const ofStarts = queued?.shown ? ' of GPRs that start' : '';
  const parts = [
    own?.shiftMs?.shown && `${own.gprName} starts ${atLeast(own.open)}${effectWords(own.shiftMs, SHIFT)}`,
    queued?.shown &&
      effectWords(queued, { ...GPRS, words: ['more wait at the end', 'fewer wait at the end'] }),
    meanWait
      ? `the mean wait${ofStarts} is ${meanWait}`
      : `no difference shown in the mean wait${ofStarts}${allWaits ? '' : ', nor in all waits together'}`,
    allWaits && `all waits together are ${allWaits}`,
    complete?.shown && `${effectWords(complete, { ...GPRS, words: ['more complete', 'fewer complete'] })}`,
  ];
  return `${parts.filter(Boolean).join('; ')}.`;
}

/**
 * Those that are better than doing nothing: a shorter mean wait is shown, and neither longer waits of all together nor fewer complete
 * GPRs. The best one is first: if GPRs fail at once, for example, no wait of a start is long.
 */
export function betterOf(alternatives: readonly Alternative[]): readonly Alternative[] {
  return byMean(alternatives).filter(
    (one) => verdictOf(MEAN, one) < 0 && verdictOf(TOTAL, one) <= 0 && verdictOf(COMPLETE, one) <= 0,
  );
}

/** What is found about changes that may help, to follow `Over 100 futures: `. */
export function helpOf(alternatives: readonly Alternative[]): string {
  const [best] = betterOf(alternatives);
  if (best !== undefined)
    return `${best.name} would help most; the mean wait is ${effectWords(effectOf(MEAN, best)!, WAIT)}.`;
  const none = 'no change is shown to help';
  const leaning = byMean(alternatives).filter(
    (one) => effectOf(TOTAL, one)?.tends === 'less' && effectOf(COMPLETE, one)?.tends !== 'less',
  );
  if (leaning.length === 0) return `${none}.`;
  return `${none}; all waits together are rather shorter with ${leaning.map(({ name }) => name).join(', ')}.`;
}

export function byMean(alternatives: readonly Alternative[]): readonly Alternative[] {
  const meanOf = (one: Alternative) => effectOf(MEAN, one)?.p50 ?? 0;
  return [...alternatives].sort((a, b) => meanOf(a) - meanOf(b));
}

/** The least and the greatest value of a scale that shows effects around zero. */
export function scaleOf(effects: readonly (LikelyEffect | null)[]): readonly [number, number] {
  const known = effects.filter((effect) => effect !== null);
  const least = Math.min(0, ...known.map(({ p10 }) => p10));
  const greatest = Math.max(0, ...known.map(({ p90 }) => p90));
  return least === greatest ? [-1, 1] : [least, greatest];
}
