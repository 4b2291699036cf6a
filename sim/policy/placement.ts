// Placement: which of the nodes with room a GPR gets (step 3 of the cycle). One file a policy behind this contract.

import type { DemandTable } from '../demand.ts';
import type { Pool } from '../pool.ts';
import type { PlacementPolicyName } from '../scenario.ts';

export interface PlacementPolicy {
  readonly name: PlacementPolicyName;
  /**
   * Writes the places of the demand's nodes to `places`, best first. The caller has seen that enough nodes have room.
   */
  choose(pool: Pool, demands: DemandTable, demand: number, places: Int32Array): void;
}

/**
 * Appends to `places` (of which `got` are taken) the lowest places with exactly `level` GPUs free, of the classes that
 * the demand accepts, until `wanted`. Returns how many there are now.
 */
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
  for (let word = 0; word < pool.words && taken < wanted; word++) {
    taken = takeBits(bitsAt(pool, demands, demand, level, level, word), word, places, taken, wanted);
  }
  return taken;
}

/** Nodes of one word of places that the demand accepts and that have `low … high` GPUs free. */
export function bitsAt(
  pool: Pool,
  demands: DemandTable,
  demand: number,
  low: number,
  high: number,
  word: number,
): number {
  const accepted = demands.classes[demand];
  let bits = 0;
  for (let c = 0; c < pool.gpuCounts.length; c++) {
    if ((accepted & (1 << c)) === 0) continue;
    const top = Math.min(high, pool.gpuCounts[c]);
    for (let level = Math.max(low, pool.need(demands, demand, c)); level <= top; level++) {
      bits |= pool.bits[(c * pool.levels + level) * pool.words + word];
    }
  }
  return bits;
}

export function takeBits(bits: number, word: number, places: Int32Array, got: number, wanted: number): number {
  let rest = bits;
  let taken = got;
  while (rest !== 0 && taken < wanted) {
    const lowest = rest & -rest;
    places[taken++] = word * 32 + 31 - Math.clz32(lowest);
    rest ^= lowest;
  }
  return taken;
}
