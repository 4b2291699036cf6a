// Bursting: a decision whose GPR has been its workspace's candidate for as long as it may wait for room moves to the first
// other cluster of its placement with room. Its GPR is replaced by one that goes on where it was.

import { type CreateGpr, FactKind, Flag, internalUid } from '../../sim/index.ts';
import { decisionName } from './choices.ts';
import { create, historyOf } from './creation.ts';
import { change, reportOf } from './decisions.ts';
import { remove } from './gprs.ts';
import { admissible } from './requests.ts';
import type { Decision } from './resource-state.ts';
import { roomFor } from './room.ts';
import { isOver, leave, needing } from './sharing.ts';
import {
  byRank,
  type Candidate,
  clusterNumber,
  dueAt,
  type Gpr,
  has,
  type NaiveWorld,
  type Pool,
  typeOf,
} from './state.ts';

/** GPRs that one placement may make in its life. */
export const GPRS_MAX = 2 ** 15;

/** Sees to it that a decision bursts when its placement says so. It does with a GPR that it made, and no other. */
export function planBurst(world: NaiveWorld, decision: Decision): void {
  decision.burst = null;
  world.overdue = world.overdue.filter((known) => known !== decision);
  if (decision.request === null) return;
  const { gpr } = decision.use!;
  gpr.isPlaced = true;
  if (gpr.candidateSinceMs !== null) setBurst(world, decision, gpr.candidateSinceMs);
}

/** A GPR begins to wait for room. */
export function startWaiting(world: NaiveWorld, gpr: Gpr): void {
  gpr.candidateSinceMs = world.nowMs;
  for (const user of gpr.users) {
    if (user.kind === 'decision' && user.request !== null) setBurst(world, user, world.nowMs);
  }
}

function setBurst(world: NaiveWorld, decision: Decision, sinceMs: number): void {
  const { enableBurst, burst } = decision.placement.plan.definition;
  if (enableBurst) decision.burst = dueAt(world, Math.max(world.nowMs, sinceMs + burst.ms));
}

/** It has waited as long as it may. The cycle of this round may still serve it. */
export function takeBurst(world: NaiveWorld, decision: Decision): void {
  decision.burst = null;
  world.overdue.push(decision);
}

/** After the cycle: moves overdue decisions for which there is room elsewhere. Returns whether one moved. */
export function moveOverdue(world: NaiveWorld): boolean {
  // Where one has gone, what room is left shows in the next round.
  const taken = new Set<Pool>();
  for (const decision of world.overdue) {
    // A failed decision waits for nothing, though its GPR may wait.
    if (decision.use!.gpr.candidateSinceMs === null || isOver(decision.phase)) {
      world.overdue = world.overdue.filter((known) => known !== decision);
    } else moveIfPossible(world, decision, taken);
  }
  return taken.size > 0;
}

function moveIfPossible(world: NaiveWorld, decision: Decision, taken: Set<Pool>): void {
  const { placement, request } = decision;
  const { gpr } = decision.use!;
  const isShared = needing(gpr, decision).length > 0;
  let obstacle = isShared ? 'another needs its GPR' : 'no other cluster could ever serve it';
  for (const cluster of isShared ? [] : burstClusters(decision)) {
    // What the GPR has become since it was made counts.
    const asked: CreateGpr = {
      ...request!,
      clusters: [cluster],
      priority: gpr.priority,
      enableEviction: has(gpr, Flag.evicts),
      requeueOnFailure: has(gpr, Flag.requeues),
    };
    // The old GPR goes when the new one comes.
    const found = admissible(world, placement.workspace, asked, -1);
    if ('candidates' in found) {
      obstacle = '';
      const open = found.candidates.filter((candidate) => isOpen(world, gpr, candidate, taken));
      if (open.length === 0) continue;
      const [first] = open.sort((a, b) => (nameOf(world, a) < nameOf(world, b) ? -1 : 1));
      taken.add(first.pool);
      move(world, decision, first);
      return;
    }
    if (found.refused === 'policy' && obstacle !== '') obstacle = `${cluster}: ${found.breach}`;
  }
  if (world.forecast === null) change(world, decision, { message: obstacle });
}

/** Clusters for bursting that no decision of the placement is in. */
function burstClusters({ placement }: Decision): string[] {
  if (placement.made >= GPRS_MAX) return [];
  const { definition, numPlacements } = placement.plan;
  const taken = placement.decisions.map(({ cluster }) => cluster);
  return definition.clusters.slice(numPlacements).filter((name) => !taken.includes(name));
}

/** Whether a GPR would start in a pool in the next round: the pool has room, and no GPR before it is blocked there. */
function isOpen(world: NaiveWorld, gpr: Gpr, candidate: Candidate, taken: ReadonlySet<Pool>): boolean {
  const { pool } = candidate;
  if (taken.has(pool)) return false;
  if (roomFor(world, { ...gpr, ...candidate }).length < gpr.nodeCount) return false;
  const isBefore = (other: Gpr) => byRank(other, gpr) < 0;
  const blocked = world.gprs.some((other) => other.isHead && other.pool === pool && isBefore(other));
  return !blocked || world.scenario.scheduler.queue === 'greedy';
}

/** A new GPR goes on where the old one was: as old, with what is left of its durations. */
function move(world: NaiveWorld, decision: Decision, { pool, types }: Candidate): void {
  const { placement, number, cluster: from } = decision;
  const { gpr: left, by, owns } = decision.use!;
  const to = world.scenario.clusters[pool.cluster].name;
  const uid = internalUid(placement.uid, placement.made++);
  const name = world.names.get(left.uid);
  leave(decision);
  remove(world, left);
  const gpr = create(world, { ...left, uid, pool, types }, historyOf(left));
  const { name: own } = placement.plan;
  // Names are no part of a forecast.
  if (world.forecast === null) {
    world.names.set(uid, name === decisionName(own, from) ? decisionName(own, to) : name!);
  }
  world.overdue = world.overdue.filter((known) => known !== decision);
  const words = [clusterNumber(world, from), clusterNumber(world, to), left.uid, uid];
  reportOf(world, FactKind.placementMoved, placement, number, ...words);
  gpr.users.push(decision);
  gpr.isPlaced = true;
  change(world, decision, { cluster: to, message: '', use: { gpr, by, owns } });
}

function nameOf(world: NaiveWorld, { pool }: Candidate): string {
  return pool.types.map((index) => typeOf(world, index).instanceType).join('|');
}
