// The events that are facts.

import type { FactView } from '../../../../sim/index.ts';
import { type EventKind, eventKindOf, factKindsOf, setUpFacts } from '../../../wire/events.ts';
import type { EventGpr, EventsRequest, WorldEvent } from '../../event.ts';
import { type Searched, selectionOf } from '../fact-search.ts';
import { type EventStream, partsOf } from './event-stream.ts';

/** What the facts of a request are found with. */
export interface Knowledge {
  readonly searched: Searched;
  /** The facts that ended an attempt on the node of the request; undefined without a node. */
  readonly endsOnNode: ReadonlySet<number> | undefined;
  gpr(gprId: string): EventGpr;
}

/** @param first, last numbers of facts between which the page lies */
export function* factEvents(
  request: Omit<EventsRequest, 'page'>,
  known: Knowledge,
  isForward: boolean,
  first: number,
  last: number,
): EventStream {
  const { kinds, gprId, withVictims, sees, fromMs, toMs } = request;
  const { searched } = known;
  const simulation = searched.simulation();
  const selection = selectionOf(
    {
      ...(gprId !== undefined && { gprId, withVictims }),
      ...((fromMs > 0 || toMs !== undefined) && { fromMs, toMs: toMs ?? Number.POSITIVE_INFINITY }),
      kinds: factKindsOf(kinds),
      sees,
    },
    searched,
  );
  const setUp = setUpFacts(simulation.scenario);
  const wanted = new Set(kinds);
  const [begin, end] = [Math.max(first, selection.first), Math.min(last, selection.last)];
  const tail = searched.tail();
  const runs = isForward ? tail.allAfter(begin - 1) : tail.allUntil(end);
  let run = begin > end ? undefined : runs.next().value!;
  for (const { from, to, isLast } of partsOf(begin, end, isForward)) {
    let [left, right] = [from, to];
    while (left <= right) {
      const stored = run!;
      const lastOfRun = stored.firstSeq + stored.count - 1;
      const after = isForward ? left - 1 : Math.max(left, stored.firstSeq) - 1;
      const until = isForward ? Math.min(right, lastOfRun) : right;
      const facts = simulation.viewFacts(stored, { ...selection.wanted, after, until });
      for (const fact of isForward ? facts : facts.reverse()) {
        const kind = eventKindOf(fact, setUp);
        if (kind !== undefined && wanted.has(kind) && isOfFilters(fact, request, known))
          yield { number: fact.seq, atMs: fact.atMs, event: eventOf(kind, fact) };
      }
      if (isForward) left = until + 1;
      else right = after;
      if (left > right && !isLast) {
        const number = isForward ? to : from;
        const [edge] = simulation.viewFacts(stored, { after: number - 1, until: number });
        yield { number, atMs: edge.atMs };
      } else yield;
      if (isForward ? until === lastOfRun : after < stored.firstSeq) run = runs.next().value ?? undefined;
    }
  }
}

function isOfFilters(
  fact: FactView,
  { workspace, node }: Omit<EventsRequest, 'page'>,
  { gpr, endsOnNode }: Knowledge,
): boolean {
  const isEvictionBy = (name: string) => fact.reason === 'eviction' && gpr(fact.culprit!).workspace === name;
  if (workspace !== undefined && fact.workspace !== workspace && !isEvictionBy(workspace)) return false;
  if (node === undefined) return true;
  return fact.node === node || fact.nodes?.includes(node) === true || endsOnNode!.has(fact.seq);
}

/** Without names, and without the nodes of attempts that ended. */
function eventOf(kind: EventKind, fact: FactView): WorldEvent {
  const { gprId, reason, culprit, node, nodes } = fact;
  const unnamed = (gprId: string) => ({ gprId, gprName: null, workspace: null });
  return {
    kind,
    atMs: fact.atMs,
    fact,
    gpr: typeof gprId === 'string' ? unnamed(gprId) : null,
    by: reason === 'eviction' ? unnamed(culprit!) : null,
    nodes: nodes ?? (node === undefined ? [] : [node]),
    estimate: null,
  };
}
