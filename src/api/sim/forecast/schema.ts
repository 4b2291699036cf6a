import * as v from 'valibot';
import { samplesMax, samplesMin } from '../../../wire/bounds.ts';
import { likelyStart } from '../../frame/answers/likely-start.ts';
import { list, string, whole } from '../../frame/answers/shapes.ts';
import { only, optionalInteger } from '../../frame/request/fields.ts';

const samplesDefault = 100;

export const forecastRequest = only({
  samples: optionalInteger(samplesMax, samplesDefault, samplesMin),
});

export const forecastAnswer = v.object({
  branch: whole,
  seq: whole,
  now: string,
  horizon: string,
  samples: whole,
  seen: v.object({ lives: whole, arrivals: whole }),
  gprs: list(v.object({ gprId: string, ...likelyStart.entries })),
});
