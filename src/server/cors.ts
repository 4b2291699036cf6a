// CORS: allows web pages of the configured origins to read the answers.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { simFaultHeader, simTimeHeader } from '../api/frame/answers/envelope.ts';

const preflightSecondsMax = 600;
const methods = 'GET, POST, PUT, DELETE';
const requestHeaders = 'Authorization, Content-Type, Last-Event-ID';
const exposedHeaders = `${simTimeHeader}, ${simFaultHeader}`;

/** Sets the CORS headers of an answer. Returns whether the request is a preflight of an allowed origin. */
export function allowOrigin(
  origins: ReadonlySet<string>,
  { method, headers }: IncomingMessage,
  outgoing: ServerResponse,
): boolean {
  if (origins.size === 0) return false;
  outgoing.setHeader('Vary', 'Origin');
  const { origin } = headers;
  if (origin === undefined || !origins.has(origin)) return false;
  outgoing.setHeader('Access-Control-Allow-Origin', origin);
  outgoing.setHeader('Access-Control-Expose-Headers', exposedHeaders);
  return method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;
}

export function answerPreflight(outgoing: ServerResponse): void {
  outgoing.writeHead(204, {
    'Access-Control-Allow-Methods': methods,
    'Access-Control-Allow-Headers': requestHeaders,
    'Access-Control-Max-Age': preflightSecondsMax,
  });
  outgoing.end();
}
