// Why each GPR waited, and when. Applies the facts that matter for queues to a second set of tables (`Core`) without timers and
// running GPRs, and notes after each instant which heads changed, and their reasons. If the order is not by rank, the first head
// of a pool is the last one that a fact reports as blocked.

import { bestFit } from '../../../capacity/placement/best-fit.ts';
import { wordOf } from '../../../capacity/shares/share-nodes.ts';
import { Shares } from '../../../capacity/shares/shares.ts';
import { textHash } from '../../../facts/hash.ts';
import { State } from '../../../facts/numbered.ts';
import { Core, type Policies } from '../../../kernel/core.ts';
import { refreshHeads } from '../../../kernel/cycle.ts';
import { addPool } from '../../../kernel/failures.ts';
import { queue, unqueue } from '../../../kernel/gprs/lifecycle.ts';
import { priority } from '../../../kernel/order/priority.ts';
import { QUEUE_POLICIES } from '../../../kernel/policies.ts';
import type { Withheld } from '../../../kernel/queue/queue-policy.ts';
import { reasonIn } from '../../../kernel/queue/wait-reason.ts';
import { Flag, NONE, orderOf, ROW, rankOf } from '../../../tables/gprs/gpr-table.ts';
import type { Pool } from '../../../tables/pools/pool.ts';
import { recordOf } from '../../../tables/workspace-table.ts';
import type { LiveGprs } from '../live-gprs.ts';
import { WaitSpans } from './wait-spans.ts';
import { WaitTracks } from './wait-tracks.ts';

/** What facts about GPRs and nodes do not contain. */
export interface WaitsSource {
  readonly core: Core;
  /** The policies at the start. */
  readonly policies: Policies;
  /** The mask of node classes of its pool that a GPR accepts. */
  classesOf(uid: number, pool: number): number;
}

/** A GPR that a burst replaces, until the fact of the burst. */
interface ReplacedGpr {
  readonly uid: number;
  readonly order: number;
  readonly span: number;
  readonly waitedSinceMs: number;
}

/** A node of a GPR with a shape, and the word of capacity that names its GPUs there. */
interface SharedNode {
  readonly node: number;
  readonly word: number;
}

export class Waits {
  readonly spans: WaitSpans = new WaitSpans();
  readonly tracks: WaitTracks = new WaitTracks();
  readonly #source: WaitsSource;
  readonly #live: LiveGprs;
  /** Holds queued GPRs only. `uid` of a row is the index in `live`. */
  readonly #core: Core;
  /** Workspaces that hold GPUs have this in the column `holds`. */
  readonly #held = 0;
  /** Rows whose track may have changed in the present instant. */
  readonly #changed: number[] = [];
  /** Pool → its first head after the last instant. */
  readonly #first: number[] = [];
  /** Pool → index of the GPR that was last reported as its blocked head. */
  readonly #blocked: number[] = [];
  /** Whether the heads go by rank. */
  #isByRank: boolean;
  #left: ReplacedGpr | undefined;
  #atMs = 0;
  /** Index of a provisioned GPR with a shape → what it holds. */
  readonly #shared: Map<number, readonly SharedNode[]> = new Map();

  constructor(source: WaitsSource, live: LiveGprs) {
    this.#source = source;
    this.#live = live;
    const { policies } = source;
    this.#isByRank = policies.order === priority;
    // Nothing is placed: the policy only decides what the tables of pools know.
    const asGpus = { placement: bestFit, order: priority, backfillOrder: null };
    this.#core = new Core(source.core.rules, { ...policies, ...asGpus });
  }

