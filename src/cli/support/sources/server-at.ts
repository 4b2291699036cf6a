import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { CLOSED, type Transport } from './session.ts';

/**
 * Sends requests to the server at a URL without a slash at its end. Unlike fetch, it waits for the answer of a long advance
 * without a limit.
 */
export function serverAt(url: string): Transport {
  const request = url.startsWith('https:') ? requestHttps : requestHttp;
  return ({ method, path, headers, body, timeoutMs, signal }) =>
    new Promise((resolve, reject) => {
      const sent = request(`${url}${path}`, {
        method,
        headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
        signal: timeoutMs === undefined ? signal : AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
      });
      const fail = (error: Error) => reject(new Error(whyNot(error, timeoutMs, url)));
      sent.on('error', fail);
      sent.on('response', (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (part) => {
          text += part;
        });
        response.on('error', fail);
        response.on('end', () => resolve(text));
      });
      sent.end(body);
    });
}

/** Some errors have a code and no message. */
function whyNot(error: NodeJS.ErrnoException, timeoutMs: number | undefined, url: string): string {
  if (error.name === 'AbortError' && timeoutMs !== undefined)
    return `no response after ${timeoutMs / 1000} s`;
  if (error.code === 'EPROTO') return `it does not speak https; try ${url.replace('https:', 'http:')}`;
  if (error.code === 'ECONNRESET') return CLOSED;
  return error.message || error.code || 'no connection';
}
