import type { GprTemplate, WorkloadTemplate, WorldCommand } from '../../sim/index.ts';
import { GPRS_MAX } from './bursts.ts';
import { admitAll, endpointChoice, type Owner, placementChoices } from './choices.ts';
import { findEndpoint } from './endpoints.ts';
import { findFault } from './faults.ts';
import { findPlacement, ownGprs } from './placements.ts';
import { type Planned, planChange, planCreation, planTemplate, statusOf, stepsAreKnown } from './plans.ts';
import { isShape, isType } from './policies.ts';
import { bindingOf, findGprTemplate, findWorkloadTemplate } from './records.ts';
import { type Gpr, isProvisioned, type NaiveWorld, type Workspace } from './state.ts';
import { newest, openWorkspace } from './workspaces.ts';

const FAULTS_MAX = 1000;

type CommandOf<K extends WorldCommand['kind']> = Extract<WorldCommand, { kind: K }>;

/**
 * Checks a command. Returns it with its choices filled in, or the code of its rejection.
 * @param uid of the endpoint or placement that it would create
 */
export function checkResource(world: NaiveWorld, command: WorldCommand, uid: number): WorldCommand | string {
  const unless = (code: string | null | false) => (code === null || code === false ? command : code);
  const owner = { uid, made: 0 };
  switch (command.kind) {
    case 'policy.set':
      return unless(closed(world, command.workspace));
    case 'gpr-template.create':
      if (findGprTemplate(world, command.template.name)) return 'gpr-template-exists';
      return unless(unknownNames(world, command.template));
    case 'gpr-template.replace':
      if (!findGprTemplate(world, command.template.name)) return 'gpr-template-unknown';
      return unless(unknownNames(world, command.template));
    case 'gpr-template.delete':
      return unless(findGprTemplate(world, command.name) === undefined && 'gpr-template-unknown');
    case 'binding.create':
    case 'binding.replace': {
      const { workspace, clusters } = command.binding;
      const names = clusters.map(({ cluster }) => cluster);
      const refused = closed(world, workspace) ?? foreignCluster(world, workspace, names);
      return unless(refused ?? (command.kind === 'binding.replace' && unbound(world, workspace)));
    }
    case 'binding.delete':
      return unless(unbound(world, command.workspace));
    case 'endpoint.create':
      return checkEndpoint(world, command, owner);
    case 'endpoint.delete':
      return unless(closed(world, command.workspace) ?? undeletableEndpoint(world, command));
    case 'workload-template.create':
      return checkWorkloadTemplate(world, command, owner);
    case 'workload-template.replace':
      if (!findWorkloadTemplate(world, command.template.name)) return 'workload-template-unknown';
      return unless(badReplacement(world, command.template));
    case 'workload-template.delete':
      return unless(findWorkloadTemplate(world, command.name) === undefined && 'workload-template-unknown');
    case 'placement.create':
      return checkPlacement(world, command, owner);
    case 'placement.update':
      return checkPlacementChange(world, command);
    case 'placement.delete': {
      const placement = findPlacement(world, command.name);
      if (placement === undefined) return 'placement-unknown';
      const isDeletable = ['Pending', 'Queued', 'Running'].includes(statusOf(world, placement));
      return unless(!isDeletable && 'placement-state');
    }
    case 'fault.add':
      return unless(world.faults.length >= FAULTS_MAX && 'limit');
    case 'fault.remove':
      return unless(findFault(world, command.faultId) === undefined && 'fault-unknown');
  }
}

/** Why a workspace accepts no new resource. */
function closed(world: NaiveWorld, name: string): string | null {
  const workspace = openWorkspace(world, name);
  return typeof workspace === 'string' ? workspace : null;
}

function unbound(world: NaiveWorld, name: string): string | null {
  const workspace = newest(world, name);
  return workspace === undefined || bindingOf(world, workspace) === undefined ? 'binding-unknown' : null;
}

function unknownNames({ scenario }: NaiveWorld, template: GprTemplate): string | null {
  const { cluster, instanceType, gpuShape } = template;
  const { clusters, instanceTypes } = scenario;
  if (!clusters.some(({ name }) => name === cluster)) return 'cluster-unknown';
  // In a template, '' is not a valid name.
  if (instanceType === '' || !instanceTypes.some((type) => isType(type, instanceType)))
    return 'instance-type-unknown';
  if (gpuShape === '' || !instanceTypes.some((type) => isShape(type, gpuShape))) return 'gpu-shape-unknown';
  return null;
}

