// Who waits and who holds GPUs, by pool and by workspace.

import type { WordsOf } from '../../facts/catalogue.ts';
import { PRIORITY_MAX } from '../../tables/gpr.ts';

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
  /** The one that it came before. */
  order: number;
  createdAt: number;
  hasStarted: boolean;
  startedAt: number;
  successfulAt: number;
  ranMs: number;
  retries: number;
  /** Provisionings that failed since it was Successful. */
  failures: number;
  delays: number;
  isIdle: boolean;
  /** When it last lost its GPUs, −1 if never. */
  releasedAt: number;
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
    releasedAt: -1,
  };
}

/** Whether a GPR stands before another in every queue. */
function isBefore(a: CheckedGpr, b: CheckedGpr): boolean {
  return a.priority > b.priority || (a.priority === b.priority && a.order < b.order);
}

interface Workspace {
  readonly queued: Set<CheckedGpr>;
  readonly provisioned: Set<CheckedGpr>;
  /** Its head, if there is a limit. */
  head: CheckedGpr | undefined;
  /** When one of its GPRs last lost its GPUs. */
  releasedAt: number;
}

export class CheckedPools {
  readonly #limited: boolean;
  readonly #workspaces: Map<number, Workspace> = new Map();
  readonly #heads: Map<number, Set<CheckedGpr>> = new Map();
  /** pool → provisioned GPRs by their priority. */
  readonly #provisioned: Map<number, Int32Array> = new Map();

  constructor(limited: boolean) {
    this.#limited = limited;
  }

  /** A GPR waits from now on; if its rank changes, it leaves first. */
  wait(gpr: CheckedGpr): void {
    const workspace = this.#of(gpr.workspace);
    workspace.queued.add(gpr);
    if (gpr.releasedAt >= 0) workspace.releasedAt = gpr.releasedAt;
    if (this.#limited) this.#refresh(workspace);
    else this.#headsIn(gpr.pool).add(gpr);
  }

  /** A GPR does not wait any more. */
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

  release(gpr: CheckedGpr): void {
    const workspace = this.#of(gpr.workspace);
    workspace.provisioned.delete(gpr);
    workspace.releasedAt = gpr.releasedAt;
    this.#provisionedIn(gpr.pool)[gpr.priority]--;
    if (this.#limited) this.#refresh(workspace);
  }

  /** Provisioned GPRs of a workspace. */
  provisionedOf(workspace: number): ReadonlySet<CheckedGpr> {
    return this.#of(workspace).provisioned;
  }

  /** Whether a workspace has GPRs that have not ended. */
  isEmpty(workspace: number): boolean {
    const { queued, provisioned } = this.#of(workspace);
    return queued.size + provisioned.size === 0;
  }

  /**
   * A head of the pool that stands before another, and was one when this instant's last cycle began, undefined if there
   * is none. Whose workspace lost GPUs in this instant may have become a head since.
   */
  headBefore(gpr: CheckedGpr, atMs: number): CheckedGpr | undefined {
    for (const head of this.#headsIn(gpr.pool)) {
      if (head === gpr || !isBefore(head, gpr)) continue;
      const { releasedAt } = this.#limited ? this.#of(head.workspace) : head;
      if (releasedAt < atMs) return head;
    }
    return undefined;
  }

  /** Whether a GPR is its workspace's head. */
  isHead(gpr: CheckedGpr): boolean {
    return this.#headsIn(gpr.pool).has(gpr);
  }

  /** How many GPRs of a pool another could push out, whether or not that is enough. */
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
      releasedAt: -1,
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
