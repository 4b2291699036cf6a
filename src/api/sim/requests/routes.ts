// Operations about the requests that the server keeps.

import { Failure } from '../../frame/errors/failure.ts';
import { type Operation, operation } from '../../frame/operation/operation.ts';
import type { Service } from '../../frame/operation/service.ts';
import type { KeptRequest } from '../../frame/request-log/kept-request.ts';
import type { RequestLog } from '../../frame/request-log/request-log.ts';
import {
  deleteRequestsAnswer,
  listRequestsAnswer,
  listRequestsRequest,
  noOperation,
  type RequestsAnswer,
} from './schema.ts';

const path = '/sim/requests';

export const requestOperations: readonly Operation[] = [
  operation({
    operationId: 'listRequests',
    summary: 'List the requests that the server got',
    description:
      'The requests to this world in the order of their arrival, if the server was started with `--keep-requests N`. All worlds of the server together keep the last N in memory, ' +
      'at most 64 MiB; beyond that, the world with the most memory loses its oldest. All filters must fit: `operation`, `method` and `status` are lists with commas between, `key` is the name or the id of an API key, ' +
      '`path` the beginning of the path. `bodies=true` adds the bodies, at most 16 KiB of each. Keys, tokens, and values of members such as `secret` are replaced by `…`. ' +
      'Requests to this path, and the lines of `--play`, are not kept. The page can have fewer requests than `limit` ' +
      'if their bodies are long: `next` continues it until it is `last`.',
    method: 'GET',
    path,
    from: 'query',
    isTimeless: 'requests are of real time',
    request: listRequestsRequest,
    answer: listRequestsAnswer,
    errors: ['requests-not-kept'],
    handle({ operation, method, status, key, path, after, limit, bodies = false }, _caller, service) {
      const log = logOf(service);
      const isWanted = (request: KeptRequest) =>
        (operation === undefined ||
          (operation as readonly string[]).includes(request.operation ?? noOperation)) &&
        (method === undefined || (method as readonly string[]).includes(request.method)) &&
        (status === undefined || status(request.status)) &&
        (key === undefined || key === request.keyName || key === request.keyId) &&
        (path === undefined || request.target.startsWith(path));
      const { requests, next } = log.page(after, limit, bodies, isWanted);
      return {
        requests: requests.map((request) => recordOf(request, bodies)),
        next,
        last: log.last,
        dropped: log.dropped,
      };
    },
  }),
  operation({
    operationId: 'deleteRequests',
    summary: 'Remove all kept requests',
    description: 'Later requests go on with the next number.',
    method: 'DELETE',
    path,
    changes: 'process',
    answer: deleteRequestsAnswer,
    errors: ['requests-not-kept'],
    handle(_request, _caller, service) {
      return { removed: logOf(service).clear() };
    },
  }),
];

function logOf({ requestLog }: Service): RequestLog {
  if (requestLog === undefined) throw new Failure('requests-not-kept');
  return requestLog;
}

function recordOf(kept: KeptRequest, withBodies: boolean): RequestsAnswer['requests'][number] {
  const { number, method, operation, status, ms, faultId, executed, connection } = kept;
  const { bodyBytes, answerBytes, body, answerBody } = kept;
  return {
    number,
    at: kept.timeline.iso(kept.nowMs),
    receivedAt: new Date(kept.wallMs).toISOString(),
    method,
    path: kept.target,
    operation,
    key: kept.keyName,
    keyId: kept.keyId,
    status,
    ms: ms === null ? null : Math.round(ms * 1000) / 1000,
    faultId,
    executed,
    connection,
    unknownMembers: kept.unknownMembers,
    bodyBytes,
    answerBytes,
    ...(withBodies && { body, answerBody }),
  };
}
