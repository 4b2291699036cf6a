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
  /** Of each wait: its row and its length. */
  let waitRows = new Int32Array(FIRST_CAPACITY);
  let waits = new Float64Array(FIRST_CAPACITY);
  let waitCount = 0;
  let grouped = new Float64Array(0);
  /** Row → where its waits end in `grouped`; while they are grouped, where the next one goes. */
  let ends = new Int32Array(0);
  /** Of the row that is being ranked. */
  let percentiles: Percentiles | undefined;
  /** The next entry of the first piece of work, and how many more the present step may take. */
  let next = 0;
  let left = 0;
  /** Rows that the present attempt holds GPUs of. */
  const heldRows: number[] = [];
  const untilMs: number = Math.min(query.toMs, nowMs);
  const subjects: Rows = new Rows(query, history, workspaces);
  const words: Float64Array = new Float64Array(subjects.size * WORDS);
  const table: TotalsTable = new TotalsTable(query, subjects.size, words);
  const attempts = history.attempts.size;
  const marks = history.marks.size;
  const nodes = history.nodes.size;
  /** What remains to be done, in order, with the numbers of entries. `each` returns false if the entry is not done. */
  const work: { readonly size: () => number; readonly each: (entry: number) => unknown }[] = [
    { size: () => attempts, each: (attempt) => addAttempt(attempt) },
    { size: () => marks, each: (mark) => addMark(mark) },
    { size: () => nodes, each: (node) => addUpTime(node) },
    { size: () => 1, each: () => beginGroups() },
    { size: () => waitCount, each: (wait) => group(wait) },
    { size: () => subjects.size, each: (row) => rank(row) },
  ];

  function addAttempt(attempt: number): void {
    const { attempts, nodes } = history;
    const startMs = attempts.startMs[attempt];
    const { fromMs } = query;
    const ended = attempts.endMs[attempt];
    countQueued(attempt);
    const endMs = ended < 0 || ended > nowMs ? Number.POSITIVE_INFINITY : ended;
    if (startMs > untilMs || endMs < fromMs) return;
    const heldMs = Math.max(0, Math.min(endMs, untilMs) - Math.max(startMs, fromMs));
    const { holds } = attempts;
    const { kind } = subjects;
    const rows = heldRows;
    rows.length = 0;
    if (kind === 'workspaces') rows.push(subjects.ofWorkspace(attempts.workspace[attempt]));
    for (let at = attempts.firstHold[attempt]; at < attempts.endOfHolds(attempt); at++) {
      const node = holds.node[at];
      const row = kind === 'workspaces' ? rows[0] : subjects.ofNode(node);
      if (!rows.includes(row)) rows.push(row);
      if (row < 0) continue;
      const gpuMs = (heldMs * holds.lanes[at] * holds.gpuMilli[at]) / WHOLE_GPU;
      add(row, Word.gpuMs, gpuMs);
      add(row, Word.costMicroHours, (gpuMs * priceOf(nodes.pool[node])) / HOUR_MS);
    }
    for (const row of rows) if (row >= 0) addEvents(row, attempt, startMs, endMs);
  }

  /** A start ends a wait, a requeue begins one. */
  function countQueued(attempt: number): void {
    const { attempts } = history;
    const { kind } = subjects;
    if (kind === 'nodes') return;
    const row =
      kind === 'workspaces'
        ? subjects.ofWorkspace(attempts.workspace[attempt])
        : subjects.ofNode(attempts.holds.node[attempts.firstHold[attempt]]);
    if (row < 0) return;
    if (isUntilEnd(attempts.startMs[attempt])) add(row, Word.queued, -1);
    const isRequeued = attempts.state[attempt] === State.queued;
    if (isRequeued && isUntilEnd(attempts.endMs[attempt])) add(row, Word.queued, 1);
  }

  /** Counts the start and the end of an attempt for a row. */
  function addEvents(row: number, attempt: number, startMs: number, endMs: number): void {
    const { attempts } = history;
    if (isInRange(startMs)) {
      add(row, Word.started, 1);
      add(row, Word.given, attempts.evicted[attempt]);
      if (attempts.isFirst[attempt] === 1) addWait(row, startMs - attempts.waitedSinceMs[attempt]);
    }
    if (!isInRange(endMs)) return;
    const state = attempts.state[attempt];
    if (state === State.complete) add(row, Word.completed, 1);
    else if (state === State.timedOut) add(row, Word.timedOut, 1);
    else if (state === State.failed) add(row, Word.failed, 1);
    else add(row, Word.requeues, 1);
    const reason = attempts.reason[attempt];
    if (reason === Reason.eviction) add(row, Word.suffered, 1);
    if (reason === Reason.nodeFailure && subjects.kind === 'workspaces') add(row, Word.nodeFailures, 1);
  }

  function addWait(row: number, waitMs: number): void {
    const at = waitCount++;
    if (at === waits.length) {
      waits = grown(waits, 2 * at);
      waitRows = grown(waitRows, 2 * at);
    }
    waits[at] = waitMs;
    waitRows[at] = row;
    add(row, Word.waits, 1);
    add(row, Word.waitMs, waitMs);
    const max = row * WORDS + Word.waitMsMax;
    words[max] = Math.max(words[max], waitMs);
  }

  function addMark(mark: number): void {
    const { kind, atMs, pool, of } = history.marks;
    const isWithin = isInRange(atMs[mark]);
    if (kind[mark] === Mark.nodeDown) {
      const row = subjects.ofNode(of[mark]);
      if (isWithin && row >= 0) add(row, Word.nodeFailures, 1);
      return;
    }
    const isOfWorkspaces = subjects.kind === 'workspaces';
    const row = isOfWorkspaces ? subjects.ofWorkspace(of[mark]) : subjects.ofPool(pool[mark]);
    if (row < 0) return;
    const isCreated = kind[mark] === Mark.created;
    if (isWithin) add(row, isCreated ? Word.created : Word.removed, 1);
    if (isUntilEnd(atMs[mark])) add(row, Word.queued, isCreated ? 1 : -1);
  }

  function addUpTime(node: number): void {
    const row = subjects.ofNode(node);
    const { fromMs } = query;
    if (row < 0 || untilMs <= fromMs) return;
    let upMs = untilMs - fromMs;
    for (const span of history.downTimes.between(node, fromMs, untilMs)) {
      upMs -= Math.min(span.toMs ?? untilMs, untilMs) - Math.max(span.fromMs, fromMs);
    }
    add(row, Word.upGpuMs, upMs * history.nodes.gpus[node]);
  }

  function beginGroups(): void {
    left = 0;
    grouped = new Float64Array(waitCount);
    ends = new Int32Array(subjects.size);
    for (let row = 1; row < subjects.size; row++) {
      ends[row] = ends[row - 1] + words[(row - 1) * WORDS + Word.waits];
    }
  }

  function group(wait: number): void {
    grouped[ends[waitRows[wait]]++] = waits[wait];
  }

  /** Takes a step towards the percentiles of a row. Returns true when they are known. */
  function rank(row: number): boolean {
    const end = ends[row];
    const maxMs = words[row * WORDS + Word.waitMsMax];
    left -= lengthOfRow(row) >> 4;
    percentiles ??= new Percentiles(grouped.subarray(end - lengthOfRow(row), end), maxMs);
    if (!percentiles.run(maxMs)) return false;
    words.set(percentiles.found, row * WORDS + Word.percentiles);
    percentiles = undefined;
    table.select(row);
    return true;
  }

  function lengthOfRow(row: number): number {
    return words[row * WORDS + Word.waits];
  }

  function isInRange(atMs: number): boolean {
    return atMs >= query.fromMs && isUntilEnd(atMs);
  }

  function isUntilEnd(atMs: number): boolean {
    return atMs < untilMs || (atMs === nowMs && query.toMs >= nowMs);
  }

  function add(row: number, word: number, by: number): void {
    words[row * WORDS + word] += by;
  }

  return {
    run(instants: number): boolean {
      for (left = instants * ENTRIES; left > 0; left--) {
        while (work.length > 0 && next >= work[0].size()) {
          work.shift();
          next = 0;
        }
        if (work.length === 0) return true;
        if (work[0].each(next) !== false) next++;
      }
      return false;
    },
    answer(): TotalsTable {
      return table;
    },
  };
}
