// Answers that are computed in steps, as generators.

import type { PendingAnswer } from '../../../../sim/index.ts';

/** Yields after each step, and receives how many instants the next one may have. */
export type Steps<T> = Generator<void, T, number>;

export function pendingOf<T>(steps: Steps<T>): PendingAnswer<T> {
  let answer: T;
  return {
    run(instants) {
      const step = steps.next(instants);
      if (step.done === true) answer = step.value;
      return step.done === true;
    },
    answer: () => answer,
  };
}

export function* stepsOf<T>(pending: PendingAnswer<T>): Steps<T> {
  for (let instants = 1; !pending.run(instants); ) instants = yield;
  return pending.answer();
}
