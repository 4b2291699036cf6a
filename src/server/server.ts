// The HTTP server around an app: what a connection may cost, envelopes for requests that reach no operation, and pages of
// other origins.

import {
  createServer as createHttpServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { getRequestListener } from '@hono/node-server';
import type { Hono } from 'hono';
import type { World } from '../driver/world.ts';
import { refusal } from '../http/envelope.ts';
import { Failure } from '../http/failure.ts';
import { isForeign } from '../http/host.ts';
import type { Log } from '../http/service.ts';
import { timelineOf } from '../http/timeline.ts';
import { AnswerNotes, type OnAnswered } from './answer-notes.ts';
import { Connections } from './connections.ts';
import { allowOrigin, answerPreflight } from './cors.ts';
import { type ConnectionLimits, connectionLimits } from './limits.ts';
import { parserFailure, refuse, slowFailure } from './refusal.ts';

export interface ServerOptions {
  readonly logger: Log;
  /** Whether the server listens on the loopback address. */
  readonly loopback: boolean;
  /** Origins whose pages may read answers; none unless named. */
  readonly corsOrigins?: readonly string[];
  readonly onAnswered?: OnAnswered | undefined;
  readonly limits?: Partial<ConnectionLimits>;
}

/** A server of the app, which does not listen yet. */
export function createServer(app: Hono, world: World, options: ServerOptions): Server {
  const { logger, loopback, onAnswered } = options;
  const limits = { ...connectionLimits, ...options.limits };
  const origins = new Set(options.corsOrigins);
  const connections = new Connections(limits);
  const timeline = timelineOf(world);
  const simTime = () => timeline().iso(world.nowMs());
  const notes = onAnswered && new AnswerNotes(onAnswered, simTime);
  const respond = getRequestListener(app.fetch, {
    errorHandler: (error) => refusal(unansweredFailure(error, logger), simTime()),
  });
  const server = createHttpServer({
    headersTimeout: limits.headersMs,
    // A body has as long as it needs while it moves.
    requestTimeout: 0,
    keepAliveTimeout: limits.keepAliveMs,
    connectionsCheckingInterval: limits.checkMs,
    // A request without a host is refused with an envelope.
    requireHostHeader: false,
  });

  const admit = (incoming: IncomingMessage, outgoing: ServerResponse, start: () => void) => {
    notes?.follow(incoming, outgoing);
    const isPreflight = allowOrigin(origins, incoming, outgoing);
    const isAnswered = isPreflight && !(loopback && isForeign(incoming.headers.host));
    connections.admit({ incoming, outgoing, start: isAnswered ? () => answerPreflight(outgoing) : start });
  };

  /** Refuses what a connection sends, after the answers of the requests before it. */
  const refuseInTurn = (socket: Duplex, failure: Failure) => {
    if (!socket.writable) return;
    const connection = socket instanceof Socket ? connections.of(socket) : undefined;
    const arriving = connection?.arriving;
    const refuseNow = () => {
      if (!socket.writable) return;
      const bytes = refuse(socket, failure, simTime());
      if (socket instanceof Socket) {
        notes?.refused(socket, failure.entry.statusCode, bytes, arriving?.outgoing !== undefined);
      }
    };
    if (arriving === undefined) {
      if (connection === undefined) refuseNow();
      else connection.whenIdle(refuseNow);
      return;
    }
    // The request that is wrong is being worked on; its own answer may have begun, or others may be before it.
    const isFirst = connection!.inFlight === 1 && arriving.outgoing?.headersSent === false;
    if (isFirst) refuseNow();
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
    // Node has taken its own listeners away.
    socket.on('error', () => socket.destroy());
    if (socket instanceof Socket) socket.setTimeout(limits.stalledMs, () => socket.destroy());
    refuseInTurn(socket, new Failure('method-unsupported', { method: 'CONNECT' }));
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // Headers that arrive behind requests in flight may have to wait for them.
    const isHeldUp = socket instanceof Socket && connections.of(socket)?.isIdle === false;
    if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && isHeldUp) return;
    refuseInTurn(socket, parserFailure(error, limits));
  });
  server.setTimeout(limits.stalledMs, (socket) => {
    // Nothing was sent or taken for a while: the client does not read, or it does not request anything.
    if (socket.writableLength > 0 || connections.of(socket)?.isIdle !== false) socket.destroy();
  });
  const check = setInterval(() => {
    for (const socket of connections.slow(performance.now())) refuseInTurn(socket, slowFailure(limits));
  }, limits.checkMs);
  check.unref();
  server.once('close', () => clearInterval(check));
  return server;
}

async function answer(outgoing: ServerResponse, response: Response): Promise<void> {
  const body = await response.text();
  const headers = { ...Object.fromEntries(response.headers), 'Content-Length': Buffer.byteLength(body) };
  outgoing.writeHead(response.status, headers);
  outgoing.end(body);
}

/** The error of a request that did not come to the app: its target or its host cannot be read. */
function unansweredFailure(error: unknown, log: Log): Failure {
  if (error instanceof Error && error.name === 'RequestError') {
    return new Failure('request-malformed', { why: error.message });
  }
  const reference = crypto.randomUUID();
  log.error({ err: error, reference }, 'a request failed unexpectedly');
  return new Failure('unexpected', { reference });
}
