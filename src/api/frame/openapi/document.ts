// Builds the OpenAPI documents from the operations: one for the service, one for the simulation and the server.

import packageFile from '../../../../package.json' with { type: 'json' };
import { TOKEN_TTL_SECONDS } from '../../../wire/time/token-lifetime.ts';
import { rules } from '../access/roles.ts';
import { retryAfterHeader, simFaultHeader, simTimeHeader } from '../answers/envelope.ts';
import type { ErrorName } from '../errors/error-catalogue.ts';
import { errorsOf } from '../handling/possible-errors.ts';
import {
  type DeclaredRoute,
  declaredRoutesOf,
  type Operation,
  type RawOperation,
  type Schema,
} from '../operation/operation.ts';
import { errorExample, errorSchema, errorSchemaName } from './error-answers.ts';
import { type RequestParts, requestOf } from './request.ts';
import { answeredSchema, type JsonSchema, type Named, refTo } from './schemas/json-schema.ts';
import { describeMembers } from './schemas/members.ts';
import { capitalized, namesOf } from './schemas/schema-names.ts';
import { answersOf, type Schemas } from './success-answers.ts';
import { tagOf, tags } from './tags.ts';
import { documents } from './texts.ts';

export type DocumentName = keyof typeof documents;

interface OpenApiDocument {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>;
  readonly components: { readonly schemas: Schemas; readonly [kind: string]: object };
  readonly [member: string]: unknown;
}

interface OperationObject {
  readonly operationId: string;
  readonly responses: object;
  readonly 'x-alias-of'?: string;
  readonly [member: string]: unknown;
}

const bearer = 'bearer';
export const servers = [{ url: '/', description: 'The server that this document comes from.' }];

/** The document for those of `operations` whose path belongs to it. */
export function documentOf(name: DocumentName, operations: readonly Operation[]): OpenApiDocument {
  const { title, description, paths } = documents[name];
  const described = operations.filter((operation) => paths.test(operation.path));
  const named = namesOf(described);
  const schemas = { ...requestSchemas(described), ...namedSchemas(named) };
  const errors = [...new Set(described.flatMap(errorsOf))].sort();
  const usedTags = new Set(described.map(({ path }) => tagOf(path)));
  return {
    openapi: '3.1.0',
    info: {
      title,
      version: packageFile.version,
      description,
      license: { name: 'Apache 2.0', identifier: packageFile.license },
    },
    servers,
    tags: tags.filter((tag) => usedTags.has(tag)).map(({ name, description }) => ({ name, description })),
    security: [{ [bearer]: [] }],
    paths: pathsOf(described, named, schemas),
    components: {
      schemas: {
        ...schemas,
        ...Object.fromEntries(errors.map((error) => [errorSchemaName(error), errorSchema(error)])),
      },
      examples: Object.fromEntries(errors.map((error: ErrorName) => [error, errorExample(error)])),
      headers: {
        [simTimeHeader]: {
          description: 'The simulated instant of the answer, ISO 8601 UTC.',
          schema: { type: 'string', format: 'date-time' },
        },
        [simFaultHeader]: {
          description:
            'The id of the fault of `/sim/faults` that produced the answer. Other answers do not have this header.',
          schema: { type: 'string' },
        },
        [retryAfterHeader]: {
          description: 'After how many seconds of real time the request may succeed.',
          schema: { type: 'integer' },
        },
      },
      securitySchemes: {
        [bearer]: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: `The token that POST /api/v1/auth issues for an API key. It is valid for ${TOKEN_TTL_SECONDS} seconds.`,
        },
      },
    },
  };
}

function requestSchemas(operations: readonly Operation[]): Schemas {
  const bodies: Record<string, JsonSchema> = {};
  for (const operation of operations) {
    for (const route of declaredRoutesOf(operation)) {
      const { body } = requestOf(operation, route);
      if (body !== undefined) bodies[requestName(operation)] = body;
    }
  }
  return bodies;
}

function requestName({ operationId }: Operation): string {
  return `${capitalized(operationId)}Request`;
}

function namedSchemas(named: Named): Schemas {
  return Object.fromEntries(
    [...named].map(([name, schema]): [string, JsonSchema] => [
      name,
      describeMembers(answeredSchema(schema, named, name), name),
    ]),
  );
}

function pathsOf(operations: readonly Operation[], named: Named, schemas: Schemas): OpenApiDocument['paths'] {
  const paths: Record<string, Record<string, OperationObject>> = {};
  for (const operation of operations) {
    for (const route of declaredRoutesOf(operation)) {
      paths[route.path] ??= {};
      paths[route.path]![route.method.toLowerCase()] = operationObject(operation, route, named, schemas);
    }
  }
  return paths;
}

function operationObject(
  operation: Operation,
  route: DeclaredRoute,
  named: Named,
  schemas: Schemas,
): OperationObject {
  const { operationId, summary, description, path } = operation;
  const isAlias = route.operationId !== operationId;
  const upload = 'upload' in operation ? operation.upload : undefined;
  const request = requestOf(operation, route);
  const { parameters } = request;
  return {
    operationId: route.operationId,
    ...(isAlias && { 'x-alias-of': operationId }),
    tags: [tagOf(path).name],
    summary: isAlias ? `${summary} (alias of ${operationId})` : summary,
    description: [description, rolesText(operationId)].filter(Boolean).join('\n\n'),
    ...(rules[operationId] === null && { security: [] }),
    ...(parameters.length > 0 && { parameters }),
    ...(request.body !== undefined && { requestBody: bodyOf(request, requestName(operation)) }),
    ...(upload !== undefined && { requestBody: uploadOf(upload) }),
    responses: answersOf(operation, named, schemas),
  };
}

/** The roles that may call the operation, as a sentence. */
function rolesText(operationId: Operation['operationId']): string {
  const allowed = rules[operationId];
  if (allowed === null) return 'This operation needs no token.';
  return `Roles: ${allowed.join(', ')}.`;
}

function bodyOf({ bodyRequired, example }: RequestParts, name: string) {
  return {
    required: bodyRequired,
    content: { 'application/json': { schema: { $ref: refTo(name) }, example } },
  };
}

function uploadOf({ mediaType, description }: NonNullable<RawOperation<Schema>['upload']>) {
  const schema = { type: 'string', format: 'binary' };
  return { required: true, description, content: { [mediaType]: { schema } } };
}
