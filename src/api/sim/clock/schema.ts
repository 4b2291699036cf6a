import * as v from 'valibot';
import { GPR_STATES } from '../../../../sim/index.ts';
import { boolean, whole } from '../../frame/answers/shapes.ts';
import { choice, duration, integer, only, optional, text } from '../../frame/request/fields.ts';
import { requiring } from '../../frame/request/requirements.ts';
import { clockAnswer, modes } from '../shared/clock-answer.ts';
import { speed } from '../shared/sent-speed.ts';

const eventsMax = 1_000_000_000;

export const setClockRequest = requiring(
  only({
    mode: optional(choice(modes)),
    speed: optional(speed),
  }),
  { field: 'mode', message: 'or "speed" is required', anyOf: [{ sent: 'mode' }, { sent: 'speed' }] },
);

export const advanceClockRequest = requiring(
  only({
    by: optional(duration({ zero: true })),
    to: optional(text()),
    until: optional(
      only({
        gprId: text(),
        provisioningStatus: choice(GPR_STATES),
      }),
    ),
    events: optional(integer(1, eventsMax)),
  }),
  {
    field: 'by',
    message: 'or "to", "until" or "events" is required, and only one of them',
    oneOf: ['by', 'to', 'until', 'events'].map((member) => ({ sent: member })),
  },
);

export const advanceClockAnswer = v.object({ ...clockAnswer.entries, facts: whole, stopped: boolean });

export const resetRequest = only({});
