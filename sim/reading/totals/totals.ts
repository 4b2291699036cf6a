// Totals of a range of time, exact: of the world, or of each cluster, node or workspace. Computed in steps from the history. What
// happens at an instant counts if `fromMs` ≤ instant < `toMs`, or if it is the present instant and the range reaches it.

import { grown } from '../../base/collections/columns.ts';
import { HOUR_MS } from '../../base/numbers/time.ts';
import type { PendingAnswer } from '../../base/pending.ts';
import { WHOLE_GPU } from '../../capacity/shares/share-nodes.ts';
import { Reason, State } from '../../facts/numbered.ts';
import type { History } from '../../followers/history/history.ts';
import { Mark } from '../../followers/history/marks.ts';
import { Percentiles } from './percentiles.ts';
import { Rows, type Subjects } from './subjects.ts';
import { type Chosen, TotalsTable, WORDS, Word } from './totals-table.ts';

interface TotalsQuery extends Subjects, Chosen {
  readonly fromMs: number;
  /** Ranges end at the present instant at the latest. */
  readonly toMs: number;
}

/** Attempts, marks or waits read for each instant of a step. */
const ENTRIES = 64;
const FIRST_CAPACITY = 1024;

/** @param priceOf price of a GPU of a pool in millionths of the currency per hour @param workspaces number of workspaces so far */
export function totalsOf(
  history: History,
  nowMs: number,
  query: TotalsQuery,
  workspaces: number,
  priceOf: (pool: number) => number,
): PendingAnswer<TotalsTable> {
  return new PendingTotals(history, nowMs, query, workspaces, priceOf);
}

class PendingTotals implements PendingAnswer<TotalsTable> {
  readonly #history: History;
  readonly #query: TotalsQuery;
  readonly #nowMs: number;
  readonly #endMs: number;
  readonly #priceOf: (pool: number) => number;
  readonly #rows: Rows;
  readonly #words: Float64Array;
  readonly #table: TotalsTable;
  /** Of each wait: its row and its length. */
  #waitRows = new Int32Array(FIRST_CAPACITY);
  #waits = new Float64Array(FIRST_CAPACITY);
  #waitCount = 0;
  #grouped = new Float64Array(0);
  /** Row → where its waits end in `#grouped`; while they are grouped, where the next one goes. */
  #ends = new Int32Array(0);
  /** Of the row that is being ranked. */
  #percentiles: Percentiles | undefined;
  /** What remains to be done, in order, with the numbers of entries. `each` returns false if the entry is not done. */
  readonly #work: { readonly size: () => number; readonly each: (entry: number) => unknown }[];
  /** The next entry of the first piece of work, and how many more the present step may take. */
  #next = 0;
  #left = 0;
  /** Rows that the present attempt holds GPUs of. */
  #heldRows: number[] = [];

