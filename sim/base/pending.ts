// Answers that are found in steps, between which the world may go on: they are about the world as it was when they were
// asked for.

import { NEVER } from './time.ts';

export interface PendingAnswer<T> {
  /** Goes on by a step, of at most so many instants; true when the answer is there. */
  run(instants: number): boolean;
  /** The answer, once it is there. */
  answer(): T;
}

/** The answer, however long it takes. */
export function finish<T>(pending: PendingAnswer<T>): T {
  while (!pending.run(NEVER));
  return pending.answer();
}
