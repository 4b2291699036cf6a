// The HTTP server around an app: limits of connections, error envelopes for requests that do not reach the app, and CORS.

import { createServer as createHttpServer, type IncomingMessage, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { getRequestListener } from '@hono/node-server';
import { isForeign } from '../api/frame/access/host.ts';
import { nosniff, refusal } from '../api/frame/answers/envelope.ts';
import { Failure } from '../api/frame/errors/failure.ts';
import { timelineOf } from '../api/frame/operation/current-timeline.ts';
import type { Log } from '../api/frame/operation/service.ts';
import type { ReadableWorld } from '../driver/world.ts';
import { AnswerNotes, type OnAnswered } from './answer-notes.ts';
import type { App } from './app.ts';
import { type ConnectionLimits, connectionLimits } from './connections/connection-limits.ts';
import { Connections, type WhyClosed } from './connections/connections.ts';
import { type LoopTime, newLoopTime } from './connections/loop-time.ts';
import { PiecewiseResponse } from './connections/piecewise-response.ts';
import { allowOrigin, answerPreflight } from './cors.ts';
import { parserFailure, refuse, slowFailure } from './refusal.ts';

export interface ServerOptions {
  readonly logger: Log;
  readonly loopback: boolean;
  /** Origins whose pages may read answers; none by default. */
  readonly corsOrigins?: readonly string[];
  readonly onAnswered?: OnAnswered | undefined;
  /** Called for each connection that the server closes for its own sake. */
  readonly onClosed?: ((why: WhyClosed) => void) | undefined;
  readonly limits?: Partial<ConnectionLimits>;
  /** Those of the app. */
  readonly loopTime?: LoopTime;
}

export function createServer(app: App, world: ReadableWorld, options: ServerOptions): Server {
  const { logger, loopback, onAnswered } = options;
  const limits = { ...connectionLimits, ...options.limits };
  const origins = new Set(options.corsOrigins);
  const { loopTime = newLoopTime() } = options;
  const connections = new Connections(limits, loopTime, options.onClosed);
  const timeline = timelineOf(world);
  const simTime = () => timeline().iso(world.nowMs());
  const notes = onAnswered && new AnswerNotes(onAnswered, simTime);
  const respond = getRequestListener(app.fetch, {
    errorHandler: (error) => refusal(unansweredFailure(error, logger), simTime()),
  });
  const server = createHttpServer({
    ServerResponse: PiecewiseResponse,
    headersTimeout: limits.headersMs,
    // No total limit for a body: `check` closes slow connections.
    requestTimeout: 0,
    keepAliveTimeout: limits.keepAliveMs,
    connectionsCheckingInterval: limits.checkMs,
    // The app refuses a request without a Host header, with an envelope.
    requireHostHeader: false,
  });

  const admit = (incoming: IncomingMessage, outgoing: PiecewiseResponse, start: () => void) => {
    notes?.follow(incoming, outgoing);
    outgoing.setHeader(...nosniff);
    const isPreflight = allowOrigin(origins, incoming, outgoing);
    const isAnswered = isPreflight && !(loopback && isForeign(incoming.headers.host));
    connections.admit({ outgoing, start: isAnswered ? () => answerPreflight(outgoing) : start });
  };

  /** Refuses the input of a connection, after the answers to the earlier requests. */
  const refuseInTurn = (socket: Duplex, failure: Failure) => {
    const connection = connections.of(socket);
    if (connection === undefined || !socket.writable) return;
    // The bad input is the body of a request that has started, or a new request.
    const isBody = connection.arriving !== undefined;
    const refuseNow = () => {
      if (!socket.writable) return;
      const bytes = refuse(socket, failure, simTime());
      notes?.refused(connection.socket, failure.entry.statusCode, bytes, isBody);
    };
    if (!isBody) connection.whenIdle(refuseNow);
    else if (connection.isReplaceable) refuseNow();
    else socket.destroy();
  };

  server.on('connection', (socket) => connections.open(socket));
  server.on('request', (incoming, outgoing) =>
    admit(incoming, outgoing, () => void respond(incoming, outgoing)),
  );
  server.on('checkExpectation', (incoming, outgoing) =>
    admit(incoming, outgoing, () => {
      const failure = new Failure('expectation-unknown', { expectation: incoming.headers.expect ?? '' });
      void answer(outgoing, refusal(failure, simTime()));
    }),
  );
  server.on('connect', (_request, socket) => {
    // Node has removed its listeners from this socket.
    socket.on('error', () => socket.destroy());
    connections.of(socket)?.socket.setTimeout(limits.stalledMs, () => socket.destroy());
    refuseInTurn(socket, new Failure('method-unsupported', { method: 'CONNECT' }));
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // The headers may be late because the server itself paused the socket for requests in flight.
    const isHeldUp = connections.of(socket)?.isIdle === false;
    if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && isHeldUp) return;
    refuseInTurn(socket, parserFailure(error, limits));
  });
  const check = setInterval(() => {
    const nowMs = performance.now();
    connections.closeUnread(nowMs);
    for (const socket of connections.slow(nowMs)) refuseInTurn(socket, slowFailure(limits));
  }, limits.checkMs);
  check.unref();
  server.once('close', () => clearInterval(check));
  return server;
}

async function answer(outgoing: PiecewiseResponse, response: Response): Promise<void> {
  const body = await response.text();
  const headers = { ...Object.fromEntries(response.headers), 'Content-Length': Buffer.byteLength(body) };
  outgoing.writeHead(response.status, headers);
  outgoing.end(body);
}

/** Returns the error for a request that did not reach the app because its target or Host header is invalid. */
function unansweredFailure(error: unknown, log: Log): Failure {
  if (error instanceof Error && error.name === 'RequestError') {
    return new Failure('request-malformed', { why: error.message });
  }
  const reference = crypto.randomUUID();
  log.error({ err: error, reference }, 'a request failed unexpectedly');
  return new Failure('unexpected', { reference });
}
