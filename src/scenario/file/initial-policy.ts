// The initial policy of a workspace, with the members of the contract's PUT /workspace-policies.

import * as v from 'valibot';
import type { Policy } from '../../../sim/index.ts';
import { limits } from '../../../sim/index.ts';
import { forms, parseExitLimit, parsePriorityRange } from '../../wire/policy.ts';
import { flag, list, members, name, whole, word } from '../fields/strict-fields.ts';

const flagOrUnset = v.nullish(flag());

/** 0 = no limit. */
const most = (atMost: number) => v.nullish(whole(0, atMost));

const body = members({
  priorityRange: v.nullish(word(forms.priorityRange.be, forms.priorityRange.pattern, parsePriorityRange)),
  maxGPRs: most(limits.gprs),
  maxExitDurationPerGPR: v.nullish(word(forms.exitLimit.be, forms.exitLimit.pattern, parseExitLimit)),
  enforceIdleTimeOut: flagOrUnset,
  requeueOnFailure: flagOrUnset,
  enableAutoEviction: flagOrUnset,
  gpuShapes: v.nullish(list(name(), 0, limits.choices)),
  maxGpuPerGpr: most(limits.nodes * limits.gpusPerNode),
  maxMemoryPerGpr: most(Number.MAX_SAFE_INTEGER),
});

/** Keeps only the members that are set; `null` counts as unset, as in the contract's requests. */
export const workspacePolicy = v.pipe(
  body,
  v.transform((given): Partial<Policy> => {
    const policy: { -readonly [Member in keyof Policy]: Policy[Member] | null | undefined } = {
      priority: given.priorityRange,
      maxGprs: given.maxGPRs,
      maxExit: given.maxExitDurationPerGPR,
      gpuShapes: given.gpuShapes,
      maxGpusPerGpr: given.maxGpuPerGpr,
      maxMemoryMbPerGpr: given.maxMemoryPerGpr,
      enforceIdleTimeOut: given.enforceIdleTimeOut,
      enableEviction: given.enableAutoEviction,
      requeueOnFailure: given.requeueOnFailure,
    };
    const set = Object.entries(policy).filter(([, value]) => value !== undefined && value !== null);
    return Object.fromEntries(set);
  }),
);
