// Placement: which of the nodes with room a GPR gets (step 3 of the cycle). One file a policy behind this contract, and
// one line in `policies.ts`.

import type { DemandTable } from '../../tables/demand.ts';
import type { Pool } from '../pool.ts';

export interface PlacementPolicy {
  /** As scenarios and command lines spell it. */
  readonly name: string;
  /** What it does, as the rest of a sentence that begins with its name. */
  readonly summary: string;
  /**
   * Writes the places of the demand's nodes to `places`, best first. The caller has seen that enough nodes have room.
   */
  choose(pool: Pool, demands: DemandTable, demand: number, places: Int32Array): void;
}

/**
 * The lowest place above `after` of a node with `low … high` GPUs free that the demand accepts and fits; −1 = none.
 */
export function nextPlace(
  pool: Pool,
  demands: DemandTable,
  demand: number,
  low: number,
  high: number,
  after: number,
): number {
  const accepted = demands.classes[demand];
  let lowest = -1;
  for (let c = 0; c < pool.gpuCounts.length; c++) {
    if ((accepted & (1 << c)) === 0) continue;
    const top = Math.min(high, pool.gpuCounts[c]);
    for (let level = Math.max(low, pool.need(demands, demand, c)); level <= top; level++) {
      const place = pool.nextOnShelf(c * pool.levels + level, after);
      if (place >= 0 && (lowest < 0 || place < lowest)) lowest = place;
    }
  }
  return lowest;
}

/** Appends the places of one level, lowest first, until `wanted`; returns how many there are now. */
export function takeLevel(
  pool: Pool,
  demands: DemandTable,
  demand: number,
  level: number,
  places: Int32Array,
  got: number,
  wanted: number,
): number {
  let taken = got;
  let place = -1;
  while (taken < wanted) {
    place = nextPlace(pool, demands, demand, level, level, place);
    if (place < 0) break;
    places[taken++] = place;
  }
  return taken;
}
