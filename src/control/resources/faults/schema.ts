import * as v from 'valibot';
import { type OperationId, rules } from '../../../http/access/roles.ts';
import { whole } from '../../../http/answers/whole.ts';
import { isUnset, must } from '../../../http/errors/problems.ts';
import { json } from '../../../http/request/any-json.ts';
import { integer, only, optionalText, text } from '../../../http/request/fields.ts';
import { requiring } from '../../../http/request/requirements.ts';
import { faultMessageMax, faultTimesMax } from '../../../wire/fault.ts';
import { hasAtMost } from '../../../wire/text/characters.ts';

const delayMsMax = 60_000;
const bodyTextMax = 100_000;

/** Operations without faults: if they failed, a client could not remove a fault. */
const unfailing: readonly string[] = ['listFaults', 'createFault', 'deleteFault'] satisfies OperationId[];

const operationIds = (Object.keys(rules) as OperationId[]).filter((id) => !unfailing.includes(id));

const bodyless = [204, 205, 304];

const http = requiring(
  only({
    kind: v.literal('http'),
    operation: v.picklist(operationIds, must('the operationId of an operation, such as listGprs')),
    nth: v.nullish(integer(1, faultTimesMax), 1),
    times: v.nullish(integer(1, faultTimesMax), 1),
    status: v.nullish(
      v.pipe(
        integer(200, 599),
        v.check((status) => !bodyless.includes(status), must('a status that goes with a body')),
      ),
      null,
    ),
    body: v.nullish(
      v.pipe(
        json(),
        v.check(
          (body) => hasAtMost(JSON.stringify(body), bodyTextMax),
          `must be at most ${bodyTextMax} characters long as JSON`,
        ),
      ),
      null,
    ),
    delayMs: v.nullish(integer(0, delayMsMax), 0),
  }),
  {
    wrong: ({ status, body }) =>
      isUnset(body) && typeof status === 'number' && status < 400
        ? [{ path: ['status'], message: 'must be 400 or more unless a body is given' }]
        : [],
  },
);

const anyone = v.nullish(text(), null);
const common = {
  workspace: anyone,
  cluster: anyone,
  times: v.nullish(integer(1, faultTimesMax), null),
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

const answered = { faultId: v.string(), happened: whole };
const nameOrNull = v.nullable(v.string());
const answeredCommon = {
  ...answered,
  workspace: nameOrNull,
  cluster: nameOrNull,
  times: v.nullable(whole),
};

/** A fault with its filters (null matches everything) and the number of times it has happened. */
export const faultAnswer = v.variant('kind', [
  v.object({
    kind: v.literal('http'),
    ...answered,
    operation: v.string(),
    nth: whole,
    times: whole,
    status: v.nullable(whole),
    body: v.unknown(),
    delayMs: whole,
    calls: whole,
  }),
  v.object({ kind: v.literal('image'), ...answeredCommon, endpoint: nameOrNull }),
  v.object({
    kind: v.literal('step'),
    ...answeredCommon,
    placement: nameOrNull,
    step: nameOrNull,
    message: v.string(),
  }),
  v.object({ kind: v.literal('provisioning'), ...answeredCommon, gprId: nameOrNull }),
]);

export type FaultAnswer = v.InferOutput<typeof faultAnswer>;

export const listFaultsRequest = only({});

export const listFaultsAnswer = v.object({ faults: v.array(faultAnswer) });

export const deleteFaultRequest = only({ faultId: v.nullish(text(), null) });

export const deleteFaultAnswer = v.object({ removed: v.array(v.string()) });
