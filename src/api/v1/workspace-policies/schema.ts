import * as v from 'valibot';
import { type Parsed, parsedBy } from '../../../wire/parsed.ts';
import { forms, parseExitLimit, parsePriorityRange } from '../../../wire/policy.ts';
import { boolean, list, string, strings, whole } from '../../frame/answers/shapes.ts';
import { isUnset, must } from '../../frame/errors/problems.ts';
import {
  COUNT_MAX,
  integer,
  object,
  optional,
  optionalFlag,
  optionalNames,
  text,
} from '../../frame/request/fields.ts';
import { type Requirement, requiring } from '../../frame/request/requirements.ts';
import { isEqual, mustEqual, oneValue } from '../../frame/request/spellings.ts';

/** A string that `parse` reads; unset becomes null. */
function word<Value>(
  parse: (sent: string) => Parsed<Value>,
  { be, pattern }: { readonly be: string; readonly pattern: string },
) {
  return optional(v.pipe(v.string(must(be)), v.metadata({ pattern }), parsedBy(parse)));
}

function limit(to: number) {
  return optional(integer(0, to));
}

const gpuLimits = {
  gpuShapes: optionalNames(),
  maxGpuPerGpr: limit(COUNT_MAX),
  maxMemoryPerGpr: limit(Number.MAX_SAFE_INTEGER),
};

export const policyByNameRequest = v.object({ policyName: text() });

const updateMembers = v.object({
  policyName: text(),
  priorityRange: word(parsePriorityRange, forms.priorityRange),
  maxGPRs: limit(COUNT_MAX),
  maxExitDurationPerGPR: word(parseExitLimit, forms.exitLimit),
  enforceIdleTimeOut: optionalFlag(),
  requeueOnFailure: optionalFlag(),
  enableAutoEviction: optionalFlag(),
  ...gpuLimits,
  /** The shape of answers, accepted so that clients can send an answer back. */
  globalGPUConstraints: optional(
    requiring(
      object({ maxGPUPerGpr: limit(COUNT_MAX), ...gpuLimits }),
      oneValue('maxGPUPerGpr', 'maxGpuPerGpr'),
    ),
  ),
});

export const updatePolicyRequest = requiring(
  updateMembers,
  sameInside('gpuShapes'),
  sameInside('maxGpuPerGpr', 'maxGPUPerGpr', 'maxGpuPerGpr'),
  sameInside('maxMemoryPerGpr'),
);

/** A limit that is sent flat and inside `globalGPUConstraints`. @param ways its names inside */
function sameInside(member: string, ...ways: readonly string[]): Requirement {
  return {
    wrong({ [member]: flat, globalGPUConstraints: inside }) {
      const name = (ways.length === 0 ? [member] : ways).find((way) => !isUnset(inside?.[way]));
      if (name === undefined || isUnset(flat) || isEqual(flat, inside[name])) return [];
      return [{ path: [member], message: mustEqual(`globalGPUConstraints.${name}`) }];
    },
  };
}

export type UpdatePolicyRequest = v.InferOutput<typeof updatePolicyRequest>;

export const policyRecord = v.object({
  workspaceName: string,
  PriorityRange: string,
  maxGPRs: whole,
  maxExitDurationPerGPR: string,
  requeueOnFailure: boolean,
  enableAutoEviction: boolean,
  globalGPUConstraints: v.object({
    gpuShapes: strings,
    maxGPUPerGpr: whole,
    maxMemoryPerGpr: whole,
  }),
});

export type PolicyRecord = v.InferOutput<typeof policyRecord>;

export const listPoliciesAnswer = list(policyRecord);
