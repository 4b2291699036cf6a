// Invalidations: events that a forecast does not foresee, counted by pool and workspace. An invalidation ends the cached
// forecasts that cover its pool or workspace. Most are read from facts. Commands that leave no fact, or a fact that otherwise
// counts as foreseen, report their invalidations themselves.

import { FactKind, GprCreated, GprEnded, positionsOf } from '../facts/catalogue.ts';
import { LogReader } from '../facts/follower.ts';
import { Reason } from '../facts/numbered.ts';
import type { Core } from '../kernel/core.ts';
import { NONE } from '../tables/gpr.ts';

const NodeAdded = positionsOf('nodeAdded');
const NodeDown = positionsOf('nodeDown');
const NodeRemoved = positionsOf('nodeRemoved');
const PlacementStep = positionsOf('placementStep');

/** The kinds of facts that may be invalidations. */
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
  /** Since the first question. */
  count = 0;
  readonly #core: Core;
  #everywhere = 0;
  /** Of each pool, and of each workspace that GPRs came to: the number of the last invalidation. */
  #pools = new Float64Array(64);
  #workspaces = new Float64Array(64);

  constructor(core: Core) {
    super(core.facts, INVALIDATING);
    this.#core = core;
  }

  /** Takes notice of all that has happened. Until the first call nothing is noted: runs without forecasts pay nothing. */
  override follow(): void {
    if (this.isFollowing) super.follow();
    else this.start();
  }

  /** Every forecast may be affected. */
  everywhere(): void {
    this.#everywhere = ++this.count;
  }

  /** Something happened to a pool, or to a GPR that is in it. */
  inPool(pool: number): void {
    if (pool >= this.#pools.length) this.#pools = longer(this.#pools, pool);
    this.#pools[pool] = ++this.count;
  }

  /** Whether any of these pools and workspaces has been touched since there were `count` invalidations. */
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
        this.#comes(words[at + GprCreated.workspace], words[at + GprCreated.pool]);
        break;
      case FactKind.gprEnded:
        if (!isForeseen(words[at + GprEnded.reason])) this.inPool(gprs.pool[row]);
        break;
      case FactKind.gprRemoved:
        // Of one that had ended forecasts know nothing.
        if (row !== NONE) this.inPool(gprs.pool[row]);
        break;
      case FactKind.gprRequeued:
      case FactKind.gprChanged:
      case FactKind.gprActivity:
        this.inPool(gprs.pool[row]);
        break;
      case FactKind.nodeAdded:
        this.inPool(words[at + NodeAdded.pool]);
        break;
      case FactKind.nodeDown:
        this.inPool(nodes.pool[words[at + NodeDown.node]]);
        break;
      case FactKind.nodeRemoved:
        this.inPool(nodes.pool[words[at + NodeRemoved.node]]);
        break;
      case FactKind.placementStep:
        // A decision that fails does not burst any more.
        if (words[at + PlacementStep.success] === 0) this.everywhere();
        break;
      case FactKind.workspaceCreated:
      case FactKind.workspaceGoing:
      case FactKind.placementMoved:
        this.everywhere();
    }
  }

  /** A GPR came: what its workspace has in other pools may have to wait for it. */
  #comes(workspace: number, pool: number): void {
    this.inPool(pool);
    if (workspace >= this.#workspaces.length) this.#workspaces = longer(this.#workspaces, workspace);
    this.#workspaces[workspace] = this.count;
  }
}

/** Whether forecasts foresee an end. Evictions are foreseen by those forecasts in which a GPR may evict. */
function isForeseen(reason: number): boolean {
  return reason === Reason.exitDuration || reason === Reason.idleTimeOut || reason === Reason.eviction;
}

function longer(numbers: Float64Array<ArrayBuffer>, index: number): Float64Array<ArrayBuffer> {
  const longer = new Float64Array(Math.max(numbers.length * 2, index + 1));
  longer.set(numbers);
  return longer;
}
