// The state of clusters, GPRs and queues that the engine changes, the policies in force, and the constant rules. The tables hold
// numbers only: names are in `language/directory.ts`. The kernel calls the resources (`resources/`) through hooks.

import { List } from '../base/collections/list.ts';
import { copyFields } from '../base/collections/saved-fields.ts';
import { Dice, Stream } from '../base/numbers/random.ts';
import { Totals } from '../capacity/capacity-totals.ts';
import type { PlacementPolicy } from '../capacity/placement/placement-policy.ts';
import { FactLog } from '../facts/log.ts';
import type { InstanceType, Scenario } from '../language/scenario.ts';
import { DemandTable } from '../tables/demand-table.ts';
import { GprTable, NONE } from '../tables/gprs/gpr-table.ts';
import { ChangedPools } from '../tables/pools/changed-pools.ts';
import { NodeState, NodeTable } from '../tables/pools/node-table.ts';
import type { Pool } from '../tables/pools/pool.ts';
import { GprTimers } from '../tables/timers/gpr-timers.ts';
import { UsageTable } from '../tables/usage-table.ts';
import { WorkspaceTable } from '../tables/workspace-table.ts';
import { type Hooks, NO_HOOKS } from './hooks.ts';
import type { OrderPolicy } from './order/order-policy.ts';
import { Orders } from './order/orders.ts';
import type { Plans } from './queue/plans/plans.ts';
import type { Queue, QueuePolicy } from './queue/queue-policy.ts';
import { Timer, Timers, timerIndex, timerKind } from './timers.ts';

/** In `DemandTable.gpuMilli`. */
const WHOLE_GPU = 1000;

export interface Policies {
  readonly queue: QueuePolicy;
  readonly placement: PlacementPolicy;
  readonly order: OrderPolicy;
  /** Of the heads behind a blocked one; null = `order`. */
  readonly backfillOrder: OrderPolicy | null;
}

export interface Rules {
  /** A workspace has at most one provisioned GPR. */
  readonly limited: boolean;
  readonly provisioningDelayMs: number;
  readonly provisioningMicro: number;
  readonly nodeMtbfMs: number | null;
  readonly nodeRepairMs: number;
  readonly recordEstimatesEveryMs: number | null;
  readonly keepEnded: number;
  /** Whether a cycle follows each event (`engine.ts`). */
  readonly cyclesByEvent: boolean;
  /** Of the GPU time that workspaces have used. */
  readonly halfLifeMs: number;
  /** Whether properties that a scheduler cannot know take effect; false in a forecast. */
  readonly knowsHidden: boolean;
  readonly instanceTypes: readonly InstanceType[];
  /** Of random placements. */
  readonly seed: number;
  readonly provisioningDice: Dice;
  readonly nodeDice: Dice;
}

/** Fields of Core that copies and snapshots omit: rules, policies, observers, data of one cycle, and pools (`Pool.copy`). */
export const NOT_STATE: readonly string[] = [
  'rules',
  'policies',
  'queue',
  'plans',
  'orders',
  'pools',
  'hooks',
];

export class Core {
  readonly rules: Rules;
  /** Those in force. */
  policies: Policies;
  /** The state of the queue policy for this world. */
  queue: Queue;
  /** The planned starts of this world; null unless the queue policy plans them. */
  plans: Plans | null;
  /** The orders in force, for this world. */
  orders: Orders;
  /** Not copied: a forecast sets other hooks in its copy. */
  hooks: Hooks = NO_HOOKS;
  /** Bits of `Call`. */
  calls = 0;
  now = 0;
  /** Number of the current round within the instant, −1 before the first. */
  round = -1;
  /** Whether the current round still awaits commands, arrivals and its cycle. */
  isOpen = false;
  /** During a cycle: the current pool must be served again in another round of the same instant. */
  again = false;
  /** With one cycle for each event: whether a command or an arrival came in this round. */
  arrived = false;
  /** With one cycle for each event: the lowest number of the timers of GPRs that had a planned end in this round. */
  plannedSeq = Infinity;
  commands = 0;
  /** Events handled so far: timers, arrivals, commands. */
  events = 0;
  /** How fast the arrivals of generated workloads follow one another, in thousandths: 1000 = as their entries have it. */
  arrivalRateMilli = 1000;

  readonly gprs: GprTable = new GprTable();
  readonly demands: DemandTable = new DemandTable();
  readonly workspaces: WorkspaceTable = new WorkspaceTable();
  readonly nodes: NodeTable = new NodeTable();
  readonly totals: Totals = new Totals();
  readonly usage: UsageTable;
  /** Rows queued since the last cycle, perhaps twice or no longer queued; used only without a workspace limit. */
  readonly newlyQueued: List = new List();
  pools: Pool[] = [];
  readonly changedPools: ChangedPools = new ChangedPools();

  /** Next event of each provisioned GPR. */
  readonly gprTimers: GprTimers = new GprTimers(this.gprs, this.workspaces);
  /** All other timers. */
  readonly timers: Timers = new Timers();

  queued = 0;

  readonly facts: FactLog = new FactLog();

  constructor(rules: Rules, policies: Policies) {
    this.rules = rules;
    this.policies = policies;
    this.usage = new UsageTable(rules.halfLifeMs);
    this.queue = policies.queue.queueOf(this);
    this.plans = policies.queue.plansOf?.(this) ?? null;
    this.orders = new Orders(this, policies.order, policies.backfillOrder);
    this.usage.isKept = this.orders.change;
  }

