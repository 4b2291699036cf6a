// Answers computed in steps. The world may change between two steps; an answer describes the world at the request.

import { NEVER } from './numbers/time.ts';

export interface PendingAnswer<T> {
  /** Computes one step, of at most `instants` instants. Returns true when the answer is complete. */
  run(instants: number): boolean;
  /** Returns the answer. Call it only after `run` has returned true. */
  answer(): T;
}

/** Computes all remaining steps and returns the answer. */
export function finish<T>(pending: PendingAnswer<T>): T {
  while (!pending.run(NEVER));
  return pending.answer();
}
