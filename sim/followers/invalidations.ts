// Counts invalidations by pool and workspace. An invalidation is an event that forecasts do not foresee: it ends the cached
// forecasts that cover its pool or workspace. Most are read from facts; commands report others (`inPool`, `everywhere`). Each
// has a cause, a bit of `EstimateBit`, which explains why recorded estimates change.

import { grown } from '../base/collections/columns.ts';
import { EstimateBit } from '../facts/estimate-log.ts';
import {
  FactKind,
  GprCreated,
  GprEnded,
  GprRequeued,
  NodeAdded,
  NodeDown,
  NodeRemoved,
  PlacementStep,
} from '../facts/fact-catalogue.ts';
import { LogReader } from '../facts/follower.ts';
import { Reason } from '../facts/numbered.ts';
import type { Core } from '../kernel/core.ts';
import { NONE } from '../tables/gprs/gpr-table.ts';
import { Causes } from './causes.ts';

const INVALIDATING = [
  FactKind.gprCreated,
  FactKind.gprEnded,
  FactKind.gprRemoved,
  FactKind.gprRequeued,
  FactKind.gprChanged,
  FactKind.gprActivity,
  FactKind.nodeAdded,
  FactKind.nodeDown,
  FactKind.nodeRemoved,
  FactKind.placementStep,
  FactKind.workspaceCreated,
  FactKind.workspaceGoing,
  FactKind.placementMoved,
];

export class Invalidations extends LogReader {
  /** Invalidations since the first call of `follow`. */
  count = 0;
  readonly causes: Causes = new Causes();
  readonly #core: Core;
  #everywhere = 0;
  /** Pool → number of its last invalidation; the same for workspaces, for created GPRs only. */
  #pools = new Float64Array(64);
  #workspaces = new Float64Array(64);

  constructor(core: Core) {
    super(core.facts, INVALIDATING);
    this.#core = core;
  }

  /**
   * Reads the facts since the last call. Counting begins with the first call, so runs without forecasts pay nothing. A world
   * that records estimates calls it first when it is built.
   */
  override follow(): void {
    if (this.isFollowing) super.follow();
    else this.start();
  }

  /** Counts an invalidation of every forecast. */
  everywhere(cause: number): void {
    this.#everywhere = ++this.count;
    this.causes.everywhere(cause);
  }

  /**
   * A command or an arrival is about to happen. With one cycle for each event, a cycle follows at once, even if the event changes
   * nothing; forecasts let the round go on without this cycle.
   */
  beforeArrival(): void {
    if (this.#core.rules.cyclesByEvent && this.#core.awaitsCycle) this.everywhere(EstimateBit.arrival);
  }

  /** Counts an invalidation of a pool. */
  inPool(pool: number, cause: number): void {
    if (pool >= this.#pools.length)
      this.#pools = grown(this.#pools, Math.max(this.#pools.length * 2, pool + 1));
    this.#pools[pool] = ++this.count;
    this.causes.inPool(pool, cause);
  }

  /** Whether one of these pools or workspaces had an invalidation after number `count`. */
  touched(count: number, pools: readonly number[], workspaces: Int32Array): boolean {
    if (this.count === count) return false;
    if (this.#everywhere > count) return true;
    for (const pool of pools) if (this.#pools[pool] > count) return true;
    for (const workspace of workspaces) if (this.#workspaces[workspace] > count) return true;
    return false;
  }

  protected see(kind: number, words: Float64Array, at: number, row: number): void {
    const { gprs, nodes } = this.#core;
    switch (kind) {
      case FactKind.gprCreated:
        this.#onCreated(words[at + GprCreated.workspace], words[at + GprCreated.pool]);
        break;
      case FactKind.gprEnded:
        if (!isForeseen(words[at + GprEnded.reason]))
          this.inPool(gprs.pool[row], causeOf(words[at + GprEnded.reason]));
        break;
      case FactKind.gprRemoved:
        // No row: the GPR had ended, so no forecast covers it.
        if (row !== NONE) this.inPool(gprs.pool[row], EstimateBit.release);
        break;
      case FactKind.gprRequeued:
        this.inPool(gprs.pool[row], causeOf(words[at + GprRequeued.reason]));
        break;
      case FactKind.gprChanged:
        this.inPool(gprs.pool[row], EstimateBit.change);
        break;
      case FactKind.gprActivity:
        this.inPool(gprs.pool[row], EstimateBit.idleness);
        break;
      case FactKind.nodeAdded:
        this.inPool(words[at + NodeAdded.pool], EstimateBit.capacity);
        break;
      case FactKind.nodeDown:
        this.inPool(nodes.pool[words[at + NodeDown.node]], EstimateBit.failure);
        break;
      case FactKind.nodeRemoved:
        this.inPool(nodes.pool[words[at + NodeRemoved.node]], EstimateBit.capacity);
        break;
      case FactKind.placementStep:
        // A failed decision no longer bursts.
        if (words[at + PlacementStep.success] === 0) this.everywhere(EstimateBit.failure);
        break;
      case FactKind.workspaceCreated:
      case FactKind.workspaceGoing:
      case FactKind.placementMoved:
        this.everywhere(EstimateBit.change);
    }
  }

  /** A new GPR may make other GPRs of its workspace wait, also in other pools. */
  #onCreated(workspace: number, pool: number): void {
    this.inPool(pool, EstimateBit.arrival);
    this.causes.inWorkspace(workspace, EstimateBit.arrival);
    if (workspace >= this.#workspaces.length)
      this.#workspaces = grown(this.#workspaces, Math.max(this.#workspaces.length * 2, workspace + 1));
    this.#workspaces[workspace] = this.count;
  }
}

/** Whether forecasts foresee an end. Evictions occur only where a GPR may evict; a forecast that covers it foresees them. */
function isForeseen(reason: number): boolean {
  return (
    reason === Reason.exitDuration ||
    reason === Reason.idleTimeOut ||
    reason === Reason.eviction ||
    reason === Reason.noRoom
  );
}

/** The bit of the reason of an end or a requeue. */
function causeOf(reason: number): number {
  if (reason === Reason.runTime) return EstimateBit.earlyEnd;
  if (reason === Reason.eviction) return EstimateBit.eviction;
  const isFailure = reason === Reason.nodeFailure || reason === Reason.provisioningFailure;
  return isFailure ? EstimateBit.failure : EstimateBit.release;
}
