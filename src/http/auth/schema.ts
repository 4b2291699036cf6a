import * as v from 'valibot';

/** What is no key at all has an answer of its own, so anything is let through here. */
export const authenticateRequest = v.object({ apiKey: v.optional(v.unknown()) });

/** Clients take exactly this member. */
export const authenticateAnswer = v.strictObject({ token: v.string() });
