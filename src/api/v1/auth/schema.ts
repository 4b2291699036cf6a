import * as v from 'valibot';

export const authenticateRequest = v.object({ apiKey: v.pipe(v.string(), v.nonEmpty()) });

/** Clients fail on any further member. */
export const authenticateAnswer = v.strictObject({ token: v.string() });
