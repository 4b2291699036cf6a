// The reference page, which shows the OpenAPI documents in a browser and sends requests. The page needs no token; the
// requests do.

import type { Context } from 'hono';
import { Failure } from '../failure.ts';
import { type Operation, rawOperation } from '../operation.ts';
import { docsFileRequest, docsRequest } from './schema.ts';

const path = '/docs';
const page = 'page.html';

/** Scripts, styles and requests of this server only. Swagger UI has its icons as data URLs in its style sheet. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const mediaTypes: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
};

const getDocs = rawOperation({
  operationId: 'getDocs',
  summary: 'Show the interface reference',
  description:
    'Returns a page that shows both OpenAPI documents and sends requests. The page loads nothing from other servers.',
  method: 'GET',
  path,
  from: 'path',
  request: docsRequest,
  content: { mediaType: 'text/html', description: 'The page.' },
  respond: (_request, _caller, _service, context) => answerWith(page, context),
});

const getDocsFile = rawOperation({
  operationId: 'getDocsFile',
  summary: 'Get a file of the reference page',
  description: 'Returns a script, a style sheet or the licenses of the page.',
  method: 'GET',
  path: `${path}/{file}`,
  from: 'path',
  request: docsFileRequest,
  content: { mediaType: 'text/*', description: 'The file, with the media type of its kind.' },
  errors: ['path-unknown'],
  respond: ({ file }, _caller, _service, context) => answerWith(file, context),
});

export const docsOperations: readonly Operation[] = [getDocs, getDocsFile];

async function answerWith(name: string, context: Context): Promise<Response> {
  const { files } = await import('./files.packed.ts');
  if (!Object.hasOwn(files, name)) throw new Failure('path-unknown', { path: context.req.path });
  const takesGzip = /\bgzip\b/.test(context.req.header('accept-encoding') ?? '');
  const packed = kept(packedFiles, name, () => Buffer.from(files[name]!, 'base64'));
  return new Response(takesGzip ? packed : kept(plainFiles, name, () => unpacked(packed)), {
    headers: {
      'Content-Type': mediaTypes[name.slice(name.lastIndexOf('.') + 1)]!,
      ...(takesGzip && { 'Content-Encoding': 'gzip' }),
      Vary: 'Accept-Encoding',
      'Cache-Control': 'no-cache',
      'Content-Security-Policy': contentSecurityPolicy,
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
    },
  });
}

/** Requested files, shared by all answers: compressed and plain. */
const packedFiles = new Map<string, Buffer<ArrayBuffer>>();
const plainFiles = new Map<string, Buffer<ArrayBuffer>>();

function kept<T>(values: Map<string, T>, name: string, make: () => T): T {
  let value = values.get(name);
  if (value === undefined) {
    value = make();
    values.set(name, value);
  }
  return value;
}

/** Loads zlib on demand, because almost all clients accept gzip. */
function unpacked(packed: Buffer): Buffer<ArrayBuffer> {
  return process.getBuiltinModule('node:zlib').gunzipSync(packed);
}
