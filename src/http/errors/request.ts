// Requests that reach no operation, or that no operation could foresee.

import { type CatalogueEntry, document, keyed, plain, text } from './entry.ts';

/** Errors of requests that end before there is a path to look at. Any path may answer with them. */
export const connectionErrors = {
  'request-malformed': keyed(400, 'INVALID_REQUEST', 'The request is not valid HTTP: {why}'),
  'request-slow': keyed(
    408,
    'REQUEST_TIMEOUT',
    'The request did not arrive in time: its headers have {headers} s, its body at least {bytes} bytes in each {window} s',
  ),
  'expectation-unknown': keyed(
    417,
    'EXPECTATION_FAILED',
    'The expectation "{expectation}" is unknown; this server knows 100-continue',
  ),
  'headers-too-large': keyed(
    431,
    'REQUEST_HEADER_FIELDS_TOO_LARGE',
    'The request line and the headers together may have at most {limit} bytes',
  ),
  'method-unsupported': keyed(501, 'NOT_IMPLEMENTED', 'This server does not support the method {method}'),
} satisfies Record<string, CatalogueEntry>;

export const requestErrors = {
  ...connectionErrors,
  'host-foreign': keyed(
    403,
    'PERMISSION_DENIED',
    'This server listens on the loopback address and answers to localhost, 127.0.0.1 and [::1], not to "{host}"',
  ),
  'path-unknown': keyed(404, 'NOT_FOUND', 'There is nothing at {path}'),
  'method-unknown': keyed(405, 'METHOD_NOT_ALLOWED', '{path} takes {allowed}, not {method}'),
  'body-too-large': keyed(413, 'PAYLOAD_TOO_LARGE', 'A request body may have at most {limit} bytes'),
  'body-no-json': keyed(400, 'INVALID_REQUEST', 'The request body is not JSON: {why}'),
  invalid: plain(422, '{problems}', document('Invalid request', '{problems}', 'Invalid')),
  'too-many-streams': keyed(503, 'UNAVAILABLE', 'There are already {limit} open fact streams'),
  'world-unstored': keyed(503, 'UNAVAILABLE', 'What happens in the world cannot be stored: {why}'),
  unexpected: plain(
    500,
    'Internal Server Error',
    text('an unexpected failure, logged under the reference {reference}', 'InternalError'),
  ),
  'backend-timeout': keyed(
    500,
    'UNKNOWN',
    'Internal Server Error',
    text('the backend did not answer in time', 'Timeout'),
  ),
  'not-stored': plain(
    500,
    'Internal Server Error',
    text(
      'the command could not be stored and changed nothing: {why}; the world is what its file says',
      'InternalError',
    ),
  ),
} satisfies Record<string, CatalogueEntry>;
