// Checks whether a command can be applied to the present world. Changes nothing. A checked command cannot fail if the world does
// not change in between.

import type { Candidate } from '../admission/candidates.ts';
import { clusterRejections } from '../admission/names.ts';
import { acceptOrRefuse, together } from '../admission/rejections.ts';
import { policyOf, policyRejection, priorityBreach } from '../admission/workspace-policy.ts';
import { STATE_NAMES, State } from '../facts/numbered.ts';
import type { WorldWithForecast } from '../forecast/component.ts';
import { changedNames, namesOf, whyPoliciesRefused } from '../kernel/policies.ts';
import type { AddNodes, Checked, Command, Rejection, SetScheduler, UpdateGpr } from '../language/commands.ts';
import { GPUS_PER_NODE_MAX, NODES_MAX } from '../language/limits.ts';
import type { ChoosingCommand } from '../language/resource-commands.ts';
import { workspaceRejection } from '../resources/workspace-deletion.ts';
import { NodeState } from '../tables/pools/node-table.ts';
import { findGpr, findWorkspace, type World } from '../world.ts';
import {
  checkEndpoint,
  checkGpr,
  checkPlacement,
  checkPlacementChange,
  checkWorkloadTemplate,
} from './choices.ts';
import { worldCommandRejection } from './resource-check.ts';
import { newSharedNodesRejection, placementRejection } from './shareable-pools.ts';

/** `candidate`: the pool of a new GPR, so that applying the command need not find it again. */
export type Check = Checked<{ readonly command: Command; readonly candidate?: Candidate }>;

/** The states in which a GPR can be updated, released and so on. */
const GPR_STATES = {
  update: [State.queued],
  release: [State.provisioning, State.successful],
  delete: [State.queued, State.complete, State.timedOut, State.failed],
  activity: [State.successful],
} as const;

/**
 * Returns the command to journal, with its choices (such as the pool) filled in; or the rejection.
 * @param uid uid of the resource that it would create
 */
export function checkCommand(world: WorldWithForecast, command: Command, uid: number): Check {
  switch (command.kind) {
    case 'gpr.create':
      return checkGpr(world, command, uid);
    case 'endpoint.create':
      return checkEndpoint(world, command, uid);
    case 'workload-template.create':
      return checkWorkloadTemplate(world, command, uid);
    case 'placement.create':
      return checkPlacement(world, command, uid);
    case 'placement.update':
      return checkPlacementChange(world, command);
    default:
      return acceptOrRefuse(command, rejectionOf(world, command));
  }
}

/** The rejection of a command that leaves no choice; undefined = it can be applied. */
function rejectionOf(world: World, command: Exclude<Command, ChoosingCommand>): Rejection | undefined {
  switch (command.kind) {
    case 'workspace.create': {
      const { name, clusters } = command;
      if (findWorkspace(world, name) >= 0) return { code: 'workspace-exists', workspace: name };
      return together(clusterRejections(world, clusters));
    }
    case 'workspace.delete':
      return workspaceRejection(world, command.name);
    case 'gpr.update':
      return gprRejection(world, command, 'update') ?? newPriorityRejection(world, command);
    case 'gpr.release':
      return gprRejection(world, command, 'release');
    case 'gpr.delete':
      return gprRejection(world, command, 'delete');
    case 'gpr.activity':
      return gprRejection(world, command, 'activity');
    case 'node.down':
      return nodeRejection(world, command, [NodeState.up]);
    case 'node.up':
      return nodeRejection(world, command, [NodeState.down]);
    case 'node.remove':
      return nodeRejection(world, command, [NodeState.up, NodeState.down]);
    case 'node.add':
      return newNodesRejection(world, command);
    case 'scheduler.set':
      return policiesRejection(world, command) ?? placementRejection(world, command.placement);
    case 'workload.set':
      return arrivalRateRejection(world, command.arrivalRateMilli);
    default:
      return worldCommandRejection(world, command);
  }
}

function gprRejection(
  world: World,
  { gprId }: { readonly gprId: string },
  action: keyof typeof GPR_STATES,
): Rejection | undefined {
  const found = findGpr(world, world.ids.uid(gprId));
  if (found === undefined) return { code: 'gpr-unknown', gprId };
  const state = found.gprs.state[found.row];
  const states: readonly number[] = GPR_STATES[action];
  return states.includes(state) ? undefined : { code: 'gpr-state', gprId, state: STATE_NAMES[state], action };
}

/** The rejection of the new priority of a queued GPR by the policy of its workspace. */
function newPriorityRejection(world: World, { gprId, priority }: UpdateGpr): Rejection | undefined {
  const { gprs } = world.core;
  const row = world.index.rowOf(world.ids.uid(gprId));
  if (priority === undefined || priority === gprs.priority[row]) return undefined;
  const workspace = gprs.workspace[row];
  const found = priorityBreach(policyOf(world, workspace), priority);
  return found && policyRejection(world.directory.workspaceName(workspace), found);
}

function nodeRejection(
  { core, directory }: World,
  { cluster, node }: { readonly cluster: string; readonly node: string },
  states: readonly number[],
): Rejection | undefined {
  const index = directory.node(cluster, node);
  const state = index < 0 ? NodeState.removed : core.nodes.state[index];
  if (state === NodeState.removed) return { code: 'node-unknown', cluster, node };
  if (states.includes(state)) return undefined;
  return { code: 'node-state', cluster, node, state: state === NodeState.up ? 'up' : 'down' };
}

function newNodesRejection(world: World, command: AddNodes): Rejection | undefined {
  const { core, directory } = world;
  const { cluster, instanceType, gpuModelName, count } = command;
  const rejections = clusterRejections(world, [cluster]);
  if (rejections.length === 0 && directory.clusters[directory.cluster(cluster)].capacity === 'processors')
    rejections.push({ code: 'one-machine', field: 'cluster', name: cluster });
  const type = directory.instanceType(instanceType, gpuModelName);
  if (type >= 0 && directory.instanceTypes[type].gpuCount > GPUS_PER_NODE_MAX)
    rejections.push({ code: 'one-machine', field: 'instanceType', name: instanceType });
  if (type < 0) {
    const known = directory.instanceTypes.map((type) => type.instanceType);
    rejections.push({ code: 'instance-type-unknown', instanceType, known });
  }
  if (rejections.length > 0) return together(rejections);
  const value = core.nodes.size + count;
  if (value > NODES_MAX) return { code: 'limit', field: 'count', limit: NODES_MAX, value };
  return newSharedNodesRejection(world, command);
}

function policiesRejection({ core, scenario }: World, command: SetScheduler): Rejection | undefined {
  const names = changedNames(namesOf(core), command);
  const why = whyPoliciesRefused(names, scenario);
  // A change of the placement alone makes no queue policy impossible.
  const field = (['queue', 'order', 'backfillOrder'] as const).find((name) => command[name] !== undefined);
  if (why === undefined || field === undefined) return undefined;
  return { code: 'policy-not-here', field, value: names[field], why };
}

/** A mean gap below a millisecond would let arrivals pile up on one instant, without end. */
function arrivalRateRejection({ scenario }: World, rateMilli: number): Rejection | undefined {
  const meansMs = scenario.workload.flatMap((workload) =>
    workload.kind === 'generated' ? workload.interArrivalMeanMs : [],
  );
  if (meansMs.length === 0) return { code: 'no-generated-workload' };
  const limit = Math.max(1, Math.min(...meansMs));
  const value = rateMilli / 1000;
  return value > limit ? { code: 'limit', field: 'arrivalRate', limit, value } : undefined;
}
