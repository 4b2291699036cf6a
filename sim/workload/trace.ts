// A recorded trace as a stream: each GPR arrives at its recorded instant, in its workspace.

import { refusesArrival } from '../admission/workspace-policy.ts';
import { Origin, uidOf } from '../base/numbers/ids.ts';
import { create } from '../kernel/gprs/lifecycle.ts';
import type { TraceGpr } from '../language/scenario.ts';
import type { DemandTable } from '../tables/demand-table.ts';
import { Flag } from '../tables/gprs/gpr-table.ts';
import { WorkspaceBit } from '../tables/workspace-table.ts';
import type { Stream } from './arrivals.ts';

interface TraceTarget {
  readonly pool: number;
  workspaceOf(number: number): number;
  /** Bit mask of the node classes of the pool that GPR `number` accepts; 0 = none. */
  classesOf(number: number): number;
  readonly memoryGb: number;
}

/** @param gprs in order of arrival */
export function traceStream(gprs: readonly TraceGpr[], entry: number, target: TraceTarget): Stream {
  return {
    at: (number) => (number < gprs.length ? gprs[number].arrivalMs : Infinity),
    classesOf: (number) => target.classesOf(number),

    arrive(world, number) {
      const { core } = world;
      const gpr = gprs[number];
      const workspace = target.workspaceOf(number);
      if (core.workspaces.has(workspace, WorkspaceBit.going | WorkspaceBit.gone)) return;
      const uid = uidOf(Origin.workload + entry, number);
      const { priority, exitMs, nodeCount, gpusPerNode } = gpr;
      if (core.workspaces.has(workspace, WorkspaceBit.policed)) {
        const judged = { priority, exitMs, gpus: nodeCount * gpusPerNode, memoryGb: target.memoryGb };
        if (refusesArrival(world, uid, workspace, target.pool, judged)) return;
      }
      const { gprs: table } = core;
      const row = table.add();
      table.uid[row] = uid;
      table.workspace[row] = workspace;
      table.pool[row] = target.pool;
      table.demand[row] = demandOf(core.demands, gpr, target.classesOf(number));
      table.priority[row] = priority;
      table.flags[row] = Flag.requeues;
      table.memoryGb[row] = target.memoryGb;
      table.exitLeftMs[row] = exitMs;
      table.runLeftMs[row] = gpr.runMs;
      table.idleAfterMs[row] = Infinity;
      table.idleTimeOutMs[row] = 0;
      create(core, row);
    },
  };
}

function demandOf(
  demands: DemandTable,
  { nodeCount, gpusPerNode, shape }: TraceGpr,
  classes: number,
): number {
  if (shape === undefined) return demands.of(nodeCount, gpusPerNode, false, false, classes);
  const { gpuMilli, cpuMilli, memoryMib } = shape;
  return demands.ofShape(nodeCount, gpusPerNode, false, false, classes, gpuMilli, cpuMilli, memoryMib);
}
