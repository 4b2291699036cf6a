// A page of events: finds them, then the nodes of attempts that ended, then the names of the GPRs. All in steps.

import type { PendingAnswer } from '../../../../sim/index.ts';
import { endsAttempt } from '../../../wire/events.ts';
import type { EventGpr, EventPosition, EventsPage, EventsRequest, WorldEvent } from '../../event.ts';
import type { Source } from '../charts.ts';
import { renewed, type Searched } from '../fact-search.ts';
import { type Steps, stepsOf } from '../pending/steps.ts';
import { merged, type Reached } from './event-stream.ts';
import { factEvents } from './fact-events.ts';
import { movedEstimates } from './moved-estimates.ts';

/** GPRs that one step looks up: each may be in the file. */
const STEP_GPRS = 20;

export function eventsOf(
  request: EventsRequest,
  source: Source,
  searched: Searched,
): PendingAnswer<EventsPage> {
  return renewed(searched, () => pageOf(request, source, searched));
}

function* pageOf(
  { page, ...request }: EventsRequest,
  { simulation, history, charted }: Source,
  searched: Searched,
): Steps<EventsPage> {
  const { node, limit } = request;
  const { branch, nowMs, start, seq } = charted;
  const past = searched.past();
  const all: EventPosition = { facts: Math.min(seq, past.facts), estimates: past.estimates };
  const endsOnNode = node === undefined ? undefined : yield* stepsOf(simulation.endsOnNode(history, node));
  const gpr = namesOf(searched);
  const known = { searched, endsOnNode, gpr };
  const isForward = 'after' in page;
  const before = isForward ? all : lesser(page.before ?? all, all);
  const after = isForward ? page.after : { facts: 0, estimates: 0 };
  const facts = factEvents(request, known, isForward, after.facts + 1, before.facts);
  const estimates = movedEstimates(request, known, isForward, after.estimates + 1, before.estimates);
  const taken = yield* merged(facts, estimates, isForward, limit);

  const ends = taken.events.flatMap(({ fact }) => (fact !== null && endsAttempt(fact) ? [fact.seq] : []));
  const nodes = yield* stepsOf(simulation.nodesOfEnds(history, ends));
  const events: WorldEvent[] = [];
  for (const event of taken.events) {
    const named = (of: EventGpr | null) => of && gpr(of.gprId);
    events.push({
      ...event,
      gpr: named(event.gpr),
      by: named(event.by),
      nodes: nodes.get(event.fact?.seq ?? 0) ?? event.nodes,
    });
    if (events.length % STEP_GPRS === 0) yield;
  }

  const [from, end] = isForward ? [after, before] : [before, after];
  const isFull = events.length === limit;
  const positionIn = ({ number, isDone }: Reached, stream: keyof EventPosition) => {
    if (isDone && !isFull) return end[stream];
    if (number === undefined) return from[stream];
    return isForward ? number : number - 1;
  };
  const position = {
    facts: positionIn(taken.facts, 'facts'),
    estimates: positionIn(taken.estimates, 'estimates'),
  };
  const isDone = taken.facts.isDone && taken.estimates.isDone;
  return {
    branch,
    nowMs,
    start,
    events: isForward ? events : events.reverse(),
    older: isForward ? after : isDone ? null : position,
    newer: isForward ? position : before,
  };
}

/** Looks each GPR up once: it may be in the file. */
function namesOf(searched: Searched): (gprId: string) => EventGpr {
  const names = new Map<string, EventGpr>();
  return (gprId) => {
    const known = names.get(gprId);
    if (known !== undefined) return known;
    const gpr = searched.gpr(gprId);
    const named = { gprId, gprName: gpr?.gprName ?? null, workspace: gpr?.workspace ?? null };
    names.set(gprId, named);
    return named;
  };
}

function lesser(a: EventPosition, b: EventPosition): EventPosition {
  return { facts: Math.min(a.facts, b.facts), estimates: Math.min(a.estimates, b.estimates) };
}
