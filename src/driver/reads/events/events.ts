// A page of events: finds them, then the nodes of attempts that ended, then the names of the GPRs. All in steps.

import type { PendingAnswer } from '../../../../sim/index.ts';
import type { EventGpr, EventPosition, EventsPage, EventsRequest, WorldEvent } from '../../event.ts';
import { endsAttempt } from '../../event-kinds.ts';
import type { Source } from '../charts.ts';
import { renewed, type Searched } from '../fact-search.ts';
import { type EventStream, MergedEvents } from './event-stream.ts';
import { FactEvents } from './fact-events.ts';
import { MovedEstimates } from './moved-estimates.ts';

/** Maximum number of facts and changes of estimates that one page examines; a part more until its end. */
const EXAMINED_MAX = 200_000;
/** GPRs that one step looks up: each may be in the file. */
const STEP_GPRS = 20;

export function eventsOf(
  request: EventsRequest,
  source: Source,
  searched: Searched,
): PendingAnswer<EventsPage> {
  return renewed(searched, () => {
    const search = new EventsSearch(request, source, searched);
    const steps = search.steps();
    return { run: () => steps.next().done === true, answer: () => search.page };
  });
}

class EventsSearch {
  readonly #request: EventsRequest;
  readonly #source: Source;
  readonly #searched: Searched;
  readonly #names: Map<string, EventGpr> = new Map();
  #page: EventsPage | undefined;

  constructor(request: EventsRequest, source: Source, searched: Searched) {
    this.#request = request;
    this.#source = source;
    this.#searched = searched;
  }

  get page(): EventsPage {
    return this.#page!;
  }

  *steps(): Generator<void, void> {
    const { page, node, limit } = this.#request;
    const { simulation, history, charted } = this.#source;
    const { branch, nowMs, start } = charted;
    const past = this.#searched.past();
    const all: EventPosition = { facts: Math.min(charted.seq, past.facts), estimates: past.estimates };
    const endsOnNode = node === undefined ? undefined : yield* finished(simulation.endsOnNode(history, node));
    const known = { searched: this.#searched, endsOnNode, gpr: (gprId: string) => this.#gpr(gprId) };
    const isForward = 'after' in page;
    const direction = isForward ? 1 : -1;
    const before = isForward ? all : lesser(page.before ?? all, all);
    const after = isForward ? page.after : { facts: 0, estimates: 0 };
    const facts = new FactEvents(this.#request, known, direction, after.facts + 1, before.facts);
    const estimates = new MovedEstimates(
      this.#request,
      known,
      direction,
      after.estimates + 1,
      before.estimates,
    );
    const merged = new MergedEvents(facts, estimates, direction, limit, EXAMINED_MAX);
    while (!merged.step()) yield;
    const events = yield* this.#completed(merged.taken);
    const [from, end] = isForward ? [after, before] : [before, after];
    const reached = (stream: EventStream, of: (position: EventPosition) => number) =>
      merged.reached(stream, of(from), of(end));
    const position = {
      facts: reached(facts, (position) => position.facts),
      estimates: reached(estimates, (position) => position.estimates),
    };
    this.#page = {
      branch,
      nowMs,
      start,
      events: isForward ? events : events.toReversed(),
      older: isForward ? after : merged.isDone ? null : position,
      newer: isForward ? position : before,
    };
  }

  /** With names, and with the nodes of attempts that ended. */
  *#completed(events: readonly WorldEvent[]): Generator<void, WorldEvent[]> {
    const { simulation, history } = this.#source;
    const ends = events.flatMap(({ fact }) => (fact !== null && endsAttempt(fact) ? [fact.seq] : []));
    const nodes = yield* finished(simulation.nodesOfEnds(history, ends));
    const completed: WorldEvent[] = [];
    for (const event of events) {
      const named = (gpr: EventGpr | null) => gpr && this.#gpr(gpr.gprId);
      completed.push({
        ...event,
        gpr: named(event.gpr),
        by: named(event.by),
        nodes: nodes.get(event.fact?.seq ?? 0) ?? event.nodes,
      });
      if (completed.length % STEP_GPRS === 0) yield;
    }
    return completed;
  }

  #gpr(gprId: string): EventGpr {
    const known = this.#names.get(gprId);
    if (known !== undefined) return known;
    const gpr = this.#searched.gpr(gprId);
    const named = { gprId, gprName: gpr?.gprName ?? null, workspace: gpr?.workspace ?? null };
    this.#names.set(gprId, named);
    return named;
  }
}

function* finished<T>(pending: PendingAnswer<T>): Generator<void, T> {
  while (!pending.run(1)) yield;
  return pending.answer();
}

function lesser(a: EventPosition, b: EventPosition): EventPosition {
  return { facts: Math.min(a.facts, b.facts), estimates: Math.min(a.estimates, b.estimates) };
}
