import * as v from 'valibot';
import { whole } from '../../frame/answers/whole.ts';
import { integer, only, queryInteger, text } from '../../frame/request/fields.ts';
import { requiring } from '../../frame/request/requirements.ts';
import { clockAnswer } from '../shared/clock-answer.ts';

export const rewindRequest = requiring(
  only({ to: v.nullish(text(), null), seq: v.nullish(integer(1, Number.MAX_SAFE_INTEGER), null) }),
  {
    field: 'to',
    message: 'or "seq" is required, and only one of them',
    oneOf: ['to', 'seq'].map((member) => ({ sent: member })),
  },
);

const branch = v.object({
  branch: whole,
  parent: v.nullable(whole),
  seq: whole,
  at: v.string(),
  reason: v.string(),
  now: v.string(),
  facts: whole,
  commands: whole,
  hash: v.string(),
});

export const listBranchesAnswer = v.object({ branch: whole, branches: v.array(branch) });

export type BranchAnswer = v.InferOutput<typeof branch>;

export const branchRequest = only({ branch: queryInteger(Number.MAX_SAFE_INTEGER) });

export const changedAnswer = clockAnswer;

export const deleteBranchAnswer = v.object({ branch: whole });
