// The kinds of capacity, by the names that snapshots contain.

import { loadFields, type Saved } from '../base/collections/saved-fields.ts';
import type { CapacityKind } from '../language/scenario.ts';
import type { Capacity, Demands } from './capacity.ts';
import type { Totals } from './capacity-totals.ts';
import { GpuLevels } from './gpu-levels.ts';
import type { PlacementPolicy } from './placement/placement-policy.ts';
import { Processors } from './processors.ts';
import { Shares } from './shares/shares.ts';

type NewCapacity = new (
  gpuCounts: ArrayLike<number>,
  demands: Demands,
  totals: Totals,
  placement: PlacementPolicy,
) => Capacity;

const KINDS: Readonly<Record<CapacityKind, NewCapacity>> = {
  gpus: GpuLevels,
  processors: Processors,
  shares: Shares,
};

/** A capacity without nodes. @param gpuCounts class → GPUs of a node @param totals over all pools; the new object updates them */
export function newCapacity(
  kind: CapacityKind,
  gpuCounts: ArrayLike<number>,
  demands: Demands,
  totals: Totals,
  placement: PlacementPolicy,
): Capacity {
  return new KINDS[kind](gpuCounts, demands, totals, placement);
}

/** A capacity with saved fields. */
export function loadCapacity(
  saved: Saved,
  demands: Demands,
  totals: Totals,
  placement: PlacementPolicy,
): Capacity {
  const { kind, gpuCounts } = saved as { kind: CapacityKind; gpuCounts: Int32Array };
  const capacity = newCapacity(kind, gpuCounts, demands, totals, placement);
  loadFields(capacity, saved);
  return capacity;
}
