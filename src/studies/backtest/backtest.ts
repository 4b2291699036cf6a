// How good estimates would have been for the GPRs of a run: it runs once for the truth, and again with the questions.

import {
  type ByHorizon,
  byHorizon,
  type ComparedRange,
  DAY_MS,
  errorOf,
  finish,
  isBetween,
  type Levels,
  NEVER,
  type OwnPolicies,
  quantile,
  RAW_LEVELS,
  type RangeAccuracy,
  type Ranged,
  Ranks,
  rangeAccuracyOf,
  type Scenario,
  Seen,
  Simulation,
} from '../../../sim/index.ts';
import { partsOf as runInParts } from '../../driver/run-parts.ts';
import { SLICE_MS } from '../../driver/slice.ts';
import { sinceMonday } from '../../wire/time/week.ts';
import type { Parts } from '../figure-catalogue.ts';
import { partsOf } from '../figures.ts';
import { curveOf, type WaitCurve } from '../pictures.ts';
import type { Steps } from '../steps.ts';
import type { Question } from './questions.ts';
import { startByMeanWait, startByRate } from './simple-estimates.ts';
import { type Wait, Waits } from './waits.ts';

/** The estimates that are compared. */
export const ESTIMATES = ['requested', 'sampled', 'mean-wait', 'rate'] as const;

export type EstimateName = (typeof ESTIMATES)[number];

/** The most simulated time of a future. */
const HORIZON_MS = 30 * DAY_MS;
/** Instants of a future between two looks at the clock. */
const STEP_INSTANTS = 100;

/** A question with its answers. */
export interface Answered extends Question {
  readonly gprId: string;
  readonly gprName: string;
  /** Estimated starts, ms; undefined = no answer. */
  readonly startMs: Readonly<Record<EstimateName, number | undefined>>;
  /** The starts in the futures. */
  readonly sampled: Ranged;
}

export interface EstimateAccuracy extends ByHorizon<RangeAccuracy> {
  readonly name: EstimateName;
  /** Questions without an answer, and those about GPRs that still wait, and that no estimate foresaw by now. */
  readonly unanswered: number;
  readonly open: number;
}

/** A run for backtests: nothing reads its ended GPRs and recorded estimates. */
function runOf(scenario: Scenario, ownPolicies: OwnPolicies): Simulation {
  return new Simulation({ ...scenario, keepEnded: 0, recordEstimatesEveryMs: null }, { ownPolicies });
}

/** When the GPRs of a run waited, its figures by pool, and the instant of its end. Yields the number of events. */
export function* waitsOf(
  scenario: Scenario,
  ownPolicies: OwnPolicies,
  untilMs: number,
): Steps<{ readonly list: readonly Wait[]; readonly parts: Parts; readonly nowMs: number }> {
  const simulation = runOf(scenario, ownPolicies);
  simulation.measures.countParts(false);
  const waits = new Waits();
  for (const _ of runInParts(simulation, untilMs)) {
    waits.follow(simulation.takeFacts());
    yield simulation.events;
  }
  return { list: waits.list, parts: partsOf(simulation), nowMs: simulation.nowMs };
}

/** Answers questions in order of time. Yields the number of answered ones. @param samples futures for each question */
export function* answersOf(
  scenario: Scenario,
  ownPolicies: OwnPolicies,
  asked: readonly Question[],
  samples: number,
): Steps<Answered[]> {
  const simulation = runOf(scenario, ownPolicies);
  const seen = new Seen(sinceMonday(scenario.start));
  const waits = new Waits();
  const answers: Answered[] = [];
  const ranks = new Ranks();
  let open: Answered[] = [];
  for (const [atMs, together] of Map.groupBy(asked, (question) => question.atMs)) {
    for (const _ of runInParts(simulation, atMs)) {
      const facts = simulation.takeFacts();
      seen.follow(facts);
      waits.follow(facts);
      yield answers.length;
    }
    const gprIds = together.map(({ wait }) => simulation.gprId(wait.uid));
    const requested = simulation.estimates(gprIds);
    while (!requested.run(STEP_INSTANTS)) yield answers.length;
    const uids = new Set(together.map(({ wait }) => wait.uid));
    const horizonMs = atMs + HORIZON_MS;
    const sampling = simulation.sampledStarts(seen, samples, horizonMs, (uid) => uids.has(uid));
    for (let turnAt = performance.now(); !sampling.run(STEP_INSTANTS); ) {
      if (performance.now() - turnAt < SLICE_MS) continue;
      yield answers.length;
      turnAt = performance.now();
    }
    const starts = new Map(sampling.answer().map(({ uid, startMs }) => [uid, startMs]));
    const waiting = waits.list.filter(({ endMs }) => endMs === NEVER);
    const started = open.filter(({ wait }) => wait.startMs <= atMs);
    for (const { sampled, wait } of started.sort((a, b) => a.wait.startMs - b.wait.startMs))
      ranks.push(sampled, wait.startMs);
    open = open.filter(({ wait }) => wait.startMs > atMs);
    const { levels } = ranks;
    for (const [i, question] of together.entries()) {
      const { uid } = question.wait;
      const startMs = starts.get(uid)!;
      const median = quantile(startMs, 0.5);
      const answer: Answered = {
        ...question,
        gprId: gprIds[i],
        gprName: simulation.gprName(uid),
        startMs: {
          requested: requested.answer()[i].startMs ?? undefined,
          sampled: median === NEVER ? undefined : Math.floor(median),
          'mean-wait': startByMeanWait(question, waits.over),
          rate: startByRate(question, waiting, waits.over),
        },
        sampled: { askedMs: atMs, horizonMs, startMs, levels },
      };
      answers.push(answer);
      open.push(answer);
    }
  }
  return answers;
}

/** The answers of an estimate that can be compared with a start. */
export interface ComparedAnswers {
  readonly name: EstimateName;
  readonly answers: readonly ComparedRange[];
  readonly unanswered: number;
  readonly open: number;
}

/** @param nowMs the end of the run */
export function comparedOf(name: EstimateName, asked: readonly Answered[], nowMs: number): ComparedAnswers {
  const answered = asked.filter(({ startMs }) => startMs[name] !== undefined);
  const answers = answered.flatMap(({ atMs, wait, startMs, sampled }): ComparedRange[] => {
    const foreseenMs = startMs[name]!;
    const waits = wait.startMs === NEVER;
    // Each estimate is compared where any of them was wrong.
    if (waits && Object.values(startMs).every((ms = NEVER) => ms >= nowMs)) return [];
    const actualMs = waits ? nowMs : wait.startMs;
    const covers = (between: Levels | undefined) =>
      name === 'sampled' && between !== undefined ? isBetween(between, sampled, actualMs, waits) : undefined;
    return [
      {
        foreseenMs: foreseenMs - atMs,
        actualMs: actualMs - atMs,
        waits,
        covered: covers(RAW_LEVELS),
        coveredRecalibrated: covers(sampled.levels),
      },
    ];
  });
  return {
    name,
    answers,
    unanswered: asked.length - answered.length,
    open: answered.length - answers.length,
  };
}

export function accuracyOfEstimate({ answers, ...counts }: ComparedAnswers): EstimateAccuracy {
  return {
    ...counts,
    ...finish(byHorizon(answers, rangeAccuracyOf)),
  };
}

/** How many answers were off by at most how much. */
export function errorsOf(answers: readonly ComparedRange[]): WaitCurve {
  const errorMs = Float64Array.from(answers, errorOf);
  return curveOf(errorMs.sort());
}
