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
 * @param entry index of the workload entry in the scenario: origin of its ids and of its draws
 * A pool is chosen in proportion to its GPUs; a demand too large for it is cut to its largest node and its node count.
 */
export function generatedStream(
  spec: GeneratedWorkload,
  entry: number,
  seed: number,
  target: GeneratedTarget,
): Stream {
  const gaps = new Dice(seed, DiceStream.arrivalGap);
  const dice = new Dice(seed, DiceStream.arrivalShape);
  const weights = spec.priority.low + spec.priority.medium + spec.priority.high;
  const origin = Origin.workload + entry;
  const { workspaces } = target;
  const workspaceCount = 'count' in workspaces ? workspaces.count : workspaces.length;

  return {
    at(number, beforeMs) {
      if (spec.count !== null && number >= spec.count) return Infinity;
      const gap = Math.floor(exponential(gaps.draw(uidOf(origin, number), 0)) * spec.interArrivalMeanMs);
      return (number === 0 ? spec.startMs : beforeMs) + gap;
    },

    arrive(world, number) {
      const { core } = world;
      const uid = uidOf(origin, number);
      const common = dice.of(uid);
      const pick = scale(drawOf(common, Draw.workspace), 0, workspaceCount - 1);
      const workspace = 'count' in workspaces ? workspaces.first + pick : workspaces[pick];
      if (core.workspaces.has(workspace, WorkspaceBit.going | WorkspaceBit.gone)) return;

      const choice = target.choiceOf(workspace);
      const pool = poolAt(choice, drawOf(common, Draw.pool));
      const { gpuCount, nodes, memoryGb } = target.pools[pool];
      const gpusAsked = spec.gpus[scale(drawOf(common, Draw.gpus), 0, spec.gpus.length - 1)];
      const nodesAsked = spec.nodes[scale(drawOf(common, Draw.nodes), 0, spec.nodes.length - 1)];

      const traits = drawOf(common, Draw.traits);
      const evicts = tenBits(traits, 0) < spec.evictsMilli;
      const requeues = tenBits(traits, 10) < spec.requeuesMilli;
      const idles = tenBits(traits, 20) < spec.idleMilli;

      const exitMs = wholeSeconds(
        scale(drawOf(common, Draw.exit), spec.exitDurationMs.from, spec.exitDurationMs.to),
      );
      const share = scale(drawOf(common, Draw.share), spec.runtimeShareMilli.from, spec.runtimeShareMilli.to);
      const runMs = Math.max(1, Math.floor((exitMs * share) / MILLI));
      const idleAfterMs = idles ? scale(drawOf(common, Draw.idle), 0, runMs) : Infinity;

      const nodeCount = Math.min(nodesAsked, nodes);
      const gpusPerNode = Math.min(gpusAsked, gpuCount);
      const priority = priorityOf(common);
      if (core.workspaces.has(workspace, WorkspaceBit.policed)) {
        const gpus = nodeCount * gpusPerNode;
        if (refusesArrival(world, uid, workspace, pool, { priority, exitMs, gpus, memoryGb })) return;
      }

      create(
        core,
        uid,
        workspace,
        pool,
        core.demands.of(nodeCount, gpusPerNode, false, evicts, ANY_CLASS),
        priority,
        exitMs,
        runMs,
        idleAfterMs,
        idles ? spec.idleTimeOutMs : 0,
        (evicts ? Flag.evicts : 0) | (requeues ? Flag.requeues : 0) | (idles ? Flag.enforcesIdleTimeOut : 0),
        memoryGb,
      );
    },
  };

  function priorityOf(common: number): number {
    const at = scale(drawOf(common, Draw.band), 0, weights - 1);
    const band = at < spec.priority.low ? 0 : at < spec.priority.low + spec.priority.medium ? 1 : 2;
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
