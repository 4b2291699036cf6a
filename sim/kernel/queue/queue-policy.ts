// The contract of a queue policy, which decides whether heads behind a blocked head may start (step 5 of the cycle).
// Each policy is one file and one line in `queue-policies.ts`.

import type { CapacityKind } from '../../language/scenario.ts';
import type { Pool } from '../../tables/pools/pool.ts';
import type { Plans } from './plans/plans.ts';
import type { WorldTables } from './world-tables.ts';

/** What a queue policy may depend on. */
export interface Setting {
  /** Of the clusters. */
  readonly capacities: readonly CapacityKind[];
  /** Whether a workspace holds GPUs for one GPR at a time. */
  readonly isLimited: boolean;
  /** Names of the orders. */
  readonly order: string;
  readonly backfillOrder: string;
}

export interface QueuePolicy {
  /** Its name in scenarios and on command lines. */
  readonly name: string;
  /** What it does, to follow its name in a sentence. */
  readonly summary: string;
  /** Whether forecasts may compute timelines without the engine: only if a head that does not fit blocks its whole pool. */
  readonly allowsTimeline: boolean;
  /** true: there is no queue, because a head that does not fit fails at once. `goesOn` and `mayEvict` are not called. */
  readonly refuses?: true;
  /** Returns a queue for one world. Each copy of the world has another one, which does not get the notes of this one. */
  queueOf(tables: WorldTables): Queue;
  /** If it plans starts: returns the plans of one world. Its `Queue` then decides nothing but what explanations show. */
  plansOf?(tables: WorldTables): Plans;
  /** Why it cannot be used in such a world; undefined if it can. Follows "because". */
  whyNotIn?(setting: Setting): string | undefined;
}

/** What a blocked head withholds from the heads behind it: the whole pool, the GPUs that it needs, or nothing. */
export type Withheld = 'pool' | 'gpus' | 'none';

/** A queue policy in one world. Its notes about a blocked head are valid for one cycle of one pool. */
export interface Queue {
  /** Whether it reads `pool.ends`, the planned ends of running GPRs; the kernel keeps them only for such a policy. */
  readonly readsEnds: boolean;
  withholds(): Withheld;
  /**
   * Called with the pool's first blocked head of this cycle. Returns whether the cycle tries the heads behind it; or a
   * reservation, within which they may start, and none may evict.
   */
  goesOn(pool: Pool, row: number): boolean | Reservation;
  /** Whether `row`, which does not fit, may evict although a head before it is blocked. */
  mayEvict(pool: Pool, row: number): boolean;
}

/**
 * What a blocked head keeps. A head behind it that fits may start if its exit duration is at most `longestMs`, or if the GPR
 * leaves room for the blocked head.
 */
export interface Reservation {
  /** Constant in a cycle. */
  readonly longestMs: number;
  /** Whether the blocked head still has room beside a GPR of a demand on `slots`. The answer changes only when a GPR starts. */
  leavesRoom(demand: number, slots: Int32Array): boolean;
  /** Whether it does on all nodes that it may draw, or on none of them; null = on some, or not known. */
  leavesRoomWherever?(demand: number): boolean | null;
  /** Called before a GPR starts that exceeds `longestMs`. */
  take(demand: number, slots: Int32Array): void;
}
