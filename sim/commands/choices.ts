// Checks commands that leave choices to the simulator: the pool of a new GPR, or which GPRs endpoints and decisions get. The
// result is the command to journal, with its choices filled in.

import type { Candidate } from '../admission/candidates.ts';
import { typeRejections } from '../admission/names.ts';
import { refuse, together } from '../admission/rejections.ts';
import { internalUid, ORDINALS_MAX } from '../base/numbers/ids.ts';
import { admit } from '../forecast/availability/query.ts';
import type { WorldWithForecast } from '../forecast/component.ts';
import type { Checked, Rejection } from '../language/commands.ts';
import type { CreateGpr } from '../language/gpr.ts';
import type {
  CreateEndpoint,
  CreatePlacement,
  CreateWorkloadTemplate,
  GprChoice,
  UpdatePlacement,
} from '../language/resource-commands.ts';
import { endpointChoice, findEndpoint } from '../resources/endpoints.ts';
import {
  fixedRejection,
  type Planned,
  planChange,
  planCreation,
  planTemplate,
} from '../resources/placements/placement-plan.ts';
import { findPlacement, ownGprs, placementChoices } from '../resources/placements/placements.ts';
import { workspaceRejection } from '../resources/workspace-deletion.ts';
import type { Placement } from '../tables/resource-tables.ts';
import type { World } from '../world.ts';
import { foreignClusters, workloadTemplateRejection } from './resource-check.ts';

type Chosen<Command> = Checked<{ readonly command: Command }>;

export function checkGpr(
  world: WorldWithForecast,
  command: CreateGpr,
  uid: number,
): Checked<{ readonly command: CreateGpr; readonly candidate: Candidate }> {
  const refused = workspaceRejection(world, command.workspace);
  if (refused !== undefined) return refuse(refused);
  const admission = admit(world, command, uid);
  if (!admission.ok) return admission;
  return { ok: true, command: admission.request, candidate: admission.candidate };
}

export function checkEndpoint(
  world: WorldWithForecast,
  command: CreateEndpoint,
  uid: number,
): Chosen<CreateEndpoint> {
  const { name } = command;
  const refused = workspaceRejection(world, command.workspace) ?? unknownInEndpoint(world, command);
  if (refused !== undefined) return refuse(refused);
  const workspace = world.directory.workspace(command.workspace);
  if (findEndpoint(world, workspace, name) !== undefined) {
    return refuse({ code: 'endpoint-exists', workspace: command.workspace, name });
  }
  const wanted = endpointChoice(world, workspace, command);
  if (!wanted.ok) return wanted;
  const admitted = admitAll(world, [wanted.choice], { uid, made: 0 }, 0);
  return admitted.ok ? { ok: true, command: { ...command, choice: admitted.choices[0] } } : admitted;
}

/** The rejection of a cluster, together with unknown GPUs; unknown GPUs alone are found later. */
function unknownInEndpoint(world: World, { workspace, cluster, gpu }: CreateEndpoint): Rejection | undefined {
  const clusters = foreignClusters(world, workspace, [cluster]);
  if (clusters.length === 0 || typeof gpu === 'string') return clusters[0];
  return together([...clusters, ...typeRejections(world, gpu, '')]);
}

export function checkWorkloadTemplate(
  world: WorldWithForecast,
  command: CreateWorkloadTemplate,
  uid: number,
): Chosen<CreateWorkloadTemplate> {
  const { template } = command;
  const { name } = template;
  if (world.resources.workloadTemplates.has(name)) return refuse({ code: 'workload-template-exists', name });
  const refused = workloadTemplateRejection(world, template);
  if (refused !== undefined) return refuse(refused);
  if (!template.autoPlacement || findPlacement(world, name) !== undefined) return { ok: true, command };
  const workspace = world.directory.workspace(template.workspace);
  const planned = planTemplate(world, workspace, template);
  return admitPlan(world, command, workspace, planned, [], { uid, made: 0 });
}

export function checkPlacement(
  world: WorldWithForecast,
  command: CreatePlacement,
  uid: number,
): Chosen<CreatePlacement> {
  const { name } = command;
  const refused = workspaceRejection(world, command.workspace);
  if (refused !== undefined) return refuse(refused);
  if (findPlacement(world, name) !== undefined) return refuse({ code: 'placement-exists', name });
  const workspace = world.directory.workspace(command.workspace);
  const planned = planCreation(world, workspace, command);
  return admitPlan(world, command, workspace, planned, [], { uid, made: 0 });
}

export function checkPlacementChange(
  world: WorldWithForecast,
  command: UpdatePlacement,
): Chosen<UpdatePlacement> {
  const { name } = command;
  const placement = findPlacement(world, name);
  if (placement === undefined) return refuse({ code: 'placement-unknown', name });
  const fixed = fixedRejection(world, placement, command);
  if (fixed !== undefined) return refuse(fixed);
  const planned = planChange(world, placement, command);
  if (!planned.ok) return planned;
  if (!planned.replacesDecisions) return { ok: true, command };
  const { workspace, made } = placement;
  const check = admitPlan(world, command, workspace, planned, ownGprs(world, placement), placement);
  if (!check.ok) return check;
  const value = made + check.command.choices.length;
  return value > ORDINALS_MAX ? refuse({ code: 'limit', field: 'gpu', limit: ORDINALS_MAX, value }) : check;
}

/** The endpoint or the placement that makes GPRs: its uid, and how many it has made. */
type Owner = Pick<Placement, 'uid' | 'made'>;

/** Fills in the choices of a command by its plan. @param going uids of GPRs that the plan replaces */
function admitPlan<Command>(
  world: WorldWithForecast,
  command: Command,
  workspace: number,
  planned: Planned,
  going: readonly number[],
  owner: Owner,
): Chosen<Command & { readonly choices: readonly GprChoice[] }> {
  if (!planned.ok) return planned;
  const wanted = placementChoices(world, workspace, planned.plan, going);
  if (!wanted.ok) return wanted;
  const admitted = admitAll(world, wanted.choices, owner, -going.length);
  return admitted.ok ? { ok: true, command: { ...command, choices: admitted.choices } } : admitted;
}

/**
 * Admits each new GPR of a command as if the ones before it existed, but chooses its pool in the present world.
 * @param more number of further GPRs that the admission check counts as existing; negative if GPRs go
 */
function admitAll(
  world: WorldWithForecast,
  wanted: readonly GprChoice[],
  owner: Owner,
  more: number,
): Checked<{ readonly choices: readonly GprChoice[] }> {
  const choices: GprChoice[] = [];
  let made = 0;
  for (const choice of wanted) {
    if (choice.kind !== 'make') {
      choices.push(choice);
      continue;
    }
    const uid = internalUid(owner.uid, owner.made + made);
    const admission = admit(world, choice.request, uid, more + made++);
    if (!admission.ok) return admission;
    choices.push({ ...choice, request: admission.request });
  }
  return { ok: true, choices };
}
