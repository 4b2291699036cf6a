import * as v from 'valibot';
import { readsMax } from '../../../wire/bounds.ts';
import { whole } from '../../frame/answers/whole.ts';

const path = v.pipe(v.string(), v.maxLength(4_000, 'must have at most 4,000 characters'));

export const readTogetherRequest = v.object({
  paths: v.pipe(
    v.array(path),
    v.minLength(1, 'must name at least one read'),
    v.maxLength(readsMax, `must name at most ${readsMax} reads`),
  ),
});

export const readTogetherAnswer = v.object({
  answers: v.array(v.nullable(v.object({ status: whole, at: v.string(), answer: v.looseObject({}) }))),
});
