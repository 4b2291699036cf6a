// Answers errors of the HTTP parser with the error envelope. Node provides no response object for them.

import { maxHeaderSize, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { errorEnvelope, nosniff, simTimeHeader } from '../api/frame/answers/envelope.ts';
import { Failure } from '../api/frame/errors/failure.ts';
import type { ConnectionLimits } from './connections.ts';

/** Time between a refusal and the close of the connection, so that the client can read the refusal. Real time. */
const lingerMs = 500;

export function parserFailure(
  error: NodeJS.ErrnoException,
  { headersMs, requestMs }: ConnectionLimits,
): Failure {
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new Failure('request-slow', { headers: `${headersMs / 1000}`, whole: `${requestMs / 1000}` });
  if (error.code === 'HPE_HEADER_OVERFLOW')
    return new Failure('headers-too-large', { limit: String(maxHeaderSize) });
  const { reason = error.message } = error as { reason?: string };
  return new Failure('request-malformed', { why: reason });
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
