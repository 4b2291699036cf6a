// Checks whether a command on resources other than GPRs can be applied now. Changes nothing. The result is the command to
// journal, with its choices filled in, or the rejection.

import { clusterRejections, together, typeRejections } from '../admission/names.ts';
import { ORDINALS_MAX } from '../base/numbers/ids.ts';
import { STATE_NAMES, State } from '../facts/numbered.ts';
import { admit } from '../forecast/availability/query.ts';
import type { WorldWithForecast } from '../forecast/component.ts';
import type { Rejection } from '../language/commands.ts';
import type {
  CreateEndpoint,
  CreatePlacement,
  CreateWorkloadTemplate,
  DeleteEndpoint,
  DeletePlacement,
  GprChoice,
  UpdatePlacement,
  WorldCommand,
} from '../language/resource-commands.ts';
import type { Binding, GprTemplate, WorkloadTemplate } from '../language/resource-data.ts';
import { endpointChoice, findEndpoint } from '../resources/endpoints.ts';
import { stateOf } from '../resources/gprs/watch.ts';
import { FAULTS_MAX, faultNumber } from '../resources/injected-faults.ts';
import {
  decisionsOf,
  findPlacement,
  ownGprs,
  placementChoices,
  statusOf,
} from '../resources/placements/placements.ts';
import {
  fixedRejection,
  type Planned,
  planChange,
  planCreation,
  planTemplate,
  stepsWithoutPart,
} from '../resources/placements/plan.ts';
import { workspaceRejection } from '../resources/workspace-deletion.ts';
import { WorkspaceBit } from '../tables/workspace-table.ts';
import type { World } from '../world.ts';

type WorldCheck =
  | { readonly ok: true; readonly command: WorldCommand }
  | { readonly ok: false; readonly rejection: Rejection };

export function checkWorldCommand(world: WorldWithForecast, command: WorldCommand): WorldCheck {
  const accept = (rejection: Rejection | undefined): WorldCheck =>
    rejection === undefined ? { ok: true, command } : { ok: false, rejection };
  switch (command.kind) {
    case 'policy.set':
      return accept(workspaceRejection(world, command.workspace));
    case 'gpr-template.create':
      return accept(
        world.resources.gprTemplates.has(command.template.name)
          ? { code: 'gpr-template-exists', name: command.template.name }
          : unknownNames(world, command.template),
      );
    case 'gpr-template.replace':
      return accept(
        unknownGprTemplate(world, command.template.name) ?? unknownNames(world, command.template),
      );
    case 'gpr-template.delete':
      return accept(unknownGprTemplate(world, command.name));
    case 'binding.create':
      return accept(bindingRejection(world, command.binding));
    case 'binding.replace':
      return accept(
        bindingRejection(world, command.binding) ?? unknownBinding(world, command.binding.workspace),
      );
    case 'binding.delete':
      return accept(unknownBinding(world, command.workspace));
    case 'endpoint.create':
      return checkEndpoint(world, command);
    case 'endpoint.delete':
      return accept(workspaceRejection(world, command.workspace) ?? undeletableEndpoint(world, command));
    case 'workload-template.create':
      return checkWorkloadTemplate(world, command);
    case 'workload-template.replace':
      return accept(
        unknownWorkloadTemplate(world, command.template.name) ??
          replacementRejection(world, command.template),
      );
    case 'workload-template.delete':
      return accept(unknownWorkloadTemplate(world, command.name));
    case 'placement.create':
      return checkPlacement(world, command);
    case 'placement.update':
      return checkPlacementChange(world, command);
    case 'placement.delete':
      return accept(undeletablePlacement(world, command));
    case 'fault.add':
      return accept(
        world.resources.faults.size < FAULTS_MAX
          ? undefined
          : { code: 'limit', field: 'faults', limit: FAULTS_MAX, value: FAULTS_MAX + 1 },
      );
    case 'fault.remove':
      return accept(
        faultNumber(world, command.faultId) > 0
          ? undefined
          : { code: 'fault-unknown', faultId: command.faultId },
      );
  }
}

// --- templates and bindings -----------------------------------------------------------------------------------------

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
function foreignClusters(world: World, workspace: string, names: readonly string[]): Rejection[] {
  const { directory } = world;
  return clusterRejections(world, names, workspace, directory.clustersOf(directory.workspace(workspace)));
}

// --- endpoints ------------------------------------------------------------------------------------------------------

function checkEndpoint(world: WorldWithForecast, command: CreateEndpoint): WorldCheck {
  const { name } = command;
  const refused = workspaceRejection(world, command.workspace) ?? unknownInEndpoint(world, command);
  if (refused !== undefined) return refuse(refused);
  const workspace = world.directory.workspace(command.workspace);
  if (findEndpoint(world, workspace, name) !== undefined) {
    return refuse({ code: 'endpoint-exists', workspace: command.workspace, name });
  }
  const wanted = endpointChoice(world, workspace, command);
  if (!wanted.ok) return wanted;
  const admitted = admitAll(world, [wanted.choice], 0);
  return admitted.ok ? { ok: true, command: { ...command, choice: admitted.choices[0] } } : admitted;
}

