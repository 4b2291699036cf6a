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
import { newEvictions } from './evictions.ts';
import { newBackwardSearch, renewed, type Searched, selectionOf } from './fact-search.ts';
import { happeningOf, isOfLife } from './gpr-fact-sentences.ts';
import { type LifeSpans, lifeSpans } from './life-spans.ts';
import { newLossSearch } from './loss.ts';

/** Maximum number of entries of a history. */
const HISTORY_MAX = 200;

export function explained(
  gprId: string,
  { sees, seesVictims }: Reader,
  searched: Searched,
): PendingAnswer<Explained | undefined> {
  return renewed(searched, () => {
    const gpr = searched.gpr(gprId);
    if (gpr === undefined) return { run: () => true, answer: () => undefined };
    const simulation = searched.simulation();
    const { nowMs } = simulation;
    const { downNode, ...explanation } = simulation.explain(gprId) ?? explainForgotten(gpr);
    const waiting = simulation.waiting(gprId, sees);
    const holding = simulation.holding(gprId);
    const { wanted, ...life } = selectionOf({ gprId, withVictims: seesVictims }, searched);
    const read = lifeSpans(gpr, life, searched);
    const search = newBackwardSearch(read.spans, Number.POSITIVE_INFINITY, wanted, searched);
    const evicted = seesVictims ? newEvictions(gprId, search.facts, searched) : null;
    const loss = newLossSearch(gpr, search.facts, seesVictims, searched);
    const parts = [
      () => search.step(),
      () => evicted === null || evicted.step(),
      () => loss.step(),
      (instants: number) => waiting === undefined || waiting.run(instants),
      (instants: number) => holding === undefined || holding.run(instants),
    ];
    return {
      run(instants) {
        if (parts[0]?.(instants)) parts.shift();
        return parts.length === 0;
      },
      answer: () => ({
        ...explanation,
        waitsFor: waitsFor({ ...explanation, downNode }, waiting?.answer(), searched),
        ...heldUntil(holding?.answer(), searched),
        atMs: nowMs,
        idle: gpr.idle,
        exitMs: gpr.exitMs,
        idleTimeOutMs: gpr.idleTimeOutMs,
        waiting: waiting === undefined ? null : named(waiting.answer(), searched),
        lost: loss.loss(),
        ...historyOf(gpr, search.facts, read),
        victims: evicted === null ? null : evicted.victims(read.complete),
      }),
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
