// Server-sent events for one reader. The next ones are written after the reader has taken the previous ones.

import type { Context } from 'hono';
import { streamSSE } from 'hono/streaming';
import { streamsMax, streamsPerKeyMax } from '../../../wire/bounds.ts';
import { bearerToken } from '../../frame/access/bearer.ts';
import type { Caller } from '../../frame/access/roles.ts';
import { simTimeHeader } from '../../frame/answers/envelope.ts';
import { Failure } from '../../frame/errors/failure.ts';
import { type Service, simTime } from '../../frame/operation/service.ts';
import { hold } from '../../frame/request/held-memory.ts';

/** The open streams. */
const streamsOf = new WeakMap<Service, Set<{ readonly key: string }>>();

interface Streamed {
  /** What the stream begins with: a comment. */
  readonly begin: string;
  /** Returns the events that are due. `more` is true if it should be called again at once. */
  next(): { readonly text: string; readonly more: boolean };
  /** Calls `wake` when there may be more events, until the returned function is called. */
  follow(wake: () => void): () => void;
  /** Least real time between two answers of `next`, ms. */
  readonly pauseMs: number;
}

/** Streams events until the caller's token expires. @throws Failure if too many streams are open */
export function streamEvents(
  { begin, next, follow, pauseMs }: Streamed,
  caller: Caller,
  service: Service,
  context: Context,
): Response {
  const { tokens, log, wallNowMs, ended } = service;
  const token = bearerToken(context)!;
  const streams = streamsOf.get(service) ?? new Set();
  if (streams.size >= streamsMax) throw new Failure('too-many-streams', { limit: String(streamsMax) });
  if ([...streams].filter(({ key }) => key === caller.apiKey).length >= streamsPerKeyMax)
    throw new Failure('too-many-streams-of-key', { limit: String(streamsPerKeyMax) });
  const place = { key: caller.apiKey };
  streams.add(place);
  streamsOf.set(service, streams);
  context.header(simTimeHeader, simTime(service));

  return streamSSE(context, async (stream) => {
    let wake: () => void = () => {};
    let end: NodeJS.Timeout | undefined;
    const closed = Promise.withResolvers<void>();
    const unfollow = follow(() => wake());
    const close = () => {
      streams.delete(place);
      closed.resolve();
      wake();
    };
    ended.addEventListener('abort', close);
    stream.onAbort(close);
    try {
      await stream.write(begin);
      while (!ended.aborted && (await tokens.holder(token)) !== undefined && !stream.aborted) {
        const { text, more } = next();
        if (text !== '') {
          // The text, and its bytes on the way to the reader.
          hold(context, next, 2 * text.length);
          await stream.write(text);
          hold(context, next, 0);
          if (pauseMs > 0) await Promise.race([stream.sleep(pauseMs), closed.promise]);
        } else if (more) await stream.sleep(0);
        else {
          await new Promise<void>((resolve) => {
            wake = resolve;
            // Wake up when the token expires, even without news.
            end = setTimeout(resolve, Math.max(0, (tokens.expiresAtMs(token) ?? 0) - wallNowMs()));
          });
          clearTimeout(end);
        }
      }
    } catch (error) {
      if (!ended.aborted) log.error({ err: error }, 'a stream failed');
    } finally {
      unfollow();
      ended.removeEventListener('abort', close);
      streams.delete(place);
    }
  });
}
