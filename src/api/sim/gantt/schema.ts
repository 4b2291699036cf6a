import * as v from 'valibot';
import { choice, only, optionalInteger, optionalText, queryFlag } from '../../frame/request/fields.ts';
import { windowEntries } from '../shared/chart-window.ts';
import { chartRows, pixelsDefault, pixelsMax } from '../shared/gantt-answer.ts';

const rowsMax = 2000;

export const ganttRequest = only({
  ...windowEntries,
  pixels: optionalInteger(pixelsMax, pixelsDefault),
  rows: v.optional(choice(chartRows), 'nodes'),
  node: optionalText(),
  workspace: optionalText(),
  offset: optionalInteger(Number.MAX_SAFE_INTEGER, 0),
  limit: optionalInteger(rowsMax, rowsMax),
  waits: v.optional(queryFlag(), 'false'),
});
