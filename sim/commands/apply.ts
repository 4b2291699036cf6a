// Commands are checked against the world, then applied. A checked command cannot fail if the world does not change in between.

import type { Candidate } from '../admission/candidates.ts';
import { createFrom } from '../admission/create.ts';
import { clusterRejections, together } from '../admission/names.ts';
import { policyOf, policyRejection, priorityBreach } from '../admission/workspace-policy.ts';
import { NEVER } from '../base/numbers/time.ts';
import { FactKind } from '../facts/catalogue.ts';
import { EstimateBit } from '../facts/estimate-log.ts';
import { textHash } from '../facts/hash.ts';
import { noteFact } from '../facts/log.ts';
import { Reason, STATE_NAMES, State } from '../facts/numbered.ts';
import { admit } from '../forecast/availability/query.ts';
import type { WorldWithForecast } from '../forecast/component.ts';
import type { Core } from '../kernel/core.ts';
import { addNode, addPool, nodeDown, nodeUp, removeNode } from '../kernel/failures.ts';
import { setIdle } from '../kernel/gprs/gpr-events.ts';
import { end, queue, remove, unqueue } from '../kernel/gprs/lifecycle.ts';
import { addWorkspace } from '../kernel/workspace-lifecycle.ts';
import type { Command, Outcome, Rejection, UpdateGpr } from '../language/commands.ts';
import type { CreateGpr } from '../language/resource-data.ts';
import { notifyRemoved } from '../resources/gprs/watch.ts';
import { deleteWorkspace, workspaceRejection } from '../resources/workspace-deletion.ts';
import { FACT_FLAGS, Flag, NONE, orderOf, rankOf } from '../tables/gprs/gpr-table.ts';
import { NodeState } from '../tables/pools/node-table.ts';
import { WorkspaceBit } from '../tables/workspace-table.ts';
import type { World } from '../world.ts';
import { applyWorldCommand } from './resource-apply.ts';
import { checkWorldCommand } from './resource-check.ts';

export type Check =
  /** `candidate`: the pool of a new GPR, so that applying the command need not find it again. */
  | { readonly ok: true; readonly command: Command; readonly candidate?: Candidate }
  | { readonly ok: false; readonly rejection: Rejection };

/** Largest number of nodes of a world, removed ones included. */
export const NODES_MAX = 1_000_000;

/**
 * Checks whether a command can be applied now. Changes nothing.
 * @returns the command to journal, with its choices (such as the pool) filled in; or the rejection
 */
export function checkCommand(world: WorldWithForecast, command: Command): Check {
  const { core, directory } = world;
  const accept = (rejection: Rejection | undefined): Check =>
    rejection === undefined ? { ok: true, command } : { ok: false, rejection };
  switch (command.kind) {
    case 'workspace.create': {
      const known = directory.workspace(command.name);
      if (known >= 0 && !core.workspaces.has(known, WorkspaceBit.gone)) {
        return refuse({ code: 'workspace-exists', workspace: command.name });
      }
      return accept(together(clusterRejections(world, command.clusters)));
    }
    case 'workspace.delete':
      return accept(workspaceRejection(world, command.name));
    case 'gpr.create':
      return checkCreate(world, command);
    case 'gpr.update':
      return checkUpdate(world, command);
    case 'gpr.release':
      return checkState(
        world,
        command,
        'release',
        (state) => state === State.provisioning || state === State.successful,
      );
    case 'gpr.delete':
      return checkState(
        world,
        command,
        'delete',
        (state) => state === State.queued || state >= State.complete,
      );
    case 'gpr.activity':
      return checkState(world, command, 'activity', (state) => state === State.successful);
    case 'node.down':
      return checkNode(world, command, [NodeState.up]);
    case 'node.up':
      return checkNode(world, command, [NodeState.down]);
    case 'node.remove':
      return checkNode(world, command, [NodeState.up, NodeState.down]);
    case 'node.add': {
      const rejections = clusterRejections(world, [command.cluster]);
      if (typeIndex(world, command) < 0) {
        const known = directory.instanceTypes.map(({ instanceType }) => instanceType);
        rejections.push({ code: 'instance-type-unknown', instanceType: command.instanceType, known });
      }
      if (rejections.length > 0) return accept(together(rejections));
      if (core.nodes.size + command.count > NODES_MAX) {
        return refuse({
          code: 'limit',
          field: 'count',
          limit: NODES_MAX,
          value: core.nodes.size + command.count,
        });
      }
      return { ok: true, command };
    }
    default:
      return checkWorldCommand(world, command);
  }
}

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
      nodeDown(core, nodeOf(world, command), command.repairAfterMs);
      return {};
    case 'node.up':
      // An early repair leaves the same fact as a planned one, which counts as foreseen.
      world.invalidations.inPool(core.nodes.pool[nodeOf(world, command)], EstimateBit.capacity);
      nodeUp(core, nodeOf(world, command));
      return {};
    case 'node.remove':
      removeNode(core, nodeOf(world, command));
      return {};
    case 'node.add': {
      const cluster = directory.cluster(command.cluster);
      const type = typeIndex(world, command);
      const nodes: string[] = [];
      for (let i = 0; i < command.count; i++) nodes.push(addNamedNode(world, cluster, type));
      return { nodes };
    }
    default:
      // The command may let a placement move GPRs, which can affect any pool.
      world.invalidations.everywhere(EstimateBit.change);
      return applyWorldCommand(world, command, uid);
  }
}

