// A stream of GPRs drawn from the seed: exponential gaps, and every property of a GPR by its own draw.

import { refusesArrival } from '../admission/policy.ts';
import { Origin, uidOf } from '../base/ids.ts';
import { Dice, Stream as DiceStream, drawOf, exponential, scale } from '../base/random.ts';
import { SECOND_MS } from '../base/time.ts';
import { create } from '../kernel/lifecycle.ts';
import type { GeneratedWorkload } from '../language/scenario.ts';
import { ANY_CLASS } from '../tables/demand.ts';
import { Flag } from '../tables/gpr.ts';
import { WorkspaceBit } from '../tables/queue.ts';
import type { World } from '../world.ts';
import type { Stream } from './arrivals.ts';

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
} as const;

/** Workspaces that an arrival has to look at more closely. */
const UNUSUAL = WorkspaceBit.going | WorkspaceBit.gone | WorkspaceBit.policed;

const BAND = 100;
const MILLI = 1000;

/** Pools that a workspace's GPRs may go to, with running totals of their GPUs. */
export interface PoolChoice {
  readonly pools: readonly number[];
  readonly gpusUpTo: readonly number[];
}

export interface GeneratedTarget {
  /** Workspaces of the stream. */
  readonly workspaces: readonly number[] | { readonly first: number; readonly count: number };
  /** The choice of pools of a workspace. */
  choiceOf(workspace: number): PoolChoice;
  /** GPUs a node, nodes, and memory of a pool at the scenario's start. */
  readonly pools: readonly { readonly gpuCount: number; readonly nodes: number; readonly memoryGb: number }[];
}

/**
 * A pool is chosen in proportion to its GPUs; a demand too large for it is cut to its largest node and its node count.
 * @param entry index of the workload entry in the scenario: origin of its ids and of its draws
 */
export function generatedStream(
  spec: GeneratedWorkload,
  entry: number,
  seed: number,
  target: GeneratedTarget,
): Stream {
  return new GeneratedStream(spec, entry, seed, target);
}

/** So many arrivals are drawn at a time: code that runs often in a row stays in the processor's cache. */
const BATCH = 256;
/** The first time fewer are, for worlds that are looked at and hardly run. */
const FIRST_BATCH = 8;

/** Arrivals that were drawn. They are no state, since all follows from their numbers. */
class Batch {
  /** Number of the first. */
  readonly first: number;
  readonly gapMs: Float64Array;
  readonly workspace: Int32Array;
  readonly pool: Int32Array;
  readonly priority: Int32Array;
  readonly nodeCount: Int32Array;
  readonly gpusPerNode: Int32Array;
  readonly exitMs: Float64Array;
  readonly runMs: Float64Array;
  /** Infinity = it never goes idle. */
  readonly idleAfterMs: Float64Array;
  readonly flags: Int32Array;

  constructor(first: number, size: number) {
    this.first = first;
    this.gapMs = new Float64Array(size);
    this.workspace = new Int32Array(size);
    this.pool = new Int32Array(size);
    this.priority = new Int32Array(size);
    this.nodeCount = new Int32Array(size);
    this.gpusPerNode = new Int32Array(size);
    this.exitMs = new Float64Array(size);
    this.runMs = new Float64Array(size);
    this.idleAfterMs = new Float64Array(size);
    this.flags = new Int32Array(size);
  }

  has(number: number): boolean {
    return number >= this.first && number < this.first + this.flags.length;
  }
}

class GeneratedStream implements Stream {
  readonly #spec: GeneratedWorkload;
  readonly #origin: number;
  readonly #gaps: Dice;
  readonly #dice: Dice;
  readonly #target: GeneratedTarget;
  #batch = new Batch(0, 0);

  constructor(spec: GeneratedWorkload, entry: number, seed: number, target: GeneratedTarget) {
    this.#spec = spec;
    this.#origin = Origin.workload + entry;
    this.#gaps = new Dice(seed, DiceStream.arrivalGap);
    this.#dice = new Dice(seed, DiceStream.arrivalShape);
    this.#target = target;
  }

  at(number: number, beforeMs: number): number {
    const { count, startMs } = this.#spec;
    if (count !== null && number >= count) return Infinity;
    return (number === 0 ? startMs : beforeMs) + this.#batchOf(number).gapMs[number - this.#batch.first];
  }

