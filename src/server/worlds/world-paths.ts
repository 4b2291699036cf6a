// Leads requests below `/worlds/NAME/` to the world of this name, with the rest of their paths.

import type { Context, Hono } from 'hono';
import { getPath } from 'hono/utils/url';
import { Failure } from '../../api/frame/errors/failure.ts';
import { answering } from '../../api/frame/handling/handler.ts';
import { keep } from '../../api/frame/handling/keep.ts';
import { refuseUnknown } from '../../api/frame/handling/unknown-path.ts';
import type { Service } from '../../api/frame/operation/service.ts';
import { noOperation, otherWorld } from '../../observe/metrics.ts';

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
    const refuse = (failure: unknown) => {
      if (!(failure instanceof Failure)) throw failure;
      // No world has this request in its log.
      if (service.requestLog) keep(context, service.requestLog, service, noOperation);
      return refuseUnknown(context, failure);
    };
    if (service.worlds === undefined || name === undefined)
      return refuse(new Failure('path-unknown', { path: context.req.path }));
    const enter = (found: Service | undefined) => {
      if (found === undefined) return refuse(new Failure('world-not-found', { name }));
      // The addresses of the dashboard are relative to the slash.
      if (path === undefined) return new Response(null, { status: 302, headers: { Location: `${name}/` } });
      const env: Env = { ...context.env, service: found, prefix: context.req.path.slice(0, -path.length) };
      return app.fetch(context.req.raw, env);
    };
    const found = service.worlds.use(name, whenAnswered(context));
    return found instanceof Promise ? found.then(enter, refuse) : enter(found);
  });
  app.all('/worlds/*', handler);
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
