// The model of queued and provisioned GPRs, by pool and by workspace.

import { PRIORITY_MAX } from '../../../language/limits.ts';
import { type CheckedGpr, isBefore } from './checked-gpr.ts';

/** An order of heads (`CheckedOrder`). */
interface Before {
  isBefore(a: CheckedGpr, b: CheckedGpr): boolean;
}

interface Pool {
  readonly heads: Set<CheckedGpr>;
  /** Priority → number of its provisioned GPRs. */
  readonly provisioned: Int32Array;
}

interface Workspace {
  readonly queued: Set<CheckedGpr>;
  readonly provisioned: Set<CheckedGpr>;
  /** Its head; always undefined without a workspace limit. */
  head: CheckedGpr | undefined;
  attemptEndedAt: number;
}

export class CheckedPools {
  readonly #limited: boolean;
  readonly #workspaces: Map<number, Workspace> = new Map();
  readonly #pools: Map<number, Pool> = new Map();

  constructor(limited: boolean) {
    this.#limited = limited;
  }

  /** Adds a queued GPR. A change of its rank needs `leave` before and `wait` after. */
  wait(gpr: CheckedGpr): void {
    const workspace = this.#workspace(gpr.workspace);
    workspace.queued.add(gpr);
    if (gpr.attemptEndedAt >= 0) workspace.attemptEndedAt = gpr.attemptEndedAt;
    if (this.#limited) this.#refresh(workspace);
    else this.#pool(gpr.pool).heads.add(gpr);
  }

  leave(gpr: CheckedGpr): void {
    const workspace = this.#workspace(gpr.workspace);
    workspace.queued.delete(gpr);
    if (this.#limited) this.#refresh(workspace);
    else this.#pool(gpr.pool).heads.delete(gpr);
  }

  start(gpr: CheckedGpr): void {
    const workspace = this.#workspace(gpr.workspace);
    workspace.provisioned.add(gpr);
    this.#pool(gpr.pool).provisioned[gpr.priority]++;
    if (this.#limited) this.#refresh(workspace);
  }

  endAttempt(gpr: CheckedGpr): void {
    const workspace = this.#workspace(gpr.workspace);
    workspace.provisioned.delete(gpr);
    workspace.attemptEndedAt = gpr.attemptEndedAt;
    this.#pool(gpr.pool).provisioned[gpr.priority]--;
    if (this.#limited) this.#refresh(workspace);
  }

  provisionedOf(workspace: number): ReadonlySet<CheckedGpr> {
    return this.#workspace(workspace).provisioned;
  }

  /** Whether a workspace has neither queued nor provisioned GPRs. */
  isEmpty(workspace: number): boolean {
    const { queued, provisioned } = this.#workspace(workspace);
    return queued.size + provisioned.size === 0;
  }

  /** A head that is before `gpr` by an order; undefined = none. Ignores workspaces that lost GPUs in this instant: their heads may be too new. */
  headBefore(gpr: CheckedGpr, atMs: number, order: Before): CheckedGpr | undefined {
    for (const head of this.#pool(gpr.pool).heads) {
      if (head === gpr || !order.isBefore(head, gpr)) continue;
      const { attemptEndedAt } = this.#limited ? this.#workspace(head.workspace) : head;
      if (attemptEndedAt < atMs) return head;
    }
    return undefined;
  }

  isHead(gpr: CheckedGpr): boolean {
    return this.#pool(gpr.pool).heads.has(gpr);
  }

  /** The number of possible victims of a GPR, whether or not they make enough room. */
  victimsOf(gpr: CheckedGpr): number {
    const { provisioned } = this.#pool(gpr.pool);
    let victims = 0;
    for (let priority = 0; priority < gpr.priority; priority++) victims += provisioned[priority];
    for (const { pool, priority } of this.provisionedOf(gpr.workspace)) {
      if (pool === gpr.pool && priority < gpr.priority) victims--;
    }
    return victims;
  }

  #refresh(workspace: Workspace): void {
    let best: CheckedGpr | undefined;
    if (workspace.provisioned.size === 0) {
      for (const gpr of workspace.queued) if (best === undefined || isBefore(gpr, best)) best = gpr;
    }
    if (best === workspace.head) return;
    if (workspace.head !== undefined) this.#pool(workspace.head.pool).heads.delete(workspace.head);
    if (best !== undefined) this.#pool(best.pool).heads.add(best);
    workspace.head = best;
  }

  #workspace(workspace: number): Workspace {
    const known = this.#workspaces.get(workspace);
    if (known !== undefined) return known;
    const fresh = { queued: new Set<CheckedGpr>(), provisioned: new Set<CheckedGpr>() };
    const added: Workspace = { ...fresh, head: undefined, attemptEndedAt: -1 };
    this.#workspaces.set(workspace, added);
    return added;
  }

  #pool(pool: number): Pool {
    const known = this.#pools.get(pool);
    if (known !== undefined) return known;
    const added = { heads: new Set<CheckedGpr>(), provisioned: new Int32Array(PRIORITY_MAX + 1) };
    this.#pools.set(pool, added);
    return added;
  }
}
