import * as v from 'valibot';

/** Any value is let through: the operation refuses what is not a key with a specific error. */
export const authenticateRequest = v.pipe(
  v.object({ apiKey: v.optional(v.pipe(v.unknown(), v.metadata({ type: 'string' }))) }),
  v.metadata({ required: ['apiKey'] }),
);

/** Clients take exactly this member. */
export const authenticateAnswer = v.strictObject({ token: v.string() });
