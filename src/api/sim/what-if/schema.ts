import * as v from 'valibot';
import { GPR_STATES, TIME_MAX_MS } from '../../../../sim/index.ts';
import { CHART_ROWS_MAX, EFFECTS } from '../../../driver/differing.ts';
import { samplesMax, samplesMin } from '../../../wire/bounds.ts';
import {
  eachFigure,
  FUTURE_FIGURE_NAMES,
  type FutureFigure,
  type FutureFigures,
  RUN_FIGURES,
} from '../../../wire/run-figures.ts';
import { noList } from '../../../wire/text/no-list.ts';
import {
  boolean,
  each,
  list,
  number,
  numberOrNull,
  orNull,
  string,
  stringOrNull,
  strings,
  titled,
  whole,
  wholeOrNull,
} from '../../frame/answers/shapes.ts';
import { isUnset, must, notEmpty } from '../../frame/errors/problems.ts';
import { json, jsonObject } from '../../frame/request/any-json.ts';
import {
  choice,
  integer,
  listOf,
  only,
  optional,
  optionalInteger,
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
const alternativesMax = 20;

/** Numbers of futures of which the effects are shown as intervals. */
const manyFutures = `${samplesMin} to ${samplesMax}`;

const pathLengthMax = 2048;

const change = noList(
  only({
    at: optional(text()),
    method: optional(v.picklist(['GET', 'POST', 'PUT', 'DELETE'], must('one of GET, POST, PUT, DELETE'))),
    path: optional(text(pathLengthMax)),
    body: optional(json()),
    scheduler: optional(jsonObject()),
    arrivalRate: optional(v.number(must('a number'))),
  }),
);

export type SentChange = v.InferOutput<typeof change>;

const knowing = v.picklist(['everything', 'scheduler'], must('everything or scheduler'));

const rowsOfCharts = choice(chartRows);

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
    alternatives: optional(alternatives),
    samples: v.nullish(integer(1, samplesMax), 1),
    until: optional(text()),
    knowing: v.nullish(knowing, 'everything'),
    charts: optional(rowsOfCharts),
    chartRows: v.nullish(integer(1, CHART_ROWS_MAX), CHART_ROWS_MAX),
    pixels: v.nullish(integer(1, pixelsMax), pixelsDefault),
    cluster: optional(text()),
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
  chartRows: optionalInteger(CHART_ROWS_MAX, CHART_ROWS_MAX),
  pixels: optionalInteger(pixelsMax, pixelsDefault),
  cluster: v.optional(text()),
});

const outlook = orNull(
  v.object({
    startTime: stringOrNull,
    endTime: stringOrNull,
    state: v.picklist([...GPR_STATES, 'Removed']),
    evictions: whole,
    requeues: whole,
  }),
);

type FigureShapes = {
  [Name in FutureFigure]: null extends FutureFigures[Name] ? typeof numberOrNull : typeof whole;
};

const figures = titled(
  'FutureFigures',
  eachFigure((name) => (RUN_FIGURES[name].kind === 'number' ? whole : numberOrNull)) as FigureShapes,
);

const counts = each(EFFECTS, whole);

const sums = v.object({
  workspace: string,
  worse: whole,
  better: whole,
  otherwise: whole,
  waitMs: whole,
});

const differing = v.object({
  gprId: string,
  gprName: string,
  workspace: string,
  effect: v.picklist(EFFECTS),
  shiftMs: wholeOrNull,
  exists: boolean,
  without: outlook,
  with: outlook,
});

export const differencesAnswer = titled('Differences', {
  branch: whole,
  seq: whole,
  at: string,
  until: string,
  knowing,
  counts,
  waitMs: whole,
  workspaces: list(sums),
  rows: list(differing),
  rowsTotal: whole,
  figures: v.object({ without: figures, with: figures }),
  firstDifference: orNull(v.object({ without: orNull(fact), with: orNull(fact) })),
  charts: orNull(v.object({ differing: strings, without: ganttAnswer, with: ganttAnswer })),
});

const quantiles = { p10: number, p50: number, p90: number };

const spread = titled('Spread', quantiles);

const likelyEffect = titled('LikelyEffect', {
  ...quantiles,
  less: number,
  more: number,
  shown: boolean,
  tends: orNull(v.picklist(['less', 'more'])),
});

const movedGpr = titled('MovedGpr', {
  gprId: string,
  gprName: string,
  workspace: string,
  by: v.picklist(['change', 'ripple']),
  directMs: wholeOrNull,
  shiftMs: orNull(likelyEffect),
  open: v.number(),
  failsMore: v.number(),
});

export const likelyDifferencesAnswer = titled('LikelyDifferences', {
  branch: whole,
  seq: whole,
  at: string,
  until: string,
  samples: whole,
  seen: v.object({ lives: whole, arrivals: whole }),
  without: v.pipe(each(FUTURE_FIGURE_NAMES, orNull(spread)), v.title('FigureSpreads')),
  alternatives: list(
    titled('AlternativeEffects', {
      name: string,
      refused: whole,
      waitMs: likelyEffect,
      figures: v.pipe(each(FUTURE_FIGURE_NAMES, orNull(likelyEffect)), v.title('FigureEffects')),
      counts: v.pipe(each(EFFECTS, likelyEffect), v.title('CountEffects')),
      gprs: list(movedGpr),
      gprsTotal: whole,
    }),
  ),
});

export type LikelyDifferencesAnswer = v.InferOutput<typeof likelyDifferencesAnswer>;

export type DifferencesAnswer = v.InferOutput<typeof differencesAnswer>;
