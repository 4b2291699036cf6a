// Calls operations of the server.

import { effect } from '@preact/signals';
import { plain } from '../text/plain.ts';
import { dropToken, signOut, validToken, WrongKey } from './key-session.ts';
import { isOfInstant } from './of-instant.ts';
import { NOT_IN_PAST, readInstant, Superseded } from './read-instant.ts';

/** What is wrong with a member of a request: its path, such as `clusters[0].clusterName`, and a sentence. */
export interface Problem {
  readonly field: string;
  readonly message: string;
}

/** The server refused a call. The message is a sentence for people. */
export class Refusal extends Error {
  readonly status: number;
  /** By member of the request; empty if the refusal names none. */
  readonly problems: readonly Problem[];

  constructor(status: number, message: string, problems: readonly Problem[] = []) {
    super(plain(message));
    this.status = status;
    this.problems = problems;
  }
}

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** A query parameter that is undefined or '' is left out. */
export type Query = Readonly<Record<string, string | number | undefined>>;

/** Cancels the readings of the instant that the page shows. */
let ofInstant = new AbortController();
effect(() => {
  void readInstant.value;
  ofInstant.abort(new Superseded());
  ofInstant = new AbortController();
});

/**
 * Returns the data of the answer. @throws Refusal, also of a change while the page shows an earlier instant; TypeError if the
 * server cannot be reached
 */
export async function call<T>(
  method: Method,
  path: string,
  body?: unknown,
  signal?: AbortSignal,
): Promise<T> {
  if (method !== 'GET' && readInstant.peek() !== undefined) throw new Refusal(409, NOT_IN_PAST);
  return (await answered<T>(method, path, body, signal)).data;
}

interface Answered<T> {
  readonly data: T;
  /** The simulated instant of the answer, ISO 8601. */
  readonly at: string;
}

/** Returns the data of the answer, and its instant. @throws as `call` */
export async function answered<T>(
  method: Method,
  path: string,
  body?: unknown,
  signal?: AbortSignal,
): Promise<Answered<T>> {
  const response = await send(method, path, body, signal);
  const { message, data, error } = (await response.json()) as Envelope<T>;
  if (!response.ok) throw new Refusal(response.status, message, problemsOf(error?.data));
  return { data, at: response.headers.get('X-Sim-Time')! };
}

interface Envelope<T> {
  readonly message: string;
  readonly data: T;
  readonly error?: { readonly data: string | null };
}

/** Errors list problems in a JSON document within a string, or in no way. */
export function problemsOf(text: string | null | undefined): readonly Problem[] {
  if (!text?.startsWith('{')) return [];
  const details = JSON.parse(text).error?.DetailedError?.Details;
  return Array.isArray(details) ? details : [];
}

/** Reads, as of the instant that the page shows. @throws as `call`; Superseded if the page shows another instant by then */
export async function read<T>(path: string, query: Query = {}, signal?: AbortSignal): Promise<T> {
  return (await readAnswered<T>(path, query, signal)).data;
}

/** Like `read`, with the instant of the answer. */
export function readAnswered<T>(path: string, query: Query = {}, signal?: AbortSignal): Promise<Answered<T>> {
  const isAsOf = isOfInstant(path);
  const asked: Query = isAsOf ? { ...query, at: readInstant.peek() } : query;
  const entries = Object.entries(asked).filter(([, value]) => value !== undefined && value !== '');
  const text = new URLSearchParams(entries.map(([name, value]) => [name, String(value)])).toString();
  const ends = [signal, isAsOf ? ofInstant.signal : undefined].filter((end) => end !== undefined);
  const end = AbortSignal.any(ends);
  return answered<T>('GET', text === '' ? path : `${path}?${text}`, undefined, end).catch((error) => {
    // The body of an answer that is cancelled has another error.
    throw end.aborted ? end.reason : error;
  });
}

/** Sends a request with a token, once more if the token was refused: a restart or another file changes the secret. */
export async function send(
  method: Method,
  path: string,
  body?: unknown,
  signal?: AbortSignal,
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
      headers: { Authorization: `Bearer ${token}` },
      ...(body !== undefined && { body: body instanceof Blob ? body : JSON.stringify(body) }),
      ...(signal !== undefined && { signal }),
    });
    if (response.status !== 401 || attempt === 2) return response;
    dropToken();
  }
}
