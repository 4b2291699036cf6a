// Converts valibot schemas to JSON Schema 2020-12, which OpenAPI 3.1 uses.

import { type ConversionConfig, toJsonSchema } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import type { Schema } from '../../operation/operation.ts';
import type { JsonSchema } from './keywords.ts';
import { distinctlyNamed, withRequirements } from './requirement-schemas.ts';

export type { JsonSchema };

export type Named = ReadonlyMap<string, Schema>;

/**
 * Actions without a counterpart in JSON Schema. Descriptions explain their checks. Any other action that cannot be
 * converted is an error.
 */
const ignoreActions = ['check', 'raw_check', 'readonly', 'raw_transform', 'transform', 'title'];

/** The schema of values that a client may send. */
export function sentSchema(schema: Schema): JsonSchema {
  return tidied(convert(schema, { typeMode: 'input' }));
}

/** The schema of an answer: objects have exactly these members unless their schema is loose. */
export function answeredSchema(schema: Schema, named: Named, self?: string): JsonSchema {
  const definitions = Object.fromEntries([...named].filter(([name]) => name !== self));
  const { $defs: _, ...converted } = convert(schema, {
    typeMode: 'output',
    definitions: definitions as NonNullable<ConversionConfig['definitions']>,
    overrideRef: ({ referenceId }) => refTo(referenceId),
    overrideSchema: ({ valibotSchema, jsonSchema }) =>
      valibotSchema.type === 'object' ? { ...jsonSchema, additionalProperties: false } : undefined,
  });
  return tidied(converted);
}

export function refTo(name: string): string {
  return `#/components/schemas/${name}`;
}

function convert(schema: Schema, config: ConversionConfig): JsonSchema {
  const { $schema: _, ...converted } = toJsonSchema(schema as v.GenericSchema, {
    target: 'draft-2020-12',
    ignoreActions,
    overrideAction({ valibotAction, jsonSchema }) {
      // Lists that check their length first have the schema of their items in their metadata.
      if (valibotAction.type === 'metadata') {
        const { items } = (valibotAction as v.MetadataAction<unknown, { items?: Schema }>).metadata;
        if (items !== undefined) return { ...jsonSchema, items: convert(items, config) } as typeof jsonSchema;
      }
      // Patterns of JSON Schema have no flags.
      if (
        valibotAction.type === 'regex' &&
        (valibotAction as v.RegexAction<string, undefined>).requirement.flags
      )
        return jsonSchema;
      return undefined;
    },
    ...config,
  }) as JsonSchema;
  return converted;
}

/** An equivalent, shorter schema. */
function tidied(schema: JsonSchema): JsonSchema {
  const { anyOf, properties, items, required, oneOf, additionalProperties, ...rest } = schema;
  if (rest.default === null || rest.default === '') delete rest.default;
  // The default of a number in a query is given as digits.
  if (rest.type === 'integer' && typeof rest.default === 'string') rest.default = Number(rest.default);
  const isOpen = rest.type === 'object' && properties !== undefined && Object.keys(properties).length === 0;
  const tidy: JsonSchema = withRequirements({
    ...rest,
    ...(isOpen && { additionalProperties: true }),
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(distinctlyNamed(properties)).map(([name, inner]) => [name, tidied(inner)]),
      ),
    }),
    ...(required && required.length > 0 && { required }),
    ...(additionalProperties !== undefined && {
      additionalProperties:
        typeof additionalProperties === 'object' ? tidied(additionalProperties) : additionalProperties,
    }),
    ...(items && { items: tidied(items) }),
    ...(oneOf && { oneOf: oneOf.map(tidied) }),
  });
  if (anyOf === undefined) return tidy;
  const options = anyOf.map(tidied);
  const [first, second, ...others] = options;
  // An alternative that allows any value makes the others redundant.
  if (options.some((option) => Object.keys(option).length === 0)) return tidy;
  const isNullable = second?.type === 'null' && others.length === 0;
  return isNullable && typeof first!.type === 'string' && !('const' in first!) && !('enum' in first!)
    ? { ...first, ...tidy, type: [first!.type, 'null'] }
    : { ...tidy, anyOf: options };
}
