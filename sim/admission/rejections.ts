// Combines rejections to the result of a check.

import type { Checked, Refused, Rejection } from '../language/commands.ts';

/** The first rejection, with the others; undefined = none. */
export function together(rejections: readonly Rejection[]): Rejection | undefined {
  const [first, ...also] = rejections;
  return first === undefined || also.length === 0 ? first : { ...first, also };
}

export function refuse(rejection: Rejection): Refused {
  return { ok: false, rejection };
}

/** Accepts a command that has no rejection. */
export function acceptOrRefuse<One>(command: One, rejection?: Rejection): Checked<{ readonly command: One }> {
  return rejection === undefined ? { ok: true, command } : refuse(rejection);
}
