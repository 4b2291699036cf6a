// Reads a request's body as JSON, with a limit on its size.

import type { IncomingMessage } from 'node:http';
import type { Context } from 'hono';
import { Collected } from './collected.ts';
import { Failure } from './failure.ts';
import { hold } from './held.ts';

/** The largest request body, in bytes: 1 MiB. */
export const bodyBytesMax = 1_048_576;

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

/** The text of the request's body. Rejects with a Failure if the body is too large or incomplete. */
export function readBody(context: Context): Promise<string> {
  const declared = context.req.header('content-length');
  if (declared !== undefined && Number(declared) > bodyBytesMax) return Promise.reject(tooLarge());
  const incoming: IncomingMessage | undefined = context.env?.incoming;
  const { method } = context.req;
  const isUnread = incoming !== undefined && !incoming.readableDidRead && !incoming.destroyed;
  // The HTTP parser enforces the declared length.
  if (isUnread && declared !== undefined && method !== 'GET' && method !== 'HEAD')
    return textOf(incoming, Number(declared), context);
  return otherTextOf(context, declared !== undefined);
}

/** The fast path for most requests: one promise and three listeners. */
function textOf(incoming: IncomingMessage, declaredBytes: number, context: Context): Promise<string> {
  return new Promise((resolve, reject) => {
    const read = new Collected();
    incoming.on('data', (chunk) => {
      read.add(chunk);
      // Most bodies are complete with their first chunk.
      if (read.length < declaredBytes) hold(context, read, read.heldBytes);
    });
    incoming.once('end', () => resolve(read.text()));
    incoming.once('close', () => {
      if (!incoming.readableEnded) reject(incomplete());
    });
  });
}

async function otherTextOf(context: Context, isDeclared: boolean): Promise<string> {
  try {
    if (context.req.method === 'GET') return await readTextOfGet(context);
    if (isDeclared) return await context.req.raw.text();
    const body = context.req.raw.body;
    return body === null ? '' : await collect(body, context);
  } catch (error) {
    throw error instanceof Failure ? error : incomplete();
  }
}

/** A fetch Request drops the body of a GET; clients send one anyway, and Node's request still has it. */
function readTextOfGet(context: Context): Promise<string> | string {
  const incoming: IncomingMessage | undefined = context.env?.incoming;
  return incoming === undefined || incoming.readableEnded ? '' : collect(incoming, context);
}

async function collect(chunks: AsyncIterable<Uint8Array>, context: Context): Promise<string> {
  const read = new Collected();
  for await (const chunk of chunks) {
    if (read.length + chunk.length > bodyBytesMax) throw tooLarge();
    read.add(chunk);
    hold(context, read, read.heldBytes);
  }
  return read.text();
}

function incomplete(): Failure {
  return new Failure('body-no-json', { why: 'the connection closed before the end of the body' });
}

function tooLarge(): Failure {
  return new Failure('body-too-large', { limit: String(bodyBytesMax) });
}
