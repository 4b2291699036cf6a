import * as v from 'valibot';

/** An integer in an answer. */
export const whole = v.pipe(v.number(), v.integer());
