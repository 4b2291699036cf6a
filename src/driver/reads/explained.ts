// Explains a GPR: why it is in its state, what happened to it, and which GPRs it evicted.

import {
  type Explanation,
  type FactView,
  type GprView,
  type Holding,
  NEVER,
  type PendingAnswer,
  phrase,
  type Waiting,
} from '../../../sim/index.ts';
import type { Explained, ExplainedWaiting, Happening, Reader, WaitsFor } from '../world.ts';
import { evictionsOf } from './evictions.ts';
import { lastOfSpans, renewed, type Searched, selectionOf } from './fact-search.ts';
import { happeningOf, isOfLife } from './gpr-fact-sentences.ts';
import { type LifeSpans, lifeSpans } from './life-spans.ts';
import { lossOf } from './loss.ts';
import { stepsOf } from './pending/steps.ts';

/** Maximum number of entries of a history. */
const HISTORY_MAX = 200;

export function explained(
  gprId: string,
  { sees, seesVictims }: Reader,
  searched: Searched,
): PendingAnswer<Explained | undefined> {
  return renewed(searched, function* () {
    const gpr = searched.gpr(gprId);
    if (gpr === undefined) return undefined;
    const simulation = searched.simulation();
    const { nowMs } = simulation;
    const { downNode, ...explanation } = simulation.explain(gprId) ?? explainForgotten(gpr);
    const waits = simulation.waiting(gprId, sees);
    const holds = simulation.holding(gprId);
    const { wanted, ...life } = selectionOf({ gprId, withVictims: seesVictims }, searched);
    const read = lifeSpans(gpr, life, searched);
    const facts = yield* lastOfSpans(read.spans, Number.POSITIVE_INFINITY, wanted, searched);
    const evicted = seesVictims ? yield* evictionsOf(gprId, facts, searched) : null;
    const lost = yield* lossOf(gpr, facts, seesVictims, searched);
    const waiting = waits && (yield* stepsOf(waits));
    const holding = holds && (yield* stepsOf(holds));
    return {
      ...explanation,
      waitsFor: waitsFor({ ...explanation, downNode }, waiting, searched),
      ...heldUntil(holding, searched),
      atMs: nowMs,
      idle: gpr.idle,
      exitMs: gpr.exitMs,
      idleTimeOutMs: gpr.idleTimeOutMs,
      waiting: waiting === undefined ? null : named(waiting, searched),
      lost,
      ...historyOf(gpr, facts, read),
      victims: evicted && { ...evicted, complete: read.complete },
    };
  });
}

function named({ makesRoom, ...rest }: Waiting, searched: Searched): ExplainedWaiting {
  const latest = makesRoom.latest.map((event) => {
    const gpr = event.gprId === null ? undefined : searched.gpr(event.gprId);
    return { ...event, gprName: gpr?.gprName ?? null, workspace: gpr?.workspace ?? null };
  });
  return { ...rest, makesRoom: { ...makesRoom, latest } };
}

/** Explains a GPR that has left memory: only its end is known here, its facts give the rest. */
function explainForgotten({ gprId, state, failureReason, nodeCount, gpusPerNode }: GprView): Explanation {
  return {
    gprId,
    state,
    sentence: phrase`ended as ${state}${failureReason.length === 0 ? '' : ': '}${failureReason}, and has left memory`,
    step: 0,
    needs: { nodes: nodeCount, gpusPerNode },
    free: null,
    behind: null,
    behindBecause: null,
    victimsNotEnough: [],
    waitReason: null,
    downNode: null,
    plannedStartMs: null,
    workspaceLimit: null,
  };
}

/** For room, the GPR waits for the last event of the forecast that makes some. */
function waitsFor(
  { waitReason, behind, downNode }: Explanation,
  waiting: Waiting | undefined,
  searched: Searched,
): WaitsFor | null {
  const last = waitReason === 'room' ? waiting?.makesRoom.latest.at(-1) : undefined;
  const node = downNode ?? last?.node ?? null;
  if (node !== null) return { kind: 'node', name: node };
  const gprId = last?.gprId ?? behind;
  if (gprId === null) return null;
  const gpr = searched.gpr(gprId);
  const holds = gpr !== undefined && gpr.allocatedGpus > 0;
  return { kind: 'gpr', gprId, gprName: gpr?.gprName ?? null, nodes: holds ? (gpr.nodes ?? []) : [] };
}

function heldUntil(
  holding: Holding | undefined,
  searched: Searched,
): Pick<Explained, 'plannedEndMs' | 'next'> {
  if (holding === undefined) return { plannedEndMs: null, next: null };
  const { endMs, next } = holding;
  const plannedEndMs = endMs === NEVER ? null : endMs;
  if (next === undefined) return { plannedEndMs, next: null };
  const gprId = searched.simulation().gprId(next.uid);
  const gprName = searched.gpr(gprId)?.gprName ?? null;
  return { plannedEndMs, next: { gprId, gprName, startMs: next.startMs } };
}

function historyOf(
  gpr: GprView,
  facts: readonly FactView[],
  { gaps, complete }: LifeSpans,
): Pick<Explained, 'history' | 'historyComplete'> {
  const { firstStartedAtMs } = gpr;
  const own = facts.filter((fact) => fact.gprId === gpr.gprId && isOfLife(fact));
  const history: Happening[] = [];
  let next = 0;
  for (const { afterSeq, atMs } of gaps) {
    for (; next < own.length && own[next].seq <= afterSeq; next++) history.push(happeningOf(own[next]));
    // Until its first start, a GPR is Queued.
    history.push(gapAt(atMs, firstStartedAtMs !== null && firstStartedAtMs <= atMs));
  }
  for (; next < own.length; next++) history.push(happeningOf(own[next]));
  if (history.length <= HISTORY_MAX) return { history, historyComplete: complete };
  const [first] = history;
  const gap = gapAt(first.atMs, firstStartedAtMs !== null);
  return { history: [first, gap, ...history.slice(2 - HISTORY_MAX)], historyComplete: false };
}

function gapAt(atMs: number, isUnknown: boolean): Happening {
  return { atMs, what: ['what followed is left out'], phase: isUnknown ? 'unknown' : null };
}
