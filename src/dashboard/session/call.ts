// Calls operations of the server.

import { dropToken, signOut, validToken, WrongKey } from './session.ts';

/** The server refused a call. The message is a sentence for people. */
export class Refusal extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** A query parameter that is undefined or '' is left out. */
export type Query = Readonly<Record<string, string | number | undefined>>;

/** Returns the data of the answer. @throws Refusal; TypeError if the server cannot be reached */
export async function call<T>(
  method: Method,
  path: string,
  body?: unknown,
  signal?: AbortSignal,
): Promise<T> {
  const response = await send(method, path, body, signal);
  const { message, data } = (await response.json()) as { message: string; data: T };
  if (!response.ok) throw new Refusal(response.status, message);
  return data;
}

export function read<T>(path: string, query: Query = {}, signal?: AbortSignal): Promise<T> {
  const entries = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  const text = new URLSearchParams(entries.map(([name, value]) => [name, String(value)])).toString();
  return call('GET', text === '' ? path : `${path}?${text}`, undefined, signal);
}

/** Sends a request with a token, once more if the token was refused: a restart or another file changes the secret. */
export async function send(
  method: Method,
  path: string,
  body?: unknown,
  signal?: AbortSignal,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  for (let attempt = 1; ; attempt++) {
    let token: string;
    try {
      token = await validToken();
    } catch (error) {
      if (error instanceof WrongKey) signOut(error.message);
      throw error;
    }
    const response = await fetch(path, {
      method,
      headers: { ...headers, Authorization: `Bearer ${token}` },
      ...(body !== undefined && { body: body instanceof Blob ? body : JSON.stringify(body) }),
      ...(signal !== undefined && { signal }),
    });
    if (response.status !== 401 || attempt === 2) return response;
    dropToken();
  }
}
