import * as v from 'valibot';
import { whole } from '../../frame/answers/whole.ts';

export const importAnswer = v.object({
  scenario: v.string(),
  seed: whole,
  now: v.string(),
  nowMs: whole,
  branch: whole,
  commands: whole,
  /** Number of derived facts. */
  seq: whole,
  hash: v.string(),
  /** Whether the derived facts equal those of the file. */
  isAsStored: v.boolean(),
});

export type ImportAnswer = v.InferOutput<typeof importAnswer>;
