import * as v from 'valibot';
import { FACT_KINDS } from '../../../../sim/index.ts';
import { list, whole } from '../../frame/answers/shapes.ts';
import { only, optionalInteger, queryInteger, queryList, text } from '../../frame/request/fields.ts';
import { windowEntries } from '../shared/chart-window.ts';
import { fact } from '../shared/fact.ts';

const factsDefault = 1000;
const factsMax = 10_000;

const filters = { gprId: v.optional(text()), kind: queryList(FACT_KINDS) };

export const listFactsRequest = only({
  after: optionalInteger(Number.MAX_SAFE_INTEGER, 0),
  limit: optionalInteger(factsMax, factsDefault),
  last: v.optional(queryInteger(factsMax)),
  from: windowEntries.from,
  to: windowEntries.to,
  ...filters,
});

export const listFactsAnswer = v.object({
  branch: whole,
  facts: list(fact),
  next: whole,
  /** Total number of facts. */
  seq: whole,
});

export const streamFactsRequest = only({
  after: v.optional(queryInteger(Number.MAX_SAFE_INTEGER)),
  ...filters,
});
