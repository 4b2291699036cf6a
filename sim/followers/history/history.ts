// What happened, for charts: the attempts of all GPRs with their GPUs, the down times of nodes, and levels and counts over
// time. Reads facts alone, of a run in progress or from a file.

import { WHOLE_GPU } from '../../capacity/shares/share-nodes.ts';
import {
  FactKind,
  GprChanged,
  GprCreated,
  GprEnded,
  GprGpus,
  GprProvisioning,
  GprRequeued,
  GprShape,
  HeadBlocked,
  NodeAdded,
  OrderChanged,
  PlacementMoved,
  SchedulerChanged,
} from '../../facts/fact-catalogue.ts';
import { GprStep, MORE_PROVISIONED, MORE_QUEUED, stepOf } from '../../facts/gpr-step.ts';
import { eachFact, type FactRun } from '../../facts/log.ts';
import { Reason, State } from '../../facts/numbered.ts';
import { Flag } from '../../tables/gprs/gpr-table.ts';
import { Attempts } from './attempts.ts';
import { DownTimes } from './down-times.ts';
import { LiveGprs } from './live-gprs.ts';
import { Mark, Marks } from './marks.ts';
import { NodeLanes } from './node-lanes.ts';
import { Count, Level, Series } from './series.ts';
import { Waits, type WaitsSource } from './waits/waits.ts';

/** Maximum number of entries of the series of all clusters, and of those of single clusters together. */
const ENTRIES_MAX = 1 << 16;
const ENTRIES_MIN = 1 << 11;

/** What a series needs to be exact over a few entries: that of a forecast is not read. */
const UNREAD_ENTRIES = 16;

export class History {
  /** Number of the last fact read. */
  seq = 0;
  readonly attempts: Attempts = new Attempts();
  readonly marks: Marks = new Marks();
  readonly downTimes: DownTimes;
  readonly nodes: NodeLanes;
  /** Of all clusters, and by cluster. */
  readonly series: Series;
  readonly clusterSeries: readonly Series[];
  readonly clusterOfPool: (pool: number) => number;
  /** Why GPRs waited; undefined if it is not kept. */
  readonly waits: Waits | undefined;
  readonly #live: LiveGprs;
  /** By pool: free GPUs of nodes that are up, in thousandths, and queued GPRs. */
  readonly #freeMilli: number[] = [];
  readonly #queued: number[] = [];

