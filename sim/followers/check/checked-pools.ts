// The model of queued and provisioned GPRs, by pool and by workspace.

import type { WordsOf } from '../../facts/catalogue.ts';
import { PRIORITY_MAX } from '../../tables/gprs/gpr-table.ts';

export interface CheckedGpr {
  readonly uid: number;
  readonly workspace: number;
  readonly pool: number;
  readonly nodeCount: number;
  readonly gpusPerNode: number;
  readonly exitMs: number;
  priority: number;
  flags: number;
  state: number;
  /** Node → GPUs held. */
  held: Map<number, number>;
  /** Its position in the order of creation. */
  order: number;
  createdAt: number;
  hasStarted: boolean;
  startedAt: number;
  successfulAt: number;
  ranMs: number;
  retries: number;
  /** Failed provisionings since it was last Successful. */
  failures: number;
  delays: number;
  isIdle: boolean;
  /** When its last attempt ended, −1 = none has. */
  attemptEndedAt: number;
}

export function createdGpr(
  words: WordsOf<'gprCreated'>,
  state: number,
  order: number,
  atMs: number,
): CheckedGpr {
  const { uid, workspace, pool, nodeCount, gpusPerNode, exitMs, priority, flags } = words;
  return {
    uid,
    workspace,
    pool,
    nodeCount,
    gpusPerNode,
    exitMs,
    priority,
    flags,
    state,
    held: new Map(),
    order,
    createdAt: atMs,
    hasStarted: false,
    startedAt: -1,
    successfulAt: -1,
    ranMs: 0,
    retries: 0,
    failures: 0,
    delays: 0,
    isIdle: false,
    attemptEndedAt: -1,
  };
}

/** Whether GPR `a` is before `b` in queue order. */
function isBefore(a: CheckedGpr, b: CheckedGpr): boolean {
  return a.priority > b.priority || (a.priority === b.priority && a.order < b.order);
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
  readonly #heads: Map<number, Set<CheckedGpr>> = new Map();
  /** pool → number of its provisioned GPRs of each priority. */
  readonly #provisioned: Map<number, Int32Array> = new Map();

  constructor(limited: boolean) {
    this.#limited = limited;
  }

  /** Adds a queued GPR. A change of its rank needs `leave` before and `wait` after. */
  wait(gpr: CheckedGpr): void {
    const workspace = this.#of(gpr.workspace);
    workspace.queued.add(gpr);
    if (gpr.attemptEndedAt >= 0) workspace.attemptEndedAt = gpr.attemptEndedAt;
    if (this.#limited) this.#refresh(workspace);
    else this.#headsIn(gpr.pool).add(gpr);
  }

  leave(gpr: CheckedGpr): void {
    const workspace = this.#of(gpr.workspace);
    workspace.queued.delete(gpr);
    if (this.#limited) this.#refresh(workspace);
    else this.#headsIn(gpr.pool).delete(gpr);
  }

  start(gpr: CheckedGpr): void {
    const workspace = this.#of(gpr.workspace);
    workspace.provisioned.add(gpr);
    this.#provisionedIn(gpr.pool)[gpr.priority]++;
    if (this.#limited) this.#refresh(workspace);
  }

  endAttempt(gpr: CheckedGpr): void {
    const workspace = this.#of(gpr.workspace);
    workspace.provisioned.delete(gpr);
    workspace.attemptEndedAt = gpr.attemptEndedAt;
    this.#provisionedIn(gpr.pool)[gpr.priority]--;
    if (this.#limited) this.#refresh(workspace);
  }

  provisionedOf(workspace: number): ReadonlySet<CheckedGpr> {
    return this.#of(workspace).provisioned;
  }

  /** Whether a workspace has neither queued nor provisioned GPRs. */
  isEmpty(workspace: number): boolean {
    const { queued, provisioned } = this.#of(workspace);
    return queued.size + provisioned.size === 0;
  }

  /** A head before `gpr`; undefined = none. Ignores workspaces that lost GPUs in this instant: their heads may be too new. */
  headBefore(gpr: CheckedGpr, atMs: number): CheckedGpr | undefined {
    for (const head of this.#headsIn(gpr.pool)) {
      if (head === gpr || !isBefore(head, gpr)) continue;
      const { attemptEndedAt } = this.#limited ? this.#of(head.workspace) : head;
      if (attemptEndedAt < atMs) return head;
    }
    return undefined;
  }

  isHead(gpr: CheckedGpr): boolean {
    return this.#headsIn(gpr.pool).has(gpr);
  }

  /** The number of possible victims of a GPR, whether or not they make enough room. */
  victimsOf(gpr: CheckedGpr): number {
    const provisioned = this.#provisionedIn(gpr.pool);
    let victims = 0;
    for (let priority = 0; priority < gpr.priority; priority++) victims += provisioned[priority];
    for (const { pool, priority } of this.#of(gpr.workspace).provisioned) {
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
    if (workspace.head !== undefined) this.#headsIn(workspace.head.pool).delete(workspace.head);
    if (best !== undefined) this.#headsIn(best.pool).add(best);
    workspace.head = best;
  }

  #of(workspace: number): Workspace {
    const known = this.#workspaces.get(workspace);
    if (known !== undefined) return known;
    const fresh = {
      queued: new Set<CheckedGpr>(),
      provisioned: new Set<CheckedGpr>(),
      head: undefined,
      attemptEndedAt: -1,
    };
    this.#workspaces.set(workspace, fresh);
    return fresh;
  }

  #headsIn(pool: number): Set<CheckedGpr> {
    if (!this.#heads.has(pool)) this.#heads.set(pool, new Set());
    return this.#heads.get(pool)!;
  }

  #provisionedIn(pool: number): Int32Array {
    if (!this.#provisioned.has(pool)) this.#provisioned.set(pool, new Int32Array(PRIORITY_MAX + 1));
    return this.#provisioned.get(pool)!;
  }
}
