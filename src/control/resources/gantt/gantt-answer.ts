// The answer with a Gantt chart.

import type { GanttChart } from '../../../driver/world.ts';
import type { Caller } from '../../../http/access/roles.ts';
import { opens } from '../../../http/access/scope.ts';
import type { GanttAnswer } from './schema.ts';

/** Leaves out the names of workspaces that the caller may not see, and of their GPRs. */
export function discreet(chart: GanttChart, fromMs: number, caller: Caller): GanttAnswer {
  const { branch, seq, nowMs, toMs, rows, rowsTotal, bars, gprs, gprNames } = chart;
  return {
    branch,
    seq,
    nowMs,
    fromMs,
    toMs,
    rows: rows.map(({ name, cluster, workspaceCreation, lanes, down }) => ({
      name: workspaceCreation === null || opens(caller, workspaceCreation) ? name : null,
      cluster,
      lanes,
      down: down.map((span) => [span.fromMs, span.toMs]),
    })),
    rowsTotal,
    bars,
    gprs: gprs.map(({ gprId, workspace, workspaceCreation, priority }, i) =>
      opens(caller, workspaceCreation)
        ? { gprId, gprName: gprNames[i]!, workspace, priority }
        : { gprId: null, gprName: null, workspace: null, priority },
    ),
  };
}
