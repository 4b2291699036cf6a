import * as v from 'valibot';
import { samplesMax, samplesMin } from '../../../wire/bounds.ts';
import { likelyStart } from '../../frame/answers/likely-start.ts';
import { whole } from '../../frame/answers/whole.ts';
import { only, queryInteger } from '../../frame/request/fields.ts';

const samplesDefault = 100;

export const forecastRequest = only({
  samples: v.optional(queryInteger(samplesMax, samplesMin), String(samplesDefault)),
});

export const forecastAnswer = v.object({
  branch: whole,
  seq: whole,
  now: v.string(),
  horizon: v.string(),
  samples: whole,
  seen: v.object({ lives: whole, arrivals: whole }),
  gprs: v.array(v.object({ gprId: v.string(), ...likelyStart.entries })),
});
