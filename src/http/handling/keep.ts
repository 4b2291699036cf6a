import type { Context } from 'hono';
import { noOperation, otherWorld } from '../../observe/metrics.ts';
import type { OperationId } from '../access/roles.ts';
import type { Service } from '../operation/service.ts';
import type { KeptRequest } from '../request-log/kept-request.ts';
import type { RequestLog } from '../request-log/request-log.ts';

/** A look at the log does not change it. Another world has its log. */
const unkept: readonly string[] = [
  ...(['listRequests', 'deleteRequests'] satisfies OperationId[]),
  otherWorld,
];

/** Adds a request that has arrived to the log. Returns undefined for requests about the log. */
export function keep(
  context: Context,
  log: RequestLog,
  { world, timeline, wallNowMs }: Service,
  operationId: string,
): KeptRequest | undefined {
  if (unkept.includes(operationId)) return undefined;
  const { method, path, url } = context.req;
  const query = url.indexOf('?');
  const kept = log.arrive({
    method,
    target: query < 0 ? path : path + url.slice(query),
    operation: operationId === noOperation ? null : operationId,
    nowMs: world.nowMs(),
    timeline,
    wallMs: wallNowMs(),
  });
  context.env.kept = kept;
  return kept;
}
