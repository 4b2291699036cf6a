// Bursting: a decision whose GPR has been its workspace's candidate for longer than burstDuration, and still waits for
// room, moves to the first other cluster of its placement where it would start. Its GPR is replaced by one that goes on
// where it was. Forecasts know of it: here alone a machine moves GPRs by itself.

import { type Core, Rank, Timer, timerId, timerIndex, timerKind } from '../core.ts';
import { admissible, demandOf } from '../creation.ts';
import { FactKind } from '../facts.ts';
import { Flag, NONE } from '../gpr.ts';
import { internalUid, ORDINALS_MAX } from '../ids.ts';
import { replace } from '../replace.ts';
import type { Candidate } from '../request.ts';
import type { CreateGpr } from './data.ts';
import { decisionName, notePlacement, setDecision } from './decisions.ts';
import { ownedOf } from './owned.ts';
import { neededBy } from './sharing.ts';
import type { Decision, Placement } from './state.ts';
import { unwatch, watch } from './watch.ts';

/** Sees to it that the GPR of a decision bursts when its placement says so, counting from when it became a head. */
export function planBurst(core: Core, decision: Decision): void {
  const { headSince, overdue } = core.world;
  const row = decision.gpr === null || decision.request === null ? NONE : core.uids.get(decision.gpr.uid);
  core.clearTimer(Timer.burst, decision.slot);
  overdue.delete(decision.slot);
  if (row === NONE) return;
  core.gprs.flags[row] |= Flag.placed;
  const since = headSince.get(decision.gpr!.uid);
  if (since !== undefined) setBurstTimer(core, decision, since);
}

/**
 * The candidate of a workspace is another, or stands in its pool's queue again; NONE = it has none. Waiting for room
 * begins when a GPR becomes the candidate, and goes on as long as it is.
 */
export function noteCandidate(core: Core, workspace: number, candidate: number): void {
  const { placedHeads, headSince } = core.world;
  const { uid, flags } = core.gprs;
  const before = placedHeads.get(workspace);
  const now = candidate !== NONE && (flags[candidate] & Flag.placed) !== 0 ? uid[candidate] : undefined;
  if (before === now) return;
  if (before !== undefined) {
    placedHeads.delete(workspace);
    headSince.delete(before);
  }
  if (now === undefined) return;
  placedHeads.set(workspace, now);
  noteHead(core, candidate);
}

/** A GPR of a placement has become a head, and was none before. */
export function noteHead(core: Core, row: number): void {
  const { watches, decisions, headSince } = core.world;
  const uid = core.gprs.uid[row];
  if (headSince.has(uid)) return;
  headSince.set(uid, core.now);
  for (const timer of watches.get(uid)?.timers ?? []) {
    const decision = timerKind(timer) === Timer.decision ? decisions.get(timerIndex(timer)) : undefined;
    if (decision?.request != null) setBurstTimer(core, decision, core.now);
  }
}

function setBurstTimer(core: Core, { slot, placement }: Decision, sinceMs: number): void {
  const { enableBurst, burst } = core.world.placements.get(placement)!.definition;
  if (enableBurst) core.setTimer(Timer.burst, slot, Math.max(core.now, sinceMs + burst.ms), Rank.world);
}

/** A decision has waited as long as it would. The cycle of this round may still serve it. */
export function onBurstTimer(core: Core, slot: number): void {
  core.world.overdue.set(slot, -1);
}

/** Moves the overdue decisions for which there is room elsewhere. Returns whether another round must follow. */
export function moveOverdue(core: Core): boolean {
  const { decisions, overdue, headSince } = core.world;
  /** Pools that a decision has gone to in this round: what room is left there shows in the next. */
  const taken = new Set<number>();
  const { touches } = core.changedPools;
  for (const [slot, seen] of [...overdue]) {
    const decision = decisions.get(slot)!;
    const row = core.uids.get(decision.gpr!.uid);
    // Its GPR got GPUs, was deleted, or is behind another of its workspace: it does not wait for room. A failed decision does
    // not wait either, though its GPR may.
    if (row === NONE || !headSince.has(core.gprs.uid[row]) || decision.phase === 'Failed') {
      overdue.delete(slot);
    } else if (seen !== touches) {
      overdue.set(slot, touches);
      burst(core, decision, row, taken);
    }
  }
  return taken.size > 0;
}

