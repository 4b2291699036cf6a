import * as v from 'valibot';
import { only, queryInteger } from '../../http/fields.ts';

const factsDefault = 1000;
const factsMax = 10_000;

export const listFactsRequest = only({
  after: v.optional(queryInteger(Number.MAX_SAFE_INTEGER), '0'),
  limit: v.optional(queryInteger(factsMax), String(factsDefault)),
});

/** A fact has further members by its kind. */
const fact = v.looseObject({ seq: v.number(), at: v.string(), kind: v.string() });

export type Fact = v.InferOutput<typeof fact>;

export const listFactsAnswer = v.object({
  branch: v.number(),
  facts: v.array(fact),
  /** Where to go on: the `after` of the next call. */
  next: v.number(),
  /** Facts there are. */
  seq: v.number(),
});

export const streamFactsRequest = only({ after: v.optional(queryInteger(Number.MAX_SAFE_INTEGER)) });
