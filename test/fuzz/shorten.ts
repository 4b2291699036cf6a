// Shortens a failing sequence: removes ever smaller runs of steps while it still fails.

import type { Sequence } from './sequence.ts';

export type Fails = (sequence: Sequence) => Promise<boolean>;

export async function shortened(sequence: Sequence, fails: Fails, budgetMs: number): Promise<Sequence> {
  const untilMs = performance.now() + budgetMs;
  const isTime = () => performance.now() < untilMs;
  let best = sequence;
  for (let size = Math.ceil(best.steps.length / 2); size >= 1; size = Math.floor(size / 2)) {
    for (let at = best.steps.length - size; at > -size && isTime(); at -= size) {
      const fewer = { ...best, steps: best.steps.toSpliced(Math.max(0, at), size + Math.min(0, at)) };
      if (await fails(fewer)) best = fewer;
    }
  }
  return best;
}
