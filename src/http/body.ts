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

/** The body's JSON value; a request without a body counts as an empty object. */
export async function readBody(context: Context): Promise<unknown> {
  const text = await readText(context);
  if (text === '') return {};
  try {
    return minusZero.test(text) ? JSON.parse(text, positiveZero) : JSON.parse(text);
  } catch (error) {
    throw new Failure('body-no-json', { why: (error as Error).message });
  }
}

async function readText(context: Context): Promise<string> {
  try {
    return await textOf(context);
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw new Failure('body-no-json', { why: 'it broke off' });
  }
}

function textOf(context: Context): Promise<string> | string {
  const declared = context.req.header('content-length');
  if (declared !== undefined && Number(declared) > bodyBytesMax) throw tooLarge();
  if (context.req.method === 'GET') return readTextOfGet(context);
  // The HTTP parser holds a client to the length it declared.
  if (declared !== undefined) return context.req.raw.text();
  const body = context.req.raw.body;
  return body === null ? '' : collect(body);
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
  return decoder.decode(read.length === 1 ? read[0] : Buffer.concat(read));
}

function tooLarge(): Failure {
  return new Failure('body-too-large', { limit: String(bodyBytesMax) });
}
