// A stream of GPRs drawn from the seed. Gaps are exponential. Each property of a GPR has a separate draw.

import { refusesArrival } from '../admission/workspace-policy.ts';
import { early } from '../base/collections/early.ts';
import { Origin, uidOf } from '../base/numbers/ids.ts';
import { Dice, Stream as DiceStream, drawOf, exponential, scale } from '../base/numbers/random.ts';
import { SECOND_MS } from '../base/numbers/time.ts';
import { create } from '../kernel/gprs/lifecycle.ts';
import type { GeneratedWorkload, RecordedJob } from '../language/scenario.ts';
import { ANY_CLASS } from '../tables/demand-table.ts';
import { Real as Column, Field, Flag } from '../tables/gprs/gpr-table.ts';
import { recordOf, WorkspaceBit, type WorkspaceTable } from '../tables/workspace-table.ts';
import type { World } from '../world.ts';
import type { Stream } from './arrivals.ts';
import type { Week } from './week.ts';
import { indexAt, type Offer, upTo, type Weighted } from './weighted-choices.ts';

/** Numbers of the draws of one arrival. Append only. */
const Draw = {
  workspace: 0,
  pool: 1,
  band: 2,
  priority: 3,
  gpus: 4,
  nodes: 5,
  exit: 6,
  share: 7,
  traits: 8,
  idle: 9,
  job: 10,
} as const;

/** If a workspace has one of these bits, its arrival may be dropped or refused. */
const UNUSUAL = WorkspaceBit.going | WorkspaceBit.gone | WorkspaceBit.policed;

const BAND = 100;
const MILLI = 1000;

interface GeneratedTarget {
  readonly workspaces: readonly number[] | { readonly first: number; readonly count: number };
  /** The pools of a workspace's GPRs. */
  choiceOf(workspace: number): Weighted;
  /** By pool: what the stream takes it for. */
  readonly pools: readonly Offer[];
  /** null: all hours have the same rate. */
  readonly week: Week | null;
}

/**
 * A demand that exceeds its pool is cut to the pool's largest node and number of nodes.
 * @param entry index of the workload entry in the scenario; uids and draws derive from it
 */
export function generatedStream(
  spec: GeneratedWorkload,
  entry: number,
  seed: number,
  target: GeneratedTarget,
): Stream {
  return new GeneratedStream(spec, entry, seed, target);
}

/** Arrivals drawn at a time: a long loop over one property keeps its code in the processor's cache. */
const BATCH = 256;
/** Size of the first batch: small, for worlds that are only read. */
const FIRST_BATCH = 8;

/** Arrivals whose workspaces are prefetched at a time. */
const AHEAD = 32;

/** Offsets of an arrival's properties within its integers and its doubles in a batch. */
const Int = { workspace: 0, pool: 1, priority: 2, nodeCount: 3, gpusPerNode: 4, flags: 5 } as const;
const Real = { gapMs: 0, exitMs: 1, runMs: 2, idleAfterMs: 3 } as const;
const INTS = 8;
const REALS = 4;

/** A batch of drawn arrivals. It is not state: arrivals follow from their numbers. */
class Batch {
  /** The batch has the arrivals [`first`, `end`). */
  first = 0;
  end = 0;
  ints: Int32Array = new Int32Array(0);
  reals: Float64Array = new Float64Array(0);

  /** Prepares the batch for `size` arrivals from number `first` on; the caller overwrites all columns. */
  begin(first: number, size: number): void {
    this.first = first;
    this.end = first + size;
    if (this.ints.length === size * INTS) return;
    this.ints = new Int32Array(size * INTS);
    this.reals = new Float64Array(size * REALS);
  }
}

class GeneratedStream implements Stream {
  readonly #spec: GeneratedWorkload;
  readonly #origin: number;
  readonly #gaps: Dice;
  readonly #dice: Dice;
  readonly #target: GeneratedTarget;
  readonly #batch = new Batch();
  /** Running totals of the weights of the jobs. */
  readonly #jobsUpTo: readonly number[];
  /** By arrival of a batch: the common part of its draws, and the result of the last `#uniform`. */
  readonly #common = new Int32Array(BATCH);
  readonly #drawn = new Float64Array(BATCH);

  constructor(spec: GeneratedWorkload, entry: number, seed: number, target: GeneratedTarget) {
    this.#spec = spec;
    this.#origin = Origin.workload + entry;
    this.#gaps = new Dice(seed, DiceStream.arrivalGap);
    this.#dice = new Dice(seed, DiceStream.arrivalShape);
    this.#target = target;
    this.#jobsUpTo = upTo(spec.jobs ?? []);
  }

