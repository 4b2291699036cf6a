import * as v from 'valibot';
import {
  boolean,
  list,
  numberOrNull,
  orNull,
  string,
  stringOrNull,
  whole,
  wholeOrNull,
} from '../../frame/answers/shapes.ts';
import { must } from '../../frame/errors/problems.ts';
import { WORLD_NAME } from '../../frame/operation/served-world.ts';
import { jsonObject } from '../../frame/request/any-json.ts';
import { integer, only, optional, text } from '../../frame/request/fields.ts';
import { requiring } from '../../frame/request/requirements.ts';
import { modes } from '../shared/clock-answer.ts';
import { speed } from '../shared/sent-speed.ts';

const name = v.pipe(
  v.string(must('a string')),
  v.regex(WORLD_NAME, must('1 to 63 lower-case letters, digits and hyphens that begin with no hyphen')),
  v.metadata({ pattern: WORLD_NAME.source }),
);

const notScenario = must('the name of a built-in scenario, or an object');

/** Why an object of a client is refused, such as for its depth; undefined if it sent something else. */
function whyOfObject({ input, issues }: v.BaseIssue<unknown>): string | undefined {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return undefined;
  return issues?.at(-1)?.message;
}

export const createWorldRequest = requiring(
  only({
    name,
    scenario: optional(v.union([text(), jsonObject()], (issue) => whyOfObject(issue) ?? notScenario(issue))),
    from: optional(name),
    seed: optional(integer(0, Number.MAX_SAFE_INTEGER)),
    speed: optional(speed),
  }),
  {
    wrong: ({ from, scenario, seed }) => {
      if (typeof from !== 'string') return [];
      const others = Object.entries({ scenario, seed }).filter(([, value]) => (value ?? null) !== null);
      return others.map(([member]) => ({
        path: [member],
        message: 'must be left out with "from": a copy keeps its own',
      }));
    },
  },
);

export const deleteWorldRequest = only({ name });

const world = v.object({
  name: string,
  path: string,
  scenario: stringOrNull,
  seed: wholeOrNull,
  now: stringOrNull,
  mode: orNull(v.picklist(modes)),
  speed: numberOrNull,
  isOpen: boolean,
  memoryBytes: whole,
  idleMs: whole,
});

export type WorldAnswer = v.InferOutput<typeof world>;

export const createWorldAnswer = v.object({ ...world.entries, apiKey: string });

export const listWorldsAnswer = v.object({
  worlds: list(world),
  limits: v.object({ worlds: whole, memoryBytes: whole, idleMs: whole }),
});

export const deleteWorldAnswer = v.object({ name: string });
