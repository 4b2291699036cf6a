import * as v from 'valibot';
import { speedMax } from '../../../wire/bounds.ts';
import { must } from '../../frame/errors/problems.ts';

const right = must(`a number above 0 and up to ${speedMax}`);

/** The speed of a clock in a request: simulated seconds per second. */
export const speed = v.pipe(v.number(right), v.gtValue(0, right), v.maxValue(speedMax, right));
