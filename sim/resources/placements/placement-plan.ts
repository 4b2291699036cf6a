// Turns a command about a workload placement into a plan: omitted members come from its template or, in a change, keep their
// values.

import { clusterRejections, typeRejections } from '../../admission/names.ts';
import { refuse, together } from '../../admission/rejections.ts';
import { policyOf, withDefaults } from '../../admission/workspace-policy.ts';
import { isSame } from '../../base/same.ts';
import type { Checked, Rejection } from '../../language/commands.ts';
import {
  type CreatePlacement,
  LATE_MEMBERS,
  type UpdatePlacement,
} from '../../language/resource-commands.ts';
import type {
  FullGpuSpec,
  GpuSpec,
  Step,
  WorkloadDefinition,
  WorkloadTemplate,
} from '../../language/resource-data.ts';
import type { Placement, PlacementPlan } from '../../tables/resource-tables.ts';
import type { World } from '../../world.ts';
import { shownDecisionsOf, statusOf } from './placements.ts';

export type Planned = Checked<{ readonly plan: PlacementPlan }>;

const DEFINITION_MEMBERS = [
  'clusters',
  'burst',
  'deletionPolicy',
  'enableBurst',
  'helmConfigs',
  'manifestResources',
  'cmdExec',
  'steps',
] as const satisfies readonly (keyof WorkloadDefinition)[];

/** A change of these members replaces the decisions. */
const DECIDING_MEMBERS: readonly string[] = ['clusters', 'numPlacements', 'gpu'];

const PARTS = { helm: 'helmConfigs', manifest: 'manifestResources', command: 'cmdExec' } as const;

/** The plan of a new placement. Its workspace exists. */
export function planCreation(world: World, workspace: number, command: CreatePlacement): Planned {
  const { name, workloadTemplate, numPlacements, gpu } = command;
  const template = world.resources.workloadTemplates.get(workloadTemplate)?.template;
  if (workloadTemplate !== '' && template === undefined) {
    return refuse({ code: 'workload-template-unknown', name: workloadTemplate });
  }
  const given: Partial<WorkloadDefinition> = {
    enableBurst: false,
    ...definitionOf(template),
    ...definitionOf(command),
  };
  const missing = DEFINITION_MEMBERS.filter((member) => given[member] === undefined);
  const rejection = together(missing.map((field): Rejection => ({ code: 'member-missing', field })));
  if (rejection !== undefined) return refuse(rejection);
  const definition = given as WorkloadDefinition;
  return checked(world, workspace, {
    name,
    definition,
    workloadTemplate,
    numPlacements,
    gpu: full(world, workspace, gpu),
  });
}

export function planTemplate(world: World, workspace: number, template: WorkloadTemplate): Planned {
  const definition = definitionOf(template) as WorkloadDefinition;
  const { name } = template;
  return checked(world, workspace, { name, definition, workloadTemplate: name, numPlacements: 1, gpu: null });
}

/** The rejection of a change of members that are fixed by now. A decision that has begun counts even if it waits again. */
export function fixedRejection(
  world: World,
  placement: Placement,
  command: UpdatePlacement,
): Rejection | undefined {
  const status = statusOf(world, placement);
  const isOver = status === 'Completed' || status === 'Failed';
  const begun = shownDecisionsOf(world, placement)
    .filter(({ phase, startedAt }) => startedAt >= 0 || (phase !== 'Pending' && phase !== 'Queued'))
    .map(({ cluster, phase }) => ({ cluster: world.directory.clusters[cluster].name, phase }));
  const isLate = begun.length > 0;
  const fields = Object.keys(changesOf(world, placement, command)).filter(
    (member) =>
      member === 'name' ||
      member === 'workspace' ||
      isOver ||
      (isLate && !(LATE_MEMBERS as readonly string[]).includes(member)),
  );
  if (!isOver && fields.length === 0) return undefined;
  return { code: 'placement-fixed', name: placement.name, status, begun, fields };
}

