import * as v from 'valibot';
import { whole } from '../../http/answered.ts';
import { only, text } from '../../http/fields.ts';
import { must } from '../../http/problems.ts';

export const explainGprRequest = only({ gprId: text() });

export const explainGprAnswer = v.object({
  gprId: v.string(),
  state: v.string(),
  sentence: v.string(),
  step: whole,
  needs: v.object({ nodes: whole, gpusPerNode: whole }),
  free: v.nullable(v.object({ nodes: whole, gpus: whole })),
  behind: v.nullable(v.string()),
  behindBecause: v.nullable(v.string()),
  victimsNotEnough: v.pipe(v.array(v.string()), v.readonly()),
  estimatedStartTime: v.string(),
  history: v.array(v.object({ at: v.string(), what: v.string() })),
});

export const setActivityRequest = only({ gprId: text(), busy: v.boolean(must('true or false')) });

export const setActivityAnswer = v.strictObject({});
