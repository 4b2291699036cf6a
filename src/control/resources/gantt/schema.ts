import * as v from 'valibot';
import { BAR_ENDS } from '../../../../sim/index.ts';
import { whole } from '../../../http/answers/whole.ts';
import { must } from '../../../http/errors/problems.ts';
import { only, queryInteger } from '../../../http/request/fields.ts';
import { windowEntries } from '../../chart-window.ts';

export const pixelsDefault = 1200;
export const pixelsMax = 10_000;

const rowsMax = 2000;

/** What a row of a chart can be. */
export const chartRows = ['nodes', 'workspaces'] as const;

export const ganttRequest = only({
  ...windowEntries,
  pixels: v.optional(queryInteger(pixelsMax), String(pixelsDefault)),
  rows: v.optional(v.picklist(chartRows, must(`one of ${chartRows.join(', ')}`)), 'nodes'),
  offset: v.optional(queryInteger(Number.MAX_SAFE_INTEGER), '0'),
  limit: v.optional(queryInteger(rowsMax), String(rowsMax)),
});

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
