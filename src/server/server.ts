// The HTTP server around an app: limits of connections, error envelopes for requests that do not reach the app, and CORS.

import {
  createServer as createHttpServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Duplex } from 'node:stream';
import { getRequestListener } from '@hono/node-server';
import { isForeign } from '../api/frame/access/host.ts';
import { nosniff, refusal } from '../api/frame/answers/envelope.ts';
import { Failure } from '../api/frame/errors/failure.ts';
import { timelineOf } from '../api/frame/operation/current-timeline.ts';
import type { Log } from '../api/frame/operation/service.ts';
import type { World } from '../driver/world.ts';
import { AnswerNotes, type OnAnswered } from './answer-notes.ts';
import type { App } from './app.ts';
import { Connection, type ConnectionLimits, connectionLimits } from './connections.ts';
import { allowOrigin, answerPreflight } from './cors.ts';
import { HarmedResponse } from './harmed-response.ts';
import { parserFailure, refuse } from './refusal.ts';

export interface ServerOptions {
  readonly logger: Log;
  readonly loopback: boolean;
  /** Origins whose pages may read answers; none by default. */
  readonly corsOrigins?: readonly string[];
  readonly onAnswered?: OnAnswered | undefined;
  /** Called for each connection that the server closes: there are too many, or its client does not read. */
  readonly onClosed?: ((why: 'connections' | 'unread') => void) | undefined;
  readonly limits?: Partial<ConnectionLimits>;
}

export function createServer(app: App, world: World, options: ServerOptions): Server {
  const { logger, loopback, onAnswered } = options;
  const limits = { ...connectionLimits, ...options.limits };
  const origins = new Set(options.corsOrigins);
  const connections = new WeakMap<Duplex, Connection>();
  const timeline = timelineOf(world);
  const simTime = () => timeline().iso(world.nowMs());
  const notes = onAnswered && new AnswerNotes(onAnswered, simTime);
  const respond = getRequestListener(app.fetch, {
    errorHandler: (error) => refusal(unansweredFailure(error, logger), simTime()),
  });
  const server = createHttpServer({
    ServerResponse: HarmedResponse,
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    keepAliveTimeout: limits.keepAliveMs,
    connectionsCheckingInterval: limits.checkMs,
    // The app refuses a request without a Host header, with an envelope.
    requireHostHeader: false,
  });

  server.maxConnections = limits.connectionsMax;
  server.on('drop', () => options.onClosed?.('connections'));
  server.on('connection', (socket) => connections.set(socket, new Connection(socket)));

  const admit = (incoming: IncomingMessage, outgoing: ServerResponse, start: () => void) => {
    notes?.follow(incoming, outgoing);
    connections.get(incoming.socket)?.add(outgoing);
    outgoing.setHeader(...nosniff);
    const isPreflight = allowOrigin(origins, incoming, outgoing);
    if (isPreflight && !(loopback && isForeign(incoming.headers.host))) answerPreflight(outgoing);
    else start();
  };
  server.on('request', (incoming, outgoing) =>
    admit(incoming, outgoing, () => void respond(incoming, outgoing)),
  );
  server.on('checkExpectation', (incoming, outgoing) =>
    admit(incoming, outgoing, () => {
      const failure = new Failure('expectation-unknown', { expectation: incoming.headers.expect ?? '' });
      void answer(outgoing, refusal(failure, simTime()));
    }),
  );

  /** Refuses the input of a connection, after the answers to the earlier requests. */
  const refuseInTurn = (socket: Duplex, failure: Failure) => {
    const connection = connections.get(socket);
    if (connection === undefined || !socket.writable) return;
    // The bad input is the body of a request that has started, or a new request.
    const isBody = connection.isArriving;
    const refuseNow = () => {
      if (!socket.writable) return;
      const bytes = refuse(socket, failure, simTime());
      notes?.refused(socket, failure.entry.statusCode, bytes, isBody);
    };
    if (!isBody) connection.whenIdle(refuseNow);
    else if (connection.isReplaceable) refuseNow();
    else socket.destroy();
  };
  server.on('connect', (_request, socket) => {
    // Node has removed its listeners from this socket.
    socket.on('error', () => socket.destroy());
    refuseInTurn(socket, new Failure('method-unsupported', { method: 'CONNECT' }));
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const connection = connections.get(socket);
    // The headers may be late because Node paused the socket for requests in flight.
    const isHeldUp = connection?.isIdle === false && !connection.isArriving;
    if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && isHeldUp) return;
    refuseInTurn(socket, parserFailure(error, limits));
  });
  server.setTimeout(limits.stalledMs, (socket) => {
    const isUnread = socket.writableLength > 0;
    if (isUnread) options.onClosed?.('unread');
    if (isUnread || connections.get(socket)?.isIdle !== false) socket.destroy();
  });
  return server;
}

async function answer(outgoing: ServerResponse, response: Response): Promise<void> {
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
