// Valid requests of all operations: the examples of the OpenAPI documents, and the bodies of the stored exchanges.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../../../src/api/frame/errors/failure.ts';
import { type Operation, routesOf } from '../../../src/api/frame/operation/operation.ts';
import { instantName } from '../../../src/api/frame/request/at-parameter.ts';
import { check } from '../../../src/api/frame/request/gather.ts';
import { operations } from '../../../src/server/app.ts';
import { root } from '../../exchanges/exchange.ts';
import { documents } from '../documents/described.ts';

export type Members = Readonly<Record<string, unknown>>;

export interface ValidRequest {
  readonly operation: Operation;
  /** Parameters of the path. */
  readonly path: Members;
  /** Members of the body or of the query. */
  readonly sent: Members;
}

/** The problems of a request; empty if the operation accepts its form. */
export function problemsOf({ operation, path }: ValidRequest, sent: Members): Failure['problems'] {
  try {
    check(operation, { ...structuredClone(sent), ...path }, []);
    return [];
  } catch (error) {
    if (error instanceof Failure) return error.problems;
    throw error;
  }
}

interface Stored {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
}

const stored = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.json'))
  .map((name): { readonly request?: Stored } => JSON.parse(readFileSync(join(root, name), 'utf8')))
  .flatMap(({ request }) => request ?? []);

// biome-ignore lint/suspicious/noExplicitAny: the shape of the documents is known
const described: readonly any[] = Object.values(documents).flatMap(({ paths }) =>
  Object.values(paths).flatMap((methods) => Object.values(methods)),
);

export const validRequests: readonly ValidRequest[] = operations
  .filter(({ from }) => from !== 'path')
  .flatMap((operation) =>
    [exampleOf(operation), ...bodiesOf(operation)].map((sent) => ({
      operation,
      path: pathOf(operation),
      sent,
    })),
  )
  .filter(
    (request) => Object.keys(request.sent).length > 0 && problemsOf(request, request.sent).length === 0,
  );

function pathOf({ path }: Operation): Members {
  const known: Readonly<Record<string, string>> = { branch: '1', of: 'workspaces' };
  return Object.fromEntries(
    [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, known[name!] ?? 'some-name']),
  );
}

function exampleOf({ operationId }: Operation): Members {
  const { parameters = [], requestBody } = described.find((object) => object.operationId === operationId);
  const query: [string, string][] = parameters.flatMap(
    (one: { in: string; name: string; example?: unknown }) =>
      one.in === 'query' && one.name !== instantName && one.example !== undefined
        ? [[one.name, String(one.example)]]
        : [],
  );
  return { ...Object.fromEntries(query), ...requestBody?.content['application/json']?.example };
}

function bodiesOf(operation: Operation): Members[] {
  const routes = routesOf(operation).map(({ method, path }) => ({
    method,
    pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`),
  }));
  return stored
    .filter((sent) =>
      routes.some(({ method, pattern }) => method === sent.method && pattern.test(sent.path.split('?')[0]!)),
    )
    .flatMap(({ body }) =>
      typeof body === 'object' && body !== null && !Array.isArray(body) ? [body as Members] : [],
    );
}