/** The plan of a changed placement. `replacesDecisions`: its decisions must be replaced. */
export function planChange(
  world: World,
  placement: Placement,
  command: UpdatePlacement,
): Checked<{ readonly plan: PlacementPlan; readonly replacesDecisions: boolean }> {
  const sent = changesOf(world, placement, command);
  const { gpu = placement.gpu, numPlacements, workloadTemplate } = { ...placement, ...sent };
  const isNewTemplate = sent.workloadTemplate !== undefined && sent.workloadTemplate !== '';
  if (isNewTemplate && !world.resources.workloadTemplates.has(workloadTemplate)) {
    return refuse({ code: 'workload-template-unknown', name: workloadTemplate });
  }
  const definition = { ...placement.definition, ...definitionOf(sent) };
  const planned = checked(world, placement.workspace, {
    name: placement.name,
    definition,
    workloadTemplate,
    numPlacements,
    gpu: full(world, placement.workspace, gpu),
  });
  if (!planned.ok) return planned;
  const replacesDecisions = Object.keys(sent).some((member) => DECIDING_MEMBERS.includes(member));
  return { ...planned, replacesDecisions };
}

type Changes = Omit<Partial<UpdatePlacement>, 'kind' | 'newName' | 'choices'>;

/** The members of a command that differ from the placement. */
function changesOf(world: World, placement: Placement, command: UpdatePlacement): Changes {
  const { kind: _, name: __, newName, choices: ___, ...sent } = command;
  const is: Record<string, unknown> = {
    ...placement.definition,
    name: placement.name,
    workspace: world.directory.workspaceName(placement.workspace),
    workloadTemplate: placement.workloadTemplate,
    numPlacements: placement.numPlacements,
    gpu: placement.gpu,
  };
  const wanted: Record<string, unknown> = { ...sent, name: newName };
  if (sent.gpu != null) wanted.gpu = full(world, placement.workspace, filledFrom(placement.gpu, sent.gpu));
  const changes = Object.entries(wanted).filter(
    ([member, value]) => value !== undefined && !isSame(value, is[member]),
  );
  return Object.fromEntries(changes);
}

/** A sent specification, with unset members from the present one. */
function filledFrom(is: GpuSpec | null, sent: GpuSpec): GpuSpec {
  if (is === null) return sent;
  return {
    ...sent,
    priority: sent.priority ?? is.priority,
    exitMs: sent.exitMs ?? is.exitMs,
    enableEviction: sent.enableEviction ?? is.enableEviction,
    requeueOnFailure: sent.requeueOnFailure ?? is.requeueOnFailure,
  };
}

/** Checks that the clusters, GPUs and steps of a plan exist, and removes repeated clusters. */
function checked(world: World, workspace: number, plan: PlacementPlan): Planned {
  const { directory } = world;
  const { definition, numPlacements, gpu } = plan;
  const clusters = [...new Set(definition.clusters)];
  const own = directory.clustersOf(workspace);
  const limit = clusters.length;
  const rejection = together([
    ...clusterRejections(world, clusters, directory.workspaceName(workspace), own),
    ...(numPlacements > limit
      ? [{ code: 'limit', field: 'numPlacements', limit, value: numPlacements, of: 'clusters' } as const]
      : []),
    ...stepsWithoutPart(definition),
    ...(gpu === null ? [] : typeRejections(world, gpu, '')),
  ]);
  if (rejection !== undefined) return refuse(rejection);
  return { ok: true, plan: { ...plan, definition: { ...definition, clusters } } };
}

/** The rejections of steps that name no chart, manifest or command of their type. */
export function stepsWithoutPart(definition: WorkloadDefinition): Rejection[] {
  const named = (type: Step['type']) => new Set(definition[PARTS[type]].map(({ name }) => name));
  const parts = { helm: named('helm'), manifest: named('manifest'), command: named('command') };
  return definition.steps.flatMap((step, index): Rejection[] =>
    parts[step.type].has(step.name) ? [] : [{ code: 'step-unknown', index, ...step }],
  );
}

function definitionOf(from: Partial<WorkloadDefinition> | undefined): Partial<WorkloadDefinition> {
  const entries = DEFINITION_MEMBERS.map((member) => [member, from?.[member]] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

function full(world: World, workspace: number, gpu: GpuSpec | null): FullGpuSpec | null {
  return gpu === null ? null : withDefaults(policyOf(world, workspace), gpu);
}
