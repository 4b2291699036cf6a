// Checks facts about changed orders, and knows which of two heads goes first.

import { textHash } from '../../../facts/hash.ts';
import type { OrderPolicy } from '../../../kernel/order/order-policy.ts';
import { ownOrders } from '../../../kernel/own-policies.ts';
import { BACKFILL_ORDERS, ORDER_POLICIES, policiesNamed } from '../../../kernel/policies.ts';
import type { PolicyNames } from '../../../language/resource-data.ts';
import { rankOf } from '../../../tables/gprs/gpr-table.ts';
import { UsageTable } from '../../../tables/usage-table.ts';
import type { CheckedScenario, Report, Rules } from '../check-report.ts';
import type { CheckedGpr } from './checked-gpr.ts';

export class CheckedOrder {
  readonly rules: Rules<'orderChanged'> = {
    orderChanged: ({ orderHash, backfillOrderHash }) => {
      const order = named([...ORDER_POLICIES, ...ownOrders()], orderHash);
      const backfillOrder = named([...BACKFILL_ORDERS, ...ownOrders()], backfillOrderHash);
      if (order === undefined || backfillOrder === undefined)
        this.#report.object('a change sets an unknown order');
      else this.#set({ ...this.#names, order, backfillOrder });
    },
  };
  readonly #report: Report;
  readonly #usage: UsageTable;
  /** In force. */
  #names: PolicyNames;
  #order: OrderPolicy;

  constructor(report: Report, { scheduler }: CheckedScenario) {
    this.#report = report;
    this.#usage = new UsageTable(scheduler.halfLifeMs);
    this.#names = scheduler;
    this.#order = this.#set(scheduler);
  }

  /** A workspace gets GPUs, or loses them (negative). */
  hold(workspace: number, gpus: number): void {
    this.#usage.hold(workspace, gpus, this.#report.atMs);
  }

  /** Whether a head goes before another one in a cycle at this instant. */
  isBefore(a: CheckedGpr, b: CheckedGpr): boolean {
    const difference = this.#score(a) - this.#score(b);
    return difference === 0 ? rankOf(a.priority, a.order) < rankOf(b.priority, b.order) : difference < 0;
  }

  #score(gpr: CheckedGpr): number {
    const { priority, order, createdAt, exitMs, ranMs, nodeCount, gpusPerNode, workspace } = gpr;
    const { atMs } = this.#report;
    const usage = this.#order.changes ? this.#usage.of(workspace, atMs) : 0;
    const rank = rankOf(priority, order);
    const times = { createdAtMs: createdAt, exitMs: exitMs - ranMs };
    return this.#order.score({ rank, priority, ...times, nodes: nodeCount, gpusPerNode, usage }, atMs);
  }

  /** GPU time counts from the instant at which an order needs it. */
  #set(names: PolicyNames): OrderPolicy {
    const { order, backfillOrder } = policiesNamed(names);
    this.#names = names;
    this.#order = order;
    const isKept = order.changes || backfillOrder?.changes === true;
    if (isKept && !this.#usage.isKept) this.#usage.restart(this.#report.atMs);
    this.#usage.isKept = isKept;
    return order;
  }
}

/** The name that has a hash. */
function named(policies: readonly { readonly name: string }[], hash: number): string | undefined {
  return policies.find(({ name }) => textHash(name) === hash)?.name;
}
