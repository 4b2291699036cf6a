// Bursting: a decision whose GPR has been its workspace's candidate for longer than burstDuration, and still waits for
// room, moves to the first other cluster of its placement that has the room. Its GPR is replaced by one of the same age.
// Forecasts know of it: here alone a machine moves GPRs by itself.

import type { CreateGpr, Rejection } from '../commands.ts';
import { type Core, Rank, Timer, timerId, timerIndex, timerKind } from '../core.ts';
import { admissible, demandOf } from '../creation.ts';
import { poolNames } from '../fact-view.ts';
import { FactKind } from '../facts.ts';
import { Flag, NONE, State } from '../gpr.ts';
import { internalUid, ORDINALS_MAX } from '../ids.ts';
import { remove } from '../lifecycle.ts';
import { notePlacement, setDecision } from './decisions.ts';
import { makeOwned } from './owned.ts';
import type { Decision, Placement } from './state.ts';
import { unwatch } from './watch.ts';

/** Notes from now on when the GPR of a decision waits for room, and for how long it may. */
export function planBurst(core: Core, decision: Decision): void {
  const { headSince, overdue } = core.world;
  const row = decision.gpr === null || decision.request === null ? NONE : core.uids.get(decision.gpr.uid);
  core.clearTimer(Timer.burst, decision.slot);
  overdue.delete(decision.slot);
  if (row === NONE || core.gprs.state[row] !== State.queued) return;
  core.gprs.flags[row] |= Flag.placed;
  if (isHead(core, row)) setBurstTimer(core, decision, headSince.get(decision.slot) ?? core.now);
}

/** A GPR of a placement has become a head: from now on it waits for room. */
export function noteHead(core: Core, row: number): void {
  const { watches, decisions, headSince } = core.world;
  for (const timer of watches.get(core.gprs.uid[row])?.timers ?? []) {
    const decision = timerKind(timer) === Timer.decision ? decisions.get(timerIndex(timer)) : undefined;
    if (decision?.request == null) continue;
    headSince.set(decision.slot, core.now);
    setBurstTimer(core, decision, core.now);
  }
}

function setBurstTimer(core: Core, { slot, placement }: Decision, sinceMs: number): void {
  const { enableBurst, burst } = core.world.placements.get(placement)!.definition;
  if (enableBurst) core.setTimer(Timer.burst, slot, Math.max(core.now, sinceMs + burst.ms), Rank.world);
}

/** A decision has waited as long as it would. The cycle of this round may still serve it. */
export function onBurstTimer(core: Core, slot: number): void {
  core.world.overdue.set(slot, core.now);
}

/** Moves the overdue decisions for which there is room elsewhere. Returns whether another round must follow. */
export function moveOverdue(core: Core): boolean {
  const { decisions, overdue } = core.world;
  let moved = false;
  for (const slot of [...overdue.keys()]) {
    const decision = decisions.get(slot)!;
    const row = core.uids.get(decision.gpr!.uid);
    // It got its GPUs, was deleted, or stands behind another of its workspace: that is no waiting for room.
    if (row === NONE || !isHead(core, row)) overdue.delete(slot);
    else if (burst(core, decision, row)) moved = true;
  }
  return moved;
}

function isHead(core: Core, row: number): boolean {
  if (core.gprs.state[row] !== State.queued) return false;
  if (!core.rules.limited) return true;
  return core.workspaces.head[core.gprs.workspace[row]] === row;
}

function burst(core: Core, decision: Decision, row: number): boolean {
  const placement = core.world.placements.get(decision.placement)!;
  if (placement.made >= ORDINALS_MAX) return false;
  for (const cluster of burstCandidates(core, placement)) {
    const request: CreateGpr = { ...decision.request!, clusters: [cluster] };
    // The GPR that goes makes room for the one that comes.
    const found = admissible(core, placement.workspace, request, -1);
    if (!found.ok) {
      noteRefusal(core, decision, cluster, found.rejection);
      continue;
    }
    const roomy = found.candidates.find(({ pool, classes }) => {
      const demand = demandOf(core, request, classes);
      return core.pools[pool].nodesWithRoom(core.demands, demand) >= request.nodeCount;
    });
    if (roomy === undefined) continue;
    const pool = poolNames(core.directory, roomy.pool);
    moveTo(core, placement, decision, row, { ...request, pool });
    return true;
  }
  return false;
}

/** Clusters that none of the placement's decisions is in, in the order that was given. */
function burstCandidates(core: Core, placement: Placement): string[] {
  const { decisions } = core.world;
  const taken = placement.decisions.map((slot) => core.directory.clusters[decisions.get(slot)!.cluster].name);
  return placement.definition.clusters.slice(placement.numPlacements).filter((name) => !taken.includes(name));
}

/** Only a policy's refusal is worth a message: a cluster that could never serve is passed by. */
function noteRefusal(core: Core, decision: Decision, cluster: string, rejection: Rejection): void {
  if (rejection.code !== 'policy' || core.foreseen !== null) return;
  const { rule, limit, value } = rejection;
  const message = `may not move to ${cluster}: the policy's ${rule} is ${limit}, and it would be ${value}`;
  if (decision.message !== message) setDecision(core, { ...decision, message });
}

function moveTo(core: Core, placement: Placement, decision: Decision, row: number, request: CreateGpr): void {
  const { gprs, world } = core;
  const { slot, number, gpr } = decision;
  const timer = timerId(Timer.decision, slot);
  const age = { order: gprs.order[row], createdAt: gprs.createdAt[row] };
  const left = { cluster: decision.cluster, uid: gprs.uid[row] };
  core.surprises++;
  unwatch(core, left.uid, timer);
  remove(core, row);
  world.overdue.delete(slot);
  world.headSince.delete(slot);
  const uid = internalUid(placement.uid, placement.made);
  const made = makeOwned(core, request, uid, gpr!.by, timer, age);
  core.gprs.flags[core.uids.get(uid)] |= Flag.placed;
  world.placements.set(placement.slot, { ...placement, made: placement.made + 1 });
  const cluster = core.directory.cluster(request.clusters[0]);
  const words = [number, left.cluster, cluster, left.uid, uid];
  notePlacement(core, FactKind.placementMoved, placement, words);
  setDecision(core, { ...decision, cluster, gpr: made, request, message: '' });
}
