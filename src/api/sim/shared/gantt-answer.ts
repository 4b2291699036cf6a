// A Gantt chart as several operations answer it.

import * as v from 'valibot';
import { BAR_ENDS, WAIT_REASONS } from '../../../../sim/index.ts';
import type { GanttChart } from '../../../driver/world.ts';
import type { Caller } from '../../frame/access/roles.ts';
import { namesFor, opens } from '../../frame/access/scope.ts';
import { list, named, stringOrNull, titled, whole, wholeOrNull, wholes } from '../../frame/answers/shapes.ts';

export const pixelsDefault = 1200;
export const pixelsMax = 10_000;

/** What a row of a chart can be. */
export const chartRows = ['nodes', 'workspaces'] as const;

export const ganttAnswer = titled('Gantt', {
  branch: whole,
  seq: whole,
  nowMs: whole,
  fromMs: whole,
  toMs: whole,
  rows: list(
    v.object({
      name: stringOrNull,
      cluster: stringOrNull,
      lanes: whole,
      down: list(list(wholeOrNull)),
    }),
  ),
  rowsTotal: whole,
  bars: v.object({
    row: wholes,
    lane: wholes,
    lanes: wholes,
    fromMs: wholes,
    toMs: list(wholeOrNull),
    gpr: wholes,
    end: list(v.picklist(BAR_ENDS)),
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
      reason: list(v.picklist(WAIT_REASONS)),
    }),
  ),
  gprs: list(
    v.object({
      ...named,
      priority: whole,
    }),
  ),
});

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
    gprs: gprs.map((gpr, i) => ({
      ...namesFor(caller, { ...gpr, gprName: gprNames[i]! }),
      priority: gpr.priority,
    })),
  };
}
