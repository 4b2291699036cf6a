import * as v from 'valibot';
import { whole } from '../../frame/answers/whole.ts';

export const processRequest = v.object({});

/** Without the envelope, for simple health checks. */
export const healthAnswer = v.object({
  status: v.literal('ok'),
  scenario: v.string(),
  seed: whole,
  mode: v.picklist(['running', 'paused']),
  speed: v.number(),
  reachedSpeed: v.number(),
  now: v.string(),
});
