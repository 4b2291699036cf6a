// Sends requests to an application in this process, like a client.

import { ownRequest } from '../api/frame/operation/own-requests.ts';
import type { Answered, Send } from '../api/frame/operation/requests-to-worlds.ts';
import { firstCharacters } from '../wire/text/characters.ts';

/** An application's answer to a request. */
type Requested = (path: string, init: RequestInit, env?: object) => Response | Promise<Response>;

/** @param apiKey whose rights the requests have; a token may expire between two of them */
export function senderTo(request: Requested, apiKey: string): Send {
  const send = async (method: string, path: string, body: unknown, token?: string, env?: object) => {
    const init = {
      method,
      headers: {
        'content-type': 'application/json',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      ...(body === undefined || method === 'GET' ? {} : { body: JSON.stringify(body) }),
    };
    const response = await request(path, init, env);
    return answered(response.status, await response.text());
  };
  return async (method, path, body) => {
    const { data } = await send('POST', '/api/v1/auth', { apiKey }, undefined, ownRequest);
    return send(method, path, body, (data as { readonly token: string } | null)?.token);
  };
}

/** Parses the envelope; other texts, such as the text of an injected fault, become the message. */
function answered(statusCode: number, text: string): Answered {
  try {
    return JSON.parse(text) as Answered;
  } catch {
    return { statusCode, message: firstCharacters(text, 200) };
  }
}
