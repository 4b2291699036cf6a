// Queue policies: what a head that does not fit means for those behind it (step 5 of the cycle). One file a policy
// behind this contract, and one line in `policies.ts`.

import type { DemandTable } from '../../tables/demand.ts';
import type { GprTable } from '../../tables/gpr.ts';
import type { NodeTable } from '../../tables/nodes.ts';
import type { Pool } from '../../tables/pool.ts';

/** What a policy reads of a world. */
export interface WorldTables {
  readonly now: number;
  readonly gprs: GprTable;
  readonly demands: DemandTable;
  readonly nodes: NodeTable;
  readonly rules: { readonly provisioningDelayMs: number };
}

export interface QueuePolicy {
  /** As scenarios and command lines spell it. */
  readonly name: string;
  /** What it does, as the rest of a sentence that begins with its name. */
  readonly summary: string;
  /** Whether a timeline may stand in for the engine: the first head of a pool starts while it fits, and blocks it else. */
  readonly allowsTimeline: boolean;
  /** Applies the policy to one world. Its state is that of this world: a copy of the world gets a queue of its own. */
  queueOf(tables: WorldTables): Queue;
}

/** What the first blocked head of a pool keeps from those behind it: the pool, the GPUs for its start, or nothing. */
export type Reservation = 'pool' | 'gpus' | 'none';

/** A queue policy in one world. What it notes of a blocked head holds for one cycle of one pool. */
export interface Queue {
  /** Whether it reads `pool.ends`, the planned ends of running GPRs, which are kept only then. */
  readonly readsEnds: boolean;
  reservation(): Reservation;
  /** The pool's first blocked head of this cycle is `row`. Returns whether the cycle goes on to the heads behind it. */
  block(pool: Pool, row: number): boolean;
  /** Whether `row`, which fits on `slots[0 … count)`, may start though a better head is blocked. */
  mayPass(pool: Pool, row: number, slots: Int32Array, count: number): boolean;
  /** Whether `row`, which does not fit, may evict though a better head is blocked. */
  mayEvict(pool: Pool, row: number): boolean;
}
