import { toJsonSchema } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import { scenarioFile } from './scenario-file.ts';

/** JSON Schema cannot express these: checks across members, parsers and conversions. Descriptions cover them. */
const ignoreActions = ['check', 'raw_check', 'raw_transform', 'transform'];

/** Returns the JSON Schema (2020-12) of a scenario file. Only loading checks whether its parts fit together. */
export function scenarioJsonSchema(): Record<string, unknown> {
  const { $schema, ...schema } = toJsonSchema(scenarioFile as v.GenericSchema, {
    target: 'draft-2020-12',
    typeMode: 'input',
    ignoreActions,
    overrideAction({ valibotAction, jsonSchema }) {
      if (valibotAction.type !== 'regex') return undefined;
      // Patterns of JSON Schema have no flags, so a regular expression with flags is left out.
      const { requirement } = valibotAction as v.RegexAction<string, undefined>;
      const { pattern: _, ...rest } = jsonSchema;
      return requirement.flags === '' ? { ...rest, pattern: requirement.source } : rest;
    },
  });
  return {
    $schema,
    title: 'A scenario of gprsim',
    // Without it, some editors mark comments as errors.
    allowComments: true,
    ...schema,
  };
}
