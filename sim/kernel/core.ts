// The state of clusters, GPRs and queues as the engine works on it, and the rules that do not change. Names are in
// `language/directory.ts`; the resources on top of GPRs are in `resources/`, and the kernel calls them by hooks.

import { IndexedHeap } from '../base/heap.ts';
import { List } from '../base/list.ts';
import { Dice, Stream } from '../base/random.ts';
import { copyFields } from '../base/state.ts';
import type { PlacementPolicy } from '../capacity/placement/placement.ts';
import { Totals } from '../capacity/totals.ts';
import { FactLog } from '../facts/log.ts';
import type { InstanceType, Scenario } from '../language/scenario.ts';
import { ChangedPools } from '../tables/changed-pools.ts';
import { DemandTable } from '../tables/demand.ts';
import { GprTable, NONE } from '../tables/gpr.ts';
import { GprTimers } from '../tables/gpr-timers.ts';
import { NodeState, NodeTable } from '../tables/nodes.ts';
import type { Pool } from '../tables/pool.ts';
import { WorkspaceTable } from '../tables/workspaces.ts';
import { type Hooks, NO_HOOKS } from './hooks.ts';
import type { Queue, QueuePolicy } from './queue/policy.ts';

/** Order of events within a round. A cycle follows the last rank and closes the round. */
export const Rank = { node: 0, gpr: 1, world: 2, command: 3, arrival: 4 } as const;
const RANKS = 8;

/** What a timer outside the GPR table is for; its id is index × 8 + kind. */
export const Timer = {
  node: 0,
  stream: 1,
  estimates: 2,
  workspace: 3,
  endpoint: 4,
  decision: 5,
  burst: 6,
} as const;
const TIMER_KINDS = 8;

export interface Rules {
  readonly queue: QueuePolicy;
  readonly placement: PlacementPolicy;
  /** One provisioned GPR a workspace. */
  readonly limited: boolean;
  readonly provisioningDelayMs: number;
  readonly provisioningMicro: number;
  readonly nodeMtbfMs: number | null;
  readonly nodeRepairMs: number;
  readonly recordEstimatesEveryMs: number | null;
  readonly keepEnded: number;
  /** Hidden properties of GPRs decide; not in a forecast, which knows no more than a scheduler may. */
  readonly knowsHidden: boolean;
  readonly instanceTypes: readonly InstanceType[];
  readonly provisioningDice: Dice;
  readonly nodeDice: Dice;
}

/**
 * Fields that a copy or a snapshot leaves out: rules, what only observes, what holds for one cycle, and the pools, which
 * copy themselves.
 */
export const NOT_STATE: readonly string[] = ['rules', 'queue', 'pools', 'hooks'];

export class Core {
  readonly rules: Rules;
  /** The queue policy in this world. */
  readonly queue: Queue;
  /** Not copied: what looks after a copy is not what looks after its original. */
  hooks: Hooks = NO_HOOKS;
  /** Bits of `Call`. */
  calls = 0;
  now = 0;
  /** Round of the present instant, −1 before the first. */
  round = -1;
  /** true: events of the round have happened, its arrivals and its cycle are still to come. */
  isOpen = false;
  /** The pool that is being served must be served again in another round of the instant. */
  again = false;
  /** Commands applied so far. */
  commands = 0;
  /** Events handled so far: timers, arrivals, commands. */
  events = 0;

  readonly gprs: GprTable = new GprTable();
  readonly demands: DemandTable = new DemandTable();
  readonly workspaces: WorkspaceTable = new WorkspaceTable();
  readonly nodes: NodeTable = new NodeTable();
  readonly totals: Totals = new Totals();
  /** Without a workspace limit: rows that came to wait since the last cycle. */
  readonly newlyQueued: List = new List();
  pools: Pool[] = [];
  readonly changedPools: ChangedPools = new ChangedPools();

  /** Next event of each provisioned GPR. */
  readonly gprTimers: GprTimers = new GprTimers(this.gprs, this.workspaces);
  /** Everything else that happens by itself; key = instant × 8 + rank. */
  readonly otherTimers: IndexedHeap = new IndexedHeap();

  /** GPRs that wait. */
  queued = 0;

  readonly facts: FactLog = new FactLog();

  constructor(rules: Rules) {
    this.rules = rules;
    this.queue = rules.queue.queueOf(this);
  }

  /**
   * An independent copy of the state, without hooks and followers and with an empty log.
   * @param copy an earlier copy of this world that nobody needs any more, or a new one under other rules
   */
  copy(copy: Core = new Core(this.rules)): Core {
    copyFields(copy, this, [...NOT_STATE, 'facts', 'demands']);
    copyFields(copy.demands, this.demands);
    copy.pools = this.pools.map((pool) => pool.copy(copy.demands, copy.totals, copy.changedPools));
    return copy;
  }