  /** Replaces the policies, without the effects on a running world (`changePolicies`). */
  adopt(policies: Policies): void {
    this.policies = policies;
    this.queue = policies.queue.queueOf(this);
    this.plans = policies.queue.plansOf?.(this) ?? null;
    this.orders = new Orders(this, policies.order, policies.backfillOrder);
  }

  /** Whether pools keep the planned ends of their running GPRs. */
  get keepsEnds(): boolean {
    return this.queue.readsEnds || (this.rules.cyclesByEvent && this.plans === null);
  }

  /** Whether the next cycle has anything to examine. */
  get awaitsCycle(): boolean {
    const { changedPools, newlyQueued, workspaces } = this;
    return newlyQueued.count + workspaces.touched.count > 0 || !changedPools.isEmpty;
  }

  /** An independent copy, without hooks, followers and facts. @param copy overwritten: an unused earlier copy, or a new Core */
  copy(copy: Core = new Core(this.rules, this.policies)): Core {
    if (copy.policies !== this.policies) copy.adopt(this.policies);
    copyFields(copy, this, [...NOT_STATE, 'facts', 'demands', 'gprs']);
    copy.gprs.copyFrom(this.gprs, this.plans !== null);
    copyFields(copy.demands, this.demands);
    copy.plans?.forget();
    copy.pools = this.pools.map((pool) => pool.copy(copy.demands, copy.totals, copy.changedPools));
    return copy;
  }

  /** Retires the row of a GPR that ended or was removed. The row keeps its content until all followers have read the facts. */
  retire(row: number): void {
    const { gprs, workspaces } = this;
    workspaces.addOpen(gprs.workspace[row], -1);
    gprs.retire(row);
  }

  /** Frees the retired rows. The engine calls it at fixed points of a run, so that row numbers depend on the run alone. */
  freeRetired(): void {
    for (const follower of this.facts.followers) follower.follow();
    this.gprs.freeRetired(this.demands.nodes);
  }

  /** The nodes of a GPR, in the order in which they were chosen. @param gprs the table that its row is in */
  nodesOf(row: number, gprs: GprTable = this.gprs): number[] {
    if (gprs.lot[row] === NONE) return [];
    const { capacity } = this.pools[gprs.pool[row]];
    const count = this.demands.nodes[gprs.demand[row]];
    const at = gprs.lotAt(row, count);
    return Array.from(gprs.lotWords(count).subarray(at, at + count), (word) =>
      capacity.nodeAt(capacity.slotOf(word)),
    );
  }

  /** The nodes of a GPR with a shape, and the masks of its GPUs there; none without a shape. */
  sharedGpusOf(row: number): { readonly node: number; readonly gpus: number }[] {
    const { gprs, demands, pools } = this;
    const { capacity, hasShares } = pools[gprs.pool[row]];
    if (!hasShares || gprs.lot[row] === NONE) return [];
    const count = demands.nodes[gprs.demand[row]];
    const at = gprs.lotAt(row, count);
    const words = gprs.lotWords(count).subarray(at, at + count);
    return Array.from(words, (word) => {
      return { node: capacity.nodeAt(capacity.slotOf(word)), gpus: capacity.gpusAt(word) };
    });
  }

  /** The GPUs that a provisioned GPR holds; shares of GPUs count as fractions. */
  gpusUsed(row: number): number {
    const { gprs, demands } = this;
    return (gprs.gpusHeld[row] * demands.gpuMilli[gprs.demand[row]]) / WHOLE_GPU;
  }

  /** The GPUs of a node that a GPR holds; a share of a GPU counts as one. */
  gpusOn(row: number, node: number): number {
    const { pools, gprs, nodes } = this;
    return pools[gprs.pool[row]].capacity.need(gprs.demand[row], nodes.nodeClass[node]);
  }

  /** Whether no timers are left but those of recorded estimates and of failures of nodes, which no longer affect any GPR. */
  isSettled(): boolean {
    if (this.gprTimers.size > 0) return false;
    for (const id of this.timers.ids()) {
      const kind = timerKind(id);
      const isIdle =
        kind === Timer.estimates ||
        (kind === Timer.node && this.nodes.state[timerIndex(id)] === NodeState.up);
      if (!isIdle) return false;
    }
    return true;
  }

  /** Instant of the next event, NEVER if there is none. */
  nextAt(): number {
    const timer = this.timers.next();
    return Math.min(timer, this.gprTimers.next(timer));
  }
}

export function rulesOf(scenario: Scenario): Rules {
  return {
    limited: scenario.scheduler.workspaceLimit === 1,
    provisioningDelayMs: scenario.scheduler.provisioningDelayMs,
    provisioningMicro: scenario.failures.provisioningMicro,
    nodeMtbfMs: scenario.failures.nodeMtbfMs,
    nodeRepairMs: scenario.failures.nodeRepairMs,
    recordEstimatesEveryMs: scenario.recordEstimatesEveryMs,
    keepEnded: scenario.keepEnded,
    cyclesByEvent: scenario.scheduler.cycle === 'event',
    halfLifeMs: scenario.scheduler.halfLifeMs,
    knowsHidden: true,
    instanceTypes: scenario.instanceTypes,
    seed: scenario.seed,
    provisioningDice: new Dice(scenario.seed, Stream.provisioning),
    nodeDice: new Dice(scenario.seed, Stream.nodeFailure),
  };
}
