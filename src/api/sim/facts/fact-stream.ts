// Streams facts to one reader. The next events are written after the reader has taken the previous ones.

import type { Context } from 'hono';
import { streamSSE } from 'hono/streaming';
import type { FactView } from '../../../../sim/index.ts';
import { streamsMax, streamsPerKeyMax } from '../../../wire/bounds.ts';
import { bearerToken } from '../../frame/access/bearer.ts';
import type { Caller } from '../../frame/access/roles.ts';
import { simTimeHeader } from '../../frame/answers/envelope.ts';
import { Failure } from '../../frame/errors/failure.ts';
import { problem } from '../../frame/errors/problems.ts';
import { type Service, simTime } from '../../frame/operation/service.ts';
import { hold } from '../../frame/request/held-memory.ts';
import { FactCursor } from './fact-cursor.ts';
import { RecentFacts } from './recent-facts.ts';
import type { Place } from './server-sent-event.ts';

/** Shared by the streams of a service, while at least one is open. */
interface Streams {
  /** The keys of the open streams. */
  readonly keys: string[];
  readonly recent: RecentFacts;
}

interface StreamRequest {
  /** undefined = from now. */
  readonly after: number | undefined;
  readonly isWanted: (fact: FactView) => boolean;
}

const streamsOf = new WeakMap<Service, Streams>();

/** Streams the facts after the Last-Event-ID, or after `after`, or from now. The stream ends when the caller's token expires. */
export function streamFacts(
  { after, isWanted }: StreamRequest,
  caller: Caller,
  service: Service,
  context: Context,
): Response {
  const { world, tokens, log, wallNowMs, ended } = service;
  const token = bearerToken(context)!;
  const streams = streamsOf.get(service) ?? { keys: [], recent: new RecentFacts(service) };
  const cursor = new FactCursor(service, streams.recent, caller, startOf(after, service, context), isWanted);
  if (streams.keys.length >= streamsMax) throw new Failure('too-many-streams', { limit: String(streamsMax) });
  if (streams.keys.filter((key) => key === caller.apiKey).length >= streamsPerKeyMax) {
    throw new Failure('too-many-streams-of-key', { limit: String(streamsPerKeyMax) });
  }
  streams.keys.push(caller.apiKey);
  streamsOf.set(service, streams);
  context.header(simTimeHeader, simTime(service));

  return streamSSE(context, async (stream) => {
    let wake: () => void = () => {};
    let end: NodeJS.Timeout | undefined;
    const unsubscribe = world.onFacts(() => wake());
    const wakeAtEnd = () => wake();
    ended.addEventListener('abort', wakeAtEnd);
    stream.onAbort(() => wake());
    try {
      await stream.write(`: facts after ${cursor.place.branch}-${cursor.place.seq}\n\n`);
      while (!ended.aborted && (await tokens.holder(token)) !== undefined && !stream.aborted) {
        const { text, more } = cursor.next();
        if (text !== '') {
          // The text, and its bytes on the way to the reader.
          hold(context, cursor, 2 * text.length);
          await stream.write(text);
          hold(context, cursor, 0);
        } else if (more) await stream.sleep(0);
        else {
          await new Promise<void>((resolve) => {
            wake = resolve;
            // Wake up when the token expires, even without new facts.
            end = setTimeout(resolve, Math.max(0, (tokens.expiresAtMs(token) ?? 0) - wallNowMs()));
          });
          clearTimeout(end);
        }
      }
    } catch (error) {
      if (!ended.aborted) log.error({ err: error }, 'a stream of facts failed');
    } finally {
      unsubscribe();
      ended.removeEventListener('abort', wakeAtEnd);
      streams.keys.splice(streams.keys.indexOf(caller.apiKey), 1);
      if (streams.keys.length === 0) streamsOf.delete(service);
    }
  });
}

function startOf(after: number | undefined, { world }: Service, context: Context): Place {
  const { branch, seq } = world.clock();
  const lastEventId = context.req.header('last-event-id');
  if (lastEventId === undefined) return { branch, seq: after ?? seq };
  const [, lastBranch, lastSeq] = /^(\d{1,15})-(\d{1,15})$/.exec(lastEventId) ?? [];
  if (lastSeq === undefined) {
    throw new Failure('invalid', {}, [
      problem('Last-Event-ID', 'must be the id of an event, <branch>-<seq>'),
    ]);
  }
  return { branch: Number(lastBranch), seq: Number(lastSeq) };
}
