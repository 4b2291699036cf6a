// Reads the totals of the chosen range: once if it is over, and again and again while the present is in it.

import { computed, effect, signal } from '@preact/signals';
import type { TotalsAnswer } from '../../../api/sim/answers.ts';
import { range } from '../../axis/range/range.ts';
import { rangeAsked } from '../../axis/range/range-asked.ts';
import { oneAtATime } from '../../axis/reading/one-at-a-time.ts';
import { OfBranch } from '../../live/of-branch.ts';
import { Refusal, read } from '../../session/server-call.ts';
import { cluster } from './chart-data.ts';

interface Wanted {
  readonly from?: number;
  readonly to?: number | undefined;
  readonly cluster: string;
}

interface Totals {
  readonly answer: TotalsAnswer;
  readonly of: Wanted;
}

/** Changes only if the user chooses something else. */
const wanted = computed<Wanted | undefined>(() =>
  range.value === undefined ? undefined : { ...rangeAsked(), cluster: cluster.value },
);

const known = new OfBranch<Totals>();

/** The totals of the chosen range; undefined until they are read. */
export const totals = computed(() =>
  known.shown.value?.of === wanted.value ? known.shown.value?.answer : undefined,
);

/** Why the server refused the range; '' if it did not. */
export const refusedRange = signal('');

let ending = new AbortController();
effect(() => {
  void wanted.value;
  ending.abort();
  refusedRange.value = '';
});

export const readTotals = oneAtATime(async () => {
  const of = wanted.peek();
  const answer = totals.peek();
  if (of === undefined || (answer !== undefined && of.to! < answer.nowMs)) return;
  ending = new AbortController();
  const { signal } = ending;
  try {
    const found = await read<TotalsAnswer>('sim/totals', { ...of }, signal);
    known.take(found.branch, { answer: found, of });
  } catch (error) {
    if (signal.aborted) return;
    if (!(error instanceof Refusal)) throw error;
    refusedRange.value = error.message;
  }
});
