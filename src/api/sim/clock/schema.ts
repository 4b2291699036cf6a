import * as v from 'valibot';
import { GPR_STATES } from '../../../../sim/index.ts';
import { whole } from '../../frame/answers/whole.ts';
import { must } from '../../frame/errors/problems.ts';
import { duration, integer, only, text } from '../../frame/request/fields.ts';
import { requiring } from '../../frame/request/requirements.ts';
import { clockAnswer, modes } from '../shared/clock-answer.ts';
import { speed } from '../shared/sent-speed.ts';

const eventsMax = 1_000_000_000;

export const setClockRequest = requiring(
  only({
    mode: v.nullish(v.picklist(modes, must(`one of ${modes.join(', ')}`)), null),
    speed: v.nullish(speed, null),
  }),
  { field: 'mode', message: 'or "speed" is required', anyOf: [{ sent: 'mode' }, { sent: 'speed' }] },
);

export const advanceClockRequest = requiring(
  only({
    by: v.nullish(duration({ zero: true }), null),
    to: v.nullish(text(), null),
    until: v.nullish(
      only({
        gprId: text(),
        provisioningStatus: v.picklist(GPR_STATES, must(`one of ${GPR_STATES.join(', ')}`)),
      }),
      null,
    ),
    events: v.nullish(integer(1, eventsMax), null),
  }),
  {
    field: 'by',
    message: 'or "to", "until" or "events" is required, and only one of them',
    oneOf: ['by', 'to', 'until', 'events'].map((member) => ({ sent: member })),
  },
);

export const advanceClockAnswer = v.object({ ...clockAnswer.entries, facts: whole, stopped: v.boolean() });

export const resetRequest = only({});
