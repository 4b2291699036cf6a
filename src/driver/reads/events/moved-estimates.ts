// The events that are changes of recorded estimates. A record of the log names only the new start: the one before is in the
// record before of the same GPR, which is read, too.

import { ESTIMATE_WORDS, EstimateBit, type EstimateRun, EstimateWord } from '../../../../sim/index.ts';
import type { EventsRequest } from '../../event.ts';
import type { Direction, EventStream, Numbered } from './event-stream.ts';
import type { Knowledge } from './fact-events.ts';

/** Records that one step takes. Further ones are read for their starts before. */
const STEP_RECORDS = 4096;
/** Changes whose GPRs one step looks up: each may be in the file. */
const STEP_MOVES = 64;

export class MovedEstimates implements EventStream {
  found: Numbered[] = [];
  examinedToMs: number;
  examinedTo: number;
  readonly #request: Omit<EventsRequest, 'page'>;
  readonly #known: Knowledge;
  readonly #direction: Direction;
  readonly #uid: number | undefined;
  /** Numbers of the first and the last record that are left. */
  #first: number;
  #last: number;
  /** The part that is being read; undefined between two parts. */
  #part: Part | undefined;
  /** Of a part that was read: the changes that are left, the latest first, and the events so far. */
  #moves: Move[] | undefined;
  #events: Numbered[] = [];

  /** @param first, last numbers of records between which the page lies */
  constructor(
    request: Omit<EventsRequest, 'page'>,
    known: Knowledge,
    direction: Direction,
    first: number,
    last: number,
  ) {
    this.#request = request;
    this.#known = known;
    this.#direction = direction;
    const { searched } = known;
    const { gprId, fromMs, toMs } = request;
    this.#uid = gprId === undefined ? undefined : searched.simulation().uidOf(gprId);
    const isWanted =
      request.movedByMs !== undefined && request.node === undefined && request.kinds.includes('estimate');
    const span = isWanted
      ? searched.past().estimateSpan(fromMs, toMs ?? Number.POSITIVE_INFINITY)
      : { first: 1, last: 0 };
    this.#first = Math.max(first, span.first);
    this.#last = Math.min(last, span.last);
    this.examinedToMs = direction === 1 ? -1 : Number.POSITIVE_INFINITY;
    this.examinedTo = direction === 1 ? first - 1 : last + 1;
  }

  get isDone(): boolean {
    return this.#first > this.#last;
  }

  step(): number {
    const isForward = this.#direction === 1;
    this.#part ??= new Part(
      isForward ? this.#first : Math.max(this.#first, this.#last - STEP_RECORDS + 1),
      isForward ? Math.min(this.#last, this.#first + STEP_RECORDS - 1) : this.#last,
      this.#uid,
    );
    const part = this.#part;
    // The records of a part cost nothing: a search that ended within one would begin it again.
    if (!part.isRead) {
      const [run] = this.#known.searched.past().estimateRunsUntil(part.next, 1);
      part.read(run);
      return 0;
    }
    this.#moves ??= part.moves.filter((move) => this.#isWanted(move));
    this.#events.push(...this.#moves.splice(0, STEP_MOVES).flatMap((move) => this.#eventOf(move)));
    if (this.#moves.length > 0) return 0;
    this.found.push(...(isForward ? this.#events.reverse() : this.#events));
    this.#events = [];
    this.#moves = undefined;
    this.#part = undefined;
    if (isForward) this.#first = part.last + 1;
    else this.#last = part.first - 1;
    this.examinedTo = isForward ? part.last : part.first;
    this.examinedToMs = isForward ? part.lastMs : part.firstMs;
    return part.last - part.first + 1;
  }

  #isWanted({ atMs, fromMs, toMs }: Move): boolean {
    const request = this.#request;
    if (atMs < request.fromMs || atMs > (request.toMs ?? Number.POSITIVE_INFINITY)) return false;
    return fromMs === null || toMs === null || Math.abs(toMs - fromMs) >= request.movedByMs!;
  }

  #eventOf({ number, atMs, uid, fromMs, toMs }: Move): Numbered[] {
    const { workspace, seesWorkspace } = this.#request;
    const { searched } = this.#known;
    const gprId = searched.simulation().gprId(uid);
    const gpr = searched.gpr(gprId);
    if (gpr === undefined || !seesWorkspace(gpr.workspaceCreation)) return [];
    if (workspace !== undefined && gpr.workspace !== workspace) return [];
    const event = {
      kind: 'estimate' as const,
      atMs,
      fact: null,
      by: null,
      nodes: [],
      gpr: { gprId, gprName: null, workspace: null },
      estimate: { fromMs, toMs },
    };
    return [{ number, event }];
  }
}

interface Move {
  readonly number: number;
  readonly atMs: number;
  readonly uid: number;
  /** null = no start was foreseen. */
  readonly fromMs: number | null;
  readonly toMs: number | null;
}

/** A part of the log, read backward until the record before of each of its records is found. */
class Part {
  readonly first: number;
  readonly last: number;
  firstMs = 0;
  lastMs = 0;
  /** Number of the next record to read. */
  next: number;
  readonly #uid: number | undefined;
  /** uid → its move of the part whose start before is not known yet. */
  readonly #open: Map<number, Omit<Move, 'fromMs'>> = new Map();
  readonly #moves: Move[] = [];

  constructor(first: number, last: number, uid: number | undefined) {
    this.first = first;
    this.last = last;
    this.next = last;
    this.#uid = uid;
  }

  get isRead(): boolean {
    return this.next < this.first && this.#open.size === 0;
  }

  /** The latest first. */
  get moves(): readonly Move[] {
    return this.#moves.toSorted((a, b) => b.number - a.number);
  }

  read({ firstSeq, words }: EstimateRun): void {
    for (let number = this.next; number >= firstSeq; number--) {
      const at = (number - firstSeq) * ESTIMATE_WORDS;
      this.next = number - 1;
      const atMs = words[at + EstimateWord.atMs];
      if (number === this.last) this.lastMs = atMs;
      if (number === this.first) this.firstMs = atMs;
      const uid = words[at + EstimateWord.uid];
      if (this.#uid !== undefined && uid !== this.#uid) continue;
      const startMs = words[at + EstimateWord.startMs];
      const toMs = startMs < 0 ? null : startMs;
      const open = this.#open.get(uid);
      if (open !== undefined) {
        this.#moves.push({ ...open, fromMs: toMs });
        this.#open.delete(uid);
      }
      const isFirst = (words[at + EstimateWord.bits] & EstimateBit.first) !== 0;
      if (number >= this.first && !isFirst) this.#open.set(uid, { number, atMs, uid, toMs });
    }
  }
}
