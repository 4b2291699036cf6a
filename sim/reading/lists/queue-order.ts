// The order of all queued GPRs, for lists and positions: that of the heads. A GPR that the workspace limit holds is not before a
// GPR of its workspace that has a better rank.

import { indexOf } from '../../tables/gprs/gpr-table.ts';
import type { World } from '../../world.ts';

/** Returns a key of each queued GPR, by row: GPRs with lower keys go first. Valid until the world changes. */
export function queueKeys({ core }: Pick<World, 'core'>): (row: number) => number {
  const { gprs, orders, rules } = core;
  if (orders.isByRank) return (row) => gprs.rank[row];
  const rows = Int32Array.from(gprs.queued()).sort((a, b) => gprs.rank[a] - gprs.rank[b]);
  /** By `indexOf` of a row, as the places below. */
  const scores = new Float64Array(indexOf(gprs.used));
  /** Workspace → the score of its GPR of the next better rank. */
  const before = new Map<number, number>();
  for (const row of rows) {
    const workspace = gprs.workspace[row];
    const score = Math.max(orders.keptScore(row), before.get(workspace) ?? -Infinity);
    scores[indexOf(row)] = score;
    if (rules.limited) before.set(workspace, score);
  }
  rows.sort((a, b) => scores[indexOf(a)] - scores[indexOf(b)] || gprs.rank[a] - gprs.rank[b]);
  const places = new Int32Array(scores.length);
  rows.forEach((row, place) => {
    places[indexOf(row)] = place;
  });
  return (row) => places[indexOf(row)];
}
