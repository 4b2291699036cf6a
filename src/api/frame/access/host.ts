// A server on the loopback address answers to loopback names only. This prevents DNS rebinding, where a web page resolves
// its own name to 127.0.0.1.

import type { Context } from 'hono';
import { Failure } from '../errors/failure.ts';

const loopbackHost = /^(?:(?:[a-z0-9-]+\.)*localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])(?::\d+)?$/i;

/** @throws Failure `host-foreign` if the Host header does not name the loopback address */
export function requireLoopbackHost(context: Context): void {
  const host = context.req.header('host');
  if (isForeign(host)) throw new Failure('host-foreign', { host: host! });
}

/** Whether a Host header names anything but the loopback address. */
export function isForeign(host: string | undefined): boolean {
  return host !== undefined && !loopbackHost.test(host);
}
