// Answers errors of the HTTP parser with the error envelope. Node provides no response object for them.

import { maxHeaderSize, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { errorEnvelope, nosniff, simTimeHeader } from '../api/frame/answers/envelope.ts';
import { Failure } from '../api/frame/errors/failure.ts';
import { type ConnectionLimits, lingerMs } from './connections/connection-limits.ts';

export function parserFailure(error: NodeJS.ErrnoException, limits: ConnectionLimits): Failure {
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') return slowFailure(limits);
  if (error.code === 'HPE_HEADER_OVERFLOW')
    return new Failure('headers-too-large', { limit: String(maxHeaderSize) });
  const { reason = error.message } = error as { reason?: string };
  return new Failure('request-malformed', { why: reason });
}

export function slowFailure({ headersMs, bodyBytesMin, bodyWindowMs }: ConnectionLimits): Failure {
  return new Failure('request-slow', {
    headers: String(headersMs / 1000),
    bytes: String(bodyBytesMin),
    window: String(bodyWindowMs / 1000),
  });
}

/** Writes the answer directly to the socket and ends the connection. Returns the size. @param simTime ISO 8601 UTC */
export function refuse(socket: Duplex, failure: Failure, simTime: string): number {
  const envelope = errorEnvelope(failure);
  const body = JSON.stringify(envelope);
  const lines = [
    `HTTP/1.1 ${envelope.statusCode} ${STATUS_CODES[envelope.statusCode]}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `${simTimeHeader}: ${simTime}`,
    nosniff.join(': '),
    'Connection: close',
  ];
  const answer = `${lines.join('\r\n')}\r\n\r\n${body}`;
  socket.end(answer);
  // Closing a socket with unread bytes resets the connection, and the client would lose the answer.
  setTimeout(() => socket.destroy(), lingerMs).unref();
  socket.once('end', () => socket.destroy());
  socket.resume();
  return Buffer.byteLength(answer);
}
