import * as v from 'valibot';
import { GPR_STATES, TIME_MAX_MS } from '../../../../sim/index.ts';
import { CHART_ROWS_MAX, EFFECTS } from '../../../driver/differing.ts';
import { samplesMax, samplesMin } from '../../../wire/bounds.ts';
import { noList } from '../../../wire/text/no-list.ts';
import { whole } from '../../frame/answers/whole.ts';
import { isUnset, must, notEmpty } from '../../frame/errors/problems.ts';
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
import { requiring } from '../../frame/request/requirements.ts';
import { fact } from '../shared/fact.ts';
import { chartRows, ganttAnswer, pixelsDefault, pixelsMax } from '../shared/gantt-answer.ts';

/** The largest number of changes of a what-if. */
export const changesMax = 100;

/** The largest number of alternatives of a what-if. */
export const alternativesMax = 20;

/** Numbers of futures of which the effects are shown as intervals. */
const manyFutures = `${samplesMin} to ${samplesMax}`;

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

const changes = v.pipe(listOf(change), v.maxLength(changesMax, tooMany(changesMax, 'changes')));

const alternative = noList(only({ name: text(), changes }));

const alternatives = v.pipe(
  listOf(alternative),
  v.minLength(1, notEmpty),
  v.maxLength(alternativesMax, tooMany(alternativesMax, 'alternatives')),
);

export const whatIfRequest = requiring(
  only({
    changes: v.nullish(changes, []),
    alternatives: v.nullish(alternatives, null),
    samples: v.nullish(integer(1, samplesMax), 1),
    until: v.nullish(text(), null),
    knowing: v.nullish(knowing, 'everything'),
    charts: v.nullish(rowsOfCharts, null),
    chartRows: v.nullish(integer(1, CHART_ROWS_MAX), CHART_ROWS_MAX),
    pixels: v.nullish(integer(1, pixelsMax), pixelsDefault),
    cluster: v.nullish(text(), null),
  }),
  {
    wrong({ changes, alternatives, samples, knowing, charts }) {
      const isMany = typeof samples === 'number' && samples > 1;
      const list: readonly unknown[] = Array.isArray(alternatives) ? alternatives : [];
      const names = list.map((one) => (one as { readonly name?: unknown } | null)?.name);
      const wrong: readonly (readonly [member: string, isWrong: boolean, message: string])[] = [
        ['samples', isMany && samples < samplesMin, `must be 1, or an integer from ${manyFutures}`],
        [
          'alternatives',
          !isUnset(alternatives) && !isMany,
          `needs "samples", an integer from ${manyFutures}`,
        ],
        ['alternatives', new Set(names).size < names.length, 'must have different names'],
        ['changes', list.length > 0 && changes?.length > 0, 'must be left out with "alternatives"'],
        ['knowing', isMany && !isUnset(knowing), 'must be left out with "samples": it is about one future'],
        ['charts', isMany && !isUnset(charts), 'must be left out with "samples": charts show one future'],
      ];
      return wrong.flatMap(([member, isWrong, message]) => (isWrong ? [{ path: [member], message }] : []));
    },
  },
);

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

/** An object with a member for each of these names, all of the same form. */
function each<Name extends string, Form extends v.GenericSchema>(names: readonly Name[], form: Form) {
  return v.object(Object.fromEntries(names.map((name) => [name, form])) as Record<Name, Form>);
}

const counts = each(EFFECTS, whole);

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

const quantiles = { p10: v.number(), p50: v.number(), p90: v.number() };

const spread = v.pipe(v.object(quantiles), v.title('Spread'));

const likelyEffect = v.pipe(
  v.object({
    ...quantiles,
    less: v.number(),
    more: v.number(),
    shown: v.boolean(),
    tends: v.nullable(v.picklist(['less', 'more'])),
  }),
  v.title('LikelyEffect'),
);

const movedGpr = v.pipe(
  v.object({
    gprId: v.string(),
    gprName: v.string(),
    workspace: v.string(),
    by: v.picklist(['change', 'ripple']),
    directMs: v.nullable(whole),
    shiftMs: v.nullable(likelyEffect),
  }),
  v.title('MovedGpr'),
);

const figureNames = Object.keys(figures.entries) as (keyof typeof figures.entries)[];

export const likelyDifferencesAnswer = v.pipe(
  v.object({
    branch: whole,
    seq: whole,
    at: v.string(),
    until: v.string(),
    samples: whole,
    seen: v.object({ lives: whole, arrivals: whole }),
    without: v.pipe(each(figureNames, v.nullable(spread)), v.title('FigureSpreads')),
    alternatives: v.array(
      v.pipe(
        v.object({
          name: v.string(),
          refused: whole,
          waitMs: likelyEffect,
          figures: v.pipe(each(figureNames, v.nullable(likelyEffect)), v.title('FigureEffects')),
          counts: v.pipe(each(EFFECTS, likelyEffect), v.title('CountEffects')),
          gprs: v.array(movedGpr),
          gprsTotal: whole,
        }),
        v.title('AlternativeEffects'),
      ),
    ),
  }),
  v.title('LikelyDifferences'),
);

export type LikelyDifferencesAnswer = v.InferOutput<typeof likelyDifferencesAnswer>;

export type DifferencesAnswer = v.InferOutput<typeof differencesAnswer>;