  at(number: number, before: number, rateMilli: number): number {
    const { count, startMs } = this.#spec;
    if (count !== null && number >= count) return Infinity;
    const batch = this.#batchOf(number);
    const gapMs = batch.reals[(number - batch.first) * REALS + Real.gapMs];
    const from = number === 0 ? this.#start(startMs) : before;
    return from + Math.floor((gapMs * MILLI) / rateMilli);
  }

  #start(startMs: number): number {
    return this.#target.week?.meanTimeOf(startMs) ?? startMs;
  }

  instantOf(place: number): number {
    const { week } = this.#target;
    // The start may be within a millisecond of mean time that began earlier.
    return week === null ? place : Math.max(this.#spec.startMs, week.instantOf(place));
  }

  arrive(world: World, number: number): void {
    const { core } = world;
    const batch = this.#batchOf(number);
    const int = (number - batch.first) * INTS;
    const real = (number - batch.first) * REALS;
    const workspace = batch.ints[int + Int.workspace];
    if (number % AHEAD === 0) this.#readAhead(core.workspaces, number - batch.first);
    if (core.workspaces.has(workspace, UNUSUAL) && this.#isRefused(world, number, int, real)) return;
    const { gprs } = core;
    const row = gprs.add();
    const { ints, reals } = gprs;
    const flags = batch.ints[int + Int.flags];
    const pool = batch.ints[int + Int.pool];
    reals[row + Column.uid] = uidOf(this.#origin, number);
    ints[row + Field.workspace] = workspace;
    ints[row + Field.pool] = pool;
    ints[row + Field.demand] = core.demands.of(
      batch.ints[int + Int.nodeCount],
      batch.ints[int + Int.gpusPerNode],
      false,
      (flags & Flag.evicts) !== 0,
      ANY_CLASS,
    );
    ints[row + Field.priority] = batch.ints[int + Int.priority];
    ints[row + Field.flags] = flags;
    ints[row + Field.memoryGb] = this.#target.pools[pool].memoryGb;
    reals[row + Column.exitLeftMs] = batch.reals[real + Real.exitMs];
    reals[row + Column.runLeftMs] = batch.reals[real + Real.runMs];
    reals[row + Column.idleAfterMs] = batch.reals[real + Real.idleAfterMs];
    reals[row + Column.idleTimeOutMs] =
      (flags & Flag.enforcesIdleTimeOut) !== 0 ? this.#spec.idleTimeOutMs : 0;
    create(core, row);
  }

  /** Prefetches the workspace records of the next `AHEAD` arrivals, the present one included. */
  #readAhead(workspaces: WorkspaceTable, from: number): void {
    const { records } = workspaces;
    const { ints } = this.#batch;
    const end = Math.min(ints.length, (from + AHEAD) * INTS);
    for (let at = from * INTS; at < end; at += INTS) early[0] = records[recordOf(ints[at + Int.workspace])];
  }

  /** Whether an arrival creates no GPR: its workspace is being deleted or gone, or its policy refuses the GPR. */
  #isRefused(world: World, number: number, int: number, real: number): boolean {
    const { ints, reals } = this.#batch;
    const workspace = ints[int + Int.workspace];
    const { workspaces } = world.core;
    if (workspaces.has(workspace, WorkspaceBit.going | WorkspaceBit.gone)) return true;
    if (!workspaces.has(workspace, WorkspaceBit.policed)) return false;
    const pool = ints[int + Int.pool];
    const judged = {
      priority: ints[int + Int.priority],
      exitMs: reals[real + Real.exitMs],
      gpus: ints[int + Int.nodeCount] * ints[int + Int.gpusPerNode],
      memoryGb: this.#target.pools[pool].memoryGb,
    };
    return refusesArrival(world, uidOf(this.#origin, number), workspace, pool, judged);
  }

  #batchOf(number: number): Batch {
    const { first, end } = this.#batch;
    if (number < first || number >= end) this.#draw(number, number === 0 ? FIRST_BATCH : BATCH);
    return this.#batch;
  }

  /** Draws a batch, one property at a time for all arrivals: the loops are simple and fast. */
  #draw(first: number, size: number): void {
    this.#batch.begin(first, size);
    const { ints, reals } = this.#batch;
    const { priority, jobs, ...spec } = this.#spec;
    const { workspaces } = this.#target;
    const common = this.#common;
    const uid = uidOf(this.#origin, first);
    for (let i = 0; i < size; i++) common[i] = this.#gaps.of(uid + i);
    for (let i = 0; i < size; i++) {
      reals[i * REALS + Real.gapMs] = Math.floor(exponential(drawOf(common[i], 0)) * spec.interArrivalMeanMs);
    }
    for (let i = 0; i < size; i++) common[i] = this.#dice.of(uid + i);
    const workspaceCount = 'count' in workspaces ? workspaces.count : workspaces.length;
    const picks = this.#uniform(Draw.workspace, 0, workspaceCount - 1, size);
    for (let i = 0; i < size; i++) {
      const workspace = 'count' in workspaces ? workspaces.first + picks[i] : workspaces[picks[i]];
      ints[i * INTS + Int.workspace] = workspace;
      const { items, weightUpTo } = this.#target.choiceOf(workspace);
      ints[i * INTS + Int.pool] = items[indexAt(weightUpTo, drawOf(common[i], Draw.pool))];
    }
    const { low, medium, high } = priority;
    const bands = this.#uniform(Draw.band, 0, low + medium + high - 1, size);
    for (let i = 0; i < size; i++) {
      ints[i * INTS + Int.priority] = bands[i] < low ? 0 : bands[i] < low + medium ? BAND : 2 * BAND;
    }
    const levels = this.#uniform(Draw.priority, 1, BAND, size);
    for (let i = 0; i < size; i++) ints[i * INTS + Int.priority] += levels[i];
    if (jobs === null) this.#drawSizes(size);
    else this.#drawJobs(jobs, size);
    for (let i = 0; i < size; i++) {
      const runMs = reals[i * REALS + Real.runMs];
      const traits = drawOf(common[i], Draw.traits);
      const idles = tenBits(traits, 20) < spec.idleMilli;
      ints[i * INTS + Int.flags] =
        (tenBits(traits, 0) < spec.evictsMilli ? Flag.evicts : 0) |
        (tenBits(traits, 10) < spec.requeuesMilli ? Flag.requeues : 0) |
        (idles ? Flag.enforcesIdleTimeOut : 0);
      reals[i * REALS + Real.idleAfterMs] = idles ? scale(drawOf(common[i], Draw.idle), 0, runMs) : Infinity;
    }
  }

  /** Draws the demands and durations from their ranges. */
  #drawSizes(size: number): void {
    const { ints, reals } = this.#batch;
    const { gpus, nodes, exitDurationMs, runtimeShareMilli } = this.#spec;
    const { pools } = this.#target;
    const gpusAsked = this.#uniform(Draw.gpus, 0, gpus.length - 1, size);
    for (let i = 0; i < size; i++) {
      const { gpuCount } = pools[ints[i * INTS + Int.pool]];
      ints[i * INTS + Int.gpusPerNode] = Math.min(gpus[gpusAsked[i]], gpuCount);
    }
    const nodesAsked = this.#uniform(Draw.nodes, 0, nodes.length - 1, size);
    for (let i = 0; i < size; i++) {
      ints[i * INTS + Int.nodeCount] = Math.min(nodes[nodesAsked[i]], pools[ints[i * INTS + Int.pool]].nodes);
    }
    const exits = this.#uniform(Draw.exit, exitDurationMs.from, exitDurationMs.to, size);
    for (let i = 0; i < size; i++) reals[i * REALS + Real.exitMs] = wholeSeconds(exits[i]);
    const shares = this.#uniform(Draw.share, runtimeShareMilli.from, runtimeShareMilli.to, size);
    for (let i = 0; i < size; i++) {
      const runMs = Math.floor((reals[i * REALS + Real.exitMs] * shares[i]) / MILLI);
      reals[i * REALS + Real.runMs] = Math.max(1, runMs);
    }
  }

  /** Draws the demands and durations together, each time those of one recorded job. */
  #drawJobs(jobs: readonly RecordedJob[], size: number): void {
    const { ints, reals } = this.#batch;
    const { pools } = this.#target;
    for (let i = 0; i < size; i++) {
      const job = jobs[indexAt(this.#jobsUpTo, drawOf(this.#common[i], Draw.job))];
      const pool = pools[ints[i * INTS + Int.pool]];
      ints[i * INTS + Int.gpusPerNode] = Math.min(job.gpusPerNode, pool.gpuCount);
      ints[i * INTS + Int.nodeCount] = Math.min(job.nodeCount, pool.nodes);
      reals[i * REALS + Real.exitMs] = job.exitMs;
      reals[i * REALS + Real.runMs] = job.runMs;
    }
  }

  /** A uniform integer in [`from`, `to`] for each arrival. The array is valid until the next call. */
  #uniform(draw: number, from: number, to: number, size: number): Float64Array {
    const common = this.#common;
    const drawn = this.#drawn;
    for (let i = 0; i < size; i++) drawn[i] = scale(drawOf(common[i], draw), from, to);
    return drawn;
  }
}

/** Ten bits of a draw, scaled to thousandths (0 … 999). */
function tenBits(draw: number, from: number): number {
  return (((draw >>> from) & 1023) * MILLI) >> 10;
}

function wholeSeconds(ms: number): number {
  return Math.max(1, Math.floor((ms + SECOND_MS - 1) / SECOND_MS)) * SECOND_MS;
}
