import * as v from 'valibot';
import { boolean, string, whole } from '../../frame/answers/shapes.ts';

export const importAnswer = v.object({
  scenario: string,
  seed: whole,
  now: string,
  nowMs: whole,
  branch: whole,
  commands: whole,
  /** Number of derived facts. */
  seq: whole,
  hash: string,
  /** Whether the derived facts equal those of the file. */
  isAsStored: boolean,
});

export type ImportAnswer = v.InferOutput<typeof importAnswer>;
