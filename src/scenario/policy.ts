// What a workspace may ask for from the start: the members of the contract's PUT /workspace-policies, spelled as there.

import * as v from 'valibot';
import type { Policy } from '../../sim/index.ts';
import { parseExitLimit, parsePriorityRange } from '../wire/policy.ts';
import { flag, list, members, name, whole, word } from './fields.ts';
import { limits } from './limits.ts';

const flagOrUnset = v.nullish(flag());

/** 0 = no limit. */
const most = (atMost: number) => v.nullish(whole(0, atMost));

const priorityPattern = '^(?:[0-9]{1,3}-[0-9]{1,3}|[Ll][Oo][Ww]|[Mm][Ee][Dd][Ii][Uu][Mm]|[Hh][Ii][Gg][Hh])$';
const exitPattern = '^(?:0|[0-9]{6}|(?:[0-9]+[MWdhms])+)$';

const body = members({
  priorityRange: v.nullish(
    word('a range such as 1-300, or low, medium or high', priorityPattern, parsePriorityRange),
  ),
  maxGPRs: most(limits.gprs),
  maxExitDurationPerGPR: v.nullish(
    word('a duration such as "1d", "2W" or "1M"; "0" = no limit', exitPattern, parseExitLimit),
  ),
  enforceIdleTimeOut: flagOrUnset,
  requeueOnFailure: flagOrUnset,
  enableAutoEviction: flagOrUnset,
  gpuShapes: v.nullish(list(name(), 0, limits.choices)),
  maxGpuPerGpr: most(limits.nodes * limits.gpusPerNode),
  maxMemoryPerGpr: most(Number.MAX_SAFE_INTEGER),
});

/** Only what is given; `null` counts as unset, as clients send it. */
export const workspacePolicy = v.pipe(
  body,
  v.transform((given): Partial<Policy> => {
    const policy: { -readonly [Member in keyof Policy]: Policy[Member] | null | undefined } = {
      priority: given.priorityRange,
      maxGprs: given.maxGPRs,
      maxExit: given.maxExitDurationPerGPR,
      gpuShapes: given.gpuShapes,
      maxGpusPerGpr: given.maxGpuPerGpr,
      maxMemoryGbPerGpr: given.maxMemoryPerGpr,
      enforceIdleTimeOut: given.enforceIdleTimeOut,
      enableEviction: given.enableAutoEviction,
      requeueOnFailure: given.requeueOnFailure,
    };
    const set = Object.entries(policy).filter(([, value]) => value !== undefined && value !== null);
    return Object.fromEntries(set);
  }),
);
