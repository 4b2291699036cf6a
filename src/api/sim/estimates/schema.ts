import * as v from 'valibot';
import { samplesMax, samplesMin } from '../../../wire/bounds.ts';
import { whole } from '../../frame/answers/whole.ts';
import { only, queryInteger } from '../../frame/request/fields.ts';

export const estimatesRequest = only({ samples: v.optional(queryInteger(samplesMax, samplesMin)) });

const numberIfAny = v.nullable(v.number());

const accuracy = {
  answers: whole,
  overdue: whole,
  medianErrorMs: numberIfAny,
  medianIsLowerBound: v.boolean(),
  meanErrorMs: numberIfAny,
  within10m: numberIfAny,
  withinFactor2: numberIfAny,
  exact: numberIfAny,
  earlier: numberIfAny,
  later: numberIfAny,
};

const likelyAccuracy = {
  ...accuracy,
  coverage: numberIfAny,
  ranges: whole,
  coverageRecalibrated: numberIfAny,
  recalibrated: whole,
  estimateMedianErrorMs: numberIfAny,
  estimateMedianIsLowerBound: v.boolean(),
};

const notCompared = { ended: whole, open: whole };

export const estimatesAnswer = v.object({
  branch: whole,
  seq: whole,
  now: v.string(),
  askedEveryMs: v.nullable(whole),
  estimates: v.object({
    ...accuracy,
    horizons: v.array(v.object({ horizon: v.string(), ...accuracy })),
    ...notCompared,
    unknown: whole,
    shifts: v.array(
      v.object({ cause: v.string(), later: whole, laterMs: whole, earlier: whole, earlierMs: whole }),
    ),
  }),
  likely: v.nullable(
    v.object({
      samples: whole,
      instants: whole,
      ...likelyAccuracy,
      horizons: v.array(v.object({ horizon: v.string(), ...likelyAccuracy })),
      ...notCompared,
    }),
  ),
});
