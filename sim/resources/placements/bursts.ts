// Bursting of workload placements: if the GPR of a decision has been the candidate of its workspace for burstDuration and still
// waits for room, the decision moves to the first other cluster of its placement where the GPR would start. Forecasts foresee
// bursts; they do not foresee commands and faults, which cause all other changes that controllers make to GPRs.

import type { Candidate } from '../../admission/candidates.ts';
import { admissible } from '../../admission/create.ts';
import { demandOf, requestedFields } from '../../admission/gpr-row.ts';
import { internalUid, ORDINALS_MAX } from '../../base/numbers/ids.ts';
import { FactKind } from '../../facts/fact-catalogue.ts';
import { noteFact } from '../../facts/log.ts';
import { replace } from '../../kernel/gprs/replace.ts';
import { Call } from '../../kernel/hooks.ts';
import { Timer, timerId, timerIndex, timerKind } from '../../kernel/timers.ts';
import type { CreateGpr } from '../../language/gpr.ts';
import { Flag, NONE, orderOf, rankOf } from '../../tables/gprs/gpr-table.ts';
import type { Decision, Placement } from '../../tables/resource-tables.ts';
import { WorkspaceBit } from '../../tables/workspace-table.ts';
import type { World } from '../../world.ts';
import { ownedOf } from '../gprs/obtained.ts';
import { neededBy } from '../gprs/sharing.ts';
import { rowOf, unwatch, watch } from '../gprs/watch.ts';
import { type MovedRequest, requestIn } from './burst-request.ts';
import { decisionName, placementWords, setDecision } from './decisions.ts';

/** Sets the burst timer of a decision if its GPR is a head; if not, `noteHead` sets it when the GPR becomes one. */
export function planBurst(world: World, decision: Decision): void {
  const { core } = world;
  const { headSince, overdue } = world.resources;
  const row = decision.gpr === null || decision.request === null ? NONE : rowOf(world, decision.gpr);
  core.timers.clear(Timer.burst, decision.slot);
  overdue.delete(decision.slot);
  if (row === NONE) return;
  core.gprs.flags[row] |= Flag.mayBurst;
  const since = headSince.get(decision.gpr!.uid);
  if (since !== undefined) setBurstTimer(world, decision, since);
}

/** Notes the new candidate of a workspace, its first queued GPR (NONE = none). Its burst duration counts from this call. */
export function noteCandidate(world: World, workspace: number, candidate: number): void {
  const { core } = world;
  const { burstHeads, headSince } = world.resources;
  const { uid, flags } = core.gprs;
  if (!core.rules.limited) {
    noteHead(world, candidate);
    return;
  }
  const before = burstHeads.get(workspace);
  const now = candidate !== NONE && (flags[candidate] & Flag.mayBurst) !== 0 ? uid[candidate] : undefined;
  if (before === now) return;
  if (before !== undefined) {
    burstHeads.delete(workspace);
    headSince.delete(before);
  }
  core.workspaces.setBit(workspace, WorkspaceBit.headMayBurst, now !== undefined);
  if (now === undefined) return;
  burstHeads.set(workspace, now);
  noteHead(world, candidate);
}

/** Notes that a GPR of a placement no longer waits for room. */
export function endWaiting({ core, resources }: World, row: number): void {
  if ((core.gprs.flags[row] & Flag.mayBurst) === 0) return;
  const { burstHeads, headSince } = resources;
  const uid = core.gprs.uid[row];
  const workspace = core.gprs.workspace[row];
  headSince.delete(uid);
  if (burstHeads.get(workspace) !== uid) return;
  burstHeads.delete(workspace);
  core.workspaces.setBit(workspace, WorkspaceBit.headMayBurst, false);
}

/** Notes that a GPR of a placement became a head, and sets the burst timers of its decisions. */
function noteHead(world: World, row: number): void {
  const { core } = world;
  const { watches, decisions, headSince } = world.resources;
  const uid = core.gprs.uid[row];
  if (headSince.has(uid)) return;
  headSince.set(uid, core.now);
  for (const timer of watches.get(uid)?.timers ?? []) {
    const decision = timerKind(timer) === Timer.decision ? decisions.get(timerIndex(timer)) : undefined;
    if (decision?.request != null) setBurstTimer(world, decision, core.now);
  }
}

function setBurstTimer(world: World, { slot, placement }: Decision, sinceMs: number): void {
  const { core } = world;
  const { enableBurst, burst } = world.resources.placements.get(placement)!.definition;
  if (enableBurst) core.timers.set(Timer.burst, slot, Math.max(core.now, sinceMs + burst.ms));
}

/** Handles the due burst timer of a decision: `moveOverdue` moves it after this cycle, unless the cycle starts the GPR. */
export function onBurstTimer(world: World, slot: number): void {
  world.resources.overdue.set(slot, -1);
  world.core.calls |= Call.cycled;
}

/**
 * Moves the overdue decisions that find room in another cluster; they try in the order in which they became overdue. Returns
 * whether another round must follow.
 */
export function moveOverdue(world: World): boolean {
  const { core } = world;
  const { decisions, overdue, headSince } = world.resources;
  /** Pools that already got a decision in this round: the next round shows their remaining room. */
  const taken = new Set<number>();
  const { touches } = core.changedPools;
  for (const [slot, seen] of [...overdue]) {
    const decision = decisions.get(slot)!;
    const row = rowOf(world, decision.gpr!);
    // Drop decisions that do not wait for room: the GPR started, was deleted or is no longer the candidate, or a step failed.
    if (row === NONE || !headSince.has(core.gprs.uid[row]) || decision.phase === 'Failed') {
      overdue.delete(slot);
    } else if (seen !== touches) {
      overdue.set(slot, touches);
      burst(world, decision, row, taken);
    }
  }
  if (overdue.size === 0) core.calls &= ~Call.cycled;
  return taken.size > 0;
}

