// The planned starts of one world, for queue policies that plan each start when the GPR arrives. Only pools with one node of
// interchangeable processors can be planned.

import { type Pool, Replan } from '../../../tables/pools/pool.ts';
import type { WorldTables } from '../world-tables.ts';
import { PoolPlan } from './pool-plan.ts';

export class Plans {
  readonly #tables: WorldTables;
  /** By pool; undefined until it is needed. */
  #pools: (PoolPlan | undefined)[] = [];

  constructor(tables: WorldTables) {
    this.#tables = tables;
  }

  /** The plans of a pool. */
  of(pool: Pool): PoolPlan {
    this.#pools[pool.index] ??= new PoolPlan(this.#tables, pool);
    return this.#pools[pool.index]!;
  }

  /** A GPR became a head. */
  arrived(pool: Pool, row: number): void {
    // A pool that is built later finds it among the heads.
    const plan = this.#pools[pool.index];
    if (plan === undefined) this.#tables.gprs.plannedAt[row] = -1;
    else plan.arrived(row);
  }

  /** A head leaves the queue. */
  left(pool: Pool, row: number): void {
    const plan = this.#pools[pool.index];
    if (plan === undefined || plan.left(row)) loosen(pool);
  }

  /** A GPR loses its GPUs now. @param plannedEndMs end of its exit duration */
  ended(pool: Pool, plannedEndMs: number, gpus: number): void {
    this.#pools[pool.index]?.ended(plannedEndMs, gpus);
    loosen(pool);
  }

  /** The machine went down, came up, or is gone: no plan is valid any more. */
  upset(pool: Pool): void {
    pool.replan = Replan.all;
  }

  /** Makes the plans that pools need. */
  settle(pools: readonly Pool[]): void {
    for (const pool of pools) this.of(pool).settle();
  }

  /** Forgets what belongs to another state of the world. */
  forget(): void {
    this.#pools = [];
  }
}

/** GPRs of a pool may now start earlier. */
function loosen(pool: Pool): void {
  if (pool.replan === Replan.none) pool.replan = Replan.earlier;
}
