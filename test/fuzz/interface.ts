// The interface according to its OpenAPI documents: every method and path with its parameters and body.

import type { JsonSchema } from '../../src/api/frame/openapi/schemas/json-schema.ts';

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required: boolean;
  readonly schema: JsonSchema;
  /** Whether it is another spelling of an earlier parameter. */
  readonly isSpelling: boolean;
}

/** A way into the service: an operation, or an alias of one. */
export interface Entrance {
  readonly operation: string;
  readonly isAlias: boolean;
  readonly method: string;
  /** Has its parameters in braces. */
  readonly path: string;
  /** Whether it needs no token. */
  readonly isOpen: boolean;
  readonly parameters: readonly Parameter[];
  /** Schema of a JSON body, with references resolved. */
  readonly body: JsonSchema | undefined;
  readonly example: unknown;
  /** Media type of a body other than JSON. */
  readonly upload: string | undefined;
}

interface OperationObject {
  readonly operationId: string;
  readonly 'x-alias-of'?: string;
  readonly security?: readonly object[];
  readonly parameters?: readonly (Omit<Parameter, 'isSpelling'> & { readonly description?: string })[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: JsonSchema; readonly example?: unknown }>>;
  };
}

export interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> };
}

const json = 'application/json';

export function entrancesOf(document: Document): Entrance[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => entranceOf(document, path, method, operation)),
  );
}

function entranceOf(
  { components }: Document,
  path: string,
  method: string,
  operation: OperationObject,
): Entrance {
  const { operationId, 'x-alias-of': aliasOf, security, parameters = [], requestBody } = operation;
  const content = requestBody?.content ?? {};
  const [upload] = Object.keys(content).filter((mediaType) => mediaType !== json);
  return {
    operation: aliasOf ?? operationId,
    isAlias: aliasOf !== undefined,
    method: method.toUpperCase(),
    path,
    isOpen: security?.length === 0,
    parameters: parameters.map(({ description = '', ...parameter }) => ({
      ...parameter,
      isSpelling: description.startsWith('Another spelling'),
    })),
    body: content[json] && resolved(content[json].schema, components.schemas),
    example: content[json]?.example,
    upload,
  };
}

function resolved(schema: JsonSchema, schemas: Readonly<Record<string, JsonSchema>>): JsonSchema {
  return schema.$ref === undefined ? schema : schemas[schema.$ref.split('/').at(-1)!]!;
}

export function nameOf({ method, path }: Entrance): string {
  return `${method} ${path}`;
}

export function entranceAt(
  entrances: readonly Entrance[],
  method: string,
  path: string,
): Entrance | undefined {
  const [best] = entrances
    .filter((entrance) => entrance.method === method && fits(entrance.path, path))
    .toSorted((a, b) => a.path.split('{').length - b.path.split('{').length);
  return best;
}

function fits(template: string, path: string): boolean {
  const pieces = template.split('/');
  const given = path.split('/');
  const isSame = (piece: string, i: number) => (piece.startsWith('{') ? given[i] !== '' : piece === given[i]);
  return pieces.length === given.length && pieces.every(isSame);
}

/** Returns a body without ignored members: those that are null, and further spellings of a present member. */
export function asLookedAt(entrance: Entrance | undefined, sent: unknown): unknown {
  const { properties } = entrance?.body ?? {};
  if (properties === undefined || typeof sent !== 'object' || sent === null) return sent;
  const members = new Map<string, unknown>(Object.entries(sent).filter(([, value]) => value !== null));
  const taken = new Set(members.keys());
  for (const [name, { description = '' }] of Object.entries(properties)) {
    const main = /^Another spelling of `([^`]+)`/.exec(description)?.[1];
    if (main === undefined || !taken.has(name)) continue;
    if (taken.has(main)) members.delete(name);
    taken.add(main);
  }
  return Object.fromEntries(members);
}
