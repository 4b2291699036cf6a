import * as v from 'valibot';
import { readsMax } from '../../../wire/bounds.ts';
import { list, orNull, string, whole } from '../../frame/answers/shapes.ts';

const path = v.pipe(string, v.maxLength(4_000, 'must have at most 4,000 characters'));

export const readTogetherRequest = v.object({
  paths: v.pipe(
    list(path),
    v.minLength(1, 'must name at least one read'),
    v.maxLength(readsMax, `must name at most ${readsMax} reads`),
  ),
});

export const readTogetherAnswer = v.object({
  answers: list(orNull(v.object({ status: whole, at: string, answer: v.looseObject({}) }))),
});
