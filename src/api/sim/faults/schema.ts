import * as v from 'valibot';
import { faultMessageMax, faultTimesMax, harms } from '../../../wire/fault.ts';
import { hasAtMost } from '../../../wire/text/characters.ts';
import { didYouMean } from '../../../wire/text/did-you-mean.ts';
import { type OperationId, rules } from '../../frame/access/roles.ts';
import {
  boolean,
  list,
  number,
  orNull,
  string,
  stringOrNull,
  strings,
  whole,
  wholeOrNull,
} from '../../frame/answers/shapes.ts';
import { isUnset, must } from '../../frame/errors/problems.ts';
import { plainFault } from '../../frame/operation/http-fault.ts';
import { json, jsonObject } from '../../frame/request/any-json.ts';
import { choice, flag, integer, only, optional, optionalText, text } from '../../frame/request/fields.ts';
import { requiring, type Wrong } from '../../frame/request/requirements.ts';
import { addedHeaders, wrongHeaders } from './added-headers.ts';

const delayMsMax = 60_000;
const bodyTextMax = 100_000;

/** Operations without faults: if they failed, a client could not remove a fault. */
const unfailing: readonly string[] = ['listFaults', 'createFault', 'deleteFault'] satisfies OperationId[];

/** The operations whose calls can fail, by name. */
export const operationIds = (Object.keys(rules) as OperationId[])
  .filter((id) => !unfailing.includes(id))
  .sort();

const bodyless = [204, 205, 304];
const anyone = optional(text());

/** Operations whose answers have no end, or are too long to be kept. */
const streaming: readonly string[] = ['streamFacts', 'streamClock', 'exportWorld'] satisfies OperationId[];

const aStatus = v.pipe(
  integer(200, 599),
  v.check((status) => !bodyless.includes(status), must('a status that goes with a body')),
);

const aBody = v.pipe(
  json(),
  v.check(
    (body) => hasAtMost(JSON.stringify(body), bodyTextMax),
    `must be at most ${bodyTextMax} characters long as JSON`,
  ),
);

const aProbability = must('a number above 0 and up to 1');

function anOperation(issue: v.BaseIssue<unknown>): string {
  const near = typeof issue.input === 'string' ? didYouMean(issue.input, operationIds) : '';
  return must('the operationId of an operation, such as listGprs')(issue) + near;
}

const http = requiring(
  only({
    kind: v.literal('http'),
    operation: v.picklist(operationIds, anOperation),
    nth: v.nullish(integer(1, faultTimesMax), plainFault.nth),
    times: v.nullish(integer(1, faultTimesMax), plainFault.times),
    key: anyone,
    workspace: anyone,
    request: optional(jsonObject()),
    chance: v.nullish(
      v.pipe(v.number(aProbability), v.gtValue(0, aProbability), v.maxValue(1, aProbability)),
      plainFault.chance,
    ),
    seed: v.nullish(integer(0, Number.MAX_SAFE_INTEGER), plainFault.seed),
    executed: flag(),
    connection: optional(choice(harms)),
    status: optional(aStatus),
    body: optional(aBody),
    headers: optional(addedHeaders()),
    delayMs: optional(integer(0, delayMsMax)),
  }),
  { wrong: contradictions },
);

/** The problems of members that contradict each other, and of the names of headers. */
function contradictions(sent: Readonly<Record<string, unknown>>): Wrong[] {
  const { operation, key, executed, connection, status, body, headers, delayMs } = sent;
  const wrong = connection === 'reset' ? [] : wrongHeaders(headers);
  const refuse = (when: boolean, member: string, message: string) => {
    if (when) wrong.push({ path: [member], message });
  };
  const isOpen = rules[operation as OperationId] === null;
  refuse(
    isOpen && !isUnset(key),
    'key',
    `must be left out: ${operation} needs no token, so its calls have no key`,
  );
  const isStreaming = streaming.includes(operation as string);
  refuse(
    isStreaming && executed === true,
    'executed',
    `must be false for ${streaming.slice(0, -1).join(', ')} and ${streaming.at(-1)}`,
  );
  if (connection === 'reset') {
    for (const member of ['status', 'body', 'headers'])
      refuse(
        !isUnset(sent[member]),
        member,
        'must be left out, because a connection that is reset gets no answer',
      );
  }
  const isSuccess = isUnset(body) && executed !== true && typeof status === 'number' && status < 400;
  refuse(isSuccess, 'status', 'must be 400 or more unless a body is given or executed is true');
  refuse(connection === 'slow' && delayMs === 0, 'delayMs', 'must be at least 1 if the connection is slow');
  return wrong;
}

const common = {
  workspace: anyone,
  cluster: anyone,
  times: optional(integer(1, faultTimesMax)),
};

const image = only({ kind: v.literal('image'), ...common, endpoint: anyone });

const step = only({
  kind: v.literal('step'),
  ...common,
  placement: anyone,
  step: anyone,
  message: optionalText(faultMessageMax),
});

const provisioning = only({ kind: v.literal('provisioning'), ...common, gprId: anyone });

export const createFaultRequest = v.variant(
  'kind',
  [http, image, step, provisioning],
  must('one of http, image, step, provisioning'),
);

const answered = { faultId: string, happened: whole };
const answeredCommon = {
  ...answered,
  workspace: stringOrNull,
  cluster: stringOrNull,
  times: wholeOrNull,
};

/** A fault with its filters (null matches everything) and the number of times it has happened. */
export const faultAnswer = v.variant('kind', [
  v.object({
    kind: v.literal('http'),
    ...answered,
    operation: string,
    nth: whole,
    times: whole,
    key: stringOrNull,
    workspace: stringOrNull,
    request: orNull(v.looseObject({})),
    chance: number,
    seed: whole,
    executed: boolean,
    connection: orNull(v.picklist(harms)),
    status: wholeOrNull,
    body: v.unknown(),
    headers: orNull(v.record(string, string)),
    delayMs: whole,
    calls: whole,
  }),
  v.object({ kind: v.literal('image'), ...answeredCommon, endpoint: stringOrNull }),
  v.object({
    kind: v.literal('step'),
    ...answeredCommon,
    placement: stringOrNull,
    step: stringOrNull,
    message: string,
  }),
  v.object({ kind: v.literal('provisioning'), ...answeredCommon, gprId: stringOrNull }),
]);

export type FaultAnswer = v.InferOutput<typeof faultAnswer>;

export const listFaultsAnswer = v.object({ faults: list(faultAnswer), operations: strings });

export type ListFaultsAnswer = v.InferOutput<typeof listFaultsAnswer>;

export const deleteFaultRequest = only({ faultId: optional(text()) });

export const deleteFaultAnswer = v.object({ removed: strings });
