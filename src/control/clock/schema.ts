import * as v from 'valibot';
import { GPR_STATES } from '../../../sim/index.ts';
import { whole } from '../../http/answered.ts';
import { duration, integer, only, text } from '../../http/fields.ts';
import { must } from '../../http/problems.ts';
import { clockAnswer, modes } from '../clock-answer.ts';

/** Simulated seconds per second: at a million, an hour of real time is a century. */
const speedMax = 1_000_000;
const eventsMax = 1_000_000_000;

const speed = must(`a number above 0 and up to ${speedMax}`);

export const readClockRequest = only({});

export const setClockRequest = v.pipe(
  only({
    mode: v.nullish(v.picklist(modes, must(`one of ${modes.join(', ')}`)), null),
    speed: v.nullish(v.pipe(v.number(speed), v.gtValue(0, speed), v.maxValue(speedMax, speed)), null),
  }),
  v.forward(
    v.check(({ mode, speed }) => mode !== null || speed !== null, 'or "speed" is required'),
    ['mode'],
  ),
);

export const advanceClockRequest = v.pipe(
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
  v.forward(
    v.check(
      ({ by, to, until, events }) => [by, to, until, events].filter((way) => way !== null).length === 1,
      'or "to", "until" or "events" is required, and only one of them',
    ),
    ['by'],
  ),
);

export const advanceClockAnswer = v.object({ ...clockAnswer.entries, facts: whole, stopped: v.boolean() });

export const resetRequest = only({});
