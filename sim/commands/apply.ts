// Applies commands that have been checked against the present world (check.ts).

import type { Candidate } from '../admission/candidates.ts';
import { createFrom } from '../admission/create.ts';
import { NEVER } from '../base/numbers/time.ts';
import { isSame } from '../base/same.ts';
import { EstimateBit } from '../facts/estimate-log.ts';
import { FactKind } from '../facts/fact-catalogue.ts';
import { textHash } from '../facts/hash.ts';
import { noteFact } from '../facts/log.ts';
import { Reason, State } from '../facts/numbered.ts';
import type { Core } from '../kernel/core.ts';
import { addNode, addPool, nodeDown, nodeUp, removeNode } from '../kernel/failures.ts';
import { setIdle } from '../kernel/gprs/gpr-events.ts';
import { end, queue, remove, unqueue } from '../kernel/gprs/lifecycle.ts';
import { changedNames, changePolicies, namesOf, policiesNamed } from '../kernel/policies.ts';
import { addWorkspace } from '../kernel/workspace-lifecycle.ts';
import type { Command, Outcome, SetScheduler, UpdateGpr } from '../language/commands.ts';
import { notifyRemoved } from '../resources/gprs/watch.ts';
import { deleteWorkspace } from '../resources/workspace-deletion.ts';
import { FACT_FLAGS, Flag, orderOf, rankOf } from '../tables/gprs/gpr-table.ts';
import { findGpr, type World } from '../world.ts';
import { applyWorldCommand } from './resource-apply.ts';

/**
 * Applies a checked command.
 * @param uid uid of the resource that it creates @param runMs hidden run time of a new GPR
 * @param candidate the pool of a new GPR, if the check has just found it
 */
export function applyCommand(
  world: World,
  command: Command,
  uid: number,
  runMs: number = NEVER,
  candidate?: Candidate,
): Outcome {
  const { core, directory } = world;
  core.events++;
  world.invalidations.beforeArrival();
  switch (command.kind) {
    case 'workspace.create': {
      const { kind: _, ...record } = command;
      directory.addWorkspace(addWorkspace(core, textHash(JSON.stringify(record))), record);
      return {};
    }
    case 'workspace.delete':
      deleteWorkspace(world, directory.workspace(command.name));
      return {};
    case 'gpr.create':
      createFrom(world, command, uid, runMs, candidate);
      return { gprId: world.ids.gprId(uid) };
    case 'gpr.update':
      applyUpdate(world, command);
      return {};
    case 'gpr.release': {
      const row = rowOf(world, command.gprId);
      core.gprs.flags[row] |= Flag.earlyRelease;
      end(core, row, State.complete, Reason.earlyRelease, 0);
      return {};
    }
    case 'gpr.delete':
      applyDelete(world, command.gprId);
      return {};
    case 'gpr.activity': {
      const row = rowOf(world, command.gprId);
      // Repeating the present activity changes nothing; a running time-out continues.
      if (core.gprs.idleSince[row] >= 0 === command.busy) setIdle(core, row, !command.busy, true);
      return {};
    }
    case 'node.down':
      nodeDown(core, directory.node(command.cluster, command.node), command.repairAfterMs);
      return {};
    case 'node.up': {
      const node = directory.node(command.cluster, command.node);
      // An early repair leaves the same fact as a planned one, which counts as foreseen.
      world.invalidations.inPool(core.nodes.pool[node], EstimateBit.capacity);
      nodeUp(core, node);
      return {};
    }
    case 'node.remove':
      removeNode(core, directory.node(command.cluster, command.node));
      return {};
    case 'node.add': {
      const cluster = directory.cluster(command.cluster);
      const type = directory.instanceType(command.instanceType, command.gpuModelName);
      const nodes: string[] = [];
      for (let i = 0; i < command.count; i++) nodes.push(addNamedNode(world, cluster, type));
      return { nodes };
    }
    case 'scheduler.set':
      applyScheduler(world, command);
      return {};
    case 'workload.set':
      core.arrivalRateMilli = command.arrivalRateMilli;
      noteFact(core.facts, FactKind.workloadChanged, core.now, { arrivalRate: core.arrivalRateMilli });
      return {};
    default:
      // The command may let a placement move GPRs, which can affect any pool.
      world.invalidations.everywhere(EstimateBit.change);
      return applyWorldCommand(world, command, uid);
  }
}

