// Leads requests below `/worlds/NAME/` to the world of this name, with the rest of their paths.

import type { Context, Hono } from 'hono';
import { getPath } from 'hono/utils/url';
import { requireLoopbackHost } from '../../http/access/host.ts';
import { after } from '../../http/answers/as-of.ts';
import { Failure } from '../../http/errors/failure.ts';
import { answering } from '../../http/handling/handler.ts';
import { refuseUnknown } from '../../http/handling/unknown-path.ts';
import type { Service } from '../../http/operation/service.ts';
import { otherWorld } from '../../observe/metrics.ts';

/** Clients that append `/api/v1/…` to a base URL with a slash at its end send two slashes. */
const WITHIN = /^\/worlds\/([^/]+)(?:\/(?=\/))?(\/.*)?$/;

/** What is added to a request for a world. */
interface Env {
  readonly service: Service;
  /** What precedes the path within the world; '' at the root. */
  readonly prefix?: string;
}

/** The path of a request within its world. */
export function pathWithin(request: Request, options?: { readonly env?: unknown }): string {
  const { prefix = '' } = (options?.env ?? {}) as Partial<Env>;
  return getPath(request).slice(prefix.length);
}

export function addWorlds(app: Hono): void {
  const handler = answering(otherWorld, (context, service) => {
    const [, name, path] = WITHIN.exec(context.req.path) ?? [];
    if (service.loopback) requireLoopbackHost(context);
    if (service.worlds === undefined || name === undefined)
      return refuseUnknown(context, new Failure('path-unknown', { path: context.req.path }));
    return after(service.worlds.use(name, whenAnswered(context)), (found) => {
      if (found === undefined) return refuseUnknown(context, new Failure('world-not-found', { name }));
      // The addresses of the dashboard are relative to the slash.
      if (path === undefined) return new Response(null, { status: 302, headers: { Location: `${name}/` } });
      if (grows(context, path)) service.worlds?.requireMemory();
      const env: Env = { ...context.env, service: found, prefix: context.req.path.slice(0, -path.length) };
      return app.fetch(context.req.raw, env);
    });
  });
  app.all('/worlds/*', handler);
}

/** Whether a request may take memory. A pause, and what removes something, are possible always. */
function grows({ req }: Context, path: string): boolean {
  return (req.method === 'POST' || req.method === 'PUT') && path !== '/sim/clock' && path !== '/api/v1/auth';
}

/** Calls a function when the answer has left the server, or its client. */
function whenAnswered({ env }: Context): (leave: () => void) => void {
  const { outgoing } = env;
  return (leave) => {
    // A request from within this process has no connection, and a client may leave while the world opens.
    if (outgoing === undefined || outgoing.destroyed || outgoing.closed) leave();
    else outgoing.once('close', leave);
  };
}
