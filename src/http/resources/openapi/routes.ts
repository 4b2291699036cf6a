import type { Context } from 'hono';
import { type DocumentName, documentOf } from '../../openapi/document.ts';
import { aboutServer, type Operation, rawOperation } from '../../operation/operation.ts';
import { openApiAnswer, openApiRequest } from './schema.ts';

const content = {
  mediaType: 'application/json',
  description: 'An OpenAPI 3.1 document.',
  schema: openApiAnswer,
};

export function openApiOperations(others: readonly Operation[]): readonly Operation[] {
  /** All answers share the bytes. */
  const documents = new Map<DocumentName, Uint8Array<ArrayBuffer>>();
  const answer = (name: DocumentName, { env }: Context): Response => {
    const bytes =
      documents.get(name) ?? new TextEncoder().encode(JSON.stringify(documentOf(name, [...others, ...own])));
    documents.set(name, bytes);
    const { prefix = '' } = env;
    const body = prefix === '' ? bytes : ofWorld(bytes, prefix);
    return new Response(body, { headers: { 'Content-Type': content.mediaType } });
  };
  const own: readonly Operation[] = [
    rawOperation({
      operationId: 'getOpenApi',
      summary: 'Describe the interface under /api/v1',
      description: 'Returns the OpenAPI document of the operations under `/api/v1`.',
      method: 'GET',
      path: '/openapi.json',
      from: 'path',
      isTimeless: aboutServer,
      request: openApiRequest,
      content,
      respond: (_request, _caller, _service, context) => answer('service', context),
    }),
    rawOperation({
      operationId: 'getSimOpenApi',
      summary: 'Describe the interface of the simulation',
      description: 'Returns the OpenAPI document of the operations under `/sim` and of the server itself.',
      method: 'GET',
      path: '/sim/openapi.json',
      from: 'path',
      isTimeless: aboutServer,
      request: openApiRequest,
      content,
      respond: (_request, _caller, _service, context) => answer('simulation', context),
    }),
  ];
  return own;
}

/** The document of a world below a path of the server, without the operations of the process. */
function ofWorld(bytes: Uint8Array<ArrayBuffer>, path: string): string {
  const { servers, paths, ...document } = JSON.parse(new TextDecoder().decode(bytes));
  const own = Object.entries(paths).filter(([name]) => !/^\/sim\/worlds(\/|$)/.test(name));
  return JSON.stringify({
    ...document,
    servers: [{ ...servers[0], url: path }],
    paths: Object.fromEntries(own),
  });
}
