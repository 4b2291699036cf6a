// Reads a request's body as JSON, with a limit on its size.

import type { IncomingMessage } from 'node:http';
import type { Context } from 'hono';
import { bodyBytesMax } from '../../../wire/bounds.ts';
import { Failure } from '../errors/failure.ts';
import { Collected } from './collected.ts';
import { hold } from './held-memory.ts';

/** Matches texts that may contain the number -0. JSON.stringify writes -0 as 0, so -0 is parsed as 0: both must be equal. */
const minusZero = /[\s:,[]-0/;
const positiveZero = (_member: string, value: unknown) => (value === 0 ? 0 : value);

/** The JSON value of a body; an empty body is an empty object. @throws Failure `body-no-json` */
export function parseBody(text: string): unknown {
  if (text === '') return {};
  try {
    return minusZero.test(text) ? JSON.parse(text, positiveZero) : JSON.parse(text);
  } catch (error) {
    throw new Failure('body-no-json', { why: (error as Error).message });
  }
}

/** The text of the request's body. Rejects with a Failure if the body is too large or incomplete. @throws Failure `body-encoded` */
export function readBody(context: Context): Promise<string> {
  requirePlain(context);
  const declared = context.req.header('content-length');
  const declaredBytes = declared === undefined ? Number.POSITIVE_INFINITY : Number(declared);
  if (declared !== undefined && declaredBytes > bodyBytesMax) return Promise.reject(tooLarge());
  // A fetch Request drops the body of a GET; clients send one anyway, and Node's request still has it.
  const incoming: IncomingMessage | undefined = context.env?.incoming;
  return incoming === undefined ? otherTextOf(context) : textOf(incoming, declaredBytes, context);
}

/** @throws Failure `body-encoded` (415) if the body is compressed */
export function requirePlain(context: Context): void {
  const encoding = context.req.header('content-encoding');
  if (encoding !== undefined && !/^(?:identity)?$/i.test(encoding))
    throw new Failure('body-encoded', { encoding });
}

/** One promise and three listeners. A stream of fetch would keep an object for each chunk. */
function textOf(incoming: IncomingMessage, declaredBytes: number, context: Context): Promise<string> {
  return new Promise((resolve, reject) => {
    if (incoming.readableEnded) return resolve('');
    if (incoming.destroyed) return reject(incomplete());
    const read = new Collected();
    incoming.on('data', (chunk) => {
      if (read.length + chunk.length > bodyBytesMax) return reject(tooLarge());
      read.add(chunk);
      // Most bodies are complete with their first chunk.
      if (read.length < declaredBytes) hold(context, read, read.heldBytes);
    });
    incoming.once('end', () => resolve(read.take()));
    incoming.once('close', () => {
      if (!incoming.readableEnded) reject(incomplete());
    });
  });
}

/** The body of a request without a connection. */
async function otherTextOf(context: Context): Promise<string> {
  try {
    const text = await context.req.raw.text();
    if (Buffer.byteLength(text) > bodyBytesMax) throw tooLarge();
    return text;
  } catch (error) {
    throw error instanceof Failure ? error : incomplete();
  }
}

function incomplete(): Failure {
  return new Failure('body-no-json', { why: 'the connection closed before the end of the body' });
}

function tooLarge(): Failure {
  return new Failure('body-too-large', { limit: String(bodyBytesMax) });
}
