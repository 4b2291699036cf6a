// What the server is asked: one comparison, or one for each start of a window.

import type {
  DifferencesAnswer,
  LikelyDifferencesAnswer,
  PolicyKind,
  WorldState,
} from '../../api/sim/answers.ts';
import { policyName } from '../../looks/policy-names.ts';
import { durationMs } from '../../wire/time/duration-ms.ts';
import { sentenceOf } from '../session/failure-texts.ts';
import { answered, type Problem, Refusal } from '../session/server-call.ts';
import { sentence, sentences } from '../text/plain.ts';
import { isoOf } from '../text/spans.ts';
import { type Change, isOne, POLICIES, type WhatIfQuestion } from './question.ts';

export type Answer = DifferencesAnswer | LikelyDifferencesAnswer;

const HOUR_MS = 3_600_000;
/** The starts of a window: the full hours of a day. */
const STARTS = 24;
/** Alternatives that the server compares in one question. */
const HELPS_MAX = 20;
const LESS_LOAD = '10 % less load';

/** What is asked in, also if the address has none: a window has a question for each start. */
export function futuresOf({ futures, find }: WhatIfQuestion): string {
  return futures || usualFutures(find);
}

export function usualFutures(find: WhatIfQuestion['find']): string {
  return find === 'window' ? '20' : '100';
}

/** @param now of the question, ISO 8601 */
export function bodiesOf(question: WhatIfQuestion, now: string, world: Changeable): readonly object[] {
  const { changes, until, futures, find } = question;
  const end = until !== '' && { until };
  const samples = Number(futuresOf(question));
  if (find === 'help') return [{ alternatives: helpsOf(world), samples, ...end }];
  if (find === 'window')
    return startsOf(now).map((atMs) => ({
      changes: [{ ...changes[0], at: isoOf(atMs) }],
      samples,
      until: afterRepair(changes[0]!, atMs),
    }));
  if (isOne(futures)) return [{ changes, knowing: futures, ...end }];
  const [change] = changes;
  const isRepaired = changes.length === 1 && change!.body?.repairAfter !== undefined;
  const repaired = isRepaired && { until: afterRepair(change!, Date.parse(change!.at ?? now)) };
  return [{ changes, samples, ...repaired, ...end }];
}

type Changeable = Pick<WorldState, 'policies' | 'scheduler' | 'arrivalRate'>;

/** The policies of a kind that the world can have instead of its present one. */
export function possibleOthers(
  { policies, scheduler }: Pick<Changeable, 'policies' | 'scheduler'>,
  kind: PolicyKind,
): readonly string[] {
  const names = policies[kind].map(({ name }) => name);
  return names.filter(
    (name) => name !== scheduler[kind] && policies.refused.every((one) => one.name !== name),
  );
}

/** What may help: each other policy alone and, to compare with, less load. */
export function helpsOf(
  world: Changeable,
): readonly { readonly name: string; readonly changes: readonly Change[] }[] {
  const policies = (['queue', 'order', 'placement'] as const).flatMap((kind) =>
    possibleOthers(world, kind).map((name) => ({
      name: `${POLICIES[kind]} ${policyName(name)}`,
      changes: [{ scheduler: { [kind]: name } }],
    })),
  );
  const arrivalRate = Number((0.9 * world.arrivalRate).toFixed(3));
  return [...policies, { name: LESS_LOAD, changes: [{ arrivalRate }] }].slice(0, HELPS_MAX);
}

/** @param now ISO 8601 */
export function startsOf(now: string): number[] {
  const first = Math.ceil(Date.parse(now) / HOUR_MS) * HOUR_MS;
  return Array.from({ length: STARTS }, (_, i) => first + i * HOUR_MS);
}

/** As long after the repair of a node as it was away: later, the effect drowns in what else happens. @param atMs when it goes */
function afterRepair({ body }: Change, atMs: number): string {
  return isoOf(atMs + 2 * (durationMs(String(body?.repairAfter)) ?? HOUR_MS));
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
