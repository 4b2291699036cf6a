// The events that are facts.

import type { FactRun, FactView } from '../../../../sim/index.ts';
import type { EventGpr, EventsRequest, WorldEvent } from '../../event.ts';
import { type EventKind, eventKindOf, factKindsOf, setUpFacts } from '../../event-kinds.ts';
import { type Searched, selectionOf } from '../fact-search.ts';
import type { Direction, EventStream, Numbered } from './event-stream.ts';

/** Facts of a part. A page ends between two parts: where they begin must not depend on the runs in which facts are stored. */
const PART_FACTS = 4096;

/** What the facts of a request are found with. */
export interface Knowledge {
  readonly searched: Searched;
  /** The facts that ended an attempt on the node of the request; undefined without a node. */
  readonly endsOnNode: ReadonlySet<number> | undefined;
  gpr(gprId: string): EventGpr;
}

export class FactEvents implements EventStream {
  readonly found: Numbered[] = [];
  examinedToMs: number;
  /** Facts from this number on, backward, or up to it, forward, were examined. */
  examinedTo: number;
  readonly #request: Omit<EventsRequest, 'page'>;
  readonly #known: Knowledge;
  readonly #direction: Direction;
  readonly #selection: ReturnType<typeof selectionOf>;
  readonly #runs: Iterator<FactRun>;
  readonly #setUp: number;
  readonly #kinds: ReadonlySet<EventKind>;
  /** Numbers of the first and the last fact that are left. */
  #first: number;
  #last: number;
  #run: FactRun | undefined;
  /** The number of the last fact of the part that is being examined, in the direction; undefined between two parts. */
  #partEnd: number | undefined;
  #countInPart = 0;
  #foundInPart: Numbered[] = [];

  /** @param first, last numbers of facts between which the page lies */
  constructor(
    request: Omit<EventsRequest, 'page'>,
    known: Knowledge,
    direction: Direction,
    first: number,
    last: number,
  ) {
    const { kinds, gprId, withVictims, sees, fromMs, toMs } = request;
    this.#request = request;
    this.#known = known;
    this.#direction = direction;
    const { searched } = known;
    this.#selection = selectionOf(
      {
        ...(gprId !== undefined && { gprId, withVictims }),
        ...((fromMs > 0 || toMs !== undefined) && { fromMs, toMs: toMs ?? Number.POSITIVE_INFINITY }),
        kinds: factKindsOf(kinds),
        sees,
      },
      searched,
    );
    this.#first = Math.max(first, this.#selection.first);
    this.#last = Math.min(last, this.#selection.last);
    this.#setUp = setUpFacts(searched.simulation().scenario);
    this.#kinds = new Set(kinds);
    this.examinedToMs = direction === 1 ? -1 : Number.POSITIVE_INFINITY;
    this.examinedTo = direction === 1 ? first - 1 : last + 1;
    const tail = searched.tail();
    this.#runs = this.isDone
      ? [][Symbol.iterator]()
      : direction === 1
        ? tail.allAfter(this.#first - 1)
        : tail.allUntil(this.#last);
  }

  get isDone(): boolean {
    return this.#first > this.#last;
  }

  /** Examines a part, or what a run has of it. */
  step(): number {
    const isForward = this.#direction === 1;
    this.#partEnd ??= isForward
      ? Math.min(this.#last, this.#first + PART_FACTS - 1)
      : Math.max(this.#first, this.#last - PART_FACTS + 1);
    const partEnd = this.#partEnd;
    this.#run ??= this.#runs.next().value as FactRun | undefined;
    const run = this.#run;
    if (run === undefined) throw new Error(`facts ${this.#first} to ${this.#last} are not in the file`);
    const ends = { first: run.firstSeq, last: run.firstSeq + run.count - 1 };
    const from = isForward ? this.#first : Math.max(partEnd, ends.first);
    const until = isForward ? Math.min(partEnd, ends.last) : this.#last;
    this.#take(run, from, until);
    if (isForward) this.#first = until + 1;
    else this.#last = from - 1;
    if (isForward ? until === ends.last : from === ends.first) this.#run = undefined;
    const examined = isForward ? until : from;
    this.#countInPart += until - from + 1;
    // What a run has of a part costs nothing: a search that ended within a part would begin it again.
    if (examined !== partEnd) return 0;
    const [edge] = this.#known.searched.simulation().viewFacts(run, { after: examined - 1, until: examined });
    const count = this.#countInPart;
    this.examinedTo = examined;
    this.examinedToMs = edge.atMs;
    this.found.push(...this.#foundInPart);
    this.#foundInPart = [];
    this.#countInPart = 0;
    this.#partEnd = undefined;
    return count;
  }

  #take(run: FactRun, from: number, until: number): void {
    const simulation = this.#known.searched.simulation();
    const views = simulation.viewFacts(run, { ...this.#selection.wanted, after: from - 1, until });
    const found: Numbered[] = [];
    for (const fact of views) {
      const kind = eventKindOf(fact, this.#setUp);
      if (kind === undefined || !this.#kinds.has(kind) || !this.#isOfFilters(fact)) continue;
      found.push({ number: fact.seq, event: eventOf(kind, fact) });
    }
    this.#foundInPart.push(...(this.#direction === 1 ? found : found.reverse()));
  }

  #isOfFilters(fact: FactView): boolean {
    const { workspace, node } = this.#request;
    if (workspace !== undefined && fact.workspace !== workspace && !this.#isEvictionBy(fact, workspace))
      return false;
    if (node === undefined) return true;
    return fact.node === node || fact.nodes?.includes(node) === true || this.#known.endsOnNode!.has(fact.seq);
  }

  #isEvictionBy({ reason, culprit }: FactView, workspace: string): boolean {
    return reason === 'eviction' && this.#known.gpr(culprit!).workspace === workspace;
  }
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
