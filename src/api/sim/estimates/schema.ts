import * as v from 'valibot';
import { samplesMax, samplesMin } from '../../../wire/bounds.ts';
import {
  boolean,
  list,
  numberOrNull,
  orNull,
  string,
  whole,
  wholeOrNull,
} from '../../frame/answers/shapes.ts';
import { only, queryInteger } from '../../frame/request/fields.ts';

export const estimatesRequest = only({ samples: v.optional(queryInteger(samplesMax, samplesMin)) });

const accuracy = {
  answers: whole,
  overdue: whole,
  medianErrorMs: numberOrNull,
  medianIsLowerBound: boolean,
  meanErrorMs: numberOrNull,
  within10m: numberOrNull,
  withinFactor2: numberOrNull,
  exact: numberOrNull,
  earlier: numberOrNull,
  later: numberOrNull,
};

const likelyAccuracy = {
  ...accuracy,
  coverage: numberOrNull,
  ranges: whole,
  coverageRecalibrated: numberOrNull,
  recalibrated: whole,
  estimateMedianErrorMs: numberOrNull,
  estimateMedianIsLowerBound: boolean,
};

const notCompared = { ended: whole, open: whole };

export const estimatesAnswer = v.object({
  branch: whole,
  seq: whole,
  now: string,
  askedEveryMs: wholeOrNull,
  estimates: v.object({
    ...accuracy,
    horizons: list(v.object({ horizon: string, ...accuracy })),
    ...notCompared,
    unknown: whole,
    shifts: list(v.object({ cause: string, later: whole, laterMs: whole, earlier: whole, earlierMs: whole })),
  }),
  likely: orNull(
    v.object({
      samples: whole,
      instants: whole,
      ...likelyAccuracy,
      horizons: list(v.object({ horizon: string, ...likelyAccuracy })),
      ...notCompared,
    }),
  ),
});
