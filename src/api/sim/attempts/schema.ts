import * as v from 'valibot';
import { ATTEMPT_ORDERS, BAR_ENDS } from '../../../../sim/index.ts';
import {
  boolean,
  list,
  named,
  number,
  string,
  stringOrNull,
  strings,
  titled,
  whole,
  wholeOrNull,
} from '../../frame/answers/shapes.ts';
import { only, optionalText, pageEntries, sortedBy } from '../../frame/request/fields.ts';
import { windowEntries } from '../shared/chart-window.ts';

export const listAttemptsRequest = only({
  ...windowEntries,
  node: optionalText(),
  workspace: optionalText(),
  gpr: optionalText(),
  sort: sortedBy(ATTEMPT_ORDERS),
  ...pageEntries(1000, 100),
});

const attempt = titled('Attempt', {
  ...named,
  priority: whole,
  cluster: string,
  nodes: strings,
  gpus: whole,
  gpusOnNode: wholeOrNull,
  planned: boolean,
  first: boolean,
  waitedMs: whole,
  startedAt: string,
  endedAt: stringOrNull,
  plannedEndAt: stringOrNull,
  end: v.picklist(BAR_ENDS),
  cost: number,
});

export const listAttemptsAnswer = titled('AttemptsList', {
  branch: whole,
  seq: whole,
  now: string,
  total: whole,
  attempts: list(attempt),
});

export type AttemptsListAnswer = v.InferOutput<typeof listAttemptsAnswer>;
export type AttemptRecord = AttemptsListAnswer['attempts'][number];
