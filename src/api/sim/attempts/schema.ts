import * as v from 'valibot';
import { ATTEMPT_ORDERS, BAR_ENDS } from '../../../../sim/index.ts';
import { whole } from '../../frame/answers/whole.ts';
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

const attempt = v.pipe(
  v.object({
    gprId: v.nullable(v.string()),
    gprName: v.nullable(v.string()),
    workspace: v.nullable(v.string()),
    priority: whole,
    cluster: v.string(),
    nodes: v.array(v.string()),
    gpus: whole,
    gpusOnNode: v.nullable(whole),
    planned: v.boolean(),
    first: v.boolean(),
    waitedMs: whole,
    startedAt: v.string(),
    endedAt: v.nullable(v.string()),
    plannedEndAt: v.nullable(v.string()),
    end: v.picklist(BAR_ENDS),
    cost: v.number(),
  }),
  v.title('Attempt'),
);

export const listAttemptsAnswer = v.pipe(
  v.object({ branch: whole, seq: whole, now: v.string(), total: whole, attempts: v.array(attempt) }),
  v.title('AttemptsList'),
);

export type AttemptsListAnswer = v.InferOutput<typeof listAttemptsAnswer>;
export type AttemptRecord = AttemptsListAnswer['attempts'][number];
