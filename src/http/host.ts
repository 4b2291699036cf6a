// A server on the loopback address answers to loopback names only: a web page that points its own name at 127.0.0.1
// gets nothing from it.

import type { Context } from 'hono';
import { Failure } from './failure.ts';

const loopbackHost = /^(?:(?:[a-z0-9-]+\.)*localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])(?::\d+)?$/i;

/** Throws for a request whose Host header names another machine. */
export function requireLoopbackHost(context: Context): void {
  const host = context.req.header('host');
  if (isForeign(host)) throw new Failure('host-foreign', { host: host! });
}

/** Whether a Host header names another machine. */
export function isForeign(host: string | undefined): boolean {
  return host !== undefined && !loopbackHost.test(host);
}