  /**
   * @param clusters number of clusters
   * @param entriesMax maximum number of entries of the series of all clusters, and about that of all other series together
   * @param from continues from the queued and provisioned GPRs and the nodes of this history; its running attempts come first
   * @param waits what the waits need; undefined = they are not kept
   */
  constructor(
    clusters: number,
    clusterOfPool: (pool: number) => number,
    entriesMax: number = ENTRIES_MAX,
    from?: History,
    waits?: WaitsSource,
  ) {
    this.clusterOfPool = clusterOfPool;
    this.downTimes = from?.downTimes.copy() ?? new DownTimes();
    this.nodes = from?.nodes.copy() ?? new NodeLanes();
    this.#live = from === undefined ? new LiveGprs() : from.#live.copy();
    this.series = new Series(entriesMax);
    const each = Math.max(Math.min(ENTRIES_MIN, entriesMax), Math.floor(entriesMax / clusters));
    this.clusterSeries = Array.from({ length: clusters }, () => new Series(each));
    if (from !== undefined) this.#addRunning(from.attempts);
    if (waits !== undefined) this.waits = new Waits(waits, this.#live);
  }

  /** A queued GPR: when its wait began, and its latest span; undefined if the history does not know it. */
  waitOf(uid: number): { readonly sinceMs: number; readonly span: number } | undefined {
    const index = this.#live.of(uid);
    if (index < 0) return undefined;
    return { sinceMs: this.#live.waitedSinceMs[index], span: this.#live.span[index] };
  }

  /** A history that goes on from this one, for the facts of a forecast, whose numbers begin with 1. */
  fork(): History {
    return new History(this.clusterSeries.length, this.clusterOfPool, UNREAD_ENTRIES, this);
  }

  /** Reads the facts of a run that follow those read before. */
  follow(run: FactRun): void {
    const { words } = run;
    if (run.firstSeq > this.seq + 1)
      throw new Error(`facts ${this.seq + 1} to ${run.firstSeq - 1} are missing`);
    eachFact(run, (kind, atMs, at, count, seq) => {
      if (seq <= this.seq) return;
      this.seq = seq;
      this.#read(kind, atMs, words, at, count);
    });
  }

  #read(kind: number, atMs: number, words: Float64Array, at: number, count: number): void {
    this.waits?.at(atMs);
    const step = stepOf(kind, words, at);
    if (step !== GprStep.none) {
      this.#onStep(step, atMs, words, at, count);
      return;
    }
    switch (kind) {
      case FactKind.gprShape:
        this.#onShape(words, at);
        break;
      case FactKind.gprGpus:
        this.#onGpus(atMs, words, at);
        break;
      case FactKind.gprChanged:
        this.#onChanged(words, at);
        break;
      case FactKind.nodeAdded:
        this.#onNodeAdded(atMs, words, at);
        break;
      case FactKind.nodeDown:
        this.marks.add(Mark.nodeDown, atMs, this.nodes.pool[words[at]], words[at]);
        this.#setUp(atMs, words[at], 0);
        break;
      case FactKind.nodeRemoved:
        this.#setUp(atMs, words[at], 0);
        this.waits?.nodeRemoved(words[at]);
        break;
      case FactKind.nodeUp:
        this.#setUp(atMs, words[at], 1);
        break;
      case FactKind.placementMoved:
        this.#onMoved(words, at);
        break;
      case FactKind.schedulerChanged:
        this.waits?.policyChanged(words[at + SchedulerChanged.queueHash]);
        break;
      case FactKind.orderChanged:
        this.waits?.orderChanged(words[at + OrderChanged.orderHash]);
        break;
      case FactKind.headBlocked:
        this.waits?.blocked(this.#live.of(words[at + HeadBlocked.uid]), words[at + HeadBlocked.pool]);
    }
  }

  #onStep(step: number, atMs: number, words: Float64Array, at: number, count: number): void {
    const live = this.#live;
    const uid = words[at];
    const index = step === GprStep.created ? live.add(uid) : live.of(uid);
    if (index < 0) return;
    switch (step) {
      case GprStep.created:
        this.#onCreated(index, atMs, words, at);
        break;
      case GprStep.started:
        this.#onStarted(index, atMs, words, at, count);
        break;
      case GprStep.successful:
        this.attempts.readyMs[live.attempt[index]] = atMs;
        return;
      case GprStep.requeued: {
        const reason = words[at + GprRequeued.reason];
        this.#endAttempt(atMs, index, State.queued, reason, words[at + GprRequeued.culprit]);
        live.attempt[index] = -1;
        live.waitedSinceMs[index] = atMs;
        this.waits?.requeued(index);
        break;
      }
      case GprStep.ended: {
        const reason = words[at + GprEnded.reason];
        this.#endAttempt(atMs, index, words[at + GprEnded.state], reason, words[at + GprEnded.culprit]);
        this.#count(atMs, live.pool[index], Count.ended, 1);
        this.waits?.ended(index);
        live.remove(uid);
        break;
      }
      case GprStep.refused:
        this.#count(atMs, live.pool[index], Count.ended, 1);
        this.waits?.refused(index);
        live.remove(uid);
        break;
      case GprStep.removed:
        this.marks.add(Mark.removed, atMs, live.pool[index], live.workspace[index]);
        this.waits?.removed(index, uid);
        live.remove(uid);
    }
    this.#change(atMs, live.pool[index], Level.queued, MORE_QUEUED[step]);
    this.#change(atMs, live.pool[index], Level.provisioned, MORE_PROVISIONED[step]);
  }

  #onCreated(index: number, atMs: number, words: Float64Array, at: number): void {
    const live = this.#live;
    live.workspace[index] = words[at + GprCreated.workspace];
    live.pool[index] = words[at + GprCreated.pool];
    live.priority[index] = words[at + GprCreated.priority];
    live.gpusPerNode[index] = words[at + GprCreated.gpusPerNode];
    live.dedicated[index] = (words[at + GprCreated.flags] & Flag.dedicatedNodes) === 0 ? 0 : 1;
    live.waitedSinceMs[index] = atMs;
    this.waits?.created(
      index,
      words[at + GprCreated.uid],
      words[at + GprCreated.nodeCount],
      live.gpusPerNode[index],
      words[at + GprCreated.flags],
    );
    this.marks.add(Mark.created, atMs, live.pool[index], live.workspace[index]);
  }

