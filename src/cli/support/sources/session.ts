// A signed-in reader of one world, behind a server at a URL or in this process.

import { BadUsage, badUsage, CommandFailure } from '../../../arguments/command-failure.ts';
import { isUrl, withScheme } from '../../../arguments/words.ts';
import { clip } from '../../../wire/text/clip.ts';

export const METHODS = ['GET', 'POST', 'PUT', 'DELETE'] as const;
export type Method = (typeof METHODS)[number];

export interface Request {
  readonly method: Method;
  /** With its query. */
  readonly path: string;
  readonly body?: object;
}

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

/** A request that names something unknown, or has a wrong value. */
export class Refused extends BadUsage {
  /** What is wrong with each member; empty if the answer does not list it. */
  readonly problems: readonly string[];

  constructor(message: string, problems: readonly string[]) {
    super(message);
    this.problems = problems;
  }
}

export type Session = ReturnType<typeof newSession>;

/**
 * @param name the URL or the path of the world, for messages @param keySource where the key comes from, for messages
 * @param at the instant that the session reads; undefined for the present
 */
export function newSession(name: string, transport: Transport, apiKey: string, keySource = '', at?: string) {
  let token: string | undefined;
  const closing = new AbortController();

  async function signIn(): Promise<string> {
    const body = JSON.stringify({ apiKey });
    const answer = known(envelopeOf(await send('POST', AUTH, body, false)));
    if (answer.statusCode === 200) return (answer.data as { token: string }).token;
    if (answer.statusCode !== 400 && answer.statusCode !== 401) throw refused(AUTH, answer);
    throw new CommandFailure(
      `${name} refuses the key of ${keySource}: ${answer.message}; ` +
        'give a key of this server, which it prints at its start; for a world in a file, gprsim keys list --db FILE prints all',
    );
  }

  async function send(
    method: Method,
    path: string,
    body: string | undefined,
    isLong: boolean,
  ): Promise<string> {
    try {
      return await transport({
        method,
        path: path === AUTH ? path : dated(path),
        headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
        body,
        // The world of an earlier instant is derived first.
        timeoutMs: isLong || at !== undefined ? undefined : TIMEOUT_MS,
        signal: closing.signal,
      });
    } catch (error) {
      const why = (error as Error).message;
      throw new CommandFailure(
        why === CLOSED
          ? `${name} closed the connection during the request: it stopped, or an injected fault did this; the request may have been executed all the same`
          : `${name} does not answer as a gprsim server: ${why}; start one with gprsim serve, or give the URL that it prints`,
      );
    }
  }

  function known(answer: Envelope | undefined): Envelope {
    if (answer?.statusCode !== undefined) return answer;
    throw new CommandFailure(
      `${name} is not a gprsim server: its answer has no statusCode; give the URL that gprsim serve prints`,
    );
  }

  function dated(path: string): string {
    if (at === undefined || /[?&]at=/.test(path)) return path;
    return `${path}${path.includes('?') ? '&' : '?'}at=${encodeURIComponent(at)}`;
  }

  /** Unknown names and refused values are bad usage. */
  function refused(path: string, { statusCode = 0, message = '', error }: Envelope): CommandFailure {
    const [pathname] = path.split('?');
    // Only operations and worlds of gprsim send data with a refusal: then, the URL is that of a gprsim server.
    const isUnknownServer = path === AUTH && typeof error?.data !== 'string';
    const isFaulty = path === AUTH && statusCode !== 404;
    const remedy = isUnknownServer ? '; give the URL that gprsim serve prints' : isFaulty ? FAULT : '';
    const [, detail] = /^Error: (.*); Reason: /.exec(String(error?.data ?? '')) ?? [];
    const why = detail === undefined || detail === message ? '' : `: ${detail}`;
    const asked = isUrl(name) ? `${name}${pathname}` : `${name}: ${pathname}`;
    const refusal = `${asked} answers ${statusCode}: ${message}${why}${remedy}`;
    if (statusCode !== 404 && statusCode !== 422) return new CommandFailure(refusal);
    return new Refused(refusal, problemsIn(error?.data));
  }

  return {
    name,
    /**
     * Returns the data of an answer.
     * @param isLong whether the work may take any time, such as an advance
     * @throws CommandFailure without a success
     */
    async call<T>(method: Method, path: string, body?: object, isLong = false): Promise<T> {
      const text = body === undefined ? undefined : JSON.stringify(body);
      token ??= await signIn();
      let answer = known(envelopeOf(await send(method, path, text, isLong)));
      if (answer.statusCode === 401) {
        // The token has expired.
        token = await signIn();
        answer = known(envelopeOf(await send(method, path, text, isLong)));
      }
      if (answer.statusCode === 200) return answer.data as T;
      throw refused(path, answer);
    },
    /** Sends one request. Returns the text of the answer, also of a refusal. @param body JSON @throws CommandFailure without an answer */
    async answer(method: Method, path: string, body?: string): Promise<string> {
      token ??= await signIn();
      return send(method, path, body, true);
    },
    /** Cancels all requests that wait for an answer. */
    close(): void {
      closing.abort();
    },
  };
}

function envelopeOf(text: string): Envelope | undefined {
  try {
    return (JSON.parse(text) as Envelope | null) ?? undefined;
  } catch {
    return undefined;
  }
}

function problemsIn(data: unknown): readonly string[] {
  try {
    const { Details } = JSON.parse(String(data)).error.DetailedError;
    return (Details as readonly { readonly message: string }[]).map(({ message }) => message);
  } catch {
    return [];
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
