// Builds an example value for a schema from the examples of its members.

import type { JsonSchema } from './json-schema.ts';

interface ExampleOptions {
  /** Whether the example contains optional members. */
  readonly optional: boolean;
  readonly schemas: Readonly<Record<string, JsonSchema>>;
}

export function exampleOf(schema: JsonSchema, options: ExampleOptions): unknown {
  if (schema.examples !== undefined) return schema.examples[0];
  if (schema.$ref !== undefined) return exampleOf(referred(schema.$ref, options), options);
  if ('const' in schema) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  if (schema.default !== undefined) return schema.default;
  const alternatives = schema.oneOf ?? schema.anyOf;
  if (alternatives !== undefined && schema.properties === undefined)
    return exampleOf(alternatives[0]!, options);
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case 'object':
      return objectExample(schema, options);
    case 'array':
      return schema.items === undefined || schema.items.not !== undefined
        ? []
        : [exampleOf(schema.items, options)];
    case 'boolean':
      return false;
    case 'integer':
    case 'number':
      return schema.minimum ?? 0;
    case 'string':
      return '';
    default:
      return null;
  }
}

function objectExample({ properties = {}, required = [] }: JsonSchema, options: ExampleOptions) {
  const shown = Object.entries(properties).filter(([name]) => options.optional || required.includes(name));
  return Object.fromEntries(shown.map(([name, inner]) => [name, exampleOf(inner, options)]));
}

function referred(ref: string, { schemas }: ExampleOptions): JsonSchema {
  return schemas[ref.slice(ref.lastIndexOf('/') + 1)]!;
}
