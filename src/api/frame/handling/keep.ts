import type { Context } from 'hono';
import { noOperation, otherWorld } from '../../../observe/metrics.ts';
import type { OperationId } from '../access/roles.ts';
import type { Service } from '../operation/service.ts';
import type { RequestLog } from '../request-log/request-log.ts';

/** A look at the log does not change it. Another world has its log. */
const unkept: readonly string[] = [
  ...(['listRequests', 'deleteRequests'] satisfies OperationId[]),
  otherWorld,
];

/** Adds a request that has arrived to the log, unless it is about the log. `keptIn` then returns it. */
export function keep(
  context: Context,
  log: RequestLog,
  { world, timeline, wallNowMs }: Service,
  operationId: string,
): void {
  if (unkept.includes(operationId)) return;
  const { method, path, url } = context.req;
  const query = url.indexOf('?');
  context.env.kept = log.arrive({
    method,
    target: query < 0 ? path : path + url.slice(query),
    operation: operationId === noOperation ? null : operationId,
    nowMs: world.nowMs(),
    timeline,
    wallMs: wallNowMs(),
    authorization: context.req.header('authorization'),
  });
}
