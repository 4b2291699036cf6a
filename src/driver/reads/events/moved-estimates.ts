// The events that are changes of recorded estimates. A record of the log names only the new start: the one before is in the
// record before of the same GPR, which is read, too.

import { ESTIMATE_WORDS, EstimateBit, EstimateWord } from '../../../../sim/index.ts';
import type { EventsRequest, WorldEvent } from '../../event.ts';
import { type EventStream, partsOf } from './event-stream.ts';
import type { Knowledge } from './fact-events.ts';

/** Changes whose GPRs one step looks up: each may be in the file. */
const STEP_MOVES = 64;

/** @param first, last numbers of records between which the page lies */
export function* movedEstimates(
  request: Omit<EventsRequest, 'page'>,
  known: Knowledge,
  isForward: boolean,
  first: number,
  last: number,
): EventStream {
  const { movedByMs, fromMs, toMs = Number.POSITIVE_INFINITY } = request;
  if (movedByMs === undefined || request.node !== undefined || !request.kinds.includes('estimate')) return;
  const isWanted = (move: Move) =>
    move.atMs >= fromMs &&
    move.atMs <= toMs &&
    (move.fromMs === null || move.toMs === null || Math.abs(move.toMs - move.fromMs) >= movedByMs);
  const span = known.searched.past().estimateSpan(fromMs, toMs);
  const [begin, end] = [Math.max(first, span.first), Math.min(last, span.last)];
  for (const { from, to, isLast } of partsOf(begin, end, isForward)) {
    const { moves, firstMs, lastMs } = yield* readPart(from, to, request, known);
    moves.sort((a, b) => (isForward ? a.number - b.number : b.number - a.number));
    for (const [i, move] of moves.filter(isWanted).entries()) {
      const event = eventOf(move, request, known);
      if (event !== undefined) yield { number: move.number, atMs: move.atMs, event };
      if (i % STEP_MOVES === STEP_MOVES - 1) yield;
    }
    if (!isLast) yield isForward ? { number: to, atMs: lastMs } : { number: from, atMs: firstMs };
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

/** Reads the records of a part backward until the record before of each of them is found. */
function* readPart(
  first: number,
  last: number,
  { gprId }: Pick<EventsRequest, 'gprId'>,
  { searched }: Knowledge,
): Generator<undefined, { readonly moves: Move[]; readonly firstMs: number; readonly lastMs: number }> {
  const wanted = gprId === undefined ? undefined : searched.simulation().uidOf(gprId);
  /** uid → its move of the part whose start before is not known yet. */
  const open = new Map<number, Omit<Move, 'fromMs'>>();
  const part = { moves: [] as Move[], firstMs: 0, lastMs: 0 };
  for (let number = last; number >= first || open.size > 0; ) {
    const [{ firstSeq, words }] = searched.past().estimateRunsUntil(number, 1);
    for (; number >= firstSeq; number--) {
      const at = (number - firstSeq) * ESTIMATE_WORDS;
      const atMs = words[at + EstimateWord.atMs];
      if (number === last) part.lastMs = atMs;
      if (number === first) part.firstMs = atMs;
      const uid = words[at + EstimateWord.uid];
      if (wanted !== undefined && uid !== wanted) continue;
      const startMs = words[at + EstimateWord.startMs];
      const toMs = startMs < 0 ? null : startMs;
      const later = open.get(uid);
      if (later !== undefined) {
        part.moves.push({ ...later, fromMs: toMs });
        open.delete(uid);
      }
      const isFirst = (words[at + EstimateWord.bits] & EstimateBit.first) !== 0;
      if (number >= first && !isFirst) open.set(uid, { number, atMs, uid, toMs });
    }
    yield;
  }
  return part;
}

function eventOf(
  { atMs, uid, fromMs, toMs }: Move,
  { workspace, seesWorkspace }: Omit<EventsRequest, 'page'>,
  { searched }: Knowledge,
): WorldEvent | undefined {
  const gprId = searched.simulation().gprId(uid);
  const gpr = searched.gpr(gprId);
  if (gpr === undefined || !seesWorkspace(gpr.workspaceCreation)) return undefined;
  if (workspace !== undefined && gpr.workspace !== workspace) return undefined;
  return {
    kind: 'estimate',
    atMs,
    fact: null,
    gpr: { gprId, gprName: null, workspace: null },
    by: null,
    nodes: [],
    estimate: { fromMs, toMs },
  };
}
