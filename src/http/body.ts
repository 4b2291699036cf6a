// Reads a request's body as JSON, with a limit on its size.

import type { IncomingMessage } from 'node:http';
import type { Context } from 'hono';
import { Failure } from './failure.ts';

/** Bytes a request body may have: 1 MiB. */
export const bodyBytesMax = 1_048_576;

const decoder = new TextDecoder();

/** Whether there may be a number -0: stored as JSON it would come back as 0, and what comes back must be what was. */
const minusZero = /[\s:,[]-0/;
const positiveZero = (_member: string, value: unknown) => (value === 0 ? 0 : value);

/** The JSON value of a body; an empty one counts as an empty object. @throws Failure */
export function parseBody(text: string): unknown {
  if (text === '') return {};
  try {
    return minusZero.test(text) ? JSON.parse(text, positiveZero) : JSON.parse(text);
  } catch (error) {
    throw new Failure('body-no-json', { why: (error as Error).message });
  }
}

/** The text of the request's body. Rejects with a Failure. */
export function readBody(context: Context): Promise<string> {
  const declared = context.req.header('content-length');
  if (declared !== undefined && Number(declared) > bodyBytesMax) return Promise.reject(tooLarge());
  const incoming: IncomingMessage | undefined = context.env?.incoming;
  const { method } = context.req;
  const isAllToCome = incoming !== undefined && !incoming.readableDidRead && !incoming.destroyed;
  // The HTTP parser holds a client to the length it declared.
  if (isAllToCome && declared !== undefined && method !== 'GET' && method !== 'HEAD') return textOf(incoming);
  return otherTextOf(context, declared !== undefined);
}

/** What most requests need: one promise, and no more listeners than that takes. */
function textOf(incoming: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    const read: Uint8Array[] = [];
    incoming.on('data', (chunk) => read.push(chunk));
    incoming.once('end', () => resolve(decoded(read)));
    incoming.once('close', () => {
      if (!incoming.readableEnded) reject(brokeOff());
    });
  });
}

async function otherTextOf(context: Context, isDeclared: boolean): Promise<string> {
  try {
    if (context.req.method === 'GET') return await readTextOfGet(context);
    if (isDeclared) return await context.req.raw.text();
    const body = context.req.raw.body;
    return body === null ? '' : await collect(body);
  } catch (error) {
    throw error instanceof Failure ? error : brokeOff();
  }
}

/** A fetch Request for GET has no body; clients send one nevertheless, and Node's own request still has it. */
function readTextOfGet(context: Context): Promise<string> | string {
  const incoming: IncomingMessage | undefined = context.env?.incoming;
  return incoming === undefined || incoming.readableEnded ? '' : collect(incoming);
}

async function collect(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const read: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > bodyBytesMax) throw tooLarge();
    read.push(chunk);
  }
  return decoded(read);
}

function decoded(read: readonly Uint8Array[]): string {
  return decoder.decode(read.length === 1 ? read[0] : Buffer.concat(read));
}

function brokeOff(): Failure {
  return new Failure('body-no-json', { why: 'it broke off' });
}

function tooLarge(): Failure {
  return new Failure('body-too-large', { limit: String(bodyBytesMax) });
}