function burst(core: Core, decision: Decision, row: number, taken: Set<number>): void {
  const placement = core.world.placements.get(decision.placement)!;
  let obstacle = 'no other cluster of the placement could ever serve it';
  const isShared = neededBy(core, core.gprs.uid[row], timerId(Timer.decision, decision.slot)).length > 0;
  if (isShared) obstacle = 'may not move: another endpoint or placement needs its GPR';
  for (const cluster of isShared ? [] : burstCandidates(core, placement)) {
    const request = requestNow(core, decision, row, cluster);
    // The GPR that goes makes room for the one that comes.
    const found = admissible(core, placement.workspace, request, -1);
    if (found.ok) {
      obstacle = '';
      const candidate = openPool(core, request, row, found.candidates, taken);
      if (candidate === undefined) continue;
      taken.add(candidate.pool);
      moveTo(core, placement, decision, row, request, candidate);
      return;
    }
    if (found.rejection.code === 'policy' && obstacle !== '') {
      const { rule, limit, value } = found.rejection;
      obstacle = `may not move to ${cluster}: the policy's ${rule} is ${limit}, and it would be ${value}`;
    }
  }
  if (core.foreseen === null && decision.message !== obstacle) {
    setDecision(core, { ...decision, message: obstacle });
  }
}

/** Clusters that none of the placement's decisions is in, in the order that was given. */
function burstCandidates(core: Core, placement: Placement): string[] {
  if (placement.made >= ORDINALS_MAX) return [];
  const { decisions } = core.world;
  const taken = placement.decisions.map((slot) => core.directory.clusters[decisions.get(slot)!.cluster].name);
  return placement.definition.clusters.slice(placement.numPlacements).filter((name) => !taken.includes(name));
}

/** What a decision asks for in another cluster: what its GPR has become since it was made counts. */
function requestNow(core: Core, { request }: Decision, row: number, cluster: string): CreateGpr {
  const { priority, flags } = core.gprs;
  return {
    ...request!,
    clusters: [cluster],
    priority: priority[row],
    enableEviction: (flags[row] & Flag.evicts) !== 0,
    requeueOnFailure: (flags[row] & Flag.requeues) !== 0,
  };
}

/** The first pool by instance type in which the GPR would start in the next round. */
function openPool(
  core: Core,
  request: CreateGpr,
  row: number,
  candidates: readonly Candidate[],
  taken: ReadonlySet<number>,
): Candidate | undefined {
  const { passes, reserves } = core.rules.queue;
  const open = candidates.filter(({ pool: index, classes }) => {
    const pool = core.pools[index];
    const demand = demandOf(core, request, classes);
    if (taken.has(index) || pool.nodesWithRoom(core.demands, demand) < request.nodeCount) return false;
    // Who stands before it there is blocked, and blocks it unless heads may pass freely.
    const first = pool.heads.first();
    return first === NONE || core.gprs.rank[row] < core.gprs.rank[first] || (passes && !reserves);
  });
  const typeOf = ({ pool }: Candidate) => core.directory.poolNames(pool).instanceType;
  open.sort((a, b) => (typeOf(a) < typeOf(b) ? -1 : typeOf(a) > typeOf(b) ? 1 : 0));
  return open[0];
}

function moveTo(
  core: Core,
  placement: Placement,
  decision: Decision,
  row: number,
  request: CreateGpr,
  { pool, classes }: Candidate,
): void {
  const { gprs, world, directory } = core;
  const { slot, number, gpr } = decision;
  const left = { cluster: decision.cluster, uid: gprs.uid[row] };
  const timer = timerId(Timer.decision, slot);
  const cluster = core.pools[pool].cluster;
  const [from, to] = [left.cluster, cluster].map((at) => directory.clusters[at].name);
  const named = directory.gprName(left.uid);
  const gprName = named === decisionName(placement.name, from) ? decisionName(placement.name, to) : named;
  const uid = internalUid(placement.uid, placement.made);
  const memoryGb = request.memoryGbPerGpu ?? directory.instanceTypes[core.pools[pool].classes[0]].memoryGb;

  core.surprises.everywhere();
  unwatch(core, left.uid, timer);
  const fresh = replace(core, row, uid, pool, demandOf(core, request, classes), memoryGb);
  // Names are no part of a forecast.
  if (core.foreseen === null) directory.gprNames.set(uid, gprName);
  watch(core, uid, timer);
  gprs.flags[fresh] |= Flag.placed;
  world.overdue.delete(slot);
  world.placements.set(placement.slot, { ...placement, made: placement.made + 1 });
  notePlacement(core, FactKind.placementMoved, placement, [number, left.cluster, cluster, left.uid, uid]);
  const made = ownedOf(core, fresh, gprName, gpr!.by, gpr!.owns);
  setDecision(core, { ...decision, cluster, gpr: made, message: '' });
}