  /** The kernel is done with a GPR. Its row keeps what it was until everybody who follows the facts has read them. */
  retire(row: number): void {
    const { gprs, workspaces } = this;
    workspaces.addOpen(gprs.workspace[row], -1);
    gprs.retire(row);
  }

  /**
   * Rows that were given up are free. Called between rounds, once there are enough of them: which row a GPR gets hangs on
   * nothing but the run.
   */
  freeRetired(): void {
    for (const follower of this.facts.followers) follower.follow();
    this.gprs.freeRetired(this.demands.nodes);
  }

  /**
   * The nodes that a GPR holds, in the order in which they were chosen.
   * @param gprs the table that its row is in
   */
  nodesOf(row: number, gprs: GprTable = this.gprs): number[] {
    if (gprs.lot[row] === NONE) return [];
    const { capacity } = this.pools[gprs.pool[row]];
    const count = this.demands.nodes[gprs.demand[row]];
    const at = gprs.lotAt(row, count);
    return Array.from(gprs.lotWords(count).subarray(at, at + count), (slot) => capacity.nodeAt(slot));
  }

  /** The GPUs that a GPR holds of a node. */
  gpusOn(row: number, node: number): number {
    const { pools, gprs, nodes } = this;
    return pools[gprs.pool[row]].capacity.need(gprs.demand[row], nodes.nodeClass[node]);
  }

  /** Sets (or moves) a timer. A rank that the present round has passed waits for the next round of its own. */
  setTimer(kind: number, index: number, atMs: number, rank: number): void {
    this.otherTimers.update(timerId(kind, index), keyOf(atMs, rank));
  }

  clearTimer(kind: number, index: number): void {
    this.otherTimers.remove(timerId(kind, index));
  }

  /** Whether a timer outside the GPR table is due at the present instant, at a rank up to this one. */
  hasDueTimers(rank: number): boolean {
    return this.otherTimers.peekKey() <= keyOf(this.now, rank);
  }

  /** The timer that is due now at this rank, taken out: index × 8 + kind; −1 = none. */
  takeDueTimer(rank: number): number {
    const due = keyOf(this.now, rank);
    const first = this.otherTimers.peekKey();
    if (first === due) return this.otherTimers.pop();
    return first > due ? -1 : this.#takePast(due);
  }

  /** Timers of ranks that the round has passed wait for the next one, and hold up nobody behind them. */
  #takePast(due: number): number {
    const { otherTimers } = this;
    const passed: { id: number; key: number }[] = [];
    while (otherTimers.peekKey() < due) passed.push({ key: otherTimers.peekKey(), id: otherTimers.pop() });
    const id = otherTimers.peekKey() === due ? otherTimers.pop() : -1;
    for (const { id: waiting, key } of passed) otherTimers.push(waiting, key);
    return id;
  }

  /**
   * Whether nothing runs, arrives, is repaired or cleaned up any more. Promises and failures of empty nodes may go on for
   * ever; they change nothing for anybody.
   */
  isSettled(): boolean {
    if (this.gprTimers.size > 0) return false;
    const { ids, size } = this.otherTimers;
    for (let i = 0; i < size; i++) {
      const kind = timerKind(ids[i]);
      const isIdle =
        kind === Timer.estimates ||
        (kind === Timer.node && this.nodes.state[timerIndex(ids[i])] === NodeState.up);
      if (!isIdle) return false;
    }
    return true;
  }

  /** Instant of the next event, NEVER if there is none. */
  nextAt(): number {
    const timer = Math.floor(this.otherTimers.peekKey());
    return Math.min(timer, this.gprTimers.next(timer));
  }
}

/** The key of a timer: instants in order, and within one ranks. Exact: a rank is a binary fraction of a millisecond. */
function keyOf(atMs: number, rank: number): number {
  return atMs + rank / RANKS;
}

export function timerId(kind: number, index: number): number {
  return index * TIMER_KINDS + kind;
}

export function timerKind(id: number): number {
  return id & (TIMER_KINDS - 1);
}

export function timerIndex(id: number): number {
  return id >>> 3;
}

export function rulesOf(scenario: Scenario, queue: QueuePolicy, placement: PlacementPolicy): Rules {
  return {
    queue,
    placement,
    limited: scenario.scheduler.workspaceLimit === 1,
    provisioningDelayMs: scenario.scheduler.provisioningDelayMs,
    provisioningMicro: scenario.failures.provisioningMicro,
    nodeMtbfMs: scenario.failures.nodeMtbfMs,
    nodeRepairMs: scenario.failures.nodeRepairMs,
    recordEstimatesEveryMs: scenario.recordEstimatesEveryMs,
    keepEnded: scenario.keepEnded,
    knowsHidden: true,
    instanceTypes: scenario.instanceTypes,
    provisioningDice: new Dice(scenario.seed, Stream.provisioning),
    nodeDice: new Dice(scenario.seed, Stream.nodeFailure),
  };
}
