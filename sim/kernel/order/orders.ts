// The orders in force in one world. The head queues keep the score of each head, so that whatever reads the order of a pool
// between two cycles sees the order of the last cycle that examined it.

import type { DemandTable } from '../../tables/demand-table.ts';
import { type GprTable, NONE } from '../../tables/gprs/gpr-table.ts';
import type { Pool } from '../../tables/pools/pool.ts';
import type { UsageTable } from '../../tables/usage-table.ts';
import type { OrderPolicy, WaitingGpr } from './order-policy.ts';
import { priority } from './priority.ts';

interface WorldTables {
  readonly now: number;
  readonly gprs: GprTable;
  readonly demands: DemandTable;
  readonly usage: UsageTable;
  readonly pools: readonly Pool[];
}

export class Orders {
  /** Whether the heads go by rank. */
  readonly isByRank: boolean;
  /** Whether the heads behind a blocked one go in another order. */
  readonly differsBehind: boolean;
  /** Whether the scores of waiting heads change. */
  readonly frontChanges: boolean;
  /** Whether the scores behind a blocked head change. */
  readonly behindChanges: boolean;
  /** Whether the heads of a workspace have equal scores behind a blocked head. */
  readonly sharesBehind: boolean;
  /** Whether the scores of an order in force change: `UsageTable` is then kept. */
  readonly change: boolean;
  readonly #tables: WorldTables;
  readonly #front: OrderPolicy;
  readonly #behind: OrderPolicy;
  /** Reused by each call of a score. */
  readonly #gpr = { rank: 0, priority: 0, createdAtMs: 0, exitMs: 0, nodes: 0, gpusPerNode: 0, usage: 0 };

  /** @param behind null = as in front */
  constructor(tables: WorldTables, front: OrderPolicy, behind: OrderPolicy | null) {
    this.#tables = tables;
    this.#front = front;
    this.#behind = behind ?? front;
    this.isByRank = front === priority;
    this.differsBehind = this.#behind !== front;
    this.frontChanges = front.changes;
    this.behindChanges = this.#behind.changes;
    this.sharesBehind = this.#behind.isUsage === true;
    this.change = front.changes || this.behindChanges;
  }

  /** The present score of a queued GPR. */
  score(row: number): number {
    return this.isByRank ? this.#tables.gprs.rank[row] : this.#scoreBy(this.#front, row);
  }

  /** Its present score behind a blocked head. */
  scoreBehind(row: number): number {
    return this.#behind === priority ? this.#tables.gprs.rank[row] : this.#scoreBy(this.#behind, row);
  }

  /** If `sharesBehind`: the present score of the heads of a workspace behind a blocked head. */
  workspaceScoreBehind(workspace: number): number {
    const { usage, now } = this.#tables;
    return usage.of(workspace, now);
  }

  /** If `sharesBehind`: until when the scores behind a blocked head only grow. */
  get growUntilMs(): number {
    const { usage, now } = this.#tables;
    return usage.halvedAfter(now);
  }

  /** The score by which a queued GPR has its place: of a head, that of the last cycle that examined its pool. */
  keptScore(row: number): number {
    const { gprs, pools } = this.#tables;
    if (this.isByRank) return gprs.rank[row];
    return gprs.headAt[row] === NONE ? this.score(row) : pools[gprs.pool[row]].heads.scoreOf(row, gprs);
  }

  /** Whether a queued GPR goes before another one, apart from the workspace limit. */
  isBefore(row: number, other: number): boolean {
    const { gprs } = this.#tables;
    const difference = this.isByRank ? 0 : this.keptScore(row) - this.keptScore(other);
    return difference === 0 ? gprs.rank[row] < gprs.rank[other] : difference < 0;
  }

  /** Whether a GPR that does not exist yet would go before a head. If scores change while it waits, false. */
  wouldPrecede(gpr: WaitingGpr, head: number): boolean {
    if (this.frontChanges) return false;
    const { gprs, now } = this.#tables;
    const difference = this.#front.score(gpr, now) - this.keptScore(head);
    return difference === 0 ? gpr.rank < gprs.rank[head] : difference < 0;
  }

  #scoreBy(order: OrderPolicy, row: number): number {
    const { gprs, demands, usage, now } = this.#tables;
    const gpr = this.#gpr;
    const demand = gprs.demand[row];
    gpr.rank = gprs.rank[row];
    gpr.priority = gprs.priority[row];
    gpr.createdAtMs = gprs.createdAt[row];
    gpr.exitMs = gprs.exitLeftMs[row];
    gpr.nodes = demands.nodes[demand];
    gpr.gpusPerNode = demands.gpus[demand];
    gpr.usage = order.changes ? usage.of(gprs.workspace[row], now) : 0;
    return order.score(gpr, now);
  }
}