  #onStarted(index: number, atMs: number, words: Float64Array, at: number, count: number): void {
    const live = this.#live;
    const { attempts, nodes } = this;
    const uid = words[at + GprProvisioning.uid];
    const pool = live.pool[index];
    const waitMs = words[at + GprProvisioning.waitMs];
    const workspace = words[at + GprProvisioning.workspace];
    const isFirst = waitMs >= 0;
    // A GPR that a burst has moved waits since the creation of the one that it replaced.
    const waitedSinceMs = isFirst ? atMs - waitMs : live.waitedSinceMs[index];
    const attempt = attempts.add(uid, workspace, live.priority[index], isFirst, waitedSinceMs, atMs);
    live.attempt[index] = attempt;
    attempts.span[attempt] = live.span[index];
    this.waits?.started(index);
    attempts.evicted[attempt] = live.evicted[index];
    live.evicted[index] = 0;
    for (let i = at + GprProvisioning.nodes; i < at + count && live.shares[index] === 0; i++) {
      const node = words[i];
      const wanted = live.gpusPerNode[index];
      const gpus = live.dedicated[index] === 1 ? Math.max(wanted, nodes.gpus[node]) : wanted;
      this.#changeLanes(atMs, node, () =>
        nodes.take(node, gpus, (lane, lanes) => attempts.holds.add(node, lane, lanes, WHOLE_GPU)),
      );
      this.waits?.nodeChanged(node, nodes.free(node));
    }
    this.#count(atMs, pool, Count.started, 1);
    if (waitMs < 0) return;
    this.#count(atMs, pool, Count.waits, 1);
    this.#count(atMs, pool, Count.waitMs, waitMs);
  }

  #onShape(words: Float64Array, at: number): void {
    const index = this.#live.of(words[at + GprShape.uid]);
    this.#live.shares[index] = 1;
    const isDedicated = this.#live.dedicated[index] === 1;
    this.#live.gpuMilli[index] = isDedicated ? WHOLE_GPU : words[at + GprShape.gpuMilli];
    this.waits?.shaped(
      index,
      words[at + GprShape.gpuMilli],
      words[at + GprShape.cpuMilli],
      words[at + GprShape.memoryMib],
    );
  }

  /** Follows the start of an attempt, so that its lanes are those of the last one. */
  #onGpus(atMs: number, words: Float64Array, at: number): void {
    const { attempts, nodes } = this;
    const node = words[at + GprGpus.node];
    const mask = words[at + GprGpus.gpuIndexes];
    const index = this.#live.of(words[at + GprGpus.uid]);
    const gpuMilli = this.#live.gpuMilli[index];
    this.#changeLanes(atMs, node, () =>
      nodes.share(node, mask, gpuMilli, (lane, lanes) => attempts.holds.add(node, lane, lanes, gpuMilli)),
    );
    this.waits?.shared(index, node, mask);
  }

  /** Counts what a change of lanes allocates. */
  #changeLanes(atMs: number, node: number, change: () => void): void {
    const { nodes } = this;
    const pool = nodes.pool[node];
    const free = nodes.partialFreeMilli(node);
    const used = nodes.usedMilli[node];
    change();
    this.#change(atMs, pool, Level.allocatedMilli, nodes.usedMilli[node] - used);
    this.#change(atMs, pool, Level.partialFreeMilli, nodes.partialFreeMilli(node) - free);
  }

  #endAttempt(atMs: number, index: number, state: number, reason: number, culprit: number): void {
    const { attempts, nodes } = this;
    const attempt = this.#live.attempt[index];
    const pool = this.#live.pool[index];
    const isWhole = this.#live.shares[index] === 0;
    attempts.end(attempt, atMs, this.seq, state, reason, culprit);
    const { node, lane, lanes, gpuMilli } = attempts.holds;
    for (let at = attempts.firstHold[attempt]; at < attempts.endOfHolds(attempt); at++) {
      this.#changeLanes(atMs, node[at], () => nodes.give(node[at], lane[at], lanes[at], gpuMilli[at]));
      if (isWhole) this.waits?.nodeChanged(node[at], nodes.free(node[at]));
    }
    if (reason !== Reason.eviction) return;
    this.#count(atMs, pool, Count.evictions, 1);
    // The evictor starts later in the same cycle.
    const evictor = this.#live.of(culprit);
    if (evictor >= 0) this.#live.evicted[evictor]++;
  }

  #onChanged(words: Float64Array, at: number): void {
    const index = this.#live.of(words[at + GprChanged.uid]);
    if (index < 0) return;
    this.#live.priority[index] = words[at + GprChanged.priority];
    this.waits?.changed(index, words[at + GprChanged.flags]);
  }

  #onMoved(words: Float64Array, at: number): void {
    this.waits?.moved(words[at + PlacementMoved.left], this.#live.of(words[at + PlacementMoved.gprId]));
  }

  #onNodeAdded(atMs: number, words: Float64Array, at: number): void {
    const node = words[at + NodeAdded.node];
    const pool = words[at + NodeAdded.pool];
    const gpus = words[at + NodeAdded.gpus];
    this.nodes.add(node, pool, gpus);
    this.waits?.nodeAdded(node, pool);
    this.downTimes.added(node, atMs);
    this.#change(atMs, pool, Level.upGpus, gpus);
  }

  #setUp(atMs: number, node: number, up: number): void {
    const { nodes } = this;
    if (nodes.up[node] === up) return;
    const pool = nodes.pool[node];
    const free = nodes.partialFreeMilli(node);
    nodes.up[node] = up;
    this.waits?.nodeChanged(node, nodes.free(node));
    if (up === 1) this.downTimes.up(node, atMs);
    else this.downTimes.down(node, atMs);
    this.#change(atMs, pool, Level.upGpus, up === 1 ? nodes.gpus[node] : -nodes.gpus[node]);
    this.#change(atMs, pool, Level.partialFreeMilli, nodes.partialFreeMilli(node) - free);
  }

  #change(atMs: number, pool: number, level: number, by: number): void {
    if (by === 0) return;
    this.series.change(atMs, level, by);
    this.clusterSeries[this.clusterOfPool(pool)].change(atMs, level, by);
    const blocked = this.#blockedMilli(pool);
    if (level === Level.queued) this.#queued[pool] = (this.#queued[pool] ?? 0) + by;
    else if (level === Level.upGpus) this.#free(pool, by * WHOLE_GPU);
    else if (level === Level.allocatedMilli) this.#free(pool, -by);
    else return;
    this.#change(atMs, pool, Level.blockedMilli, this.#blockedMilli(pool) - blocked);
  }

  #free(pool: number, milli: number): void {
    this.#freeMilli[pool] = (this.#freeMilli[pool] ?? 0) + milli;
  }

  /** The free GPUs of a pool for which GPRs wait. */
  #blockedMilli(pool: number): number {
    return (this.#queued[pool] ?? 0) > 0 ? (this.#freeMilli[pool] ?? 0) : 0;
  }

  #count(atMs: number, pool: number, what: number, by: number): void {
    this.series.count(atMs, what, by);
    this.clusterSeries[this.clusterOfPool(pool)].count(atMs, what, by);
  }

  /** Adds the running attempts of the history from which this one goes on, in the order of their starts. */
  #addRunning(others: Attempts): void {
    const { attempt } = this.#live;
    const running = [...this.#live.all()].filter((index) => attempt[index] >= 0);
    for (const index of running.sort((a, b) => attempt[a] - attempt[b])) {
      attempt[index] = this.attempts.addFrom(others, attempt[index]);
    }
  }
}
