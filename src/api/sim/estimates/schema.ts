import * as v from 'valibot';
import { samplesMax, samplesMin } from '../../../wire/bounds.ts';
import { whole } from '../../frame/answers/whole.ts';
import { only, queryInteger } from '../../frame/request/fields.ts';

export const estimatesRequest = only({ samples: v.optional(queryInteger(samplesMax, samplesMin)) });

const numberIfAny = v.nullable(v.number());

const accuracy = {
  answers: whole,
  medianErrorMs: numberIfAny,
  meanErrorMs: numberIfAny,
  within10m: numberIfAny,
  withinFactor2: numberIfAny,
  exact: numberIfAny,
  earlier: numberIfAny,
  later: numberIfAny,
  coverage: numberIfAny,
  coverageRecalibrated: numberIfAny,
};

const accuracyByHorizon = {
  ...accuracy,
  horizons: v.array(v.object({ horizon: v.string(), ...accuracy })),
  ended: whole,
  open: whole,
};

export const estimatesAnswer = v.object({
  branch: whole,
  seq: whole,
  now: v.string(),
  askedEveryMs: v.nullable(whole),
  estimates: v.object({
    ...accuracyByHorizon,
    unknown: whole,
    shifts: v.array(
      v.object({ cause: v.string(), later: whole, laterMs: whole, earlier: whole, earlierMs: whole }),
    ),
  }),
  likely: v.nullable(v.object({ samples: whole, instants: whole, ...accuracyByHorizon })),
});