  /** A fact of an instant follows. */
  at(atMs: number): void {
    if (atMs > this.#atMs) this.settle();
    this.#atMs = atMs;
  }

  /** Nothing more happens at the instant of the last fact. */
  closeBefore(nowMs: number): void {
    if (nowMs > this.#atMs) this.settle();
  }

  created(index: number, uid: number, nodes: number, gpus: number, flags: number): void {
    const live = this.#live;
    const { demands } = this.#core;
    const classes = this.#source.classesOf(uid, this.#pool(live.pool[index]).index);
    const dedicated = (flags & Flag.dedicatedNodes) !== 0;
    live.demand[index] = demands.of(nodes, gpus, dedicated, (flags & Flag.evicts) !== 0, classes);
    live.order[index] = this.#core.gprs.orders++;
    this.#queue(index);
  }

  /** What a GPR that was just created takes of each of its nodes. */
  shaped(index: number, gpuMilli: number, cpuMilli: number, memoryMib: number): void {
    const { demands, gprs } = this.#core;
    const { demand, row } = this.#live;
    const { nodes, gpus, evicts, classes, dedicated } = demands;
    const was = demand[index];
    demand[index] = demands.ofShape(
      ...([nodes[was], gpus[was], dedicated[was] === 1, evicts[was] === 1, classes[was]] as const),
      ...([gpuMilli, cpuMilli, memoryMib] as const),
    );
    gprs.demand[row[index]] = demand[index];
  }

  /** A GPR with a shape got GPUs of a node. @param mask of these GPUs */
  shared(index: number, node: number, mask: number): void {
    const { nodes } = this.#source.core;
    const held = { node, word: wordOf(nodes.slot[node], mask) };
    this.#shared.set(index, [...(this.#shared.get(index) ?? []), held]);
    this.#changeShared(index, held, -1);
  }

  started(index: number): void {
    const { workspaces, rules } = this.#core;
    this.#unqueue(index);
    if (rules.limited) workspaces.holds[recordOf(this.#live.workspace[index])] = this.#held;
  }

  requeued(index: number): void {
    this.ended(index);
    this.#queue(index);
  }

  /** A provisioned GPR lost its GPUs. */
  ended(index: number): void {
    const { workspaces, rules } = this.#core;
    for (const held of this.#shared.get(index) ?? []) this.#changeShared(index, held, 1);
    this.#shared.delete(index);
    if (!rules.limited) return;
    const workspace = this.#live.workspace[index];
    workspaces.holds[recordOf(workspace)] = NONE;
    workspaces.touch(workspace);
  }

  /** A queued GPR failed, because it did not fit. */
  refused(index: number): void {
    this.#unqueue(index);
    this.#core.workspaces.touch(this.#live.workspace[index]);
  }

  /** A queued GPR was removed. */
  removed(index: number, uid: number): void {
    const { order, span, workspace, waitedSinceMs } = this.#live;
    this.#unqueue(index);
    this.#core.workspaces.touch(workspace[index]);
    this.#left = { uid, order: order[index], span: span[index], waitedSinceMs: waitedSinceMs[index] };
  }

  /** The priority of a queued GPR, or whether it may evict, changed. */
  changed(index: number, flags: number): void {
    const { gprs, demands, workspaces } = this.#core;
    const { row, demand, priority, order, workspace } = this.#live;
    const queued = row[index];
    if (queued === NONE) return;
    demand[index] = demands.withEviction(demand[index], (flags & Flag.evicts) !== 0);
    unqueue(this.#core, queued);
    workspaces.touch(workspace[index]);
    gprs.demand[queued] = demand[index];
    gprs.priority[queued] = priority[index];
    gprs.rank[queued] = rankOf(priority[index], order[index]);
    queue(this.#core, queued);
    this.#changed.push(queued);
  }

  /** A burst replaced a GPR that has been removed in this instant: the new one keeps its age, and waits on. */
  moved(left: number, index: number): void {
    if (this.#left?.uid !== left || index < 0) return;
    const { gprs } = this.#core;
    const { order, span, row, priority, waitedSinceMs } = this.#live;
    order[index] = this.#left.order;
    span[index] = this.#left.span;
    waitedSinceMs[index] = this.#left.waitedSinceMs;
    this.#left = undefined;
    const queued = row[index];
    if (queued === NONE || orderOf(gprs.rank[queued]) === order[index]) return;
    unqueue(this.#core, queued);
    gprs.rank[queued] = rankOf(priority[index], order[index]);
    queue(this.#core, queued);
  }

  nodeAdded(node: number, pool: number): void {
    const nodeClass = this.#source.core.nodes.nodeClass[node];
    const { capacity, nodeCounts } = this.#pool(pool);
    capacity.setUp(capacity.add(node, nodeClass), true);
    nodeCounts[nodeClass]++;
    this.#pool(pool).touch();
  }

  nodeRemoved(node: number): void {
    const { nodes } = this.#source.core;
    this.#core.pools[nodes.pool[node]].nodeCounts[nodes.nodeClass[node]]--;
    this.#core.pools[nodes.pool[node]].touch();
  }

  /** @param free GPUs, −1 while the node is down */
  nodeChanged(node: number, free: number): void {
    const { nodes } = this.#source.core;
    const pool = this.#core.pools[nodes.pool[node]];
    pool.capacity.setFree(nodes.slot[node], free);
    pool.touch();
  }

  /** @param hash of the name of an order */
  orderChanged(hash: number): void {
    this.#isByRank = hash === textHash(priority.name);
    for (const pool of this.#core.pools) pool.touch();
  }

  /** A GPR is the first blocked head of a pool. */
  blocked(index: number, pool: number): void {
    this.#blocked[pool] = index;
    this.#pool(pool).touch();
  }

  /** @param hash of the name of a queue policy */
  policyChanged(hash: number): void {
    const core = this.#core;
    const { gprs, pools } = core;
    const policy = QUEUE_POLICIES.find(({ name }) => textHash(name) === hash)!;
    core.adopt({ ...core.policies, queue: policy });
    for (let row = 0; row < gprs.used; row += ROW) this.#changed.push(row);
    for (const pool of pools) pool.touch();
  }

  /** Notes the tracks and reasons at the end of an instant. Further facts of the instant may follow. */
  settle(): void {
    const core = this.#core;
    const { gprs, workspaces, changedPools, pools } = core;
    this.#left = undefined;
    this.#refreshHeads();
    const touched: number[] = [];
    for (let pool = changedPools.takeAbove(-1); pool >= 0; pool = changedPools.takeAbove(pool)) {
      touched.push(pool);
      const first = this.#firstOf(pools[pool]);
      if (first === this.#first[pool]) continue;
      this.#changed.push(this.#first[pool] ?? NONE, first);
      this.#first[pool] = first;
    }
    for (const row of this.#changed) if (row !== NONE && gprs.state[row] === State.queued) this.#place(row);
    this.#changed.length = 0;
    for (const pool of touched)
      this.tracks.update(pool, this.#atMs, (demand, withheld: Withheld) =>
        reasonIn(core, pools[pool], demand, withheld),
      );
    gprs.freeRetired(core.demands.nodes);
    workspaces.touched.count = 0;
  }

  #changeShared(index: number, { node, word }: SharedNode, sign: 1 | -1): void {
    const pool = this.#core.pools[this.#source.core.nodes.pool[node]];
    if (pool.capacity instanceof Shares) pool.capacity.changeWord(word, this.#live.demand[index], sign);
    pool.touch();
  }

  /** A pool; adds it and those before it if they are new. */
  #pool(index: number): Pool {
    const { pools } = this.#core;
    for (let next = pools.length; next <= index; next++) {
      const { cluster, classes, capacity, hasShares } = this.#source.core.pools[next];
      const isOfGpus = capacity.kind === 'shares' && !hasShares;
      addPool(this.#core, cluster, classes, isOfGpus ? 'gpus' : capacity.kind);
    }
    return pools[index];
  }

  /** The first head of a pool, NONE if it has none. */
  #firstOf(pool: Pool): number {
    const { gprs } = this.#core;
    if (this.#isByRank) return pool.heads.first(gprs);
    const row = this.#live.row[this.#blocked[pool.index] ?? NONE] ?? NONE;
    const isHead = row !== NONE && gprs.headAt[row] !== NONE && gprs.pool[row] === pool.index;
    return isHead ? row : NONE;
  }

  /** What the first head of a pool withholds from a head. */
  #withheldFrom(pool: Pool, row: number): Withheld {
    const first = this.#firstOf(pool);
    return first === NONE || first === row ? 'none' : this.#core.queue.withholds();
  }

  #refreshHeads(): void {
    const core = this.#core;
    const { touched, head } = core.workspaces;
    const { newlyQueued } = core;
    const { count } = touched;
    for (let i = 0; i < count; i++) this.#changed.push(head[recordOf(touched.list[i])]);
    for (let i = 0; i < newlyQueued.count; i++) this.#changed.push(newlyQueued.list[i]);
    refreshHeads(core);
    for (let i = 0; i < count; i++) this.#changed.push(head[recordOf(touched.list[i])]);
  }

  /** Puts a queued GPR on its track. */
  #place(row: number): void {
    const core = this.#core;
    const { gprs } = core;
    const index = gprs.uid[row];
    const pool = core.pools[gprs.pool[row]];
    const track =
      gprs.headAt[row] === NONE
        ? NONE
        : this.tracks.of(pool.index, gprs.demand[row], this.#withheldFrom(pool, row));
    const { span } = this.#live;
    const isOpen = this.spans.isOpen(span[index]);
    if (track === (isOpen ? this.spans.track[span[index]] : NONE)) return;
    this.#close(index);
    if (track === NONE) return;
    span[index] = this.spans.open(track, this.#atMs, span[index]);
    this.tracks.count(track, 1);
  }

  #close(index: number): void {
    const span = this.#live.span[index];
    if (!this.spans.isOpen(span)) return;
    this.spans.toMs[span] = this.#atMs;
    this.tracks.count(this.spans.track[span], -1);
  }

  #queue(index: number): void {
    const { gprs, workspaces } = this.#core;
    const live = this.#live;
    while (workspaces.size <= live.workspace[index]) workspaces.add();
    const row = gprs.add();
    gprs.uid[row] = index;
    gprs.workspace[row] = live.workspace[index];
    gprs.pool[row] = live.pool[index];
    gprs.demand[row] = live.demand[index];
    gprs.priority[row] = live.priority[index];
    gprs.rank[row] = rankOf(live.priority[index], live.order[index]);
    live.row[index] = row;
    live.span[index] = NONE;
    queue(this.#core, row);
  }

  #unqueue(index: number): void {
    const row = this.#live.row[index];
    this.#close(index);
    unqueue(this.#core, row);
    this.#live.row[index] = NONE;
    this.#core.gprs.retire(row);
  }
}