/** The rejection of a cluster, together with unknown GPUs; unknown GPUs alone are found later. */
function unknownInEndpoint(world: World, { workspace, cluster, gpu }: CreateEndpoint): Rejection | undefined {
  const clusters = foreignClusters(world, workspace, [cluster]);
  if (clusters.length === 0 || typeof gpu === 'string') return clusters[0];
  return together([...clusters, ...typeRejections(world, gpu, '')]);
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

// --- workloads ------------------------------------------------------------------------------------------------------

function workloadTemplateRejection(world: World, template: WorkloadTemplate): Rejection | undefined {
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
  if (template.workspace !== '') return workloadTemplateRejection(world, template);
  const { workspace } = world.resources.workloadTemplates.get(template.name)!;
  if (!world.core.workspaces.has(workspace, WorkspaceBit.gone)) {
    return { code: 'member-missing', field: 'workspace' };
  }
  return together([...clusterRejections(world, template.clusters), ...stepsWithoutPart(template)]);
}

function checkWorkloadTemplate(world: WorldWithForecast, command: CreateWorkloadTemplate): WorldCheck {
  const { template } = command;
  const { name } = template;
  if (world.resources.workloadTemplates.has(name)) return refuse({ code: 'workload-template-exists', name });
  const refused = workloadTemplateRejection(world, template);
  if (refused !== undefined) return refuse(refused);
  if (!template.autoPlacement || findPlacement(world, name) !== undefined) return { ok: true, command };
  const workspace = world.directory.workspace(template.workspace);
  const admitted = admitPlan(world, workspace, planTemplate(world, workspace, template), []);
  return admitted.ok ? { ok: true, command: { ...command, choices: admitted.choices } } : admitted;
}

function checkPlacement(world: WorldWithForecast, command: CreatePlacement): WorldCheck {
  const refused = workspaceRejection(world, command.workspace);
  if (refused !== undefined) return refuse(refused);
  if (findPlacement(world, command.name) !== undefined) {
    return refuse({ code: 'placement-exists', name: command.name });
  }
  const workspace = world.directory.workspace(command.workspace);
  const admitted = admitPlan(world, workspace, planCreation(world, workspace, command), []);
  return admitted.ok ? { ok: true, command: { ...command, choices: admitted.choices } } : admitted;
}

function checkPlacementChange(world: WorldWithForecast, command: UpdatePlacement): WorldCheck {
  const placement = findPlacement(world, command.name);
  if (placement === undefined) return refuse({ code: 'placement-unknown', name: command.name });
  const fixed = fixedRejection(world, placement, command);
  if (fixed !== undefined) return refuse(fixed);
  const planned = planChange(world, placement, command);
  if (!planned.ok) return refuse(planned.rejection);
  if (!planned.replacesDecisions) return { ok: true, command };
  const admitted = admitPlan(world, placement.workspace, planned, ownGprs(world, placement));
  if (admitted.ok && placement.made + admitted.choices.length > ORDINALS_MAX) {
    const value = placement.made + admitted.choices.length;
    return refuse({ code: 'limit', field: 'gpu', limit: ORDINALS_MAX, value });
  }
  return admitted.ok ? { ok: true, command: { ...command, choices: admitted.choices } } : admitted;
}

function undeletablePlacement(world: World, { name }: DeletePlacement): Rejection | undefined {
  const placement = findPlacement(world, name);
  if (placement === undefined) return { code: 'placement-unknown', name };
  const status = statusOf(world, placement);
  if (status === 'Pending' || status === 'Queued' || status === 'Running') return undefined;
  const holding = decisionsOf(world, placement).flatMap(({ gpr }) =>
    gpr !== null && isProvisioned(stateOf(world, gpr)) ? [world.ids.gprId(gpr.uid)] : [],
  );
  return { code: 'placement-state', name, status, holding: [...new Set(holding)] };
}

type Admitted =
  | { readonly ok: true; readonly choices: readonly GprChoice[] }
  | { readonly ok: false; readonly rejection: Rejection };

/** @param going uids of GPRs that the plan replaces */
function admitPlan(
  world: WorldWithForecast,
  workspace: number,
  planned: Planned,
  going: readonly number[],
): Admitted {
  if (!planned.ok) return planned;
  const wanted = placementChoices(world, workspace, planned.plan, going);
  return 'rejection' in wanted ? refuse(wanted.rejection) : admitAll(world, wanted.choices, -going.length);
}

/**
 * Admits each new GPR of a command as if the ones before it existed, but chooses its pool in the present world.
 * @param more number of further GPRs that the admission check counts as existing; negative if GPRs go
 */
function admitAll(world: WorldWithForecast, wanted: readonly GprChoice[], more: number): Admitted {
  const choices: GprChoice[] = [];
  let made = 0;
  for (const choice of wanted) {
    if (choice.kind !== 'make') {
      choices.push(choice);
      continue;
    }
    const admission = admit(world, choice.request, more + made++);
    if (!admission.ok) return admission;
    choices.push({ ...choice, request: admission.request });
  }
  return { ok: true, choices };
}

function refuse(rejection: Rejection): { readonly ok: false; readonly rejection: Rejection } {
  return { ok: false, rejection };
}
