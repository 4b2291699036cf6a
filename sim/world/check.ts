// Whether a command about the resources on top of GPRs can be applied now. What comes back is the command to journal, with
// the choices made in it. Changes nothing.

import { admit } from '../admit.ts';
import type { Rejection } from '../commands.ts';
import type { Core } from '../core.ts';
import type { WorldWithForecast } from '../foresight/foresight.ts';
import { STATE_NAMES, State } from '../gpr.ts';
import { ORDINALS_MAX } from '../ids.ts';
import { hasShape } from '../request.ts';
import type { WorldParts } from '../world-parts.ts';
import type {
  CreateEndpoint,
  CreatePlacement,
  CreateWorkloadTemplate,
  DeleteEndpoint,
  DeletePlacement,
  GprChoice,
  UpdatePlacement,
  WorldCommand,
} from './commands.ts';
import type { Binding, GprTemplate, WorkloadTemplate } from './data.ts';
import { endpointChoice, findEndpoint } from './endpoints.ts';
import { FAULTS_MAX, faultNumber } from './faults.ts';
import { findPlacement, ownGprs, placementChoices, statusOf } from './placements.ts';
import { type Planned, planChange, planCreation, planTemplate, stepWithoutPart } from './plan.ts';
import { stateOf } from './watch.ts';
import { workspaceRejection } from './workspaces.ts';

export type WorldCheck =
  | { readonly ok: true; readonly command: WorldCommand }
  | { readonly ok: false; readonly rejection: Rejection };

export function checkWorldCommand(world: WorldWithForecast, command: WorldCommand): WorldCheck {
  const { core } = world;
  const accept = (rejection: Rejection | undefined): WorldCheck =>
    rejection === undefined ? { ok: true, command } : { ok: false, rejection };
  switch (command.kind) {
    case 'policy.set':
      return accept(workspaceRejection(core, command.workspace));
    case 'gpr-template.create':
      return accept(
        core.world.gprTemplates.has(command.template.name)
          ? { code: 'gpr-template-exists', name: command.template.name }
          : unknownNames(core, command.template),
      );
    case 'gpr-template.replace':
      return accept(unknownGprTemplate(core, command.template.name) ?? unknownNames(core, command.template));
    case 'gpr-template.delete':
      return accept(unknownGprTemplate(core, command.name));
    case 'binding.create':
      return accept(bindingRejection(core, command.binding));
    case 'binding.replace':
      return accept(
        bindingRejection(core, command.binding) ?? unknownBinding(core, command.binding.workspace),
      );
    case 'binding.delete':
      return accept(unknownBinding(core, command.workspace));
    case 'endpoint.create':
      return checkEndpoint(world, command);
    case 'endpoint.delete':
      return accept(workspaceRejection(core, command.workspace) ?? undeletableEndpoint(world, command));
    case 'workload-template.create':
      return checkWorkloadTemplate(world, command);
    case 'workload-template.replace':
      return accept(
        unknownWorkloadTemplate(core, command.template.name) ??
          workloadTemplateRejection(core, command.template),
      );
    case 'workload-template.delete':
      return accept(unknownWorkloadTemplate(core, command.name));
    case 'placement.create':
      return checkPlacement(world, command);
    case 'placement.update':
      return checkPlacementChange(world, command);
    case 'placement.delete':
      return accept(undeletablePlacement(core, command));
    case 'fault.add':
      return accept(
        core.world.faults.size < FAULTS_MAX
          ? undefined
          : { code: 'limit', field: 'faults', limit: FAULTS_MAX, value: FAULTS_MAX + 1 },
      );
    case 'fault.remove':
      return accept(
        faultNumber(core, command.faultId) > 0
          ? undefined
          : { code: 'fault-unknown', faultId: command.faultId },
      );
  }
}

// --- templates and bindings -----------------------------------------------------------------------------------------

function unknownGprTemplate({ world }: Core, name: string): Rejection | undefined {
  return world.gprTemplates.has(name) ? undefined : { code: 'gpr-template-unknown', name };
}

function unknownBinding({ world, directory }: Core, workspace: string): Rejection | undefined {
  return world.bindings.has(directory.workspace(workspace))
    ? undefined
    : { code: 'binding-unknown', workspace };
}

function unknownWorkloadTemplate({ world }: Core, name: string): Rejection | undefined {
  return world.workloadTemplates.has(name) ? undefined : { code: 'workload-template-unknown', name };
}

/** Names in a template that nothing there is has. Whether it would fit is a matter of its bindings. */
function unknownNames(core: Core, { cluster, instanceType, gpuShape }: GprTemplate): Rejection | undefined {
  const { instanceTypes } = core.directory;
  if (core.directory.cluster(cluster) < 0) return unknownCluster(core, cluster);
  const wanted = instanceType.toLowerCase();
  if (!instanceTypes.some((type) => type.instanceType.toLowerCase() === wanted)) {
    const known = [...new Set(instanceTypes.map((type) => type.instanceType))];
    return { code: 'instance-type-unknown', instanceType, known };
  }
  return unknownShape(core, gpuShape);
}

function unknownShape({ directory: { instanceTypes } }: Core, gpuShape: string): Rejection | undefined {
  if (instanceTypes.some((type) => hasShape(type, gpuShape))) return undefined;
  const known = [...new Set(instanceTypes.map((type) => type.gpuModelName))];
  return { code: 'gpu-shape-unknown', gpuShape, known };
}

function unknownCluster({ directory }: Core, cluster: string): Rejection {
  return { code: 'cluster-unknown', cluster, known: directory.clusters.map(({ name }) => name) };
}

