import * as v from 'valibot';
import {
  ARRIVAL_RATE_MILLI,
  BACKFILL_ORDERS,
  ORDER_POLICIES,
  PLACEMENT_POLICIES,
  QUEUE_POLICIES,
} from '../../../../sim/index.ts';
import { number, string } from '../../frame/answers/shapes.ts';
import { must } from '../../frame/errors/problems.ts';
import { choice, only } from '../../frame/request/fields.ts';
import { requiring } from '../../frame/request/requirements.ts';

const MILLI = 1000;

export const setSchedulerRequest = requiring(
  only({
    queue: policy(QUEUE_POLICIES),
    placement: policyOrModule(PLACEMENT_POLICIES),
    order: policyOrModule(ORDER_POLICIES),
    backfillOrder: policyOrModule(BACKFILL_ORDERS),
  }),
  {
    field: 'queue',
    message: 'or one of "placement", "order" and "backfillOrder" is required',
    anyOf: [{ sent: 'queue' }, { sent: 'placement' }, { sent: 'order' }, { sent: 'backfillOrder' }],
  },
);

export const schedulerAnswer = v.object({
  queue: string,
  placement: string,
  order: string,
  backfillOrder: string,
});

/** Its output is in thousandths. */
const arrivalRate = (() => {
  const from = ARRIVAL_RATE_MILLI.from / MILLI;
  const to = ARRIVAL_RATE_MILLI.to / MILLI;
  const message = must(`a number from ${from} to ${to} with at most three decimals`);
  return v.pipe(
    v.number(message),
    v.minValue(from, message),
    v.maxValue(to, message),
    v.check((rate) => Math.round(rate * MILLI) / MILLI === rate, message),
    v.transform((rate) => Math.round(rate * MILLI)),
  );
})();

export const setWorkloadRequest = only({ arrivalRate });

export const workloadAnswer = v.object({ arrivalRate: number });

type Named = readonly { readonly name: string }[];

function policy(policies: Named) {
  const names = policies.map(({ name }) => name);
  return v.nullish(choice(names));
}

/** A module is named by its SHA-256. It must have been given when the server was started. */
function policyOrModule(policies: Named) {
  const names = policies.map(({ name }) => name);
  const message = must(`one of ${names.join(', ')}, or "sha256:" and the SHA-256 of a module`);
  const module = v.pipe(string, v.regex(/^sha256:[0-9a-f]{64}$/, message));
  return v.nullish(v.union([v.picklist(names), module], message));
}
