// A Gantt chart as several operations answer it.

import * as v from 'valibot';
import { BAR_ENDS, WAIT_REASONS } from '../../../../sim/index.ts';
import type { GanttChart } from '../../../driver/world.ts';
import type { Caller } from '../../frame/access/roles.ts';
import { opens } from '../../frame/access/scope.ts';
import { whole } from '../../frame/answers/whole.ts';

export const pixelsDefault = 1200;
export const pixelsMax = 10_000;

/** What a row of a chart can be. */
export const chartRows = ['nodes', 'workspaces'] as const;

const wholes = v.array(whole);

export const ganttAnswer = v.pipe(
  v.object({
    branch: whole,
    seq: whole,
    nowMs: whole,
    fromMs: whole,
    toMs: whole,
    rows: v.array(
      v.object({
        name: v.nullable(v.string()),
        cluster: v.nullable(v.string()),
        lanes: whole,
        down: v.array(v.array(v.nullable(whole))),
      }),
    ),
    rowsTotal: whole,
    bars: v.object({
      row: wholes,
      lane: wholes,
      lanes: wholes,
      fromMs: wholes,
      toMs: v.array(v.nullable(whole)),
      gpr: wholes,
      end: v.array(v.picklist(BAR_ENDS)),
      planned: wholes,
      count: wholes,
    }),
    waits: v.optional(
      v.object({
        row: wholes,
        lane: wholes,
        gpr: wholes,
        fromMs: wholes,
        toMs: wholes,
        reason: v.array(v.picklist(WAIT_REASONS)),
      }),
    ),
    gprs: v.array(
      v.object({
        gprId: v.nullable(v.string()),
        gprName: v.nullable(v.string()),
        workspace: v.nullable(v.string()),
        priority: whole,
      }),
    ),
  }),
  v.title('Gantt'),
);

export type GanttAnswer = v.InferOutput<typeof ganttAnswer>;

/** Leaves out the names of workspaces that the caller may not see, and of their GPRs. */
export function discreet(chart: GanttChart, fromMs: number, caller: Caller): GanttAnswer {
  const { branch, seq, nowMs, toMs, rows, rowsTotal, bars, waits, gprs, gprNames } = chart;
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
    ...(waits && { waits }),
    gprs: gprs.map(({ gprId, workspace, workspaceCreation, priority }, i) =>
      opens(caller, workspaceCreation)
        ? { gprId, gprName: gprNames[i]!, workspace, priority }
        : { gprId: null, gprName: null, workspace: null, priority },
    ),
  };
}