function burst(world: World, decision: Decision, row: number, taken: Set<number>): void {
  const { core } = world;
  const placement = world.resources.placements.get(decision.placement)!;
  let obstacle = 'no other cluster of the placement could ever serve it';
  const isShared = neededBy(world, core.gprs.uid[row], timerId(Timer.decision, decision.slot)).length > 0;
  if (isShared) obstacle = 'may not move: another endpoint or placement needs its GPR';
  for (const cluster of isShared ? [] : burstCandidates(world, placement)) {
    const moved = requestIn(world, decision, row, cluster);
    if (moved === undefined) {
      obstacle &&= `may not move to ${cluster}: the workspace has no default template there`;
      continue;
    }
    const { request, exitLeftMs } = moved;
    // −1: the new GPR replaces one of the workspace.
    const found = admissible(world, placement.workspace, request, -1);
    if (found.ok) {
      obstacle = '';
      const candidate = openPool(world, request, row, exitLeftMs, found.candidates, taken);
      if (candidate === undefined) continue;
      taken.add(candidate.pool);
      moveTo(world, placement, decision, row, moved, candidate);
      return;
    }
    if (found.rejection.code === 'policy' && obstacle !== '') {
      const { rule, limit, value } = found.rejection;
      obstacle = `may not move to ${cluster}: the policy's ${rule} is ${limit}, and it would be ${value}`;
    }
  }
  if (!world.isCopy && decision.message !== obstacle) {
    setDecision(world, { ...decision, message: obstacle });
  }
}

/** The placement's clusters for bursting that none of its decisions uses, in the given order. */
function burstCandidates(world: World, placement: Placement): string[] {
  if (placement.made >= ORDINALS_MAX) return [];
  const { decisions } = world.resources;
  const taken = placement.decisions.map(
    (slot) => world.directory.clusters[decisions.get(slot)!.cluster].name,
  );
  return placement.definition.clusters.slice(placement.numPlacements).filter((name) => !taken.includes(name));
}

/** The first pool by instance type in which the GPR would start in the next round. */
function openPool(
  world: World,
  request: CreateGpr,
  row: number,
  exitMs: number,
  candidates: readonly Candidate[],
  taken: ReadonlySet<number>,
): Candidate | undefined {
  const { core } = world;
  const { gprs, orders } = core;
  const mayPassFreely = core.queue.withholds() === 'none';
  const { priority, nodeCount, gpusPerNode } = request;
  const rank = rankOf(priority, orderOf(gprs.rank[row]));
  const moved = {
    rank,
    priority,
    createdAtMs: gprs.createdAt[row],
    exitMs,
    nodes: nodeCount,
    gpusPerNode,
    usage: 0,
  };
  const open = candidates.filter(({ pool: index, classes }) => {
    const pool = core.pools[index];
    const demand = demandOf(world, request, classes);
    if (taken.has(index) || pool.capacity.room(demand) < nodeCount) return false;
    // The pool's first head is blocked. It blocks this GPR too if it goes before it, unless the queue policy withholds nothing.
    const first = pool.heads.first(gprs);
    return first === NONE || mayPassFreely || orders.wouldPrecede(moved, first);
  });
  const typeOf = ({ pool }: Candidate) => world.directory.poolNames(pool).instanceType;
  open.sort((a, b) => (typeOf(a) < typeOf(b) ? -1 : typeOf(a) > typeOf(b) ? 1 : 0));
  return open[0];
}

function moveTo(
  world: World,
  placement: Placement,
  decision: Decision,
  row: number,
  { request, unchanged, exitLeftMs, runLeftMs }: MovedRequest,
  candidate: Candidate,
): void {
  const { core, resources, directory } = world;
  const { gprs } = core;
  const { slot, number, gpr } = decision;
  const left = { cluster: decision.cluster, uid: gprs.uid[row] };
  const timer = timerId(Timer.decision, slot);
  const cluster = core.pools[candidate.pool].cluster;
  const [from, to] = [left.cluster, cluster].map((at) => directory.clusters[at].name);
  const named = directory.gprName(left.uid);
  const gprName = named === decisionName(placement.name, from) ? decisionName(placement.name, to) : named;
  const uid = internalUid(placement.uid, placement.made);

  unwatch(world, gpr!, timer);
  const fresh = replace(core, row, {
    ...requestedFields(world, request, candidate),
    uid,
    exitLeftMs,
    runLeftMs,
  });
  // Forecasts have no names.
  if (!world.isCopy) directory.give(uid, gprName, request.carried);
  watch(world, fresh, timer);
  gprs.flags[fresh] |= Flag.mayBurst;
  resources.overdue.delete(slot);
  resources.placements.set(placement.slot, { ...placement, made: placement.made + 1 });
  noteFact(core.facts, FactKind.placementMoved, core.now, {
    ...placementWords(world, placement),
    decision: number,
    from: left.cluster,
    cluster,
    left: left.uid,
    gprId: uid,
  });
  const made = ownedOf(world, fresh, gprName, gpr!.by, gpr!.owns);
  // The steps begin again in the new cluster.
  const begun = { step: 0, results: [], startedAt: -1 };
  setDecision(world, { ...decision, ...begun, cluster, gpr: made, request: unchanged, message: '' });
}