/** Rejects clusters that are unknown or not the workspace's. */
function foreignCluster(world: NaiveWorld, workspace: string, names: readonly string[]): string | null {
  const known = world.scenario.clusters.map(({ name }) => name);
  if (names.some((name) => !known.includes(name))) return 'cluster-unknown';
  const own = newest(world, workspace)!.clusters;
  return names.some((name) => !own.includes(name)) ? 'cluster-not-in-workspace' : null;
}

function checkEndpoint(
  world: NaiveWorld,
  command: CommandOf<'endpoint.create'>,
  owner: Owner,
): WorldCommand | string {
  const refused =
    closed(world, command.workspace) ?? foreignCluster(world, command.workspace, [command.cluster]);
  if (refused !== null) return refused;
  const workspace = newest(world, command.workspace)!;
  if (findEndpoint(world, workspace, command.name) !== undefined) return 'endpoint-exists';
  const wanted = endpointChoice(world, workspace, command);
  if (typeof wanted === 'string') return wanted;
  const admitted = admitAll(world, workspace, [wanted], owner, 0);
  return typeof admitted === 'string' ? admitted : { ...command, choice: admitted[0] };
}

function undeletableEndpoint(world: NaiveWorld, command: CommandOf<'endpoint.delete'>): string | null {
  const { workspace, name, cluster } = command;
  const endpoint = findEndpoint(world, newest(world, workspace)!, name);
  if (endpoint === undefined || (cluster !== null && cluster !== endpoint.cluster)) return 'endpoint-unknown';
  return endpoint.use !== null && isProvisioned(endpoint.use.gpr) ? 'endpoint-busy' : null;
}

function badWorkload(world: NaiveWorld, template: WorkloadTemplate): string | null {
  const refused = closed(world, template.workspace);
  if (refused !== null) return refused;
  return (
    foreignCluster(world, template.workspace, template.clusters) ??
    (stepsAreKnown(template) ? null : 'step-unknown')
  );
}

function badReplacement(world: NaiveWorld, template: WorkloadTemplate): string | null {
  if (template.workspace !== '') return badWorkload(world, template);
  if (findWorkloadTemplate(world, template.name)!.workspace.going !== 'gone') return 'member-missing';
  const { clusters } = world.scenario;
  if (template.clusters.some((name) => !clusters.some((known) => known.name === name)))
    return 'cluster-unknown';
  return stepsAreKnown(template) ? null : 'step-unknown';
}

function checkWorkloadTemplate(
  world: NaiveWorld,
  command: CommandOf<'workload-template.create'>,
  owner: Owner,
): WorldCommand | string {
  const { template } = command;
  if (findWorkloadTemplate(world, template.name) !== undefined) return 'workload-template-exists';
  const refused = badWorkload(world, template);
  if (refused !== null) return refused;
  if (!template.autoPlacement || findPlacement(world, template.name) !== undefined) return command;
  const workspace = newest(world, template.workspace)!;
  return withChoices(world, workspace, command, planTemplate(world, workspace, template), [], owner);
}

function checkPlacement(
  world: NaiveWorld,
  command: CommandOf<'placement.create'>,
  owner: Owner,
): WorldCommand | string {
  const refused = closed(world, command.workspace);
  if (refused !== null) return refused;
  if (findPlacement(world, command.name) !== undefined) return 'placement-exists';
  const workspace = newest(world, command.workspace)!;
  return withChoices(world, workspace, command, planCreation(world, workspace, command), [], owner);
}

function checkPlacementChange(
  world: NaiveWorld,
  command: CommandOf<'placement.update'>,
): WorldCommand | string {
  const placement = findPlacement(world, command.name);
  if (placement === undefined) return 'placement-unknown';
  const changed = planChange(world, placement, command);
  if (typeof changed === 'string') return changed;
  if (!changed.replacesDecisions) return command;
  const checked = withChoices(
    world,
    placement.workspace,
    command,
    changed.plan,
    ownGprs(placement),
    placement,
  );
  if (typeof checked === 'string') return checked;
  return placement.made + changed.plan.numPlacements > GPRS_MAX ? 'limit' : checked;
}

/** @param going GPRs that the plan replaces */
function withChoices<C extends WorldCommand>(
  world: NaiveWorld,
  workspace: Workspace,
  command: C,
  plan: Planned,
  going: readonly Gpr[],
  owner: Owner,
): C | string {
  if (typeof plan === 'string') return plan;
  const wanted = placementChoices(world, workspace, plan, going);
  if (typeof wanted === 'string') return wanted;
  const choices = admitAll(world, workspace, wanted, owner, -going.length);
  return typeof choices === 'string' ? choices : { ...command, choices };
}
