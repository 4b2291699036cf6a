import * as v from 'valibot';
import { GPR_STATES, TIME_MAX_MS } from '../../../../sim/index.ts';
import { CHART_ROWS_MAX, EFFECTS } from '../../../driver/differing.ts';
import { noList } from '../../../wire/text/no-list.ts';
import { whole } from '../../frame/answers/whole.ts';
import { must } from '../../frame/errors/problems.ts';
import { json, jsonObject } from '../../frame/request/any-json.ts';
import {
  integer,
  listOf,
  only,
  queryInstant,
  queryInteger,
  text,
  tooMany,
} from '../../frame/request/fields.ts';
import { fact } from '../shared/fact.ts';
import { chartRows, ganttAnswer, pixelsDefault, pixelsMax } from '../shared/gantt-answer.ts';

/** The largest number of changes of a what-if. */
export const changesMax = 100;

const pathLengthMax = 2048;

const change = noList(
  only({
    at: v.nullish(text(), null),
    method: v.nullish(
      v.picklist(['GET', 'POST', 'PUT', 'DELETE'], must('one of GET, POST, PUT, DELETE')),
      null,
    ),
    path: v.nullish(text(pathLengthMax), null),
    body: v.nullish(json(), null),
    scheduler: v.nullish(jsonObject(), null),
    arrivalRate: v.nullish(v.number(must('a number')), null),
  }),
);

export type SentChange = v.InferOutput<typeof change>;

const knowing = v.picklist(['everything', 'scheduler'], must('everything or scheduler'));

const rowsOfCharts = v.picklist(chartRows, must(`one of ${chartRows.join(', ')}`));

export const whatIfRequest = only({
  changes: v.nullish(v.pipe(listOf(change), v.maxLength(changesMax, tooMany(changesMax, 'changes'))), []),
  until: v.nullish(text(), null),
  knowing: v.nullish(knowing, 'everything'),
  charts: v.nullish(rowsOfCharts, null),
  chartRows: v.nullish(integer(1, CHART_ROWS_MAX), CHART_ROWS_MAX),
  pixels: v.nullish(integer(1, pixelsMax), pixelsDefault),
  cluster: v.nullish(text(), null),
});

export const listDifferencesRequest = only({
  branch: queryInteger(Number.MAX_SAFE_INTEGER),
  until: v.optional(queryInstant(TIME_MAX_MS)),
  charts: v.optional(rowsOfCharts),
  chartRows: v.optional(queryInteger(CHART_ROWS_MAX), String(CHART_ROWS_MAX)),
  pixels: v.optional(queryInteger(pixelsMax), String(pixelsDefault)),
  cluster: v.optional(text()),
});

const outlook = v.nullable(
  v.object({
    startTime: v.nullable(v.string()),
    endTime: v.nullable(v.string()),
    state: v.picklist([...GPR_STATES, 'Removed']),
    evictions: whole,
    requeues: whole,
  }),
);

const figure = v.nullable(v.number());

const figures = v.pipe(
  v.object({
    gprs: whole,
    placed: whole,
    completed: whole,
    timedOut: whole,
    failed: whole,
    evictions: whole,
    requeues: whole,
    waiting: whole,
    running: whole,
    waitMsMean: figure,
    waitMsP95: figure,
    waitMsMax: figure,
    utilization: figure,
  }),
  v.title('FutureFigures'),
);

const counts = v.object(
  Object.fromEntries(EFFECTS.map((effect) => [effect, whole])) as Record<
    (typeof EFFECTS)[number],
    typeof whole
  >,
);

const sums = v.object({
  workspace: v.string(),
  worse: whole,
  better: whole,
  otherwise: whole,
  waitMs: whole,
});

const differing = v.object({
  gprId: v.string(),
  gprName: v.string(),
  workspace: v.string(),
  effect: v.picklist(EFFECTS),
  shiftMs: v.nullable(whole),
  exists: v.boolean(),
  without: outlook,
  with: outlook,
});

export const differencesAnswer = v.pipe(
  v.object({
    branch: whole,
    seq: whole,
    at: v.string(),
    until: v.string(),
    knowing,
    counts,
    waitMs: whole,
    workspaces: v.array(sums),
    rows: v.array(differing),
    rowsTotal: whole,
    figures: v.object({ without: figures, with: figures }),
    firstDifference: v.nullable(v.object({ without: v.nullable(fact), with: v.nullable(fact) })),
    charts: v.nullable(v.object({ differing: v.array(v.string()), without: ganttAnswer, with: ganttAnswer })),
  }),
  v.title('Differences'),
);

export type DifferencesAnswer = v.InferOutput<typeof differencesAnswer>;
