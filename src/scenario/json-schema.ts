// The format of scenario files as JSON Schema, by which editors complete and check them while they are written.

import { toJsonSchema } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import { scenarioFile } from './schema.ts';

/** What checks beyond types is said in words; what a value is turned into is of no concern to who writes it. */
const ignoreActions = ['check', 'raw_transform', 'transform'];

/** JSON Schema 2020-12 of a scenario file. Whether its parts fit together is only seen when it is loaded. */
export function scenarioJsonSchema(): Record<string, unknown> {
  const { $schema, ...schema } = toJsonSchema(scenarioFile as v.GenericSchema, {
    target: 'draft-2020-12',
    typeMode: 'input',
    ignoreActions,
    overrideAction({ valibotAction, jsonSchema }) {
      if (valibotAction.type !== 'regex') return undefined;
      // A pattern of JSON Schema has no flags.
      const { requirement } = valibotAction as v.RegexAction<string, undefined>;
      const { pattern: _, ...rest } = jsonSchema;
      return requirement.flags === '' ? { ...rest, pattern: requirement.source } : rest;
    },
  });
  return {
    $schema,
    title: 'A scenario of gprsim',
    // Said for editors that would underline comments otherwise.
    allowComments: true,
    ...schema,
  };
}
