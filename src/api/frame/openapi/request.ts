// The parameters and the body of an operation's requests, in all spellings.

import { type Alias, type Operation, takesInstant } from '../operation/operation.ts';
import { instantRequest } from '../request/at-parameter.ts';
import { exampleOf } from './schemas/example.ts';
import { type JsonSchema, sentSchema } from './schemas/json-schema.ts';
import { describeMembers } from './schemas/members.ts';
import { bareName, given, member, respelledRequirements } from './schemas/requirement-schemas.ts';

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required: boolean;
  readonly description?: string;
  readonly schema: JsonSchema;
  /** The items of a list are one value, with commas between. */
  readonly explode?: false;
  readonly example?: unknown;
}

export interface RequestParts {
  readonly parameters: readonly Parameter[];
  /** The schema of the body, if the request has one. */
  readonly body?: JsonSchema;
  readonly bodyRequired: boolean;
  readonly example?: unknown;
}

/** The request of an operation on `route`, one of its routes. */
export function requestOf(
  operation: Operation,
  route: Required<Pick<Alias, 'method' | 'path'>>,
): RequestParts {
  const { operationId, request, from, example } = operation;
  const schema = describeMembers(sentSchema(request), operationId);
  const { properties = {}, required = [] } = schema;
  const inPath = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
  const others = Object.fromEntries(Object.entries(properties).filter(([name]) => !inPath.includes(name)));
  const rest: JsonSchema = {
    ...schema,
    ...(schema.properties && { properties: others }),
    required: required.filter((name) => name in others),
  };
  const shown = example ?? exampleOf(rest, { optional: false, schemas: {} });
  const pathParameters = inPath.map((name) => parameter(name, 'path', true, properties[name]!));

  const isEmpty = schema.properties !== undefined && Object.keys(others).length === 0;
  const asBody = !isEmpty && (from === 'body' || (from === 'body or query' && route.method !== 'GET'));
  // A query may carry the members of some bodies. That is not declared: neither could be mandatory.
  if (asBody) {
    const body = respelled(rest, operation);
    return { parameters: pathParameters, body, bodyRequired: needsMembers(body), example: shown };
  }
  const instant = takesInstant(operation, route.method) ? instantParameters : [];
  return {
    parameters: [...pathParameters, ...queryParameters(rest, operation), ...instant],
    bodyRequired: false,
  };
}

/** Whether the schema refuses an object without members. */
function needsMembers({ required = [], anyOf, oneOf, allOf = [] }: JsonSchema): boolean {
  return (
    required.length > 0 ||
    [anyOf, oneOf].some((alternatives) => alternatives?.every(needsMembers)) ||
    allOf.some(needsMembers)
  );
}

/**
 * Adds the other spellings of members, unless generators would give them the same name. A mandatory member requires one of its
 * spellings; the others may be null.
 */
function respelled(schema: JsonSchema, { spellings = {} }: Operation): JsonSchema {
  if (schema.properties === undefined) return schema;
  const { properties, required = [], allOf = [], ...rest } = schema;
  const others = Object.entries(spellings).filter(
    ([other, main]) => main in properties && bareName(other) !== bareName(main),
  );
  const ways = (main: string) => [
    main,
    ...others.filter(([, meant]) => meant === main).map(([other]) => other),
  ];
  const always = required.filter((name) => ways(name).length === 1);
  const inOneWay = required.filter((name) => ways(name).length > 1);
  const oneOfWays = inOneWay.map((name) => ({
    anyOf: ways(name).map((way) => member(way, given(properties[name]!))),
  }));
  const requirements = [...oneOfWays, ...respelledRequirements(allOf, ways)];
  const nullables = Object.fromEntries(inOneWay.map((name) => [name, nullable(properties[name]!)]));
  const main = { ...properties, ...nullables };
  return {
    ...rest,
    properties: {
      ...main,
      ...Object.fromEntries(others.map(([other, meant]) => [other, otherSpelling(main[meant]!, meant)])),
    },
    ...(always.length > 0 && { required: always }),
    ...(requirements.length > 0 && { allOf: requirements }),
  };
}

function nullable({ type, ...schema }: JsonSchema): JsonSchema {
  if (typeof type === 'string') return { ...schema, type: [type, 'null'] };
  const { description, examples, ...values } = schema;
  return { description, examples, anyOf: [values, { type: 'null' }] } as JsonSchema;
}

/** The parameters in their main spelling only: another one could replace no mandatory parameter. */
function queryParameters(
  { properties = {}, required = [] }: JsonSchema,
  { spellings = {} }: Operation,
): Parameter[] {
  return Object.entries(properties).map(([name, schema]) => {
    const others = Object.keys(spellings).filter((other) => spellings[other] === name);
    const also = others.map((other) => `\`${other}\``).join(', ');
    const description = `${schema.description}${also && ` Other spellings: ${also}.`}`;
    return parameter(name, 'query', required.includes(name), { ...schema, description });
  });
}

/** The parameters of every request that reads the world. */
const instantParameters = Object.entries(
  describeMembers(sentSchema(instantRequest), 'readInstant').properties!,
).map(([name, schema]) => parameter(name, 'query', false, schema));

function otherSpelling(schema: JsonSchema, main: string): JsonSchema {
  const { description: _, examples: __, ...same } = schema;
  return { ...same, description: `Another spelling of \`${main}\`.` };
}

function parameter(name: string, place: Parameter['in'], required: boolean, schema: JsonSchema): Parameter {
  const { description, examples, ...value } = schema;
  // Parameters cannot be null.
  const type = Array.isArray(value.type) ? value.type.filter((one) => one !== 'null')[0]! : value.type;
  return {
    name,
    in: place,
    required,
    ...(description !== undefined && { description }),
    schema: { ...value, ...(type !== undefined && { type }) },
    ...(type === 'array' && { explode: false }),
    ...(examples !== undefined && { example: examples[0] }),
  };
}
