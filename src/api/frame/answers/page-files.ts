// Answers requests for the files of a page, which are kept compressed.

import type { Context } from 'hono';
import { Failure } from '../errors/failure.ts';

/** Scripts, styles and requests of this server only. Images can be data URLs, which style sheets contain. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const mediaTypes: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
};

export class PageFiles {
  readonly #load: () => Promise<Readonly<Record<string, string>>>;
  /** Requested files, shared by all answers: compressed and plain. */
  readonly #packed = new Map<string, Buffer<ArrayBuffer>>();
  readonly #plain = new Map<string, Buffer<ArrayBuffer>>();

  /** @param load returns the files by name, as gzip in base64 */
  constructor(load: () => Promise<Readonly<Record<string, string>>>) {
    this.#load = load;
  }

  /** @throws Failure `path-unknown` */
  async answer(name: string, context: Context): Promise<Response> {
    const files = await this.#load();
    if (!Object.hasOwn(files, name)) throw new Failure('path-unknown', { path: context.req.path });
    const takesGzip = /\bgzip\b/.test(context.req.header('accept-encoding') ?? '');
    const packed = kept(this.#packed, name, () => Buffer.from(files[name]!, 'base64'));
    return new Response(takesGzip ? packed : kept(this.#plain, name, () => unpacked(packed)), {
      headers: {
        'Content-Type': mediaTypes[name.slice(name.lastIndexOf('.') + 1)]!,
        ...(takesGzip && { 'Content-Encoding': 'gzip' }),
        Vary: 'Accept-Encoding',
        'Cache-Control': 'no-cache',
        'Content-Security-Policy': contentSecurityPolicy,
        'Referrer-Policy': 'no-referrer',
      },
    });
  }
}

function kept<T>(values: Map<string, T>, name: string, make: () => T): T {
  let value = values.get(name);
  if (value === undefined) {
    value = make();
    values.set(name, value);
  }
  return value;
}

/** Loads zlib on demand, because almost all clients accept gzip. */
function unpacked(packed: Buffer): Buffer<ArrayBuffer> {
  // The last four bytes state the size of the content.
  const maxOutputLength = packed.readUInt32LE(packed.length - 4);
  return process.getBuiltinModule('node:zlib').gunzipSync(packed, { maxOutputLength });
}
