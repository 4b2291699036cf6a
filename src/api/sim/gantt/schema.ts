import * as v from 'valibot';
import { must } from '../../frame/errors/problems.ts';
import { only, optionalText, queryFlag, queryInteger } from '../../frame/request/fields.ts';
import { windowEntries } from '../shared/chart-window.ts';
import { chartRows, pixelsDefault, pixelsMax } from '../shared/gantt-answer.ts';

const rowsMax = 2000;

export const ganttRequest = only({
  ...windowEntries,
  pixels: v.optional(queryInteger(pixelsMax), String(pixelsDefault)),
  rows: v.optional(v.picklist(chartRows, must(`one of ${chartRows.join(', ')}`)), 'nodes'),
  node: optionalText(),
  workspace: optionalText(),
  offset: v.optional(queryInteger(Number.MAX_SAFE_INTEGER), '0'),
  limit: v.optional(queryInteger(rowsMax), String(rowsMax)),
  waits: v.optional(queryFlag(), 'false'),
});