/** Adds one node of an instance type to a cluster, and its pool if the cluster has none. Returns the node's name. */
export function addNamedNode(world: World, cluster: number, type: number): string {
  const { core, directory } = world;
  const name = directory.nextNodeName(cluster, directory.instanceTypes[type].instanceType);
  const pool = core.pools.find((known) => known.cluster === cluster && known.classes.includes(type));
  const index = pool?.index ?? core.pools.length;
  if (pool === undefined) {
    // GPRs of other pools may move to the new pool.
    world.invalidations.everywhere(EstimateBit.capacity);
    addPool(core, cluster, [type]);
  }
  const nodeClass = core.pools[index].classes.indexOf(type);
  directory.addNode(
    addNode(core, { cluster, pool: index, nodeClass, nameHash: textHash(name) }),
    cluster,
    name,
  );
  return name;
}

function applyUpdate(world: World, command: Extract<Command, { kind: 'gpr.update' }>): void {
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
    const was = gprs.demand[row];
    gprs.demand[row] = demands.of(
      demands.nodes[was],
      demands.gpus[was],
      demands.dedicated[was] === 1,
      command.enableEviction,
      demands.classes[was],
    );
  }
  gprs.rank[row] = rankOf(gprs.priority[row], orderOf(gprs.rank[row]));
  const words = {
    uid: gprs.uid[row],
    workspace: gprs.workspace[row],
    priority: gprs.priority[row],
    flags: gprs.flags[row] & FACT_FLAGS,
    nameHash: textHash(directory.gprNames.get(gprs.uid[row]) ?? ''),
  };
  noteFact(facts, FactKind.gprChanged, core.now, words, row);
  queue(core, row);
}

/** Deletes a GPR. If it has left memory, the deletion only hides it from history. */
function applyDelete(world: World, gprId: string): void {
  const { core, ended } = world;
  const row = rowOf(world, gprId);
  if (row !== NONE) {
    remove(core, row);
    return;
  }
  const uid = world.ids.uid(gprId);
  const endedRow = ended.rowOf(uid);
  if (endedRow !== NONE) notifyRemoved(world, uid);
  const workspace = endedRow === NONE ? -1 : ended.table.workspace[endedRow];
  noteFact(core.facts, FactKind.gprRemoved, core.now, { uid, workspace });
}

function setFlag(core: Core, row: number, flag: number, on: boolean): void {
  if (on) core.gprs.flags[row] |= flag;
  else core.gprs.flags[row] &= ~flag;
}

function checkCreate(world: WorldWithForecast, command: CreateGpr): Check {
  const refused = workspaceRejection(world, command.workspace);
  if (refused !== undefined) return refuse(refused);
  const admission = admit(world, command);
  if (!admission.ok) return admission;
  return { ok: true, command: admission.request, candidate: admission.candidate };
}

function checkUpdate(world: World, command: UpdateGpr): Check {
  const check = checkState(world, command, 'update', (state) => state === State.queued);
  if (!check.ok || command.priority === undefined) return check;
  const { core, directory } = world;
  const row = rowOf(world, command.gprId);
  if (command.priority === core.gprs.priority[row]) return check;
  const workspace = core.gprs.workspace[row];
  const found = priorityBreach(policyOf(world, workspace), command.priority);
  return found === undefined ? check : refuse(policyRejection(directory.workspaceName(workspace), found));
}

function checkState(
  world: World,
  command: Extract<Command, { gprId: string }>,
  action: 'update' | 'release' | 'delete' | 'activity',
  isRight: (state: number) => boolean,
): Check {
  const state = stateOf(world, command.gprId);
  if (state === State.none) return refuse({ code: 'gpr-unknown', gprId: command.gprId });
  if (isRight(state)) return { ok: true, command };
  return refuse({ code: 'gpr-state', gprId: command.gprId, state: STATE_NAMES[state], action });
}

function checkNode(
  world: World,
  command: Extract<Command, { node: string }>,
  states: readonly number[],
): Check {
  const { cluster, node } = command;
  const index = nodeOf(world, command);
  const state = index < 0 ? NodeState.removed : world.core.nodes.state[index];
  if (state === NodeState.removed) return refuse({ code: 'node-unknown', cluster, node });
  if (states.includes(state)) return { ok: true, command };
  return refuse({ code: 'node-state', cluster, node, state: state === NodeState.up ? 'up' : 'down' });
}

function refuse(rejection: Rejection): Check {
  return { ok: false, rejection };
}

/** The row of a GPR that has not ended; NONE = unknown or ended. */
function rowOf(world: World, gprId: string): number {
  const uid = world.ids.uid(gprId);
  return uid < 0 ? NONE : world.index.rowOf(uid);
}

/** The state of a GPR in memory; `State.none` = not in memory. */
function stateOf(world: World, gprId: string): number {
  const uid = world.ids.uid(gprId);
  if (uid < 0) return State.none;
  const row = world.index.rowOf(uid);
  if (row !== NONE) return world.core.gprs.state[row];
  const ended = world.ended.rowOf(uid);
  return ended === NONE ? State.none : world.ended.table.state[ended];
}

function nodeOf(world: World, command: { readonly cluster: string; readonly node: string }): number {
  const cluster = world.directory.cluster(command.cluster);
  return cluster < 0 ? -1 : world.directory.node(cluster, command.node);
}

/** Index of the instance type that a command names; −1 = unknown, or ambiguous without the model. */
function typeIndex(
  world: World,
  command: { readonly instanceType: string; readonly gpuModelName: string },
): number {
  const { instanceTypes } = world.directory;
  const fits = instanceTypes.filter(
    (type) =>
      type.instanceType === command.instanceType &&
      (command.gpuModelName === '' || type.gpuModelName === command.gpuModelName),
  );
  return fits.length === 1 ? instanceTypes.indexOf(fits[0]) : -1;
}
