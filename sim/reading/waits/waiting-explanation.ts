// Explains the state of a GPR: one sentence, and the data behind it. Computed from the present world.

import { WHOLE_GPU } from '../../capacity/shares/share-nodes.ts';
import { REASON_NAMES, Reason, STATE_NAMES, State } from '../../facts/numbered.ts';
import type { Core } from '../../kernel/core.ts';
import { Step } from '../../kernel/cycle.ts';
import { findVictims } from '../../kernel/eviction.ts';
import { PLANNED_MAX, type PoolPlan } from '../../kernel/queue/plans/pool-plan.ts';
import { WaitReason, waitReason, waitsForWorkspace, withheldFrom } from '../../kernel/queue/wait-reason.ts';
import { phrase, type Sentence } from '../../language/sentence.ts';
import { type Explanation, WAIT_REASONS, type WorkspaceLimit } from '../../language/views.ts';
import type { DemandTable } from '../../tables/demand-table.ts';
import { type GprTable, NONE } from '../../tables/gprs/gpr-table.ts';
import { NodeState } from '../../tables/pools/node-table.ts';
import type { Pool } from '../../tables/pools/pool.ts';
import { recordOf } from '../../tables/workspace-table.ts';
import { findGpr, type World } from '../../world.ts';

/** Thousandths of a whole CPU. */
const WHOLE_CPU = 1000;

type Answer = Pick<Explanation, 'sentence' | 'step' | 'behind' | 'behindBecause' | 'victimsNotEnough'>;
type Wait = Pick<Explanation, 'waitReason' | 'plannedStartMs' | 'downNode'>;

/** The explanation of a GPR; undefined = the GPR is not in memory. */
export function explain(world: World, uid: number): Explanation | undefined {
  const found = findGpr(world, uid);
  if (found === undefined) return undefined;
  const { gprs, row } = found;
  const { core, ids } = world;
  const { demands } = core;
  const demand = gprs.demand[row];
  const pool = core.pools[gprs.pool[row]];
  const isQueued = gprs.state[row] === State.queued;
  const answer = isQueued ? explainQueued(world, row, pool) : explainOther(world, gprs, row);
  return {
    gprId: ids.gprId(gprs.uid[row]),
    state: STATE_NAMES[gprs.state[row]],
    needs: { nodes: demands.nodes[demand], gpusPerNode: demands.gpus[demand] },
    free: isQueued ? { nodes: pool.capacity.room(demand), gpus: pool.capacity.freeGpus } : null,
    ...answer,
    ...(isQueued ? waitOf(world, row) : { waitReason: null, plannedStartMs: null, downNode: null }),
    workspaceLimit: gprs === core.gprs ? workspaceLimit(world, row) : null,
  };
}

function waitOf({ core, directory }: World, row: number): Wait {
  const reason = waitReason(core, row);
  const plannedMs = core.plans?.of(core.pools[core.gprs.pool[row]]).plannedAt(row) ?? Infinity;
  const node = reason === WaitReason.down ? firstDownNode(core, row) : NONE;
  return {
    waitReason: WAIT_REASONS[reason],
    plannedStartMs: plannedMs === Infinity ? null : plannedMs,
    downNode: node === NONE ? null : directory.nodeNames[node],
  };
}

/** The node that is down, could have room for a GPR, and is to be repaired first; nodes without a known repair come last. */
function firstDownNode({ gprs, nodes, pools }: Core, row: number): number {
  const { capacity } = pools[gprs.pool[row]];
  const demand = gprs.demand[row];
  let first: number = NONE;
  const repairOf = (node: number) => (nodes.repairAt[node] < 0 ? Infinity : nodes.repairAt[node]);
  for (let slot = 0; slot < capacity.nodeCount; slot++) {
    const node = capacity.nodeAt(slot);
    if (nodes.state[node] !== NodeState.down) continue;
    if (!capacity.couldHold(demand, nodes.nodeClass[node])) continue;
    if (first === NONE || repairOf(node) < repairOf(first)) first = node;
  }
  return first;
}

function workspaceLimit({ core, ids }: World, row: number): WorkspaceLimit {
  const { gprs, workspaces, rules } = core;
  if (!rules.limited) return { gprs: null, holder: null, waits: false };
  const at = recordOf(gprs.workspace[row]);
  const holder = workspaces.holds[at];
  const waits = gprs.state[row] === State.queued && waitsForWorkspace(core, row);
  return { gprs: 1, holder: holder === NONE ? null : ids.gprId(gprs.uid[holder]), waits };
}

