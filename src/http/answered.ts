// The kinds of values that answers have, beside valibot's own.

import * as v from 'valibot';

/** A number without a fraction. */
export const whole = v.pipe(v.number(), v.integer());
