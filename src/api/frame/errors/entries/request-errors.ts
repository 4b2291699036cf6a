// Errors of requests that reach no operation, and errors that any operation can answer.

import { type CatalogueEntry, explained, invalid, keyed, plain, text } from '../entry.ts';

/** Errors of requests that fail before their path is known. They apply to every operation. */
export const arrivalErrors = {
  'request-malformed': keyed(400, 'INVALID_REQUEST', 'The request is not valid HTTP: {why}'),
  'request-slow': keyed(
    408,
    'REQUEST_TIMEOUT',
    'The request did not arrive in time: its headers must arrive within {headers} s, and its body at {bytes} bytes or more per {window} s',
  ),
  'expectation-unknown': keyed(
    417,
    'EXPECTATION_FAILED',
    'Unknown expectation "{expectation}"; this server supports 100-continue',
  ),
  'headers-too-large': keyed(
    431,
    'REQUEST_HEADER_FIELDS_TOO_LARGE',
    'The request line and the headers must have at most {limit} bytes together',
  ),
} satisfies Record<string, CatalogueEntry>;

/** Errors of requests that lead to no operation. */
export const connectionErrors = {
  ...arrivalErrors,
  'method-unsupported': keyed(501, 'NOT_IMPLEMENTED', 'This server does not support the method {method}'),
} satisfies Record<string, CatalogueEntry>;

export const requestErrors = {
  ...connectionErrors,
  'host-foreign': keyed(
    403,
    'PERMISSION_DENIED',
    'The host "{host}" is not allowed; a server on the loopback address answers to localhost, 127.0.0.1 and [::1]',
  ),
  'path-unknown': keyed(
    404,
    'NOT_FOUND',
    'Unknown path {path}{why}; /openapi.json and /sim/openapi.json list the paths',
  ),
  'method-unknown': keyed(
    405,
    'METHOD_NOT_ALLOWED',
    '{path} does not support {method}; it supports {allowed}',
  ),
  'body-too-large': keyed(
    413,
    'PAYLOAD_TOO_LARGE',
    'The request body is too large; it must have at most {limit} bytes',
  ),
  'body-encoded': keyed(
    415,
    'UNSUPPORTED_MEDIA_TYPE',
    'The request body has the Content-Encoding "{encoding}"; send it without compression and without this header',
  ),
  'body-no-json': keyed(400, 'INVALID_REQUEST', 'The request body is not JSON: {why}'),
  invalid: invalid('Invalid request'),
  'too-many-streams': keyed(
    503,
    'UNAVAILABLE',
    'Too many fact streams; this server allows {limit} at a time',
  ),
  'too-many-streams-of-key': keyed(
    503,
    'UNAVAILABLE',
    'Too many fact streams of this key; it may have {limit} at a time',
  ),
  'too-many-waiting': keyed(
    503,
    'UNAVAILABLE',
    'Too many requests wait for such an answer; this server lets {limit} wait at a time',
  ),
  'world-unstored': keyed(503, 'UNAVAILABLE', 'The world cannot go on: {why}'),
  unexpected: plain(
    500,
    'Internal Server Error',
    text(
      'an unexpected failure; the server log has its details under the reference {reference}',
      'InternalError',
    ),
  ),
  'backend-timeout': keyed(
    500,
    'UNKNOWN',
    'Internal Server Error',
    text('the backend did not answer in time', 'Timeout'),
  ),
  'not-read': plain(
    500,
    'Internal Server Error',
    text('the file of the world cannot be read: {why}', 'InternalError'),
  ),
  'policy-absent': explained(422, 'Policy Not Given', 'Invalid'),
  'policy-failed': plain(
    500,
    'Internal Server Error',
    text('the answer needs a policy that fails: {why}', 'InternalError'),
  ),
  'memory-full': plain(
    409,
    'The memory of the server is nearly full',
    text(
      'the server uses {used} of the {limit} that Node gives it; remove what is not needed, or start the server with more ' +
        'memory, such as NODE_OPTIONS=--max-old-space-size=8192',
      'Conflict',
    ),
  ),
  'not-stored': plain(
    500,
    'Internal Server Error',
    text(
      'the command could not be stored and changed nothing: {why}; the world is as its file records it',
      'InternalError',
    ),
  ),
} satisfies Record<string, CatalogueEntry>;
