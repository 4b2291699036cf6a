// A signed-in reader of one world, behind a server at a URL or in this process.

import { badUsage, CommandFailure } from '../../../arguments/command-failure.ts';
import { isUrl, withScheme } from '../../../arguments/flag-values.ts';
import { clip } from '../../../wire/text/clip.ts';

export const METHODS = ['GET', 'POST', 'PUT', 'DELETE'] as const;
export type Method = (typeof METHODS)[number];

interface Sent {
  readonly method: Method;
  /** With its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  /** Real time until the answer is given up; undefined waits without a limit. */
  readonly timeoutMs: number | undefined;
  /** Cancels the request. */
  readonly signal: AbortSignal;
}

/** Why a server that was reached gives no answer, as the message of an error. */
export const CLOSED = 'it closed the connection';

/** Sends a request and returns the text of the answer. @throws Error without an answer */
export type Transport = (sent: Sent) => Promise<string>;

interface Envelope {
  readonly statusCode?: number;
  readonly message?: string;
  readonly data?: unknown;
  readonly error?: { readonly data?: unknown } | null;
}

const AUTH = '/api/v1/auth';

const FAULT =
  '; if a fault was injected for authenticate, a client with a token ends it with DELETE /sim/faults, and so does a new start';

/** A server that is busy with a long replay answers late. */
const TIMEOUT_MS = 10_000;

export class Session {
  /** The URL or the path of the world, for messages. */
  readonly name: string;
  readonly #transport: Transport;
  readonly #apiKey: string;
  /** Where the key comes from, for messages. */
  readonly #keySource: string;
  /** The instant that the session reads; undefined for the present. */
  readonly #at: string | undefined;
  #token: string | undefined;
  readonly #closing = new AbortController();

  constructor(name: string, transport: Transport, apiKey: string, keySource = '', at?: string) {
    this.#at = at;
    this.name = name;
    this.#transport = transport;
    this.#apiKey = apiKey;
    this.#keySource = keySource;
  }

  /**
   * Returns the data of an answer.
   * @param isLong whether the work may take any time, such as an advance
   * @throws CommandFailure without a success
   */
  async call<T>(method: Method, path: string, body?: object, isLong = false): Promise<T> {
    const text = body === undefined ? undefined : JSON.stringify(body);
    this.#token ??= await this.#signIn();
    let answer = this.#known(envelopeOf(await this.#send(method, path, text, isLong)));
    if (answer.statusCode === 401) {
      // The token has expired.
      this.#token = await this.#signIn();
      answer = this.#known(envelopeOf(await this.#send(method, path, text, isLong)));
    }
    if (answer.statusCode === 200) return answer.data as T;
    throw this.#refused(path, answer);
  }

  /** Sends one request. Returns the text of the answer, also of a refusal. @param body JSON @throws CommandFailure without an answer */
  async answer(method: Method, path: string, body?: string): Promise<string> {
    this.#token ??= await this.#signIn();
    return this.#send(method, path, body, true);
  }

  /** Cancels all requests that wait for an answer. */
  close(): void {
    this.#closing.abort();
  }

  async #signIn(): Promise<string> {
    const body = JSON.stringify({ apiKey: this.#apiKey });
    const answer = this.#known(envelopeOf(await this.#send('POST', AUTH, body, false)));
    if (answer.statusCode === 200) return (answer.data as { token: string }).token;
    if (answer.statusCode !== 400 && answer.statusCode !== 401) throw this.#refused(AUTH, answer);
    throw new CommandFailure(
      `${this.name} refuses the key of ${this.#keySource}: ${answer.message}; ` +
        'give a key of this server, which it prints at its start; for a world in a file, gprsim keys list --db FILE prints all',
    );
  }

  async #send(method: Method, path: string, body: string | undefined, isLong: boolean): Promise<string> {
    try {
      return await this.#transport({
        method,
        path: method === 'GET' ? this.#dated(path) : path,
        headers: this.#token === undefined ? {} : { authorization: `Bearer ${this.#token}` },
        body,
        // The world of an earlier instant is derived first.
        timeoutMs: isLong || this.#at !== undefined ? undefined : TIMEOUT_MS,
        signal: this.#closing.signal,
      });
    } catch (error) {
      const why = (error as Error).message;
      throw new CommandFailure(
        why === CLOSED
          ? `${this.name} closed the connection during the request: it stopped, or an injected fault did this; the request may have been executed all the same`
          : `${this.name} does not answer as a gprsim server: ${why}; start one with gprsim serve, or give the URL that it prints`,
      );
    }
  }

  #known(answer: Envelope | undefined): Envelope {
    if (answer?.statusCode !== undefined) return answer;
    throw new CommandFailure(
      `${this.name} is not a gprsim server: its answer has no statusCode; give the URL that gprsim serve prints`,
    );
  }

  #dated(path: string): string {
    if (this.#at === undefined) return path;
    return `${path}${path.includes('?') ? '&' : '?'}at=${encodeURIComponent(this.#at)}`;
  }

  /** Unknown names and refused values are bad usage. */
  #refused(path: string, { statusCode = 0, message = '', error }: Envelope): CommandFailure {
    const [pathname] = path.split('?');
    // Only operations and worlds of gprsim send data with a refusal: then, the URL is that of a gprsim server.
    const isUnknownServer = path === AUTH && typeof error?.data !== 'string';
    const isFaulty = path === AUTH && statusCode !== 404;
    const remedy = isUnknownServer ? '; give the URL that gprsim serve prints' : isFaulty ? FAULT : '';
    const [, detail] = /^Error: (.*); Reason: /.exec(String(error?.data ?? '')) ?? [];
    const why = detail === undefined || detail === message ? '' : `: ${detail}`;
    const asked = isUrl(this.name) ? `${this.name}${pathname}` : `${this.name}: ${pathname}`;
    const refusal = `${asked} answers ${statusCode}: ${message}${why}${remedy}`;
    return statusCode === 404 || statusCode === 422 ? badUsage(refusal) : new CommandFailure(refusal);
  }
}

function envelopeOf(text: string): Envelope | undefined {
  try {
    return (JSON.parse(text) as Envelope | null) ?? undefined;
  } catch {
    return undefined;
  }
}

/** @throws CommandFailure for a text that is not the URL of a server */
export function parseUrl(text: string): string {
  if (!isUrl(text) || !URL.canParse(text))
    throw badUsage(
      `${clip(text)} is not a URL${withScheme(text) || '; give one such as http://127.0.0.1:8080'}`,
    );
  const { origin, pathname, search, hash, username } = new URL(text);
  if (search !== '' || hash !== '' || username !== '')
    throw badUsage(`the URL of a server has no "?", "#" and "@"; give ${origin}`);
  return `${origin}${pathname}`.replace(/\/+$/, '');
}
