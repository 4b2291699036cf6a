import * as v from 'valibot';
import { ARRIVAL_RATE_MILLI, PLACEMENT_POLICIES, QUEUE_POLICIES } from '../../../../sim/index.ts';
import { must } from '../../../http/errors/problems.ts';
import { only } from '../../../http/request/fields.ts';
import { requiring } from '../../../http/request/requirements.ts';

const rateMin = ARRIVAL_RATE_MILLI.from / 1000;
const rateMax = ARRIVAL_RATE_MILLI.to / 1000;

function policy(policies: readonly { readonly name: string }[]) {
  const names = policies.map(({ name }) => name);
  return v.nullish(v.picklist(names, must(`one of ${names.join(', ')}`)), null);
}

export const setSchedulerRequest = requiring(
  only({ queue: policy(QUEUE_POLICIES), placement: policy(PLACEMENT_POLICIES) }),
  {
    field: 'queue',
    message: 'or "placement" is required',
    anyOf: [{ sent: 'queue' }, { sent: 'placement' }],
  },
);

export const schedulerAnswer = v.object({ queue: v.string(), placement: v.string() });

const rate = must(`a number from ${rateMin} to ${rateMax} with at most three decimals`);

/** Its output is in thousandths. */
const arrivalRate = v.pipe(
  v.number(rate),
  v.minValue(rateMin, rate),
  v.maxValue(rateMax, rate),
  v.check((sent) => sent === Math.round(sent * 1000) / 1000, rate),
  v.metadata({ multipleOf: 0.001 }),
  v.transform((sent) => Math.round(sent * 1000)),
);

export const setWorkloadRequest = only({ arrivalRate });

export const workloadAnswer = v.object({ arrivalRate: v.number() });
