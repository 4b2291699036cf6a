// What the server is asked: one comparison, or one for each start of a window.

import type { DifferencesAnswer, LikelyDifferencesAnswer, WorldState } from '../../api/sim/answers.ts';
import { durationMs } from '../../wire/time/duration-ms.ts';
import { sentenceOf } from '../session/failure-texts.ts';
import { answered, type Problem, Refusal } from '../session/server-call.ts';
import { sentence, sentences } from '../text/plain.ts';
import { isoOf } from '../text/spans.ts';
import { type Change, isOne, type WhatIfQuestion } from './question.ts';

export type Answer = DifferencesAnswer | LikelyDifferencesAnswer;

const HOUR_MS = 3_600_000;
/** The starts of a window: the full hours of a day. */
const STARTS = 24;

/** What is asked in, also if the address has none: a window has a question for each start. */
export function futuresOf({ futures, find }: WhatIfQuestion): string {
  return futures || usualFutures(find);
}

export function usualFutures(find: WhatIfQuestion['find']): string {
  return find === 'window' ? '20' : '100';
}

/** @param now of the question, ISO 8601 */
export function bodiesOf(
  question: WhatIfQuestion,
  now: string,
  world: Pick<WorldState, 'policies' | 'scheduler'>,
): readonly object[] {
  const { changes, until, futures, find } = question;
  const end = until !== '' && { until };
  const samples = Number(futuresOf(question));
  if (find === 'policies') {
    const alternatives = possibleOthers(world).map((queue) => ({
      name: queue,
      changes: [{ scheduler: { queue } }],
    }));
    return [{ alternatives, samples, ...end }];
  }
  if (find === 'window')
    return startsOf(now).map((atMs) => ({
      changes: [{ ...changes[0], at: isoOf(atMs) }],
      samples,
      // All starts have the same time to take effect.
      until: isoOf(atMs + 2 * lengthOf(changes[0]!)),
    }));
  if (isOne(futures)) return [{ changes, knowing: futures, ...end }];
  return [{ changes, samples, ...end }];
}

/** The queue policies that the world can have instead of its present one. */
export function possibleOthers({
  policies: { queue, refused },
  scheduler,
}: Pick<WorldState, 'policies' | 'scheduler'>): readonly string[] {
  const names = queue.map(({ name }) => name);
  return names.filter((name) => name !== scheduler.queue && refused.every((one) => one.name !== name));
}

/** @param now ISO 8601 */
export function startsOf(now: string): number[] {
  const first = Math.ceil(Date.parse(now) / HOUR_MS) * HOUR_MS;
  return Array.from({ length: STARTS }, (_, i) => first + i * HOUR_MS);
}

/** For how long a node is away, ms. */
function lengthOf({ body }: Change): number {
  return durationMs(String(body?.repairAfter)) ?? HOUR_MS;
}

export interface Refused {
  /** By member of the question; undefined: it can be asked again. */
  readonly problems?: readonly Problem[];
  /** What no change shows. */
  readonly why: string;
}

/** @param at undefined: now. undefined: cancelled. */
export async function answerTo(
  body: object,
  at: string | undefined,
  end: AbortSignal,
): Promise<Answer | Refused | undefined> {
  const path = `sim/what-if${at === undefined ? '' : `?at=${encodeURIComponent(at)}`}`;
  try {
    // It changes nothing, so that it can be asked in the past, too.
    return (await answered<Answer>('POST', path, body, end)).data;
  } catch (error) {
    if (end.aborted) return undefined;
    if (!(error instanceof Refusal)) return { why: sentenceOf(error) };
    const { problems, message } = error;
    const others = problems.filter((problem) => !problem.field.startsWith('changes[') && !isEnd(problem));
    return { problems, why: problems.length === 0 ? sentence(message) : sentences(others) };
  }
}

export function isEnd(problem: Problem): boolean {
  return problem.field === 'until';
}
