// A world's file on its way out and in. What comes or goes lies in a folder of its own that nobody else may read, and
// that goes with the request.

import { createReadStream, createWriteStream, fstatSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Context } from 'hono';
import { Failure } from '../../http/failure.ts';

/** Bytes that an imported file may have: 512 MiB. */
export const importBytesMax = 2 ** 29;

/** A new folder for one request. */
export function ownFolder(): string {
  return mkdtempSync(join(tmpdir(), 'gprsim-'));
}

export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}

/** The file as a body to be sent; its folder goes at once, or when all is sent or nobody wants it any more. */
export function sent(
  path: string,
  folder: string,
): { readonly body: ReadableStream; readonly bytes: number } {
  const file = openSync(path, 'r');
  const { size } = fstatSync(file);
  const stream = createReadStream(path, { fd: file });
  // Where an open file needs no name, nothing is left behind, whatever becomes of this process.
  if (process.platform === 'win32') stream.once('close', () => removeFolder(folder));
  else removeFolder(folder);
  return { body: Readable.toWeb(stream) as ReadableStream, bytes: size };
}

/** Stores the request's body, however long it is on its way. Throws the 413 of one that is too large. */
export async function receive(context: Context, path: string): Promise<void> {
  const declared = context.req.header('content-length');
  if (declared !== undefined && Number(declared) > importBytesMax) throw tooLarge();
  const body = context.req.raw.body;
  if (body === null) throw empty();
  let bytes = 0;
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > importBytesMax) done(tooLarge());
      else done(null, chunk);
    },
  });
  try {
    await pipeline(
      Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]),
      counted,
      createWriteStream(path, { flags: 'wx', mode: 0o600 }),
    );
  } catch (error) {
    if (error instanceof Failure || context.req.raw.signal.aborted === false) throw error;
    throw new Failure('import-refused', { why: 'the request broke off' });
  }
  if (bytes === 0) throw empty();
}

function tooLarge(): Failure {
  return new Failure('body-too-large', { limit: String(importBytesMax) });
}

function empty(): Failure {
  return new Failure('import-refused', {
    why: 'the request has no body; it must be a file of GET /sim/export',
  });
}
