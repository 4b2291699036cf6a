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

/**
 * @param files by name, as gzip in base64
 * @throws Failure `path-unknown`
 */
export function pageFile(files: Readonly<Record<string, string>>, name: string, { req }: Context): Response {
  if (!Object.hasOwn(files, name)) throw new Failure('path-unknown', { path: req.path });
  const takesGzip = /\bgzip\b/.test(req.header('accept-encoding') ?? '');
  const packed = Buffer.from(files[name]!, 'base64');
  // Almost all clients accept gzip.
  const body = takesGzip ? packed : process.getBuiltinModule('node:zlib').gunzipSync(packed);
  return new Response(body, {
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
