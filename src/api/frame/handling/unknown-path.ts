// Answers requests that match no operation: 404 for an unknown path, 405 for an unknown method.

import type { Context, Hono } from 'hono';
import { noOperation } from '../../../observe/metrics.ts';
import { clip } from '../../../wire/text/clip.ts';
import { authenticate } from '../access/bearer.ts';
import { Failure } from '../errors/failure.ts';
import { methods } from '../operation/requests-to-worlds.ts';
import { answering, type Handler } from './handler.ts';

/** Paths that answer 401 without a token, even if they do not exist. */
const guarded = /^\/(?:api\/v1|sim)(?:\/|$)/;
const authPath = '/api/v1/auth';

/** @param root the address of the dashboard, relative to that of the request */
const page = (root: string) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Not found – gprsim</title>
<h1>Nothing is at this address</h1>
<p><a href="${root}">Dashboard</a> · <a href="${root}docs">Reference of the interface</a></p>
</html>
`;
const HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': "default-src 'none'",
};

export function unknownPathHandler(app: Hono): Handler {
  return answering(noOperation, async (context, service) => {
    const { path } = context.req;
    if (guarded.test(path) && path !== authPath) await authenticate(context, service.tokens);
    return refuseUnknown(context, unknownPathFailure(app, context));
  });
}

/** Answers browsers with a page. @throws the failure for other clients, and unless its status is 404 */
export function refuseUnknown(context: Context, failure: Failure): Response {
  if (failure.entry.statusCode !== 404 || !isBrowser(context)) throw failure;
  return new Response(page(rootFrom(context.req.path)), { status: 404, headers: HEADERS });
}

/** Relative, because a proxy may serve this server under a path prefix. */
function rootFrom(path: string): string {
  return '../'.repeat(path.split('/').length - 2) || './';
}

/** Whether a person reads the answer: clients of the interface do not accept HTML. */
function isBrowser({ req }: Context): boolean {
  return req.method === 'GET' && /\btext\/html\b/.test(req.header('accept') ?? '');
}

function unknownPathFailure(app: Hono, context: Context): Failure {
  const { path, method } = context.req;
  const methodsOf = (of: string) => methods.filter((other) => app.router.match(other, of)[0].length > 0);
  const allowed = methodsOf(path);
  if (allowed.length === 0) {
    const shorter = path.replace(/\/+$/, '');
    const why = shorter !== path && methodsOf(shorter).length > 0 ? `; did you mean ${clip(shorter)}?` : '';
    return new Failure('path-unknown', { path, why });
  }
  return new Failure('method-unknown', { path, method, allowed: allowed.join(', ') });
}
