import * as v from 'valibot';
import { list, string, whole, wholeOrNull } from '../../frame/answers/shapes.ts';
import { integer, only, optional, queryInteger, text } from '../../frame/request/fields.ts';
import { requiring } from '../../frame/request/requirements.ts';
import { clockAnswer } from '../shared/clock-answer.ts';

export const rewindRequest = requiring(
  only({ to: optional(text()), seq: optional(integer(1, Number.MAX_SAFE_INTEGER)) }),
  {
    field: 'to',
    message: 'or "seq" is required, and only one of them',
    oneOf: ['to', 'seq'].map((member) => ({ sent: member })),
  },
);

const branch = v.object({
  branch: whole,
  parent: wholeOrNull,
  seq: whole,
  at: string,
  reason: string,
  now: string,
  facts: whole,
  commands: whole,
  hash: string,
});

export const listBranchesAnswer = v.object({ branch: whole, branches: list(branch) });

export type BranchAnswer = v.InferOutput<typeof branch>;

export const branchRequest = only({ branch: queryInteger(Number.MAX_SAFE_INTEGER) });

export const changedAnswer = clockAnswer;

export const deleteBranchAnswer = v.object({ branch: whole });
