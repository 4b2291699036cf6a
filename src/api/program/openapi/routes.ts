import type { Context } from 'hono';
import * as v from 'valibot';
import { string } from '../../frame/answers/shapes.ts';
import type { ErrorName } from '../../frame/errors/error-catalogue.ts';
import { type DocumentName, documentOf, servers } from '../../frame/openapi/document.ts';
import { aboutServer, type Operation, rawOperation } from '../../frame/operation/operation.ts';

/** The OpenAPI specification defines the other members. */
const openApiAnswer = v.looseObject({
  openapi: string,
  info: v.looseObject({ title: string, version: string }),
  paths: v.looseObject({}),
});

const content = {
  mediaType: 'application/json',
  description: 'An OpenAPI 3.1 document.',
  schema: openApiAnswer,
};

/** Errors of any request to another world. */
const ofOtherWorlds: readonly ErrorName[] = [
  'world-not-found',
  'world-removed',
  'world-unusable',
  'worlds-full',
  'memory-full',
];

export function openApiOperations(others: readonly Operation[]): readonly Operation[] {
  /** All answers share the bytes. */
  const documents = new Map<DocumentName, Uint8Array<ArrayBuffer>>();
  /** In other worlds: what follows the servers. */
  const inWorlds = new Map<DocumentName, string>();
  const ofServer = (name: DocumentName): Uint8Array<ArrayBuffer> => {
    const known = documents.get(name);
    if (known !== undefined) return known;
    const bytes = new TextEncoder().encode(JSON.stringify(documentOf(name, [...others, ...own])));
    documents.set(name, bytes);
    return bytes;
  };
  const ofWorld = (name: DocumentName, prefix: string): string => {
    const [server] = servers;
    const rest = inWorlds.get(name) ?? withoutServers(name);
    inWorlds.set(name, rest);
    return `{"servers":${JSON.stringify([{ ...server, url: prefix }])},${rest}`;
  };
  /** Other worlds lack the operations of the process. A request opens a closed one, within the limits. */
  const withoutServers = (name: DocumentName): string => {
    const inWorld = [...others, ...own]
      .filter(({ isOfProcess }) => !isOfProcess)
      .map((operation) => ({ ...operation, errors: [...(operation.errors ?? []), ...ofOtherWorlds] }));
    const { servers: _, ...rest } = documentOf(name, inWorld);
    return JSON.stringify(rest).slice(1);
  };
  const answer = (name: DocumentName, { env: { prefix = '' } }: Context): Response =>
    new Response(prefix === '' ? ofServer(name) : ofWorld(name, prefix), {
      headers: { 'Content-Type': content.mediaType },
    });
  const own: readonly Operation[] = [
    rawOperation({
      operationId: 'getOpenApi',
      summary: 'Describe the interface under /api/v1',
      description: 'Returns the OpenAPI document of the operations under `/api/v1`.',
      method: 'GET',
      path: '/openapi.json',
      isTimeless: aboutServer,
      content,
      respond: (_request, _caller, _service, context) => answer('service', context),
    }),
    rawOperation({
      operationId: 'getSimOpenApi',
      summary: 'Describe the interface of the simulation',
      description: 'Returns the OpenAPI document of the operations under `/sim` and of the server itself.',
      method: 'GET',
      path: '/sim/openapi.json',
      isTimeless: aboutServer,
      content,
      respond: (_request, _caller, _service, context) => answer('simulation', context),
    }),
  ];
  return own;
}
