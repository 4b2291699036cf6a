// Calls operations of the server.

import { effect } from '@preact/signals';
import type { ReadTogetherAnswer } from '../../api/sim/answers.ts';
import { readsMax } from '../../wire/bounds.ts';
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
  const data = dataOf((await response.json()) as Envelope<T>, response.status);
  return { data, at: response.headers.get('X-Sim-Time')! };
}

/** @throws Refusal */
function dataOf<T>({ message, data, error }: Envelope<T>, status: number): T {
  if (status !== 200) throw new Refusal(status, message, problemsOf(error?.data));
  return data;
}

interface Envelope<T> {
  readonly message: string;
  readonly data: T;
  readonly error?: { readonly data: string | null };
}

/** Errors list problems in a JSON document within a string, or in no way. */
function problemsOf(text: string | null | undefined): readonly Problem[] {
  if (!text?.startsWith('{')) return [];
  const details = JSON.parse(text).error?.DetailedError?.Details;
  return Array.isArray(details) ? details : [];
}

/**
 * Reads, as of the instant that the page shows. What is read in one task goes to the server together: the answers are of one instant.
 * @throws as `call`; Superseded if the page shows another instant by then
 */
export async function read<T>(path: string, query: Query = {}, signal?: AbortSignal): Promise<T> {
  return (await readAnswered<T>(path, query, signal)).data;
}

/** Like `read`, with the instant of the answer. */
export function readAnswered<T>(path: string, query: Query = {}, signal?: AbortSignal): Promise<Answered<T>> {
  return readBy<T>(together, path, query, signal);
}

/** Like `read`, for what takes the server long: others do not wait for it, and it may be of another instant. */
export async function readApart<T>(path: string, query: Query = {}, signal?: AbortSignal): Promise<T> {
  return (await readBy<T>(alone, path, query, signal)).data;
}

function alone<T>(target: string, end: AbortSignal): Promise<Answered<T>> {
  return answered('GET', target, undefined, end);
}

function readBy<T>(
  ask: (target: string, end: AbortSignal) => Promise<Answered<T>>,
  path: string,
  query: Query,
  signal: AbortSignal | undefined,
): Promise<Answered<T>> {
  const isAsOf = isOfInstant(path);
  const asked: Query = isAsOf ? { at: readInstant.peek(), ...query } : query;
  const entries = Object.entries(asked).filter(([, value]) => value !== undefined && value !== '');
  const text = new URLSearchParams(entries.map(([name, value]) => [name, String(value)])).toString();
  const ends = [signal, isAsOf ? ofInstant.signal : undefined].filter((end) => end !== undefined);
  const end = AbortSignal.any(ends);
  return ask(text === '' ? path : `${path}?${text}`, end).catch((error) => {
    // The body of an answer that is cancelled has another error.
    throw end.aborted ? end.reason : error;
  });
}

/** A read that waits to be sent. */
interface Waiting {
  readonly target: string;
  readonly end: AbortSignal;
  /** Ends what listens to `end`, which may last as long as the page shows the present. */
  readonly over: AbortSignal;
  /** @param answer null: the read takes longer than those that are answered together */
  take(answer: ReadTogetherAnswer['answers'][number]): void;
  fail(error: unknown): void;
}

let waiting: Waiting[] = [];

function together<T>(target: string, end: AbortSignal): Promise<Answered<T>> {
  const over = new AbortController();
  return new Promise<Answered<T>>((resolve, reject) => {
    end.addEventListener('abort', () => reject(end.reason), { signal: over.signal });
    if (waiting.length === 0) setTimeout(sendWaiting);
    waiting.push({
      target,
      end,
      over: over.signal,
      take(answer) {
        if (end.aborted) return;
        if (answer === null) resolve(alone<T>(target, end));
        else
          try {
            resolve({ data: dataOf(answer.answer as unknown as Envelope<T>, answer.status), at: answer.at });
          } catch (error) {
            reject(error);
          }
      },
      fail: reject,
    });
  }).finally(() => over.abort());
}

function sendWaiting(): void {
  const reads = waiting.filter(({ end }) => !end.aborted);
  waiting = [];
  for (let i = 0; i < reads.length; i += readsMax) void sendReads(reads.slice(i, i + readsMax));
}

async function sendReads(reads: readonly Waiting[]): Promise<void> {
  const left = new AbortController();
  const leave = () => {
    if (reads.every(({ end }) => end.aborted)) left.abort();
  };
  for (const { end, over } of reads) end.addEventListener('abort', leave, { signal: over });
  try {
    const paths = reads.map(({ target }) => `/${target}`);
    const { data } = await answered<ReadTogetherAnswer>('POST', 'sim/reads', { paths }, left.signal);
    for (const [i, answer] of data.answers.entries()) reads[i].take(answer);
  } catch (error) {
    for (const { fail } of reads) fail(error);
  }
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
