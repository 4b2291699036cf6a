import * as v from 'valibot';
import { whole } from '../../http/answered.ts';
import { only, queryInteger } from '../../http/fields.ts';

const factsDefault = 1000;
const factsMax = 10_000;

export const listFactsRequest = only({
  after: v.optional(queryInteger(Number.MAX_SAFE_INTEGER), '0'),
  limit: v.optional(queryInteger(factsMax), String(factsDefault)),
});

/** A fact has further members by its kind. */
const fact = v.looseObject({ seq: whole, at: v.string(), kind: v.string() });

export type Fact = v.InferOutput<typeof fact>;

export const listFactsAnswer = v.object({
  branch: whole,
  facts: v.array(v.pipe(fact, v.title('Fact'))),
  /** Where to go on: the `after` of the next call. */
  next: whole,
  /** Facts there are. */
  seq: whole,
});

export const streamFactsRequest = only({ after: v.optional(queryInteger(Number.MAX_SAFE_INTEGER)) });