function explainQueued(world: World, row: number, pool: Pool): Answer {
  const { core, ids } = world;
  const { gprs, workspaces, demands, rules, queue } = core;
  const workspace = gprs.workspace[row];
  const nameOf = (other: number) => ids.gprId(gprs.uid[other]);
  const named = (other: number) => ({ gprId: nameOf(other) });
  const holds = workspaces.holds[recordOf(workspace)];
  if (rules.limited && holds !== NONE) {
    return behind(
      Step.heads,
      nameOf(holds),
      'workspace-holds',
      phrase`waits because its workspace holds ${named(holds)}: a workspace has one provisioned GPR at a time`,
    );
  }
  const candidate = workspaces.root[recordOf(workspace)];
  if (rules.limited && candidate !== row) {
    return behind(
      Step.heads,
      nameOf(candidate),
      'workspace-candidate',
      phrase`waits behind ${named(candidate)} of the same workspace, which has a higher priority or was created earlier`,
    );
  }
  const demand = gprs.demand[row];
  const { cluster, instanceType } = world.directory.poolNames(pool.index);
  const needs = `${demands.nodes[demand]} × ${neededOf(demands, demand)} of ${instanceType} in ${cluster}`;
  const room = pool.capacity.room(demand);
  if (core.plans !== null) return explainPlanned(world, row, core.plans.of(pool), needs);
  const first = pool.heads.first(gprs);
  const isBehind = first !== NONE && core.orders.isBefore(first, row);
  const withheld = withheldFrom(core, pool, row);
  if (withheld === 'pool') {
    const why = phrase`waits behind ${named(first)}, the first of its pool (${cluster}, ${instanceType})`;
    return behind(Step.block, nameOf(first), 'pool-head', why);
  }
  if (withheld === 'gpus' && room >= demands.nodes[demand]) {
    const why = phrase`needs ${needs} and would delay ${named(first)}, which has the pool's reservation`;
    return behind(Step.block, nameOf(first), 'backfill-reservation', why);
  }
  if (room >= demands.nodes[demand]) {
    return behind(
      Step.pools,
      null,
      null,
      phrase`needs ${needs}; the pool has room, and the next cycle decides`,
    );
  }
  const sentence = `needs ${needs}: ${room} node${room === 1 ? ' has' : 's have'} room, ${gpusOf(pool.capacity.freeGpus)} ${pool.capacity.freeGpus === 1 ? 'is' : 'are'} free`;
  if (demands.evicts[demand] === 0)
    return behind(Step.fit, null, null, phrase`${sentence}; it may not evict`);
  if (isBehind && !queue.mayEvict(pool, row)) {
    const why = phrase`${sentence}; it may evict only as the first of its pool, which is ${named(first)}`;
    return behind(Step.fit, null, null, why);
  }
  const trial = findVictims(core, pool, row);
  if (trial.fits) {
    const victims = { victims: trial.victims.map(nameOf), isCounted: false };
    const why = phrase`${sentence}; evicting ${victims} is enough, and the next cycle will do so`;
    return behind(Step.evict, null, null, why);
  }
  const victims = trial.notEnough.map(nameOf);
  const why =
    victims.length === 0
      ? phrase`${sentence}; nothing of lower priority runs there`
      : phrase`${sentence}; evicting ${{ victims, isCounted: true }} would not be enough`;
  return { ...behind(Step.evict, null, null, why), victimsNotEnough: victims };
}

function explainPlanned({ core, ids }: World, row: number, plan: PoolPlan, needs: string): Answer {
  const { capacity } = core.pools[core.gprs.pool[row]];
  const next = plan.plannedAt(row) === undefined ? `; ${whenPlanned(plan)}` : '';
  const fits = capacity.fits(core.gprs.demand[row]);
  const delayed = fits ? plan.delayedBy(row) : NONE;
  if (delayed === NONE) {
    const free = `${gpusOf(capacity.freeGpus)} ${capacity.freeGpus === 1 ? 'is' : 'are'} free`;
    return behind(fits ? Step.block : Step.fit, null, null, phrase`needs ${needs}: ${free}${next}`);
  }
  const gprId = ids.gprId(core.gprs.uid[delayed]);
  const why = phrase`needs ${needs} and would delay ${{ gprId }}, whose start is planned${next}`;
  return behind(Step.block, gprId, 'backfill-reservation', why);
}

function whenPlanned({ rows }: PoolPlan): string {
  if (rows.length <= PLANNED_MAX) return 'the next cycle plans its start';
  return `its start is planned when it is one of the first ${PLANNED_MAX} GPRs that wait`;
}

function explainOther({ ids, directory }: World, gprs: GprTable, row: number): Answer {
  const reason = gprs.reason[row];
  const state = gprs.state[row];
  if (state === State.provisioning) return behind(0, null, null, ['has its GPUs and is being provisioned']);
  if (state === State.successful) {
    const idle = gprs.idleSince[row] >= 0 ? ', and is idle' : '';
    return behind(0, null, null, phrase`holds ${gpusOf(gprs.gpusHeld[row])}${idle}`);
  }
  const culprit =
    reason === Reason.eviction
      ? phrase` by ${{ gprId: ids.gprId(gprs.culprit[row]) }}`
      : reason === Reason.nodeFailure
        ? ` of ${directory.nodeNames[gprs.culprit[row]]}`
        : '';
  return behind(0, null, null, phrase`ended as ${STATE_NAMES[state]}: ${REASON_NAMES[reason]}${culprit}`);
}

function behind(
  step: number,
  gprId: string | null,
  because: Explanation['behindBecause'],
  sentence: Sentence,
): Answer {
  return { step, behind: gprId, behindBecause: because, sentence, victimsNotEnough: [] };
}

/** What a demand takes of each node. */
function neededOf(demands: DemandTable, demand: number): string {
  const { gpus, gpuMilli, cpuMilli, memoryMib } = demands;
  if (!demands.hasShape(demand)) return gpusOf(gpus[demand]);
  const isShare = gpus[demand] > 0 && gpuMilli[demand] < WHOLE_GPU;
  const share = isShare ? `${gpuMilli[demand] / WHOLE_GPU} of ` : '';
  return `(${share}${gpusOf(gpus[demand])}, ${cpuMilli[demand] / WHOLE_CPU} CPUs, ${memoryMib[demand]} MiB)`;
}

function gpusOf(count: number): string {
  return count === 1 ? '1 GPU' : `${count} GPUs`;
}
