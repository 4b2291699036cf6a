// Answers that take their time: worked out in slices between which others have their turns. Most are there at once.

import type { Outlook } from '../../sim/index.ts';
import { SLICE_MS } from './slice.ts';

/** Instants of a step: between two steps the clock on the wall is looked at. */
const STEP_INSTANTS = 32;

/** The answer if a slice of time is enough for it, else a promise of it. It is about the world as it is now. */
export function workedOut<T>(outlook: Outlook<T>): T | Promise<T> {
  return runSlice(outlook) ? outlook.answer() : workedOutLater(outlook);
}

async function workedOutLater<T>(outlook: Outlook<T>): Promise<T> {
  do {
    await new Promise((resolve) => setImmediate(resolve));
  } while (!runSlice(outlook));
  return outlook.answer();
}

function runSlice(outlook: Outlook<unknown>): boolean {
  const untilMs = performance.now() + SLICE_MS;
  do {
    if (outlook.run(STEP_INSTANTS)) return true;
  } while (performance.now() < untilMs);
  return false;
}
