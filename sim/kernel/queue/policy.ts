// Queue policies: what a head that does not fit means for those behind it (step 5 of the cycle). One file a policy
// behind this contract.

import type { Pool } from '../../capacity/pool.ts';
import type { QueuePolicyName } from '../../language/scenario.ts';
import type { DemandTable } from '../../tables/demand.ts';
import type { GprTable } from '../../tables/gpr.ts';
import type { NodeTable } from '../../tables/nodes.ts';

/** What a policy reads of a world. */
export interface WorldTables {
  readonly now: number;
  readonly gprs: GprTable;
  readonly demands: DemandTable;
  readonly nodes: NodeTable;
  readonly rules: { readonly provisioningDelayMs: number };
}

export interface QueuePolicy {
  readonly name: QueuePolicyName;
  /** Whether heads behind a blocked one are looked at. */
  readonly passes: boolean;
  /** Whether it keeps GPUs for the first blocked head. */
  readonly reserves: boolean;
  /** Whether every blocked head may evict, or only the first. */
  readonly everyHeadEvicts: boolean;
  /** The pool's first blocked head of this cycle is `row`. */
  block(tables: WorldTables, pool: Pool, row: number): void;
  /** Whether `row`, which fits on `places[0 … count)`, may go though a better head is blocked. */
  mayPass(tables: WorldTables, pool: Pool, row: number, places: Int32Array, count: number): boolean;
}
