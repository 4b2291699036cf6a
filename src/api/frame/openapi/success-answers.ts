// The answers of operations for OpenAPI: data in the envelope, and errors.

import { retryAfterHeader, simFaultHeader, simTimeHeader } from '../answers/envelope.ts';
import { catalogue, type ErrorName } from '../errors/error-catalogue.ts';
import { errorsOf } from '../handling/possible-errors.ts';
import type { Operation, RawOperation, Schema } from '../operation/operation.ts';
import { errorSchemaName } from './error-answers.ts';
import { exampleOf } from './schemas/example.ts';
import { answeredSchema, type JsonSchema, type Named, refTo, sentSchema } from './schemas/json-schema.ts';
import { describeMembers } from './schemas/members.ts';
import { dataOf } from './schemas/schema-names.ts';

export type Schemas = Readonly<Record<string, JsonSchema>>;

interface AnswerObject {
  readonly description: string;
  readonly headers?: object;
  readonly content: Readonly<Record<string, object>>;
}

const headersOf = (...names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

const headers = headersOf(simTimeHeader, simFaultHeader);

/** The answers of an operation, by HTTP status. */
export function answersOf(operation: Operation, named: Named, schemas: Schemas) {
  const answers: Record<string, AnswerObject> = { 200: successOf(operation, named, schemas) };
  const errors = errorsOf(operation);
  for (const statusCode of new Set(errors.map((name) => catalogue[name].statusCode))) {
    answers[statusCode] = errorAnswer(errors.filter((name) => catalogue[name].statusCode === statusCode));
  }
  return answers;
}

function successOf(operation: Operation, named: Named, schemas: Schemas): AnswerObject {
  const data = dataOf(operation);
  if (data === undefined) return rawAnswer(operation as RawOperation<Schema>, named);
  const schema = envelopeSchema(operation, data, named);
  const example = exampleOf(schema, { optional: true, schemas });
  return { description: 'Success', headers, content: { 'application/json': { schema, example } } };
}

function envelopeSchema(operation: Operation, answer: Schema, named: Named): JsonSchema {
  const status = ('status' in operation && operation.status) || 'OK';
  const data = describeMembers(answeredSchema(answer, named), operation.operationId);
  return {
    type: 'object',
    properties: {
      statusCode: { const: 200 },
      status: { const: status },
      message: { const: 'Success' },
      data,
    },
    required: ['statusCode', 'status', 'message', 'data'],
    additionalProperties: false,
  };
}

function rawAnswer({ operationId, content }: RawOperation<Schema>, named: Named): AnswerObject {
  const { mediaType, description, schema, event } = content;
  const shape = schema ? describeMembers(sentSchema(schema), operationId) : { type: 'string' };
  // OpenAPI 3.1 has no member for the data of events.
  const data = event && { 'x-event-data': answeredSchema(event, named) };
  return { description, content: { [mediaType]: { schema: shape, ...data } } };
}

function errorAnswer(names: readonly ErrorName[]): AnswerObject {
  const refs = names.map((name) => ({ $ref: refTo(errorSchemaName(name)) }));
  const examples = names.map((name) => [name, { $ref: `#/components/examples/${name}` }]);
  const isBusy = names.some((name) => catalogue[name].statusCode === 503);
  return {
    description: names.map((name) => `- \`${name}\`: ${catalogue[name].message}`).join('\n'),
    headers: { ...headers, ...(isBusy && headersOf(retryAfterHeader)) },
    content: {
      'application/json': {
        schema: refs.length === 1 ? refs[0]! : { anyOf: refs },
        examples: Object.fromEntries(examples),
      },
    },
  };
}
