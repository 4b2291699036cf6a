// Answers requests that match no operation: 404 for an unknown path, 405 for an unknown method.

import type { Context, Hono } from 'hono';
import { noOperation } from '../../observe/metrics.ts';
import { authenticate } from '../access/bearer.ts';
import { Failure } from '../errors/failure.ts';
import { answering, type Handler } from './handler.ts';

const methods = ['GET', 'POST', 'PUT', 'DELETE'];
/** Paths that answer 401 without a token, even if they do not exist. */
const guarded = /^\/(?:api\/v1|sim)(?:\/|$)/;
const authPath = '/api/v1/auth';

export function unknownPathHandler(app: Hono): Handler {
  return answering(noOperation, async (context, service) => {
    const { path } = context.req;
    if (guarded.test(path) && path !== authPath) await authenticate(context, service.tokens);
    throw unknownPathFailure(app, context);
  });
}

function unknownPathFailure(app: Hono, context: Context): Failure {
  const { path, method } = context.req;
  const allowed = methods.filter((other) => app.router.match(other, path)[0].length > 0);
  if (allowed.length === 0) return new Failure('path-unknown', { path });
  return new Failure('method-unknown', { path, method, allowed: allowed.join(', ') });
}