  arrive(world: World, number: number): void {
    const { core } = world;
    const batch = this.#batchOf(number);
    const i = number - batch.first;
    const workspace = batch.workspace[i];
    if (core.workspaces.has(workspace, UNUSUAL) && this.#isKeptOut(world, number, i)) return;
    const flags = batch.flags[i];
    const idles = (flags & Flag.enforcesIdleTimeOut) !== 0;
    const pool = batch.pool[i];
    create(
      core,
      uidOf(this.#origin, number),
      workspace,
      pool,
      core.demands.of(
        batch.nodeCount[i],
        batch.gpusPerNode[i],
        false,
        (flags & Flag.evicts) !== 0,
        ANY_CLASS,
      ),
      batch.priority[i],
      batch.exitMs[i],
      batch.runMs[i],
      batch.idleAfterMs[i],
      idles ? this.#spec.idleTimeOutMs : 0,
      flags,
      this.#target.pools[pool].memoryGb,
    );
  }

  /** Whether the workspace of an arrival goes or is gone, or its policy refuses the arrival. */
  #isKeptOut(world: World, number: number, i: number): boolean {
    const batch = this.#batch;
    const workspace = batch.workspace[i];
    const { workspaces } = world.core;
    if (workspaces.has(workspace, WorkspaceBit.going | WorkspaceBit.gone)) return true;
    if (!workspaces.has(workspace, WorkspaceBit.policed)) return false;
    const pool = batch.pool[i];
    const judged = {
      priority: batch.priority[i],
      exitMs: batch.exitMs[i],
      gpus: batch.nodeCount[i] * batch.gpusPerNode[i],
      memoryGb: this.#target.pools[pool].memoryGb,
    };
    return refusesArrival(world, uidOf(this.#origin, number), workspace, pool, judged);
  }

  #batchOf(number: number): Batch {
    if (!this.#batch.has(number)) this.#batch = this.#draw(number, number === 0 ? FIRST_BATCH : BATCH);
    return this.#batch;
  }

  #draw(first: number, size: number): Batch {
    const batch = new Batch(first, size);
    const { gpus, nodes, exitDurationMs, runtimeShareMilli, ...spec } = this.#spec;
    const { workspaces, pools } = this.#target;
    const workspaceCount = 'count' in workspaces ? workspaces.count : workspaces.length;
    for (let i = 0; i < size; i++) {
      const uid = uidOf(this.#origin, first + i);
      batch.gapMs[i] = Math.floor(exponential(this.#gaps.draw(uid, 0)) * spec.interArrivalMeanMs);
      const common = this.#dice.of(uid);
      const pick = scale(drawOf(common, Draw.workspace), 0, workspaceCount - 1);
      const workspace = 'count' in workspaces ? workspaces.first + pick : workspaces[pick];
      const pool = poolAt(this.#target.choiceOf(workspace), drawOf(common, Draw.pool));
      batch.workspace[i] = workspace;
      batch.pool[i] = pool;
      batch.priority[i] = this.#priorityOf(common);
      const gpusAsked = gpus[scale(drawOf(common, Draw.gpus), 0, gpus.length - 1)];
      const nodesAsked = nodes[scale(drawOf(common, Draw.nodes), 0, nodes.length - 1)];
      batch.nodeCount[i] = Math.min(nodesAsked, pools[pool].nodes);
      batch.gpusPerNode[i] = Math.min(gpusAsked, pools[pool].gpuCount);

      const traits = drawOf(common, Draw.traits);
      const idles = tenBits(traits, 20) < spec.idleMilli;
      const exitMs = wholeSeconds(scale(drawOf(common, Draw.exit), exitDurationMs.from, exitDurationMs.to));
      const share = scale(drawOf(common, Draw.share), runtimeShareMilli.from, runtimeShareMilli.to);
      const runMs = Math.max(1, Math.floor((exitMs * share) / MILLI));
      batch.exitMs[i] = exitMs;
      batch.runMs[i] = runMs;
      batch.idleAfterMs[i] = idles ? scale(drawOf(common, Draw.idle), 0, runMs) : Infinity;
      batch.flags[i] =
        (tenBits(traits, 0) < spec.evictsMilli ? Flag.evicts : 0) |
        (tenBits(traits, 10) < spec.requeuesMilli ? Flag.requeues : 0) |
        (idles ? Flag.enforcesIdleTimeOut : 0);
    }
    return batch;
  }

  #priorityOf(common: number): number {
    const { low, medium, high } = this.#spec.priority;
    const at = scale(drawOf(common, Draw.band), 0, low + medium + high - 1);
    const band = at < low ? 0 : at < low + medium ? 1 : 2;
    return scale(drawOf(common, Draw.priority), band * BAND + 1, (band + 1) * BAND);
  }
}

function poolAt(choice: PoolChoice, draw: number): number {
  const { pools, gpusUpTo } = choice;
  const at = scale(draw, 0, gpusUpTo[gpusUpTo.length - 1] - 1);
  let i = 0;
  while (gpusUpTo[i] <= at) i++;
  return pools[i];
}

/** Ten bits of a draw as thousandths, 0 … 999. */
function tenBits(draw: number, from: number): number {
  return Math.floor((((draw >>> from) & 1023) * MILLI) / 1024);
}

function wholeSeconds(ms: number): number {
  return Math.max(1, Math.floor((ms + SECOND_MS - 1) / SECOND_MS)) * SECOND_MS;
}
