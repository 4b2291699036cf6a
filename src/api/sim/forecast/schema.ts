import * as v from 'valibot';
import { whole } from '../../frame/answers/whole.ts';
import { only, queryInteger } from '../../frame/request/fields.ts';

const samplesMin = 10;
const samplesMax = 1_000;
const samplesDefault = 100;

export const forecastRequest = only({
  samples: v.optional(queryInteger(samplesMax, samplesMin), String(samplesDefault)),
});

const instantIfAny = v.nullable(v.string());

export const forecastAnswer = v.object({
  branch: whole,
  seq: whole,
  now: v.string(),
  horizon: v.string(),
  samples: whole,
  seen: v.object({ lives: whole, arrivals: whole }),
  gprs: v.array(
    v.object({
      gprId: v.string(),
      p10: instantIfAny,
      p50: instantIfAny,
      p90: instantIfAny,
      within: v.number(),
    }),
  ),
});