  constructor(
    history: History,
    nowMs: number,
    query: TotalsQuery,
    workspaces: number,
    priceOf: (pool: number) => number,
  ) {
    this.#history = history;
    this.#query = query;
    this.#nowMs = nowMs;
    this.#endMs = Math.min(query.toMs, nowMs);
    this.#priceOf = priceOf;
    this.#rows = new Rows(query, history, workspaces);
    this.#words = new Float64Array(this.#rows.size * WORDS);
    this.#table = new TotalsTable(query, this.#rows.size, this.#words);
    const attempts = history.attempts.size;
    const marks = history.marks.size;
    const nodes = history.nodes.size;
    this.#work = [
      { size: () => attempts, each: (attempt) => this.#addAttempt(attempt) },
      { size: () => marks, each: (mark) => this.#addMark(mark) },
      { size: () => nodes, each: (node) => this.#addUpTime(node) },
      { size: () => 1, each: () => this.#beginGroups() },
      { size: () => this.#waitCount, each: (wait) => this.#group(wait) },
      { size: () => this.#rows.size, each: (row) => this.#rank(row) },
    ];
  }

  run(instants: number): boolean {
    for (this.#left = instants * ENTRIES; this.#left > 0; this.#left--) {
      while (this.#work.length > 0 && this.#next >= this.#work[0].size()) {
        this.#work.shift();
        this.#next = 0;
      }
      if (this.#work.length === 0) return true;
      if (this.#work[0].each(this.#next) !== false) this.#next++;
    }
    return false;
  }

  answer(): TotalsTable {
    return this.#table;
  }

  #addAttempt(attempt: number): void {
    const { attempts, nodes } = this.#history;
    const startMs = attempts.startMs[attempt];
    const { fromMs } = this.#query;
    const ended = attempts.endMs[attempt];
    this.#countQueued(attempt);
    const endMs = ended < 0 || ended > this.#nowMs ? Number.POSITIVE_INFINITY : ended;
    if (startMs > this.#endMs || endMs < fromMs) return;
    const heldMs = Math.max(0, Math.min(endMs, this.#endMs) - Math.max(startMs, fromMs));
    const { holds } = attempts;
    const { kind } = this.#rows;
    const rows = this.#heldRows;
    rows.length = 0;
    if (kind === 'workspaces') rows.push(this.#rows.ofWorkspace(attempts.workspace[attempt]));
    for (let at = attempts.firstHold[attempt]; at < attempts.endOfHolds(attempt); at++) {
      const node = holds.node[at];
      const row = kind === 'workspaces' ? rows[0] : this.#rows.ofNode(node);
      if (!rows.includes(row)) rows.push(row);
      if (row < 0) continue;
      const gpuMs = (heldMs * holds.lanes[at] * holds.gpuMilli[at]) / WHOLE_GPU;
      this.#add(row, Word.gpuMs, gpuMs);
      this.#add(row, Word.costMicroHours, (gpuMs * this.#priceOf(nodes.pool[node])) / HOUR_MS);
    }
    for (const row of rows) if (row >= 0) this.#addEvents(row, attempt, startMs, endMs);
  }

  /** A start ends a wait, a requeue begins one. */
  #countQueued(attempt: number): void {
    const { attempts } = this.#history;
    const { kind } = this.#rows;
    if (kind === 'nodes') return;
    const row =
      kind === 'workspaces'
        ? this.#rows.ofWorkspace(attempts.workspace[attempt])
        : this.#rows.ofNode(attempts.holds.node[attempts.firstHold[attempt]]);
    if (row < 0) return;
    if (this.#isUntilEnd(attempts.startMs[attempt])) this.#add(row, Word.queued, -1);
    const isRequeued = attempts.state[attempt] === State.queued;
    if (isRequeued && this.#isUntilEnd(attempts.endMs[attempt])) this.#add(row, Word.queued, 1);
  }

  /** Counts the start and the end of an attempt for a row. */
  #addEvents(row: number, attempt: number, startMs: number, endMs: number): void {
    const { attempts } = this.#history;
    if (this.#isWithin(startMs)) {
      this.#add(row, Word.started, 1);
      this.#add(row, Word.given, attempts.evicted[attempt]);
      if (attempts.isFirst[attempt] === 1) this.#addWait(row, startMs - attempts.waitedSinceMs[attempt]);
    }
    if (!this.#isWithin(endMs)) return;
    const state = attempts.state[attempt];
    if (state === State.complete) this.#add(row, Word.completed, 1);
    else if (state === State.timedOut) this.#add(row, Word.timedOut, 1);
    else if (state === State.failed) this.#add(row, Word.failed, 1);
    else this.#add(row, Word.requeues, 1);
    const reason = attempts.reason[attempt];
    if (reason === Reason.eviction) this.#add(row, Word.suffered, 1);
    if (reason === Reason.nodeFailure && this.#rows.kind === 'workspaces')
      this.#add(row, Word.nodeFailures, 1);
  }

  #addWait(row: number, waitMs: number): void {
    const at = this.#waitCount++;
    if (at === this.#waits.length) {
      this.#waits = grown(this.#waits, 2 * at);
      this.#waitRows = grown(this.#waitRows, 2 * at);
    }
    this.#waits[at] = waitMs;
    this.#waitRows[at] = row;
    this.#add(row, Word.waits, 1);
    this.#add(row, Word.waitMs, waitMs);
    const max = row * WORDS + Word.waitMsMax;
    this.#words[max] = Math.max(this.#words[max], waitMs);
  }

  #addMark(mark: number): void {
    const { kind, atMs, pool, of } = this.#history.marks;
    const isWithin = this.#isWithin(atMs[mark]);
    if (kind[mark] === Mark.nodeDown) {
      const row = this.#rows.ofNode(of[mark]);
      if (isWithin && row >= 0) this.#add(row, Word.nodeFailures, 1);
      return;
    }
    const isOfWorkspaces = this.#rows.kind === 'workspaces';
    const row = isOfWorkspaces ? this.#rows.ofWorkspace(of[mark]) : this.#rows.ofPool(pool[mark]);
    if (row < 0) return;
    const isCreated = kind[mark] === Mark.created;
    if (isWithin) this.#add(row, isCreated ? Word.created : Word.removed, 1);
    if (this.#isUntilEnd(atMs[mark])) this.#add(row, Word.queued, isCreated ? 1 : -1);
  }

  #addUpTime(node: number): void {
    const row = this.#rows.ofNode(node);
    const { fromMs } = this.#query;
    if (row < 0 || this.#endMs <= fromMs) return;
    let upMs = this.#endMs - fromMs;
    for (const span of this.#history.downTimes.between(node, fromMs, this.#endMs)) {
      upMs -= Math.min(span.toMs ?? this.#endMs, this.#endMs) - Math.max(span.fromMs, fromMs);
    }
    this.#add(row, Word.upGpuMs, upMs * this.#history.nodes.gpus[node]);
  }

  #beginGroups(): void {
    this.#left = 0;
    this.#grouped = new Float64Array(this.#waitCount);
    this.#ends = new Int32Array(this.#rows.size);
    for (let row = 1; row < this.#rows.size; row++) {
      this.#ends[row] = this.#ends[row - 1] + this.#words[(row - 1) * WORDS + Word.waits];
    }
  }

  #group(wait: number): void {
    this.#grouped[this.#ends[this.#waitRows[wait]]++] = this.#waits[wait];
  }

  /** Takes a step towards the percentiles of a row. Returns true when they are known. */
  #rank(row: number): boolean {
    const end = this.#ends[row];
    const maxMs = this.#words[row * WORDS + Word.waitMsMax];
    this.#left -= this.#lengthOfRow(row) >> 4;
    this.#percentiles ??= new Percentiles(this.#grouped.subarray(end - this.#lengthOfRow(row), end), maxMs);
    if (!this.#percentiles.run(maxMs)) return false;
    const { p50, p95 } = this.#percentiles;
    this.#words[row * WORDS + Word.p50Ms] = p50 ?? 0;
    this.#words[row * WORDS + Word.p95Ms] = p95 ?? 0;
    this.#percentiles = undefined;
    this.#table.select(row);
    return true;
  }

  #lengthOfRow(row: number): number {
    return this.#words[row * WORDS + Word.waits];
  }

  #isWithin(atMs: number): boolean {
    return atMs >= this.#query.fromMs && this.#isUntilEnd(atMs);
  }

  #isUntilEnd(atMs: number): boolean {
    return atMs < this.#endMs || (atMs === this.#nowMs && this.#query.toMs >= this.#nowMs);
  }

  #add(row: number, word: number, by: number): void {
    this.#words[row * WORDS + word] += by;
  }
}
