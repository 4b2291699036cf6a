import * as v from 'valibot';
import { harms } from '../../../wire/fault.ts';
import { type OperationId, rules } from '../../frame/access/roles.ts';
import {
  boolean,
  list,
  numberOrNull,
  orNull,
  string,
  stringOrNull,
  strings,
  titled,
  whole,
  wholeOrNull,
} from '../../frame/answers/shapes.ts';
import { must } from '../../frame/errors/problems.ts';
import { only, optionalInteger, queryFlag, queryList, text } from '../../frame/request/fields.ts';

const requestsMax = 1000;
const pathLengthMax = 2048;

/** In the filter: requests that lead to no operation. */
export const noOperation = 'none';

/** In the filter: requests without a status. */
const noStatus = 'none';
const operationNames = [...(Object.keys(rules) as OperationId[]), noOperation] as const;

/** The methods that HTTP clients send. */
export const methodNames = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

/**
 * Statuses, classes of them such as `5xx`, and `none`, with commas between. Its output is a function that accepts a status; null: the
 * client got none, or not yet.
 */
function statuses() {
  const one = '([1-5]([0-9]{2}|xx)|none)';
  const pattern = `^${one}(,${one})*$`;
  const message = must(`statuses such as 503, classes such as 5xx, or ${noStatus}, with commas between`);
  return v.pipe(
    v.string(message),
    v.regex(new RegExp(pattern), message),
    v.metadata({ pattern }),
    v.transform((sent) => {
      const fitting = new RegExp(`^(?:${sent.replaceAll('x', '.').replaceAll(',', '|')})$`);
      return (status: number | null) => fitting.test(`${status ?? noStatus}`);
    }),
  );
}

export const listRequestsRequest = only({
  operation: queryList(operationNames, `operationIds such as createGpr, or ${noOperation}`),
  method: queryList(methodNames),
  status: v.optional(statuses()),
  key: v.optional(text()),
  path: v.optional(text(pathLengthMax)),
  after: optionalInteger(Number.MAX_SAFE_INTEGER, 0),
  limit: optionalInteger(requestsMax, requestsMax),
  bodies: v.optional(queryFlag()),
});

const body = v.object({ text: string, isCut: boolean });

const keptRequest = titled('KeptRequest', {
  number: whole,
  at: string,
  receivedAt: string,
  method: string,
  path: string,
  operation: stringOrNull,
  key: stringOrNull,
  keyId: stringOrNull,
  status: wholeOrNull,
  ms: numberOrNull,
  faultId: stringOrNull,
  executed: orNull(boolean),
  connection: orNull(v.picklist(harms)),
  unknownMembers: strings,
  bodyBytes: wholeOrNull,
  answerBytes: wholeOrNull,
  body: v.optional(orNull(body)),
  answerBody: v.optional(orNull(body)),
});

export const listRequestsAnswer = v.object({
  requests: list(keptRequest),
  next: whole,
  last: whole,
  dropped: whole,
});

export type RequestsAnswer = v.InferOutput<typeof listRequestsAnswer>;

export const deleteRequestsAnswer = v.object({ removed: whole });
