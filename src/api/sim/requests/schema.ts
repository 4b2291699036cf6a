import * as v from 'valibot';
import { harms } from '../../../wire/fault.ts';
import { type OperationId, rules } from '../../frame/access/roles.ts';
import { whole } from '../../frame/answers/whole.ts';
import { must } from '../../frame/errors/problems.ts';
import { only, queryFlag, queryInteger, queryList, text } from '../../frame/request/fields.ts';

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
  after: v.optional(queryInteger(Number.MAX_SAFE_INTEGER), '0'),
  limit: v.optional(queryInteger(requestsMax), String(requestsMax)),
  bodies: v.optional(queryFlag()),
});

const body = v.object({ text: v.string(), isCut: v.boolean() });

const keptRequest = v.pipe(
  v.object({
    number: whole,
    at: v.string(),
    receivedAt: v.string(),
    method: v.string(),
    path: v.string(),
    operation: v.nullable(v.string()),
    key: v.nullable(v.string()),
    keyId: v.nullable(v.string()),
    status: v.nullable(whole),
    ms: v.nullable(v.number()),
    faultId: v.nullable(v.string()),
    executed: v.nullable(v.boolean()),
    connection: v.nullable(v.picklist(harms)),
    unknownMembers: v.array(v.string()),
    bodyBytes: v.nullable(whole),
    answerBytes: v.nullable(whole),
    body: v.optional(v.nullable(body)),
    answerBody: v.optional(v.nullable(body)),
  }),
  v.title('KeptRequest'),
);

export const listRequestsAnswer = v.object({
  requests: v.array(keptRequest),
  next: whole,
  last: whole,
  dropped: whole,
});

export type RequestsAnswer = v.InferOutput<typeof listRequestsAnswer>;

export const deleteRequestsAnswer = v.object({ removed: whole });
