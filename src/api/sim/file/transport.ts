// Sends and receives a world's file. Each request has a temporary folder that only the server's user can read.

import { createReadStream, createWriteStream, fstatSync, openSync } from 'node:fs';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Context } from 'hono';
import { removeTemporary } from '../../../driver/world.ts';
import { Failure } from '../../frame/errors/failure.ts';
import { requirePlain } from '../../frame/request/body.ts';

/** The largest size of a file for the world at the root, and of all files of running imports together; and for another world. */
const rootBytesMax = 2 ** 29;
const worldBytesMax = 2 ** 26;

let received = 0;

/** Opens the file as a body. Removes its folder at once; on Windows, after the body is sent or cancelled. */
export function sent(
  path: string,
  folder: string,
): { readonly body: ReadableStream; readonly bytes: number } {
  const file = openSync(path, 'r');
  const { size } = fstatSync(file);
  const stream = createReadStream(path, { fd: file });
  // Deleting the open file at once leaves nothing behind if the process crashes. Windows cannot delete open files.
  if (process.platform === 'win32') stream.once('close', () => removeTemporary(folder));
  else removeTemporary(folder);
  return { body: Readable.toWeb(stream) as ReadableStream, bytes: size };
}

/** The uploaded file of an import. */
export interface Upload {
  /** Its bytes no longer count. */
  forget(): void;
}

/**
 * Stores the request's body in a file.
 * @param isRoot whether the file is for the world at the root
 * @throws Failure if the body is compressed, empty, too large, too large together with those of other worlds, or incomplete
 */
export async function receive(context: Context, path: string, isRoot: boolean): Promise<Upload> {
  const most = isRoot ? rootBytesMax : worldBytesMax;
  requirePlain(context);
  const declared = context.req.header('content-length');
  if (declared !== undefined && Number(declared) > most) throw tooLarge(most);
  const body = context.req.raw.body;
  if (body === null) throw empty();
  let bytes = 0;
  const forget = () => {
    received -= bytes;
    bytes = 0;
  };
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      received += chunk.length;
      if (bytes > most) done(tooLarge(most));
      else if (received > rootBytesMax) done(new Failure('import-under-way'));
      else done(null, chunk);
    },
  });
  try {
    await pipeline(
      Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]),
      counted,
      createWriteStream(path, { flags: 'wx', mode: 0o600 }),
    );
    if (bytes === 0) throw empty();
    return { forget };
  } catch (error) {
    forget();
    if (error instanceof Failure || context.req.raw.signal.aborted === false) throw error;
    throw new Failure('import-refused', { why: 'the request was interrupted' });
  }
}

function tooLarge(most: number): Failure {
  return new Failure('body-too-large', { limit: String(most) });
}

function empty(): Failure {
  return new Failure('import-refused', {
    why: 'the request has no body; it must be a file of GET /sim/export',
  });
}
