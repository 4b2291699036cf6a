// Records without behavior: policies, GPR templates, bindings, workload templates.

import {
  type Binding,
  FactKind,
  type GprTemplate,
  type Policy,
  RecordTable,
  textHash,
  type WorkloadTemplate,
} from '../../sim/index.ts';
import { policyOf } from './policies.ts';
import type { StoredWorkloadTemplate } from './resource-state.ts';
import { type NaiveWorld, report, textNumber, type Workspace } from './state.ts';
import { newest } from './workspaces.ts';

export function setPolicy(world: NaiveWorld, workspace: Workspace, changes: Partial<Policy>): void {
  workspace.policy = { ...policyOf(workspace), ...changes };
  reportSet(world, RecordTable.policy, workspace.name, workspace, workspace.policy);
}

export function removePolicy(world: NaiveWorld, workspace: Workspace): void {
  workspace.policy = null;
  reportRemoved(world, RecordTable.policy, workspace.name, workspace);
}

export function findGprTemplate({ gprTemplates }: NaiveWorld, name: string): GprTemplate | undefined {
  return gprTemplates.find((known) => known.name === name);
}

export function setGprTemplate(world: NaiveWorld, template: GprTemplate): void {
  world.gprTemplates = [...world.gprTemplates.filter(({ name }) => name !== template.name), template];
  reportSet(world, RecordTable.gprTemplate, template.name, null, template);
}

export function removeGprTemplate(world: NaiveWorld, name: string): void {
  world.gprTemplates = world.gprTemplates.filter((known) => known.name !== name);
  reportRemoved(world, RecordTable.gprTemplate, name, null);
}

export function bindingOf({ bindings }: NaiveWorld, workspace: Workspace): Binding | undefined {
  return bindings.find((known) => known.workspace === workspace)?.binding;
}

export function setBinding(world: NaiveWorld, workspace: Workspace, binding: Binding): void {
  const others = world.bindings.filter((known) => known.workspace !== workspace);
  world.bindings = [...others, { workspace, binding }];
  reportSet(world, RecordTable.binding, workspace.name, workspace, binding);
}

export function removeBinding(world: NaiveWorld, workspace: Workspace): void {
  world.bindings = world.bindings.filter((known) => known.workspace !== workspace);
  reportRemoved(world, RecordTable.binding, workspace.name, workspace);
}

export function findWorkloadTemplate(
  { workloadTemplates }: NaiveWorld,
  name: string,
): StoredWorkloadTemplate | undefined {
  return workloadTemplates.find(({ template }) => template.name === name);
}

export function setWorkloadTemplate(world: NaiveWorld, template: WorkloadTemplate): void {
  const before = findWorkloadTemplate(world, template.name);
  const workspace = template.workspace === '' ? before!.workspace : newest(world, template.workspace)!;
  const others = world.workloadTemplates.filter((known) => known.template.name !== template.name);
  world.workloadTemplates = [...others, { template, workspace }];
  reportSet(world, RecordTable.workloadTemplate, template.name, workspace, template);
}

export function removeWorkloadTemplate(world: NaiveWorld, name: string): void {
  const { workspace } = findWorkloadTemplate(world, name)!;
  world.workloadTemplates = world.workloadTemplates.filter(({ template }) => template.name !== name);
  reportRemoved(world, RecordTable.workloadTemplate, name, workspace);
}

function reportSet(
  world: NaiveWorld,
  table: number,
  name: string,
  workspace: Workspace | null,
  record: object,
): void {
  const words = [table, textNumber(world, name), workspace?.index ?? -1];
  report(world, FactKind.recordSet, ...words, textHash(JSON.stringify(record)));
}

function reportRemoved(world: NaiveWorld, table: number, name: string, workspace: Workspace | null): void {
  report(world, FactKind.recordRemoved, table, textNumber(world, name), workspace?.index ?? -1);
}
