// Adds descriptions of the glossary to the members of a schema.

import { glossary } from '../glossary/glossary.ts';
import type { JsonSchema } from './json-schema.ts';

/**
 * The schema with a description of every member. `owner` is the name of the schema or of the member that holds it.
 */
export function describeMembers(schema: JsonSchema, owner: string): JsonSchema {
  const inside = (inner: JsonSchema) => describeMembers(inner, owner);
  return {
    ...schema,
    ...(schema.properties && {
      properties: Object.fromEntries(
        Object.entries(schema.properties).map(([name, inner]) => [
          name,
          { ...wordsFor(name, owner, inner), ...describeMembers(inner, name) },
        ]),
      ),
    }),
    ...(schema.items && { items: inside(schema.items) }),
    ...(schema.anyOf && { anyOf: schema.anyOf.map(inside) }),
    ...(schema.oneOf && { oneOf: schema.oneOf.map(inside) }),
  };
}

function wordsFor(
  name: string,
  owner: string,
  schema: JsonSchema,
): Pick<JsonSchema, 'description' | 'examples'> {
  const word = glossary[`${owner}.${name}`] ?? glossary[name];
  if (word === undefined) return {};
  const [description, example] = word;
  const showsExample = example !== undefined && schema.const === undefined && schema.examples === undefined;
  return { description, ...(showsExample && { examples: [example] }) };
}
