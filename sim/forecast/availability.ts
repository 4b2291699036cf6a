// When could a request start, pool by pool? The answer is the start the request would have if it were created now and
// nothing else happened. Auto selection takes the first of these answers.

import type { World } from '../world.ts';
import type { Prospect } from './inquiry.ts';

/** Prospects in order of start, cluster, instance type. */
export function inOrder({ directory }: World, prospects: readonly Prospect[]): Prospect[] {
  const named = prospects.map((prospect) => ({ prospect, ...directory.poolNames(prospect.pool) }));
  named.sort(
    (a, b) =>
      order(a.prospect.startMs, b.prospect.startMs) ||
      order(a.cluster, b.cluster) ||
      order(a.instanceType, b.instanceType) ||
      a.prospect.pool - b.prospect.pool,
  );
  return named.map(({ prospect }) => prospect);
}

function order<T extends number | string>(a: T, b: T): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
