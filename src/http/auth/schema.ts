import * as v from 'valibot';

/** What is no key at all has an answer of its own, so anything is let through here. */
export const authenticateRequest = v.pipe(
  v.object({ apiKey: v.optional(v.pipe(v.unknown(), v.metadata({ type: 'string' }))) }),
  v.metadata({ required: ['apiKey'] }),
);

/** Clients take exactly this member. */
export const authenticateAnswer = v.strictObject({ token: v.string() });