function applyScheduler({ core, directory, invalidations, ownPolicies }: World, command: SetScheduler): void {
  const before = namesOf(core);
  const names = changedNames(before, command);
  const { queue, placement, order, backfillOrder } = names;
  // The policies in force stay without effects: they must not make a cycle examine a pool.
  if (!isSame(names, before)) {
    invalidations.everywhere(EstimateBit.change);
    changePolicies(core, policiesNamed(names, ownPolicies));
  }
  if (command.queue !== undefined || command.placement !== undefined) {
    noteFact(core.facts, FactKind.schedulerChanged, core.now, {
      queue: directory.textNumber(queue),
      placement: directory.textNumber(placement),
      queueHash: textHash(queue),
      placementHash: textHash(placement),
    });
  }
  if (command.order !== undefined || command.backfillOrder !== undefined) {
    noteFact(core.facts, FactKind.orderChanged, core.now, {
      order: directory.textNumber(order),
      backfillOrder: directory.textNumber(backfillOrder),
      orderHash: textHash(order),
      backfillOrderHash: textHash(backfillOrder),
    });
  }
}

/** Adds one node of an instance type to a cluster, and its pool if the cluster has none. Returns the node's name. */
export function addNamedNode(world: World, cluster: number, type: number): string {
  const { core, directory } = world;
  const name = directory.nextNodeName(cluster, type);
  const pool = core.pools.find((known) => known.cluster === cluster && known.classes.includes(type));
  const index = pool?.index ?? core.pools.length;
  if (pool === undefined) {
    // GPRs of other pools may move to the new pool.
    world.invalidations.everywhere(EstimateBit.capacity);
    addPool(core, cluster, [type]);
  }
  const nodeClass = core.pools[index].classes.indexOf(type);
  const nameHash = textHash(name);
  const drawKey = textHash(`${directory.clusters[cluster].name}/${name}`);
  directory.addNode(
    addNode(core, { cluster, pool: index, nodeClass, nameHash, drawKey }),
    cluster,
    type,
    name,
  );
  return name;
}

function applyUpdate(world: World, command: UpdateGpr): void {
  const { core, directory } = world;
  const { gprs, demands, facts } = core;
  const row = rowOf(world, command.gprId);
  unqueue(core, row);
  core.workspaces.touch(gprs.workspace[row]);
  if (command.gprName !== undefined) directory.gprNames.set(gprs.uid[row], command.gprName);
  if (command.priority !== undefined) gprs.priority[row] = command.priority;
  if (command.requeueOnFailure !== undefined) setFlag(core, row, Flag.requeues, command.requeueOnFailure);
  if (command.enableEviction !== undefined) {
    setFlag(core, row, Flag.evicts, command.enableEviction);
    gprs.demand[row] = demands.withEviction(gprs.demand[row], command.enableEviction);
  }
  gprs.rank[row] = rankOf(gprs.priority[row], orderOf(gprs.rank[row]));
  const words = {
    uid: gprs.uid[row],
    workspace: gprs.workspace[row],
    priority: gprs.priority[row],
    flags: gprs.flags[row] & FACT_FLAGS,
    nameHash: textHash(directory.givenName(gprs.uid[row]) ?? ''),
  };
  noteFact(facts, FactKind.gprChanged, core.now, words, row);
  queue(core, row);
}

/** Deletes a GPR. If it has left memory, the deletion only hides it from history. */
function applyDelete(world: World, gprId: string): void {
  const { core } = world;
  const uid = world.ids.uid(gprId);
  const found = findGpr(world, uid);
  if (found?.gprs === core.gprs) {
    remove(core, found.row);
    return;
  }
  if (found !== undefined) notifyRemoved(world, uid);
  const workspace = found === undefined ? -1 : found.gprs.workspace[found.row];
  noteFact(core.facts, FactKind.gprRemoved, core.now, { uid, workspace });
}

function setFlag(core: Core, row: number, flag: number, on: boolean): void {
  if (on) core.gprs.flags[row] |= flag;
  else core.gprs.flags[row] &= ~flag;
}

/** The row of a GPR that has not ended. */
function rowOf(world: World, gprId: string): number {
  return world.index.rowOf(world.ids.uid(gprId));
}
