// Streams facts to one reader.

import type { Context } from 'hono';
import type { FactView } from '../../../../sim/index.ts';
import type { Caller } from '../../frame/access/roles.ts';
import { invalid } from '../../frame/errors/failure.ts';
import type { Service } from '../../frame/operation/service.ts';
import { streamEvents } from '../shared/event-stream.ts';
import { FactCursor } from './fact-cursor.ts';
import { RecentFacts } from './recent-facts.ts';
import type { Place } from './server-sent-event.ts';

interface StreamRequest {
  /** undefined = from now. */
  readonly after: number | undefined;
  readonly isWanted: (fact: FactView) => boolean;
}

/** The newest facts, which the open streams of a service share. */
const recentOf = new WeakMap<Service, WeakRef<RecentFacts>>();

/** Streams the facts after the Last-Event-ID, or after `after`, or from now. */
export function streamFacts(
  { after, isWanted }: StreamRequest,
  caller: Caller,
  service: Service,
  context: Context,
): Response {
  const recent = recentOf.get(service)?.deref() ?? new RecentFacts(service);
  recentOf.set(service, new WeakRef(recent));
  const cursor = new FactCursor(service, recent, caller, startOf(after, service, context), isWanted);
  const { branch, seq } = cursor.place;
  const streamed = {
    begin: `: facts after ${branch}-${seq}\n\n`,
    next: () => cursor.next(),
    follow: (wake: () => void) => service.world.onFacts(wake),
    pauseMs: 0,
  };
  return streamEvents(streamed, caller, service, context);
}

function startOf(after: number | undefined, { world }: Service, context: Context): Place {
  const { branch, seq } = world.clock();
  const lastEventId = context.req.header('last-event-id');
  if (lastEventId === undefined) return { branch, seq: after ?? seq };
  const [, lastBranch, lastSeq] = /^(\d{1,15})-(\d{1,15})$/.exec(lastEventId) ?? [];
  if (lastSeq === undefined) {
    throw invalid('Last-Event-ID', 'must be the id of an event, <branch>-<seq>');
  }
  return { branch: Number(lastBranch), seq: Number(lastSeq) };
}
