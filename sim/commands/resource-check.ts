// Checks whether a command on resources other than GPRs can be applied now, if it leaves no choice to the simulator.

import { clusterRejections, typeRejections } from '../admission/names.ts';
import { together } from '../admission/rejections.ts';
import { STATE_NAMES, State } from '../facts/numbered.ts';
import type { Rejection } from '../language/commands.ts';
import { FAULTS_MAX } from '../language/limits.ts';
import type { ChoosingCommand, DeleteEndpoint, WorldCommand } from '../language/resource-commands.ts';
import type { Binding, GprTemplate, WorkloadTemplate } from '../language/resource-data.ts';
import { findEndpoint } from '../resources/endpoints.ts';
import { stateOf } from '../resources/gprs/watch.ts';
import { faultNumber } from '../resources/injected-faults.ts';
import { stepsWithoutPart } from '../resources/placements/placement-plan.ts';
import { decisionsOf, findPlacement, statusOf } from '../resources/placements/placements.ts';
import { workspaceRejection } from '../resources/workspace-deletion.ts';
import { WorkspaceBit } from '../tables/workspace-table.ts';
import type { World } from '../world.ts';

/** undefined = the command can be applied. */
export function worldCommandRejection(
  world: World,
  command: Exclude<WorldCommand, ChoosingCommand>,
): Rejection | undefined {
  const { resources } = world;
  switch (command.kind) {
    case 'policy.set':
      return workspaceRejection(world, command.workspace);
    case 'gpr-template.create': {
      const { name } = command.template;
      if (resources.gprTemplates.has(name)) return { code: 'gpr-template-exists', name };
      return unknownNames(world, command.template);
    }
    case 'gpr-template.replace':
      return unknownGprTemplate(world, command.template.name) ?? unknownNames(world, command.template);
    case 'gpr-template.delete':
      return unknownGprTemplate(world, command.name);
    case 'binding.create':
      return bindingRejection(world, command.binding);
    case 'binding.replace':
      return bindingRejection(world, command.binding) ?? unknownBinding(world, command.binding.workspace);
    case 'binding.delete':
      return unknownBinding(world, command.workspace);
    case 'endpoint.delete':
      return workspaceRejection(world, command.workspace) ?? undeletableEndpoint(world, command);
    case 'workload-template.replace':
      return replacementRejection(world, command.template);
    case 'workload-template.delete':
      return unknownWorkloadTemplate(world, command.name);
    case 'placement.delete':
      return undeletablePlacement(world, command.name);
    case 'fault.add':
      if (resources.faults.size < FAULTS_MAX) return undefined;
      return { code: 'limit', field: 'faults', limit: FAULTS_MAX, value: FAULTS_MAX + 1 };
    case 'fault.remove': {
      const { faultId } = command;
      return faultNumber(world, faultId) > 0 ? undefined : { code: 'fault-unknown', faultId };
    }
  }
}

function unknownGprTemplate({ resources }: World, name: string): Rejection | undefined {
  return resources.gprTemplates.has(name) ? undefined : { code: 'gpr-template-unknown', name };
}

function unknownBinding({ resources, directory }: World, workspace: string): Rejection | undefined {
  return resources.bindings.has(directory.workspace(workspace))
    ? undefined
    : { code: 'binding-unknown', workspace };
}

function unknownWorkloadTemplate({ resources }: World, name: string): Rejection | undefined {
  return resources.workloadTemplates.has(name) ? undefined : { code: 'workload-template-unknown', name };
}

/** The rejection of a template with unknown names. Whether its demand fits is checked for its bindings. */
function unknownNames(world: World, template: GprTemplate): Rejection | undefined {
  return together([
    ...clusterRejections(world, [template.cluster]),
    ...typeRejections(world, template, undefined),
  ]);
}

function bindingRejection(world: World, { workspace, clusters }: Binding): Rejection | undefined {
  const names = clusters.map(({ cluster }) => cluster);
  return workspaceRejection(world, workspace) ?? together(foreignClusters(world, workspace, names));
}

/** The rejections of clusters that are unknown or not the workspace's. */
export function foreignClusters(world: World, workspace: string, names: readonly string[]): Rejection[] {
  const { directory } = world;
  return clusterRejections(world, names, workspace, directory.clustersOf(directory.workspace(workspace)));
}

function undeletableEndpoint(
  world: World,
  { workspace, name, cluster }: DeleteEndpoint,
): Rejection | undefined {
  const endpoint = findEndpoint(world, world.directory.workspace(workspace), name);
  const isThere =
    endpoint !== undefined &&
    (cluster === null || world.directory.clusters[endpoint.cluster].name === cluster);
  if (!isThere) return { code: 'endpoint-unknown', workspace, name };
  if (endpoint.gpr === null) return undefined;
  const state = stateOf(world, endpoint.gpr);
  if (!isProvisioned(state)) return undefined;
  return { code: 'endpoint-busy', name, gprId: world.ids.gprId(endpoint.gpr.uid), state: STATE_NAMES[state] };
}

function isProvisioned(state: number): boolean {
  return state === State.provisioning || state === State.successful;
}

export function workloadTemplateRejection(world: World, template: WorkloadTemplate): Rejection | undefined {
  return (
    workspaceRejection(world, template.workspace) ??
    together([
      ...foreignClusters(world, template.workspace, template.clusters),
      ...stepsWithoutPart(template),
    ])
  );
}

/** A template may lack a workspace only after its workspace was deleted. */
function replacementRejection(world: World, template: WorkloadTemplate): Rejection | undefined {
  const known = world.resources.workloadTemplates.get(template.name);
  if (known === undefined) return unknownWorkloadTemplate(world, template.name);
  if (template.workspace !== '') return workloadTemplateRejection(world, template);
  if (!world.core.workspaces.has(known.workspace, WorkspaceBit.gone)) {
    return { code: 'member-missing', field: 'workspace' };
  }
  return together([...clusterRejections(world, template.clusters), ...stepsWithoutPart(template)]);
}

function undeletablePlacement(world: World, name: string): Rejection | undefined {
  const placement = findPlacement(world, name);
  if (placement === undefined) return { code: 'placement-unknown', name };
  const status = statusOf(world, placement);
  if (status === 'Pending' || status === 'Queued' || status === 'Running') return undefined;
  const holding = decisionsOf(world, placement).flatMap(({ gpr }) =>
    gpr !== null && isProvisioned(stateOf(world, gpr)) ? [world.ids.gprId(gpr.uid)] : [],
  );
  return { code: 'placement-state', name, status, holding: [...new Set(holding)] };
}
