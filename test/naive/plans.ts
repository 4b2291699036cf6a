// Plans of placements, from a command. Missing members come from the template, or keep their values.

import { isDeepStrictEqual } from 'node:util';
import {
  type CreatePlacement,
  type FullGpuSpec,
  type GpuSpec,
  LATE_MEMBERS,
  type UpdatePlacement,
  type WorkloadDefinition,
  type WorkloadTemplate,
} from '../../sim/index.ts';
import { shownPhase } from './decisions.ts';
import { withDefaults } from './policies.ts';
import { findWorkloadTemplate } from './records.ts';
import type { Phase, Placement, Plan } from './resource-state.ts';
import { isOver } from './sharing.ts';
import type { NaiveWorld, Workspace } from './state.ts';

export type Planned = Plan | string;

/** In the order of a new definition, except that `enableBurst` comes first if it has a default. */
const MEMBERS = [
  'clusters',
  'burst',
  'deletionPolicy',
  'enableBurst',
  'helmConfigs',
  'manifestResources',
  'cmdExec',
  'steps',
] as const satisfies readonly (keyof WorkloadDefinition)[];

/** A change of one of these members makes the decisions anew. */
const DECIDING = ['clusters', 'numPlacements', 'gpu'];

export function planCreation(world: NaiveWorld, workspace: Workspace, command: CreatePlacement): Planned {
  const { name, workloadTemplate, numPlacements, gpu } = command;
  const template = findWorkloadTemplate(world, workloadTemplate)?.template;
  if (workloadTemplate !== '' && template === undefined) return 'workload-template-unknown';
  const definition = { enableBurst: false, ...sentOf(template ?? {}), ...sentOf(command) };
  if (MEMBERS.some((member) => !(member in definition))) return 'member-missing';
  const plan = { name, definition: definition as WorkloadDefinition, workloadTemplate, numPlacements };
  return checked(world, workspace, { ...plan, gpu: full(workspace, gpu) });
}

export function planTemplate(world: NaiveWorld, workspace: Workspace, template: WorkloadTemplate): Planned {
  const { name } = template;
  const definition = sentOf(template) as WorkloadDefinition;
  return checked(world, workspace, { name, definition, workloadTemplate: name, numPlacements: 1, gpu: null });
}

/** The plan of an updated placement, and whether its decisions are made anew; or the code of its rejection. */
export function planChange(
  world: NaiveWorld,
  placement: Placement,
  command: UpdatePlacement,
): { plan: Plan; replacesDecisions: boolean } | string {
  const { plan, workspace, decisions } = placement;
  const differing = differingMembers(placement, command);
  const waits = (phase: Phase) => phase === 'Pending' || phase === 'Queued';
  const isLate = decisions.some((decision) => decision.hasBegun || !waits(shownPhase(world, decision)));
  const isFixed = (member: string) =>
    member === 'name' || member === 'workspace' || (isLate && !LATE_MEMBERS.some((late) => late === member));
  if (isOver(statusOf(world, placement)) || differing.some(isFixed)) return 'placement-fixed';

  const isSent = (member: string) => differing.includes(member);
  const workloadTemplate = isSent('workloadTemplate') ? command.workloadTemplate! : plan.workloadTemplate;
  if (isSent('workloadTemplate') && workloadTemplate !== '' && !findWorkloadTemplate(world, workloadTemplate))
    return 'workload-template-unknown';
  const changed = MEMBERS.filter(isSent).map((member) => [member, command[member]]);
  const planned = checked(world, workspace, {
    name: plan.name,
    definition: { ...plan.definition, ...Object.fromEntries(changed) },
    workloadTemplate,
    numPlacements: isSent('numPlacements') ? command.numPlacements! : plan.numPlacements,
    gpu: isSent('gpu') ? gpuOf(placement, command) : plan.gpu,
  });
  return typeof planned === 'string' ? planned : { plan: planned, replacesDecisions: DECIDING.some(isSent) };
}

/** Failed if a decision is Failed, else the least advanced phase. */
export function statusOf(world: NaiveWorld, { decisions }: Placement): Phase {
  const phases = decisions.map((decision) => shownPhase(world, decision));
  if (phases.includes('Failed')) return 'Failed';
  const order: Phase[] = ['Pending', 'Queued', 'Running', 'Successful', 'Completed'];
  return order.find((phase) => phases.includes(phase))!;
}

/** Whether each step names a known chart, manifest or command. */
export function stepsAreKnown({
  steps,
  helmConfigs,
  manifestResources,
  cmdExec,
}: WorkloadDefinition): boolean {
  const parts = { helm: helmConfigs, manifest: manifestResources, command: cmdExec };
  return steps.every((step) => parts[step.type].some(({ name }) => name === step.name));
}

/** The members of a command whose values differ from the present plan. */
function differingMembers(placement: Placement, command: UpdatePlacement): string[] {
  const { plan, workspace } = placement;
  const is: Record<string, unknown> = { ...plan, ...plan.definition, workspace: workspace.name };
  const { kind: _, name: __, newName, choices: ___, ...rest } = command;
  const sent: Record<string, unknown> = { ...rest, name: newName };
  if (command.gpu !== undefined) sent.gpu = gpuOf(placement, command);
  return Object.keys(sent).filter(
    (member) => sent[member] !== undefined && !isDeepStrictEqual(meaning(sent[member]), meaning(is[member])),
  );
}

/** A value without its unset members: null and absent are equal. */
function meaning(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(meaning);
  if (typeof value !== 'object' || value === null) return value ?? null;
  const members = Object.entries(value).map(([name, member]) => [name, meaning(member)]);
  return Object.fromEntries(members.filter(([, member]) => member !== null));
}

/** The GPU members of a command; unset members keep their values. */
function gpuOf({ plan, workspace }: Placement, { gpu }: UpdatePlacement): FullGpuSpec | null {
  if (gpu === undefined || gpu === null) return null;
  const { priority, exitMs, enableEviction, requeueOnFailure } = gpu;
  return full(workspace, {
    ...gpu,
    priority: priority ?? plan.gpu?.priority ?? null,
    exitMs: exitMs ?? plan.gpu?.exitMs ?? null,
    enableEviction: enableEviction ?? plan.gpu?.enableEviction ?? null,
    requeueOnFailure: requeueOnFailure ?? plan.gpu?.requeueOnFailure ?? null,
  });
}

function full(workspace: Workspace, gpu: GpuSpec | null): FullGpuSpec | null {
  return gpu === null ? null : withDefaults(workspace, gpu);
}

function checked({ scenario }: NaiveWorld, workspace: Workspace, plan: Plan): Planned {
  const { definition, numPlacements } = plan;
  const clusters = [...new Set(definition.clusters)];
  if (clusters.some((name) => !scenario.clusters.some((known) => known.name === name)))
    return 'cluster-unknown';
  if (clusters.some((name) => !workspace.clusters.includes(name))) return 'cluster-not-in-workspace';
  if (numPlacements > clusters.length) return 'limit';
  if (!stepsAreKnown(definition)) return 'step-unknown';
  return { ...plan, definition: { ...definition, clusters } };
}

function sentOf(from: Partial<WorkloadDefinition>): Partial<WorkloadDefinition> {
  const there = MEMBERS.filter((member) => from[member] !== undefined);
  return Object.fromEntries(there.map((member) => [member, from[member]]));
}
