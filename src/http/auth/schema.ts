import * as v from 'valibot';

/** Accepts any value: the operation itself refuses a malformed key. */
export const authenticateRequest = v.pipe(
  v.object({ apiKey: v.optional(v.pipe(v.unknown(), v.metadata({ type: 'string' }))) }),
  v.metadata({ required: ['apiKey'] }),
);

/** Clients fail on any further member. */
export const authenticateAnswer = v.strictObject({ token: v.string() });