function bindingRejection(core: Core, { workspace, clusters }: Binding): Rejection | undefined {
  const refused = workspaceRejection(core, workspace);
  if (refused !== undefined) return refused;
  return clusterRejection(
    core,
    workspace,
    clusters.map(({ cluster }) => cluster),
  );
}

/** The first cluster that there is not, or that is not the workspace's. */
function clusterRejection(core: Core, workspace: string, names: readonly string[]): Rejection | undefined {
  const unknown = names.find((name) => core.directory.cluster(name) < 0);
  if (unknown !== undefined) return unknownCluster(core, unknown);
  const clusters = core.directory.clustersOf(core.directory.workspace(workspace));
  const cluster = names.find((name) => !clusters.includes(name));
  return cluster === undefined
    ? undefined
    : { code: 'cluster-not-in-workspace', cluster, workspace, clusters };
}

// --- endpoints ------------------------------------------------------------------------------------------------------

function checkEndpoint(world: WorldWithForecast, command: CreateEndpoint): WorldCheck {
  const { core } = world;
  const { name } = command;
  const refused =
    workspaceRejection(core, command.workspace) ??
    clusterRejection(core, command.workspace, [command.cluster]);
  if (refused !== undefined) return refuse(refused);
  const workspace = core.directory.workspace(command.workspace);
  if (findEndpoint(core, workspace, name) !== undefined) {
    return refuse({ code: 'endpoint-exists', workspace: command.workspace, name });
  }
  const wanted = endpointChoice(world, workspace, command);
  if (!wanted.ok) return wanted;
  const admitted = admitAll(world, [wanted.choice], 0);
  return admitted.ok ? { ok: true, command: { ...command, choice: admitted.choices[0] } } : admitted;
}

function undeletableEndpoint(
  { core, ids }: WorldParts,
  { workspace, name, cluster }: DeleteEndpoint,
): Rejection | undefined {
  const endpoint = findEndpoint(core, core.directory.workspace(workspace), name);
  const isThere =
    endpoint !== undefined &&
    (cluster === null || core.directory.clusters[endpoint.cluster].name === cluster);
  if (!isThere) return { code: 'endpoint-unknown', workspace, name };
  if (endpoint.gpr === null) return undefined;
  const state = stateOf(core, endpoint.gpr.uid);
  if (state !== State.provisioning && state !== State.successful) return undefined;
  return { code: 'endpoint-busy', name, gprId: ids.gprId(endpoint.gpr.uid), state: STATE_NAMES[state] };
}

// --- workloads ------------------------------------------------------------------------------------------------------

function workloadTemplateRejection(core: Core, template: WorkloadTemplate): Rejection | undefined {
  return (
    workspaceRejection(core, template.workspace) ??
    clusterRejection(core, template.workspace, template.clusters) ??
    stepWithoutPart(template)
  );
}

function checkWorkloadTemplate(world: WorldWithForecast, command: CreateWorkloadTemplate): WorldCheck {
  const { core } = world;
  const { template } = command;
  const { name } = template;
  if (core.world.workloadTemplates.has(name)) return refuse({ code: 'workload-template-exists', name });
  const refused = workloadTemplateRejection(core, template);
  if (refused !== undefined) return refuse(refused);
  if (!template.autoPlacement || findPlacement(core, name) !== undefined) return { ok: true, command };
  const workspace = core.directory.workspace(template.workspace);
  const admitted = admitPlan(world, workspace, planTemplate(core, workspace, template), []);
  return admitted.ok ? { ok: true, command: { ...command, choices: admitted.choices } } : admitted;
}

function checkPlacement(world: WorldWithForecast, command: CreatePlacement): WorldCheck {
  const { core } = world;
  const refused = workspaceRejection(core, command.workspace);
  if (refused !== undefined) return refuse(refused);
  if (findPlacement(core, command.name) !== undefined) {
    return refuse({ code: 'placement-exists', name: command.name });
  }
  const workspace = core.directory.workspace(command.workspace);
  const admitted = admitPlan(world, workspace, planCreation(core, workspace, command), []);
  return admitted.ok ? { ok: true, command: { ...command, choices: admitted.choices } } : admitted;
}

function checkPlacementChange(world: WorldWithForecast, command: UpdatePlacement): WorldCheck {
  const { core } = world;
  const placement = findPlacement(core, command.name);
  if (placement === undefined) return refuse({ code: 'placement-unknown', name: command.name });
  const planned = planChange(core, placement, command);
  if (!planned.ok) return refuse(planned.rejection);
  if (!planned.isAnew) return { ok: true, command };
  const admitted = admitPlan(world, placement.workspace, planned, ownGprs(core, placement));
  if (admitted.ok && placement.made + admitted.choices.length > ORDINALS_MAX) {
    const value = placement.made + admitted.choices.length;
    return refuse({ code: 'limit', field: 'gpu', limit: ORDINALS_MAX, value });
  }
  return admitted.ok ? { ok: true, command: { ...command, choices: admitted.choices } } : admitted;
}

function undeletablePlacement(core: Core, { name }: DeletePlacement): Rejection | undefined {
  const placement = findPlacement(core, name);
  if (placement === undefined) return { code: 'placement-unknown', name };
  const status = statusOf(core, placement);
  const isDeletable = status === 'Pending' || status === 'Queued' || status === 'Running';
  return isDeletable ? undefined : { code: 'placement-state', name, status };
}

type Admitted =
  | { readonly ok: true; readonly choices: readonly GprChoice[] }
  | { readonly ok: false; readonly rejection: Rejection };

/** @param going uids of GPRs that go when this comes */
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

/** @param more GPRs that will be there beside those there are */
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
