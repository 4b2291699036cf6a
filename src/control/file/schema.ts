import * as v from 'valibot';
import { whole } from '../../http/answered.ts';
import { only } from '../../http/fields.ts';

export const exportRequest = only({});

export const importRequest = only({});

export const importAnswer = v.object({
  scenario: v.string(),
  seed: whole,
  now: v.string(),
  nowMs: whole,
  branch: whole,
  /** Of the journal. */
  commands: whole,
  /** Facts that were derived, and their hash. */
  seq: whole,
  hash: v.string(),
  /** Whether the facts are those that the file had. */
  isAsStored: v.boolean(),
});

export type ImportAnswer = v.InferOutput<typeof importAnswer>;
