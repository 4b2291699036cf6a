// Bursting: if the GPR of a decision has waited for room as its workspace's candidate for the burst duration, the decision moves
// to the first other cluster of its placement with room. A new GPR replaces the old one and keeps its age and durations.

import { type CreateGpr, FactKind, Flag, internalUid } from '../../sim/index.ts';
import { byDefault, decisionName } from './choices.ts';
import { create, historyOf, membersOf } from './creation.ts';
import { change, reportOf } from './decisions.ts';
import { remove } from './gprs.ts';
import { byOrder } from './order.ts';
import { withFlags } from './policies.ts';
import { admissible } from './requests.ts';
import type { Decision } from './resource-state.ts';
import { roomFor } from './room.ts';
import { isOver, leave, needing } from './sharing.ts';
import {
  type Candidate,
  clusterNumber,
  dueAt,
  type Gpr,
  has,
  type NaiveWorld,
  type Pool,
  typeOf,
} from './state.ts';

type Mutable = { -readonly [Member in keyof CreateGpr]: CreateGpr[Member] };

/** Largest number of GPRs that one placement may create. */
export const GPRS_MAX = 2 ** 15;

/** Plans the burst of a decision, if the decision created its GPR. */
export function planBurst(world: NaiveWorld, decision: Decision): void {
  decision.burst = null;
  world.overdue = world.overdue.filter((known) => known !== decision);
  if (decision.request === null) return;
  const { gpr } = decision.use!;
  gpr.isPlaced = true;
  if (gpr.candidateSinceMs !== null) setBurst(world, decision, gpr.candidateSinceMs);
}

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

/** The burst is due. The cycle of this round may still start the GPR. */
export function takeBurst(world: NaiveWorld, decision: Decision): void {
  decision.burst = null;
  world.overdue.push(decision);
}

/** Moves overdue decisions to clusters with room, after the cycle. Returns whether one moved. */
export function moveOverdue(world: NaiveWorld): boolean {
  // If one decision has moved to a pool, the others check that pool in the next round.
  const taken = new Set<Pool>();
  for (const decision of world.overdue) {
    // A failed decision does not burst, even if its GPR waits.
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
    const original = requestIn(world, decision, cluster);
    if (original === null) {
      if (obstacle !== '') obstacle = `${cluster}: no default template`;
      continue;
    }
    // What a client has changed since the creation of the GPR stays.
    const asked = { ...original };
    const { workspace } = placement;
    const evicts = has(gpr, Flag.evicts);
    const requeues = has(gpr, Flag.requeues);
    if (gpr.priority !== request!.priority) asked.priority = gpr.priority;
    if (evicts !== request!.enableEviction) asked.enableEviction = evicts;
    if (requeues !== request!.requeueOnFailure) asked.requeueOnFailure = requeues;
    // −1, because the new GPR replaces the old one.
    const found = admissible(world, workspace, asked, -1);
    if ('candidates' in found) {
      obstacle = '';
      const exitLeftMs = decision.use!.by === 'template' ? asked.exitMs : gpr.exitLeftMs;
      const moved = { ...gpr, ...membersOf(asked), exitLeftMs };
      const open = found.candidates.filter((candidate) => isOpen(world, moved, candidate, taken));
      if (open.length === 0) continue;
      const [first] = open.sort((a, b) => (nameOf(world, a) < nameOf(world, b) ? -1 : 1));
      taken.add(first.pool);
      decision.request = original;
      move(world, decision, first, asked);
      return;
    }
    if (found.refused === 'policy' && obstacle !== '') obstacle = `${cluster}: ${found.breach}`;
  }
  if (world.forecast === null) change(world, decision, { message: obstacle });
}

/** The request for another cluster, as it was at first or, without GPU details, by the default template there. */
function requestIn(
  world: NaiveWorld,
  { placement, request, use }: Decision,
  cluster: string,
): Mutable | null {
  if (use!.by !== 'template') return { ...request!, clusters: [cluster] };
  const { workspace } = placement;
  const byTemplate = byDefault(world, workspace, cluster, request!.gprName);
  return byTemplate === null ? null : withFlags(workspace, byTemplate);
}

/** The placement's burst clusters without a decision. */
function burstClusters({ placement }: Decision): string[] {
  if (placement.made >= GPRS_MAX) return [];
  const { definition, numPlacements } = placement.plan;
  const taken = placement.decisions.map(({ cluster }) => cluster);
  return definition.clusters.slice(numPlacements).filter((name) => !taken.includes(name));
}

/** Whether a GPR would start in a pool in the next round: the pool has room, and no better head is blocked there. */
function isOpen(world: NaiveWorld, gpr: Gpr, candidate: Candidate, taken: ReadonlySet<Pool>): boolean {
  const { pool } = candidate;
  if (taken.has(pool)) return false;
  if (roomFor(world, { ...gpr, ...candidate }).length < gpr.nodeCount) return false;
  // If the order changes while GPRs wait, any head may be before it.
  const isBefore = (other: Gpr) =>
    world.order === 'fair-share' || byOrder(world, world.order)(other, gpr) < 0;
  const blocked = world.gprs.some((other) => other.isHead && other.pool === pool && isBefore(other));
  return !blocked || world.queue === 'greedy';
}

/** Replaces the GPR by one in another cluster with the same age and the remaining durations. */
function move(world: NaiveWorld, decision: Decision, { pool, types }: Candidate, asked: CreateGpr): void {
  const { placement, number, cluster: from } = decision;
  const { gpr: left, by, owns } = decision.use!;
  const to = world.scenario.clusters[pool.cluster].name;
  const uid = internalUid(placement.uid, placement.made++);
  const name = world.names.get(left.uid);
  leave(decision);
  remove(world, left);
  const fresh = { ...left, ...membersOf(asked), uid, pool, types };
  // By a template, the exit duration begins again.
  const exitLeftMs = by === 'template' ? asked.exitMs : left.exitLeftMs;
  const gpr = create(
    world,
    { ...fresh, exitMs: exitLeftMs + left.ranMs },
    { ...historyOf(left), exitLeftMs },
  );
  const { name: own } = placement.plan;
  // A forecast has no names.
  if (world.forecast === null) {
    world.names.set(uid, name === decisionName(own, from) ? decisionName(own, to) : name!);
  }
  world.overdue = world.overdue.filter((known) => known !== decision);
  const words = [clusterNumber(world, from), clusterNumber(world, to), left.uid, uid];
  reportOf(world, FactKind.placementMoved, placement, number, ...words);
  gpr.users.push(decision);
  gpr.isPlaced = true;
  // All steps run again in the new cluster.
  decision.step = 0;
  decision.hasBegun = false;
  change(world, decision, { cluster: to, message: '', use: { gpr, by, owns } });
}

function nameOf(world: NaiveWorld, { pool }: Candidate): string {
  return pool.types.map((index) => typeOf(world, index).instanceType).join('|');
}
